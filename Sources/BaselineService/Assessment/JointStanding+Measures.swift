// Multivariate reference classification: how many measures exceed their percentile, how many
// are expected by chance, and how common the farthest deviation is.

internal import VoiceMath
internal import VoiceTypes

extension MultivariateClassification {
  /// Fraction of people beyond a typical limit.
  private static let shareBeyond = 0.05

  /// Computes the joint classification of measures with measured limits; nil without any.
  init?(of measures: [MeasureAssessment], by calibration: JointCalibration) {
    let compared = measures.filter { $0.typical?.basis == .measured && $0.deviation != nil }
    let placed = compared.compactMap { measure in measure.outward.map { (measure, $0) } }
    guard let farthest = placed.max(by: { $0.1 < $1.1 }),
      let share = calibration.percent(reaching: farthest.1)
    else { return nil }
    let beyond = compared.count { $0.typical?.holds($0.value) == false }
    self.init(
      compared: compared.count, beyondTypical: beyond,
      expectedBeyondTypical: Self.rounded(Self.shareBeyond * Double(compared.count)),
      outside: compared.count { $0.standing == .outside },
      expectedOutsidePercent: JointCalibration.outerPercent, farthest: farthest.0.measure,
      farthestDeviation: farthest.1, sharePercent: Self.rounded(share), sentence: "")
    sentence = words(among: calibration)
  }

  private func words(among calibration: JointCalibration) -> String {
    "\(beyondTypical) of \(compared.counted("measure")) beyond the 95th percentile of the reference "
      + "group (\(Decimal.text(expectedBeyondTypical)) expected by chance). Most deviant: "
      + "\(farthest.facts.name.spoken). \(share(among: calibration)) of reference recordings have "
      + "at least one value this extreme."
  }

  /// Formats the percentage; at either end of the calibration as "or fewer" or "or more".
  private func share(among calibration: JointCalibration) -> String {
    let text = Decimal.text(sharePercent)
    if sharePercent == calibration.shares.last?.percent { return "\(text) % or less" }
    if sharePercent == calibration.shares.first?.percent { return "\(text) % or more" }
    return "\(text) %"
  }

  /// Rounds to two significant digits, the precision of these percentages.
  private static func rounded(_ number: Double) -> Double { Decimal.rounded(number, digits: 2) }
}

extension MeasureAssessment {
  /// Deviation towards the side of the limit, in standard deviations.
  fileprivate var outward: Double? {
    deviation.map { measure.facts.spread.typical?.end == .lower ? -$0 : $0 }
  }
}
