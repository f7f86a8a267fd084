internal import RealModule
internal import VoiceMath
public import VoiceTypes

/// Wander of held vowels, and the intervals that include it.
///
/// The 95 % interval of this phonation covers the value of the rest of the phonation. It combines
/// the sampling error of the segment and the wander of the voice in quadrature. It does not include
/// day-to-day variation. A longer segment has a smaller sampling error and the same wander: in
/// pieces of 1 to 3 s the wander is the same.
package enum Wander {
  /// Standard deviations of the difference between a piece of 3 s and the rest of the same
  /// phonation without sampling errors: in percent (100 times the natural logarithm), HNR and CPPS
  /// in dB, stability in points.
  ///
  /// Source: Benchmarks/coverage.py, 51 pieces of 19 phonations of 14 speakers (Coswara,
  /// CC BY 4.0), signal type 1; Benchmarks/Records/Coverage.md.
  package static let constants: [Measure: Double] = [
    .f0Mean: 1.7, .f0Median: 1.5, .f0StandardDeviation: 58, .f0StandardDeviationSemitones: 57,
    .jitterLocal: 28, .jitterLocalAbsolute: 28, .jitterRAP: 34, .jitterPPQ5: 25, .jitterDDP: 34,
    .shimmerLocal: 25, .shimmerLocalDecibels: 29, .shimmerAPQ3: 35, .shimmerAPQ5: 27,
    .shimmerAPQ11: 23, .shimmerDDA: 35,
    .hnrMean: 2.4, .cpps: 0.99, .stabilityScore: 11,
  ]

  /// Number of speakers of the constants.
  private static let speakers = 14

  /// Measures with symmetric intervals; the others have equal factors on either side.
  private static let linear: Set<Measure> = [.hnrMean, .cpps, .stabilityScore]

  /// The 95 % interval of a value with the 95 % half width of its sampling error, both in the unit
  /// of the document; nil for a measure without a constant.
  package static func interval(
    of measure: Measure, around value: Double, samplingHalfWidth: Double
  ) -> ConfidenceInterval? {
    guard let constant = constants[measure] else { return nil }
    let wander = StudentT(degreesOfFreedom: speakers - 1).expanded95 * constant
    if linear.contains(measure) {
      let halfWidth = Double.hypot(samplingHalfWidth, wander)
      let interval = ConfidenceInterval(low: value - halfWidth, high: value + halfWidth)
      guard measure == .stabilityScore else { return interval }
      return ConfidenceInterval(low: max(0, interval.low), high: min(100, interval.high))
    }
    guard value > 0 else { return ConfidenceInterval(low: 0, high: samplingHalfWidth) }
    let factor = Double.exp(Double.hypot(samplingHalfWidth / value, wander / 100))
    return ConfidenceInterval(low: value / factor, high: value * factor)
  }
}

extension VoiceAnalysis {
  /// The 95 % intervals of this phonation for those of `measures` that have one, in the unit of the
  /// document. Unavailable measures and segments of fewer than five blocks have none.
  public func intervals(of measures: Set<Measure>) -> [Measure: ConfidenceInterval] {
    var intervals: [Measure: ConfidenceInterval] = [:]
    for family in families where !measures.isDisjoint(with: type(of: family).measures) {
      for (measure, halfWidth) in family.samplingHalfWidths(in: voice)
      where measures.contains(measure) {
        guard let value = family.value(of: measure, in: voice).number else { continue }
        intervals[measure] = Wander.interval(
          of: measure, around: value, samplingHalfWidth: halfWidth)
      }
    }
    return intervals
  }
}
