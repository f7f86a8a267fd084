// One sentence per measure with its value and its reference. A test rejects judgemental words.

internal import VoiceMath
internal import VoiceTypes

/// The sentence about one measure.
struct Phrase {
  let measure: Measure
  let value: Double
  let demographic: VoiceDemographic

  /// Returns the sentence of a compared value.
  func sentence(for standing: ReferenceClassification, _ limits: AppliedLimits) -> String {
    let typical = (limits.typical ?? limits.published).map { range(of: $0) } ?? ""
    let published = limits.published.map { range(of: $0) }
    let key =
      switch standing {
      case .within where measure.facts.role == .pitch: "within.pitch"
      case .within: "within"
      case .unusualForReference: "unusual"
      case .atEdge where published != nil && limits.typical != nil: "at_edge.published"
      case .atEdge: "at_edge"
      case .outside: "outside"
      case .outsidePublished: "outside_published"
      case .noReference: "no_reference"
      }
    let label =
      measure.facts.role == .pitch && standing == .within
      ? limits.typical?.label ?? TextCatalogue.assessments.text("interval")
      : limits.published?.label
    return text(
      key, distinctFrom: limits,
      [
        "range": typical, "published": published ?? typical, "group": group,
        "label": label ?? "",
      ])
  }

  /// Returns the sentence of a value without a comparison.
  func sentence(without reason: MissingReference) -> String {
    let (key, found): (String, String) =
      switch reason {
      case .retake: ("retake", "")
      case .notEstablished: ("not_established", "")
      case .noAge: ("no_age", "")
      case .notWanted: ("not_wanted", "")
      case .noneAtThisAge: ("none_at_this_age", "")
      case .algorithm(let name): ("algorithm", name)
      case .contextOnly: ("context_only", "")
      case .device: ("device", "")
      case .setting(let name, let found): ("setting", "\(name) = \(found)")
      case .tooFewSpeakers(let count): ("too_few_speakers", "\(count)")
      case .signalType(let type): (type == nil ? "no_signal_type" : "signal_type", "\(type ?? 0)")
      }
    return text(
      "not_compared.\(key)", distinctFrom: AppliedLimits(),
      ["found": found, "needed": "\(ReferenceLimit.leastSpeakers)"])
  }

  private func text(
    _ key: String, distinctFrom limits: AppliedLimits, _ values: [String: String]
  ) -> String {
    let ends = [limits.typical, limits.published].flatMap { [$0?.low, $0?.high] }
      .compactMap { $0 }
    let unit = measure.unit.isEmpty ? "" : " \(measure.unit)"
    let facts = [
      "measure": measure.facts.name.atStart,
      "value": Decimal.text(value, distinctFrom: ends) + unit,
    ]
    return TextCatalogue.assessments.filled(key, facts.merging(values) { first, _ in first })
  }

  /// Reference group and age band.
  private var group: String {
    let category = demographic.category.map { $0 == .combined ? "F and M" : $0.rawValue }
    let band = demographic.band.map {
      TextCatalogue.assessments.filled("years", ["band": $0.rawValue])
    }
    return [category, band].compactMap { $0 }.joined(separator: ", ")
  }

  private func range(of limit: AppliedLimit) -> String { limit.range(of: measure) }
}

extension AppliedLimit {
  /// Returns the range of values inside the limit, with its unit.
  func range(of measure: Measure) -> String {
    let unit = measure.unit.isEmpty ? "" : " \(measure.unit)"
    let texts = TextCatalogue.report
    return switch (low, high) {
    case (let low?, let high?):
      texts.filled("limitBetween", ["1": Decimal.text(low), "2": Decimal.text(high) + unit])
    case (let low?, nil): texts.filled("limitAtLeast", ["1": Decimal.text(low) + unit])
    case (nil, 0?): TextCatalogue.assessments.text("none")
    case (nil, let high?): texts.filled("limitAtMost", ["1": Decimal.text(high) + unit])
    case (nil, nil): ""
    }
  }
}
