internal import VoiceMath
internal import VoiceTypes

/// Markdown table that compares a measured set with the limits of the literature.
public struct LimitsTable {
  private let measured: ReferenceLimits
  private let declared: ReferenceLimits

  /// Creates a table of a measured set and the declared set for comparison.
  public init(of measured: ReferenceLimits, beside declared: ReferenceLimits) {
    self.measured = measured
    self.declared = declared
  }

  private static let header = [
    "measure", "ages", "group", "n", "median", "10 to 90 %", "percentile (90 %)", "typical",
    "outer", "literature", "published",
  ]

  /// Provenance of the set, one row per group and measure with a limit, and the minimum
  /// requirements.
  public var markdown: String {
    let rows = measured.distributions.filter { isCompared($0.measure) }.map(cells)
    return
      (source + Self.table(Self.header, rows) + [""]
      + Self.table(Self.minimumHeader, measured.minimums.map(Self.cells)))
      .joined(separator: "\n") + "\n"
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> [String] {
    ([header, header.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }
  }

  private static let minimumHeader = ["minimum", "ages", "group", "pass", "warn", "basis"]

  private static func cells(_ minimum: RecordingMinimum) -> [String] {
    let unit = minimum.property.unit == ReferenceLimit.bareNumber ? "" : " \(minimum.property.unit)"
    let group = minimum.category.map { $0 == .combined ? "F and M" : $0.rawValue }
    return [
      minimum.property.rawValue,
      minimum.bands.isEmpty ? "all" : minimum.bands.map(\.rawValue).joined(separator: ", "),
      group ?? "any", "≥ \(Decimal.text(minimum.pass))\(unit)",
      "≥ \(Decimal.text(minimum.warn))\(unit)", minimum.basis.rawValue,
    ]
  }

  private var source: [String] {
    guard let summary = measured.measurement else { return [] }
    return [
      "Limits \(measured.version), measured on \(summary.measuredOn) with sagevoice "
        + "\(summary.softwareVersion): \(summary.speakers) speakers, device: \(summary.device).",
      "\(summary.citation)", "",
    ]
  }

  private func isCompared(_ measure: Measure) -> Bool {
    (measured.limits + declared.limits).contains { $0.measure == measure }
  }

  private func cells(_ row: MeasuredDistribution) -> [String] {
    let group = row.category == .combined ? "F and M" : row.category.rawValue
    return [
      row.measure.rawValue, row.ages, group, "\(row.speakers)",
      row.percentile(50).map { Self.short($0) } ?? "-", spread(row), percentile(row),
      inForce(.typical, row), inForce(.outer, row), limit(.typical, for: row),
      limit(.published, for: row),
    ]
  }

  private func spread(_ row: MeasuredDistribution) -> String {
    guard let low = row.percentile(10), let high = row.percentile(90) else { return "-" }
    return "\(Self.short(low)) to \(Self.short(high))"
  }

  /// Formats the percentile of a typical limit with its interval; in brackets without a limit in
  /// force.
  private func percentile(_ row: MeasuredDistribution) -> String {
    guard let end = row.measure.facts.spread.typical?.end, let edge = row.typical(at: end) else {
      return "-"
    }
    let ends = [edge.interval.low, edge.interval.high].map { $0.map { Self.short($0) } ?? "?" }
    let text =
      "\(Self.sign(of: end)) \(Self.short(edge.value)) (\(ends[0]) to \(ends[1]))"
    return limit(.typical, measuredOn: row) != nil ? text : "[\(text)]"
  }

  /// Formats the limit of the measured set, which assessments use.
  private func inForce(_ kind: LimitKind, _ row: MeasuredDistribution) -> String {
    guard let end = row.measure.facts.spread.typical?.end,
      let limit = limit(kind, measuredOn: row), let value = limit.low ?? limit.high
    else { return "-" }
    return "\(Self.sign(of: end)) \(Self.short(value))"
  }

  private static func sign(of end: TypicalLimit.End) -> String { end == .upper ? "≤" : "≥" }

  /// Returns the measured limit that is derived from a distribution.
  private func limit(
    _ kind: LimitKind, measuredOn row: MeasuredDistribution
  ) -> ReferenceLimit? {
    measured.limits.first { $0.kind == kind && $0.isMade(of: row) }
  }

  private func limit(_ kind: LimitKind, for row: MeasuredDistribution) -> String {
    let found = declared.limits.first { limit in
      limit.measure == row.measure && (limit.kind == .typical) == (kind == .typical)
        && row.bands.contains { limit.holds(for: $0, row.category) }
    }
    guard let found else { return "-" }
    let unit = found.unit == ReferenceLimit.periods ? " periods" : ""
    let text =
      switch (found.low, found.high) {
      case (let low?, let high?): "\(Decimal.text(low)) to \(Decimal.text(high))"
      case (let low?, nil): "≥ \(Decimal.text(low))"
      case (nil, let high?): "≤ \(Decimal.text(high))"
      case (nil, nil): "-"
      }
    return text + unit + (found.kind == .derived ? " (derived)" : "")
      + (found.settingsBasis == .notStated ? " (settings not stated)" : "")
  }

  private static func short(_ number: Double) -> String {
    Decimal.text(Decimal.rounded(number, digits: 3))
  }
}
