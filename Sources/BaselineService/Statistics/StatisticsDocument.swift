// `sagevoice/stats/1`: statistics with what they leave out.

public import VoiceTypes

/// The statistics of a store as a document.
public struct StatisticsDocument: Sendable, Equatable {
  /// The name and number of the format.
  public static let schema = "sagevoice/stats/1"

  /// Why a session does not count.
  public enum LeftOut: String, CaseIterable, Sendable {
    /// Another session stands in its place.
    case amended
    /// It is nobody's of whom it is known who it is, so that nobody can tell how many people such are.
    case noPerson = "no_person"
    /// It has no results of the comprehensive tier.
    case noResults = "no_results"
    /// A check of the recording failed.
    case failedChecks = "failed_checks"
  }

  /// The statistics.
  public var statistics: GroupStatistics

  /// How many sessions do not count.
  public var leftOut: [LeftOut: Int]

  /// The fingerprints of the settings of the results; numbers of several are not quite alike.
  public var settingsSHA256: [String]

  /// Joins statistics and what they leave out.
  public init(
    statistics: GroupStatistics, leftOut: [LeftOut: Int], settingsSHA256: [String]
  ) {
    self.statistics = statistics
    self.leftOut = Dictionary(
      uniqueKeysWithValues: LeftOut.allCases.map { ($0, leftOut[$0] ?? 0) })
    self.settingsSHA256 = settingsSHA256
  }

  /// The document as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/stats/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:stats:1",
      title: "sagevoice statistics of a store, as `sagevoice records stats` prints them")
  }
}

extension StatisticsDocument: Shaped {
  package static let shape = Shape<StatisticsDocument> {
    Derived("schema", always: schema)
    Field("by", \.statistics.axes, .list(of: .choice, .notEmpty))
    Derived("least_people", { _ in GroupStatistics.leastPeople }, .positiveCount, .notNeeded)
    Field("total", \.statistics.total, .orNull(.shaped))
    Field("cells", \.statistics.cells, .list(of: .shaped))
    Field("suppressed_cells", \.statistics.hiddenCells, .count)
    Field("left_out", \.leftOut, .map(by: LeftOut.self, .asDeclared, .passedOver, of: .count))
    Field("settings_sha256", \.settingsSHA256, .list(of: .hash))
  } make: { axes, total, cells, hidden, leftOut, settings in
    StatisticsDocument(
      statistics: GroupStatistics(axes: axes, total: total, cells: cells, hiddenCells: hidden),
      leftOut: leftOut, settingsSHA256: settings)
  }
}

extension StatisticsGroup: Shaped {
  package static let shape = Shape(StatisticsGroup.init(cell:people:sessions:measures:)) {
    Field(
      "group", \.cell, .map(by: StatisticsAxis.self, .asDeclared, .refused, of: .anyText))
    Field("people", \.people, .positiveCount)
    Field("sessions", \.sessions, .positiveCount)
    Field("measures", \.measures, .list(of: .shaped))
  }
}

extension StatisticsGroup.Summary: Shaped {
  package static let shape = Shape(
    StatisticsGroup.Summary.init(measure:people:lowerQuartile:median:upperQuartile:)
  ) {
    Field("measure", \.measure, .choice)
    Field("n", \.people, .orNull(.positiveCount))
    Field("lower_quartile", \.lowerQuartile, .orNull(.number))
    Field("median", \.median, .orNull(.number))
    Field("upper_quartile", \.upperQuartile, .orNull(.number))
  }
}
