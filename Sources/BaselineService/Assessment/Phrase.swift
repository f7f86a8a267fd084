// One sentence per measure with its value and its reference. A test rejects judgemental words.

internal import VoiceMath
internal import VoiceTypes

/// The sentence about one measure.
struct Phrase {
  let measure: Measure
  let value: Double
  let demographic: VoiceDemographic

  /// Returns the sentence of a compared value.
  func sentence(for standing: Standing, _ limits: AppliedLimits) -> String {
    let start = opening(distinctFrom: limits)
    let typical = (limits.typical ?? limits.published).map { range(of: $0) } ?? ""
    switch standing {
    case .within where measure.facts.role == .pitch:
      return "\(start), within the \(limits.typical?.label ?? "interval") of \(typical) for the "
        + "reference used (\(group))."
    case .unusualForReference:
      return "\(start), unusual for the selected reference group (\(group): \(typical)): check the "
        + "pitch tracking and the choice of the group."
    case .within:
      return "\(start), within the reference range used (\(typical))."
    case .atEdge:
      return
        "\(start), at the edge of the reference range used (\(typical)\(published(in: limits)))."
    case .outside:
      return "\(start), beyond the limit of the reference sample (\(typical)): repeat the "
        + "recording and compare it with earlier ones of the same person."
    case .outsidePublished:
      let published = limits.published.map { "\(range(of: $0)), \($0.label)" } ?? typical
      return "\(start), outside the published limit (\(published)): repeat the recording and "
        + "compare it with earlier ones of the same person."
    case .noReference:
      return "\(start)."
    }
  }

  /// Returns the sentence of a value without a comparison.
  func sentence(without reason: MissingReference) -> String {
    let start = opening(distinctFrom: AppliedLimits())
    return switch reason {
    case .retake:
      "\(start). Not compared: the recording is below the quality minimums."
    case .notEstablished: "\(start). Not compared: no reference range is established."
    case .noAge: "\(start). Not compared: the age is not known."
    case .notWanted: "\(start). Not compared: the person chose no comparison."
    case .noneAtThisAge: "\(start). Not compared: no reference data for this age."
    case .algorithm(let name):
      "\(start). Not compared: the limits apply to another algorithm (\(name))."
    case .contextOnly: "\(start). Context only: the limit decides nothing."
    case .device: "\(start). Not compared: no limit for this kind of device."
    case .setting(let name, let found):
      "\(start). Not compared: the limits apply to other settings (\(name) is \(found))."
    case .tooFewSpeakers(let count):
      "\(start). Not compared: the limits have \(count) speakers "
        + "(required: \(ReferenceLimit.leastSpeakers))."
    case .signalType(let type):
      "\(start). Not compared: the limits apply to signals of type 1 only (this signal: "
        + "\(type.map { "type \($0)" } ?? "type not known"))."
    }
  }

  private func opening(distinctFrom limits: AppliedLimits) -> String {
    let ends = [limits.typical, limits.published].flatMap { [$0?.low, $0?.high] }
      .compactMap { $0 }
    return "\(measure.facts.name.atStart) was \(Decimal.text(value, distinctFrom: ends))\(unit)"
  }

  private var unit: String { measure.unit.isEmpty ? "" : " \(measure.unit)" }

  /// Reference group and age band.
  private var group: String {
    let category = demographic.category.map { $0 == .combined ? "F and M" : $0.rawValue }
    let band = demographic.band.map { "\($0.rawValue) years" }
    return [category, band].compactMap { $0 }.joined(separator: ", ")
  }

  private func range(of limit: AppliedLimit) -> String { limit.range(of: measure) }

  private func published(in limits: AppliedLimits) -> String {
    guard let published = limits.published, limits.typical != nil else { return "" }
    return "; \(published.label): \(range(of: published))"
  }
}

extension AppliedLimit {
  /// Returns the range of values inside the limit, with its unit.
  func range(of measure: Measure) -> String {
    let unit = measure.unit.isEmpty ? "" : " \(measure.unit)"
    return switch (low, high) {
    case (let low?, let high?): "\(Decimal.text(low)) to \(Decimal.text(high))\(unit)"
    case (let low?, nil): "at least \(Decimal.text(low))\(unit)"
    case (nil, let high?): high == 0 ? "none" : "at most \(Decimal.text(high))\(unit)"
    case (nil, nil): ""
    }
  }
}
