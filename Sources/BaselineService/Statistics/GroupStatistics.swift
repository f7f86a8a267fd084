// Group statistics (the article GroupStatistics): counts of people and sessions, and median and
// quartiles of the primary endpoints over people. Each person contributes one number, as in
// measured limits. Cells with too few people are suppressed.

internal import VoiceMath
public import VoiceTypes

/// Grouping variable.
public enum StatisticsAxis: String, CaseIterable, Sendable {
  /// Age of the person, in bands.
  case ageBand = "age_band"
  /// Reference group for pitch.
  case reference
  /// Gender identity.
  case gender
  /// Recording device.
  case device
  /// Operating system of the device.
  case osVersion = "os_version"
  /// Version of the app.
  case appVersion = "app_version"
}

/// Session that is included in the statistics.
public struct CountedSession: Sendable {
  /// Identifier of the person; used for equality only.
  public var person: String

  /// Values of the axes, in the order of the axes.
  public var cell: [String]

  /// Values in the unit of each measure.
  public var values: [Measure: Double]

  /// Creates a session for the statistics.
  public init(person: String, cell: [String], values: [Measure: Double]) {
    self.person = person
    self.cell = cell
    self.values = values
  }
}

/// Counts of people and sessions in one cell, or in all cells.
public struct StatisticsGroup: Sendable, Equatable {
  /// Quartiles of one measure over people; all nil if too few people have a value.
  public struct Summary: Sendable, Equatable {
    /// Measure of the quartiles.
    public var measure: Measure

    /// Number of people with a value.
    public var people: Int?

    /// 25th percentile.
    public var lowerQuartile: Double?

    /// 50th percentile.
    public var median: Double?

    /// 75th percentile.
    public var upperQuartile: Double?
  }

  /// Value of each axis; empty for the total.
  public var cell: [StatisticsAxis: String]

  /// Number of distinct people.
  public var people: Int

  /// Number of sessions.
  public var sessions: Int

  /// Primary endpoints, in document order.
  public var measures: [Summary]
}

/// Statistics of sessions by group.
public struct GroupStatistics: Sendable, Equatable {
  /// Minimum number of people in a published cell [E].
  public static let leastPeople = 10

  /// Reported measures.
  public static let measures = ChangeMeasure.primaryEndpoints.map(\.measure)

  /// Grouping variables.
  public var axes: [StatisticsAxis]

  /// Statistics of all people; nil if there are too few.
  public var total: StatisticsGroup?

  /// Published cells, sorted by their axis values.
  public var cells: [StatisticsGroup]

  /// Number of suppressed cells.
  public var suppressedCells: Int
}

extension GroupStatistics {
  /// Computes the statistics of sessions by distinct `axes`.
  public init(of sessions: [CountedSession], by axes: [StatisticsAxis]) {
    precondition(
      sessions.allSatisfy { $0.cell.count == axes.count }, "cell and axes have equal length")
    let table = StatisticsTable(sessions, axes: axes.count)
    let hiding = CellSuppression(
      of: table.people { _ in true }, axes: axes.count, least: Self.leastPeople)
    let ofMeasures = Self.measures.map { measure in
      CellSuppression(
        of: table.people { $0.values[measure] != nil }, axes: axes.count,
        least: Self.leastPeople, except: hiding)
    }
    func group(_ cell: [String]?) -> StatisticsGroup {
      let own = cell.map { table.cells[$0] ?? [] } ?? sessions
      return StatisticsGroup(
        cell: Dictionary(zip(axes, cell ?? []), uniquingKeysWith: { first, _ in first }),
        people: Set(own.map(\.person)).count, sessions: own.count,
        measures: zip(Self.measures, ofMeasures).map { measure, hiding in
          let isHidden = cell.map(hiding.suppresses) ?? hiding.suppressesTotal
          return StatisticsGroup.Summary(of: isHidden ? [] : own, measure)
        })
    }
    let shown = table.cells.keys.filter { !hiding.suppresses($0) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    self.init(
      axes: axes, total: hiding.suppressesTotal || sessions.isEmpty ? nil : group(nil),
      cells: shown.map { group($0) }, suppressedCells: table.cells.count - shown.count)
  }
}

extension StatisticsGroup.Summary {
  /// Computes the quartiles of a measure over people; all nil without sessions.
  fileprivate init(of sessions: [CountedSession], _ measure: Measure) {
    let scale = measure.facts.scale
    let values = Dictionary(grouping: sessions, by: \.person).values.compactMap { own -> Double? in
      let transformed = own.compactMap { $0.values[measure].flatMap { scale.transformed($0) } }
      return Statistics.mean(transformed).map(scale.value)
    }.sorted()
    self.init(
      measure: measure, people: values.isEmpty ? nil : values.count,
      lowerQuartile: Statistics.percentile(25, of: values),
      median: Statistics.percentile(50, of: values),
      upperQuartile: Statistics.percentile(75, of: values))
  }
}

/// Sessions by cell, with a number for each person.
private struct StatisticsTable {
  let cells: [[String]: [CountedSession]]
  private let numbers: [String: Int]

  init(_ sessions: [CountedSession], axes: Int) {
    cells = Dictionary(grouping: sessions, by: \.cell)
    numbers = Dictionary(
      Set(sessions.map(\.person)).enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the people of each cell with at least one session for which `counts` is true.
  func people(where counts: (CountedSession) -> Bool) -> [[String]: Set<Int>] {
    cells.mapValues { Set($0.filter(counts).compactMap { numbers[$0.person] }) }
  }
}
