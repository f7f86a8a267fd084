internal import VoiceMath
public import VoiceTypes

/// The limits in force for people: Markdown tables, and lines of one measure.
public struct LimitsTable {
  private static let noValue = "–"
  private static let texts = TextCatalogue.assessments

  private let sets: [ReferenceLimits]

  /// Creates tables of sets; the first set has priority.
  public init(of sets: [ReferenceLimits]) { self.sets = sets }

  /// One row per limit, then the rates and the minimum requirements, each after an explanation.
  public var markdown: String {
    let rates = sets.flatMap(\.rates)
    let parts = [
      Self.table(
        "limits",
        ["measure", "key", "limit", "use", "ages", "voices", "device", "people", "basis"],
        sets.flatMap(\.limits).map(Self.cells)),
      rates.isEmpty
        ? []
        : Self.table(
          "rates",
          ["group", "device", "left_out", "recordings", "compared", "findings", "measures"],
          rates.map(Self.cells)),
      Self.table(
        "minimums", ["property", "ages", "voices", "pass", "warn", "basis"],
        (sets.first?.minimums ?? []).map(Self.cells)),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// One line per limit of a measure; empty for a measure without a limit.
  public func lines(of measure: Measure) -> [String] {
    sets.flatMap(\.limits).filter { $0.measure == measure }.map { limit in
      let people = limit.speakers.map { ["n = \($0)"] } ?? []
      let conditions = [
        Self.ages(limit.bands), Self.voices(limit.category), Self.device(limit.device),
      ]
      return "\(Self.value(of: limit)): "
        + (conditions + people + [Self.basis(of: limit), Self.use(of: limit)])
        .joined(separator: ", ")
    }
  }

  private static func table(
    _ name: String, _ columns: [String], _ rows: [[String]]
  ) -> [String] {
    let header = columns.map { texts.text("limits.column.\($0)") }
    return [texts.text("limits.\(name)"), ""]
      + ([header, header.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }
  }

  private static func cells(_ limit: ReferenceLimit) -> [String] {
    [
      limit.measure.title, limit.measure.rawValue, value(of: limit), use(of: limit),
      ages(limit.bands), voices(limit.category), device(limit.device),
      limit.speakers.map { "\($0)" } ?? noValue, source(of: limit),
    ]
  }

  private static func cells(_ rate: FindingRate) -> [String] {
    let percent = rate.percent.map { Decimal.text($0) } ?? noValue
    let interval = rate.lowPercent.flatMap { low in rate.highPercent.map { range(low, $0) } }
    let measures = rate.decidedBy.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\(Measure(rawValue: $0.key)?.title ?? $0.key) \($0.value)" }
    return [
      rate.group, device(rate.device),
      texts["limits.left_out.\(rate.leftOut)", .english] ?? rate.leftOut,
      "\(rate.recordings)", "\(rate.compared)",
      "\(rate.outside): \(percent) % (\(interval ?? noValue) %)",
      measures.isEmpty ? noValue : measures.joined(separator: ", "),
    ]
  }

  private static func cells(_ minimum: RecordingMinimum) -> [String] {
    // A fraction is in percent for people.
    let isFraction = minimum.property.unit == ReferenceLimit.bareNumber
    let unit = isFraction ? "%" : minimum.property.unit
    let values = [minimum.pass, minimum.warn].map { value in
      "≥ \(Decimal.text(isFraction ? 100 * value : value)) \(unit)"
    }
    return [
      texts.text("limits.property.\(minimum.property.rawValue)"), ages(minimum.bands),
      voices(minimum.category),
    ] + values + [texts.text("limits.basis.\(minimum.basis.rawValue)")]
  }

  private static func value(of limit: ReferenceLimit) -> String {
    let unit = limit.unit == ReferenceLimit.bareNumber ? "" : " \(limit.unit)"
    return switch (limit.low, limit.high) {
    case (let low?, let high?): range(low, high) + unit
    case (let low?, nil): "≥ \(Decimal.text(low))\(unit)"
    case (nil, let high?): "≤ \(Decimal.text(high))\(unit)"
    case (nil, nil): noValue
    }
  }

  private static func range(_ low: Double, _ high: Double) -> String {
    TextCatalogue.report.filled(
      "limitBetween", ["1": Decimal.text(low), "2": Decimal.text(high)])
  }

  private static func use(of limit: ReferenceLimit) -> String {
    let use = texts.text(limit.decides ? "limits.use.classifies" : "limits.use.context")
    guard limit.task != .sustainedVowel else { return use }
    return "\(use), \(TextCatalogue.report.text("task.\(limit.task.rawValue)"))"
  }

  private static func basis(of limit: ReferenceLimit) -> String {
    texts.text("limits.basis.\(limit.basis.rawValue)")
  }

  /// The basis with the confidence interval of a measured limit, or with the source.
  private static func source(of limit: ReferenceLimit) -> String {
    let detail = limit.basis == .measured ? limit.caution : limit.citation
    return [basis(of: limit), detail].compactMap(\.self).joined(separator: ". ")
  }

  /// Returns consecutive bands as one range.
  private static func ages(_ bands: [AgeBand]) -> String {
    let places = bands.compactMap { AgeBand.allCases.firstIndex(of: $0) }.sorted()
    guard let first = places.first, let last = places.last else {
      return texts.text("limits.ages.all")
    }
    let isWhole = last - first == places.count - 1
    let ranges = isWhole ? [first...last] : places.map { $0...$0 }
    let words = ranges.map { range in
      let ends = [AgeBand.allCases[range.lowerBound], AgeBand.allCases[range.upperBound]]
        .map { $0.rawValue.split(separator: "-") }
      return "\(ends[0].first ?? "")–\(ends[1].last ?? "")"
    }
    return texts.filled("limits.ages", ["band": words.joined(separator: ", ")])
  }

  private static func voices(_ category: ReferenceCategory?) -> String {
    texts.text("limits.voices.\(category?.rawValue ?? "all")")
  }

  private static func device(_ kind: DeviceKind?) -> String {
    texts.text("limits.device.\(kind?.rawValue ?? "any")")
  }
}
