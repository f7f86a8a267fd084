internal import VoiceMath
internal import VoiceTypes

/// Markdown tables of the limits in force, with their intervals and the rates of findings.
public struct LimitsTable {
  private let sets: [ReferenceLimits]

  /// Creates tables of sets; the first set has priority.
  public init(of sets: [ReferenceLimits]) { self.sets = sets }

  /// One row per limit, then the rates and the minimum requirements.
  public var markdown: String {
    let limits = sets.flatMap(\.limits)
    let rates = sets.flatMap(\.rates)
    var lines = Self.table(
      [
        "measure", "role", "limit", "ages", "group", "device", "n", "decided by",
        "interval, source",
      ],
      limits.map(Self.cells))
    if !rates.isEmpty {
      lines +=
        [""]
        + Self.table(
          [
            "group", "device", "left out", "recordings", "compared", "with a finding", "decided by",
          ],
          rates.map(Self.cells))
    }
    lines +=
      [""]
      + Self.table(
        ["minimum", "ages", "group", "pass", "warn", "basis"],
        (sets.first?.minimums ?? []).map(Self.cells))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> [String] {
    ([header, header.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }
  }

  private static func cells(_ limit: ReferenceLimit) -> [String] {
    let unit = limit.unit == ReferenceLimit.bareNumber ? "" : " \(limit.unit)"
    let value =
      switch (limit.low, limit.high) {
      case (let low?, let high?): "\(Decimal.text(low)) to \(Decimal.text(high))"
      case (let low?, nil): "≥ \(Decimal.text(low))"
      case (nil, let high?): "≤ \(Decimal.text(high))"
      case (nil, nil): "-"
      }
    return [
      limit.measure.rawValue, limit.decides ? "decides" : "context", value + unit,
      ages(limit.bands),
      group(limit.category), limit.device?.rawValue ?? "any",
      limit.speakers.map { "\($0)" } ?? "-",
      limit.basis == .measured ? "percentile" : limit.basis.rawValue,
      limit.basis == .measured ? limit.caution ?? "-" : limit.citation,
    ]
  }

  private static func cells(_ rate: FindingRate) -> [String] {
    let percent = [rate.percent, rate.lowPercent, rate.highPercent].map {
      $0.map { Decimal.text($0) } ?? "-"
    }
    let measures = rate.decidedBy.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }
    return [
      rate.group, rate.device.rawValue, rate.leftOut, "\(rate.recordings)", "\(rate.compared)",
      "\(rate.outside): \(percent[0]) % (\(percent[1]) to \(percent[2]))",
      measures.isEmpty ? "-" : measures.joined(separator: ", "),
    ]
  }

  private static func cells(_ minimum: RecordingMinimum) -> [String] {
    let unit = minimum.property.unit == ReferenceLimit.bareNumber ? "" : " \(minimum.property.unit)"
    return [
      minimum.property.rawValue, minimum.bands.isEmpty ? "all" : ages(minimum.bands),
      group(minimum.category), "≥ \(Decimal.text(minimum.pass))\(unit)",
      "≥ \(Decimal.text(minimum.warn))\(unit)", minimum.basis.rawValue,
    ]
  }

  private static func ages(_ bands: [AgeBand]) -> String {
    bands.map(\.rawValue).joined(separator: ", ")
  }

  private static func group(_ category: ReferenceCategory?) -> String {
    category.map { $0 == .combined ? "F and M" : $0.rawValue } ?? "any"
  }
}
