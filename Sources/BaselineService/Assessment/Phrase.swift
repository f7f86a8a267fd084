// One careful sentence for each number: what was measured, and what it was compared with. Words
// that judge a person are kept out by a test.

internal import VoiceMath
internal import VoiceTypes

/// What there is to say about one number.
struct Phrase {
  let measure: Measure
  let value: Double
  let demographic: VoiceDemographic

  /// The sentence of a number that was compared.
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
      let outer = limits.outer.map { range(of: $0) } ?? typical
      return "\(start), outside what was measured (\(outer)); few of the people measured have any "
        + "number as far out: repeat the recording and compare it with earlier ones of the same person."
    case .outsidePublished:
      let published = limits.published.map { "\(range(of: $0)), \($0.label)" } ?? typical
      return "\(start), outside the published limit (\(published)): repeat the recording and "
        + "compare it with earlier ones of the same person."
    case .noReference:
      return "\(start)."
    }
  }

  /// The sentence of a number that was not compared.
  func sentence(without reason: MissingReference) -> String {
    let start = opening(distinctFrom: AppliedLimits())
    return switch reason {
    case .retake:
      "\(start); it is not compared, as the recording does not meet its minimums."
    case .notEstablished: "\(start); no reference range is established for it."
    case .noAge: "\(start); it is not compared, as no age was told."
    case .notWanted: "\(start); it is not compared, as was asked."
    case .noneAtThisAge: "\(start); there are no reference data for this age."
    case .algorithm(let name):
      "\(start); it is not compared, as the limits belong to another algorithm (\(name))."
    case .setting(let name, let found):
      "\(start); it is not compared, as the limits hold for other settings (\(name) is \(found))."
    case .tooFewSpeakers(let count):
      "\(start); it is not compared, as its limits were measured on \(count) speakers and "
        + "\(ReferenceLimit.leastSpeakers) are needed."
    case .signalType(let type):
      "\(start); it is not compared, as the limits hold for signals of type 1 only and the type is "
        + "\(type.map { "\($0)" } ?? "not known")."
    }
  }

  private func opening(distinctFrom limits: AppliedLimits) -> String {
    let ends = [limits.typical, limits.outer, limits.published].flatMap { [$0?.low, $0?.high] }
      .compactMap { $0 }
    return "\(measure.facts.name.atStart) was \(Decimal.text(value, distinctFrom: ends))\(unit)"
  }

  private var unit: String { measure.unit.isEmpty ? "" : " \(measure.unit)" }

  /// Who the reference is for.
  private var group: String {
    let category = demographic.category.map { $0 == .combined ? "F and M" : $0.rawValue }
    let band = demographic.band.map { "\($0.rawValue) years" }
    return [category, band].compactMap { $0 }.joined(separator: ", ")
  }

  private func range(of limit: AppliedLimit) -> String {
    switch (limit.low, limit.high) {
    case (let low?, let high?): "\(Decimal.text(low)) to \(Decimal.text(high))\(unit)"
    case (let low?, nil): "at least \(Decimal.text(low))\(unit)"
    case (nil, let high?): high == 0 ? "none" : "at most \(Decimal.text(high))\(unit)"
    case (nil, nil): ""
    }
  }

  private func published(in limits: AppliedLimits) -> String {
    guard let published = limits.published, limits.typical != nil else { return "" }
    return "; \(published.label): \(range(of: published))"
  }
}
