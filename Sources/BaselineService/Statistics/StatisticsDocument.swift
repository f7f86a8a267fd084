// Document `sagevoice/stats/1`: group statistics with the excluded sessions.

public import VoiceTypes

/// Group statistics of a store as a document.
public struct StatisticsDocument: Sendable, Equatable {
  /// Name and version of the format.
  public static let schema = "sagevoice/stats/1"

  /// Reason why a session is excluded.
  public enum LeftOut: String, CaseIterable, Sendable {
    /// Replaced by an amended session.
    case amended
    /// No identified person: the number of distinct people is unknown.
    case noPerson = "no_person"
    /// No results of the comprehensive tier.
    case noResults = "no_results"
    /// Failed recording check.
    case failedChecks = "failed_checks"
  }

  /// Statistics of the included sessions.
  public var statistics: GroupStatistics

  /// Number of excluded sessions by reason.
  public var leftOut: [LeftOut: Int]

  /// SHA-256 of the settings of the results. Numbers from different settings are not fully
  /// comparable.
  public var settingsSHA256: [String]

  /// Creates a document; reasons without a count get zero.
  public init(
    statistics: GroupStatistics, leftOut: [LeftOut: Int], settingsSHA256: [String]
  ) {
    self.statistics = statistics
    self.leftOut = Dictionary(
      uniqueKeysWithValues: LeftOut.allCases.map { ($0, leftOut[$0] ?? 0) })
    self.settingsSHA256 = settingsSHA256
  }

  /// Document as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/stats/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:stats:1",
      title: "sagevoice statistics of a store, the output of `sagevoice records stats`")
  }
}

extension StatisticsDocument: Shaped {
  package static let shape = Shape<StatisticsDocument> {
    Derived("schema", always: schema)
    Field("by", \.statistics.axes, .list(of: .choice, .notEmpty))
    Derived("least_people", { _ in GroupStatistics.leastPeople }, .positiveCount, .notNeeded)
    Field("total", \.statistics.total, .orNull(.shaped))
    Field("cells", \.statistics.cells, .list(of: .shaped))
    Field("suppressed_cells", \.statistics.suppressedCells, .count)
    Field("left_out", \.leftOut, .map(by: LeftOut.self, .asDeclared, .ignoringOthers, of: .count))
    Field("settings_sha256", \.settingsSHA256, .list(of: .hash))
  } make: { axes, total, cells, hidden, leftOut, settings in
    StatisticsDocument(
      statistics: GroupStatistics(axes: axes, total: total, cells: cells, suppressedCells: hidden),
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
