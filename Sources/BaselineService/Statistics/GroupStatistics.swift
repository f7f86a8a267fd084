// What the sessions of a store have in common, by group (the article GroupStatistics): how many people
// and sessions, and of the primary measures median and quartiles over people. One person, one number, as in
// measured limits; fewer people than are needed are not told of.

internal import VoiceMath
public import VoiceTypes

/// What sessions are grouped by.
public enum StatisticsAxis: String, CaseIterable, Sendable {
  /// The age of the person, in bands.
  case ageBand = "age_band"
  /// Whose pitch the person's is compared with.
  case reference
  /// What recorded the voice.
  case device
}

/// A session that counts.
public struct CountedSession: Sendable {
  /// Whose it is; only whether two are the same matters.
  public var person: String

  /// The words of its cell, in the order of the axes.
  public var cell: [String]

  /// Its values, each in the unit of its measure.
  public var values: [Measure: Double]

  /// Collects what counts of a session.
  public init(person: String, cell: [String], values: [Measure: Double]) {
    self.person = person
    self.cell = cell
    self.values = values
  }
}

/// People and sessions of a cell, or of all cells.
public struct StatisticsGroup: Sendable, Equatable {
  /// One measure of the people; nothing but its name where too few have a value.
  public struct Summary: Sendable, Equatable {
    /// The measure.
    public var measure: Measure

    /// How many people have a value.
    public var people: Int?

    /// A quarter of them has a lower value.
    public var lowerQuartile: Double?

    /// The middle value.
    public var median: Double?

    /// A quarter of them has a higher value.
    public var upperQuartile: Double?
  }

  /// The word of each axis; empty for the total.
  public var cell: [StatisticsAxis: String]

  /// How many different people.
  public var people: Int

  /// Their sessions.
  public var sessions: Int

  /// The primary measures, in the order of the documents.
  public var measures: [Summary]
}

/// Statistics of sessions.
public struct GroupStatistics: Sendable, Equatable {
  /// As many people are told of [E].
  public static let leastPeople = 10

  /// The measures that are told of.
  public static let measures = ChangeMeasure.primaries.map(\.measure)

  /// What the sessions are grouped by.
  public var axes: [StatisticsAxis]

  /// All people; nil where they are too few.
  public var total: StatisticsGroup?

  /// The cells that are shown, in the order of their words.
  public var cells: [StatisticsGroup]

  /// How many cells are not.
  public var hiddenCells: Int
}

extension GroupStatistics {
  /// The statistics of sessions by some axes, each of them named once.
  public init(of sessions: [CountedSession], by axes: [StatisticsAxis]) {
    precondition(sessions.allSatisfy { $0.cell.count == axes.count }, "a word for each axis")
    let table = StatisticsTable(sessions, axes: axes.count)
    let hiding = SmallCells(
      of: table.people { _ in true }, axes: axes.count, least: Self.leastPeople)
    let ofMeasures = Self.measures.map { measure in
      SmallCells(
        of: table.people { $0.values[measure] != nil }, axes: axes.count,
        least: Self.leastPeople, besides: hiding)
    }
    func group(_ cell: [String]?) -> StatisticsGroup {
      let own = cell.map { table.cells[$0] ?? [] } ?? sessions
      return StatisticsGroup(
        cell: Dictionary(zip(axes, cell ?? []), uniquingKeysWith: { first, _ in first }),
        people: Set(own.map(\.person)).count, sessions: own.count,
        measures: zip(Self.measures, ofMeasures).map { measure, hiding in
          let isHidden = cell.map(hiding.hides) ?? hiding.hidesTotal
          return StatisticsGroup.Summary(of: isHidden ? [] : own, measure)
        })
    }
    let shown = table.cells.keys.filter { !hiding.hides($0) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    self.init(
      axes: axes, total: hiding.hidesTotal || sessions.isEmpty ? nil : group(nil),
      cells: shown.map { group($0) }, hiddenCells: table.cells.count - shown.count)
  }
}

extension StatisticsGroup.Summary {
  /// A measure of people; without numbers where there are none.
  fileprivate init(of sessions: [CountedSession], _ measure: Measure) {
    let scale = measure.facts.spread.scale
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

/// Sessions in their cells, and people by number.
private struct StatisticsTable {
  let cells: [[String]: [CountedSession]]
  private let numbers: [String: Int]

  init(_ sessions: [CountedSession], axes: Int) {
    cells = Dictionary(grouping: sessions, by: \.cell)
    numbers = Dictionary(
      Set(sessions.map(\.person)).enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The people of each cell who have a session that counts.
  func people(where counts: (CountedSession) -> Bool) -> [[String]: Set<Int>] {
    cells.mapValues { Set($0.filter(counts).compactMap { numbers[$0.person] }) }
  }
}
