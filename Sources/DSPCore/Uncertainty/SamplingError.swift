internal import VoiceMath
public import VoiceTypes

/// Sampling error of a statistic of one segment, by the delta method over circular blocks of 0.1 s.
///
/// Neighbouring periods and overlapping frames are correlated, so blocks are the units. With n
/// items, blocks of L, b = n/L (rounded) and the linearized contributions of the items, the variance
/// of the statistic is n/L · b/(b − 1) · Var(sums of the n circular blocks). It is the limit of the
/// circular block bootstrap of Politis & Romano (1992), in LePage & Billard (eds.), Exploring the
/// Limits of Bootstrap, 263–270.
public enum SamplingError {
  /// Minimum number of blocks: those of the shortest segment of perturbation.
  public static let fewestBlocks = 5

  /// Block length: eleven periods of a low voice, and several times a frame.
  public static let blockLength: Seconds = 0.1

  /// The parameters of the blocks.
  static var choices: [NamedParameter] {
    [
      NamedParameter("interval_fewest_blocks", .count(fewestBlocks)),
      NamedParameter("interval_block_s", blockLength.value),
    ]
  }

  /// Items per block for items `step` seconds apart.
  static func blockLength(forStep step: Double) -> Int {
    max(1, Int((blockLength.value / step).rounded()))
  }

  /// The 95 % half width from the contributions of the items, in their unit, with Student's t for
  /// b − 1 degrees of freedom; nil with too few blocks.
  static func halfWidth(ofContributions contributions: [Double], blockLength: Int) -> Double? {
    let count = contributions.count
    let blocks = Int((Double(count) / Double(blockLength)).rounded())
    guard blocks >= fewestBlocks else { return nil }
    let sums = (0..<count).map { start in
      (0..<blockLength).reduce(0) { $0 + contributions[(start + $1) % count] }
    }
    let mean = sums.reduce(0, +) / Double(count)
    let variance = sums.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
    let factor = Double(count * blocks) / Double(blockLength * (blocks - 1))
    return StudentT(degreesOfFreedom: blocks - 1).expanded95 * (factor * variance).squareRoot()
  }

  /// The 95 % half width of the mean over the frames that have a value, in their unit; nil without a
  /// value or with too few blocks.
  package static func halfWidth(ofMean frames: [Double?], timeStep: Seconds) -> Double? {
    let values = frames.compactMap { $0 }
    guard let mean = Statistics.mean(values) else { return nil }
    let contributions = frames.map { $0.map { ($0 - mean) / Double(values.count) } ?? 0 }
    return halfWidth(
      ofContributions: contributions, blockLength: blockLength(forStep: timeStep.value))
  }

  /// The 95 % half width of the standard deviation (n − 1) of the frames that have a value, in their
  /// unit; nil without a deviation or with too few blocks.
  package static func halfWidth(ofDeviation frames: [Double?], timeStep: Seconds) -> Double? {
    let values = frames.compactMap { $0 }
    guard let mean = Statistics.mean(values), let deviation = Statistics.standardDeviation(values),
      deviation > 0
    else { return nil }
    let weight = 1 / (2 * deviation * Double(values.count - 1))
    let contributions = frames.map { frame in
      frame.map { weight * (($0 - mean) * ($0 - mean) - deviation * deviation) } ?? 0
    }
    return halfWidth(
      ofContributions: contributions, blockLength: blockLength(forStep: timeStep.value))
  }

  /// Half the 95 % order-statistic interval of the median of the frames that have a value, in their
  /// unit; nil without a value or with too few blocks.
  ///
  /// The ranks of its ends are as far from the middle as the sampling error of the number of frames
  /// below the median.
  package static func halfWidth(ofMedian frames: [Double?], timeStep: Seconds) -> Double? {
    let ordered = frames.compactMap { $0 }.sorted()
    guard let median = Statistics.quantile(0.5, of: ordered) else { return nil }
    let signs = frames.map { $0.map { $0 < median ? -0.5 : $0 > median ? 0.5 : 0 } ?? 0 }
    let blockLength = blockLength(forStep: timeStep.value)
    guard let ranks = halfWidth(ofContributions: signs, blockLength: blockLength) else {
      return nil
    }
    let middle = Double(ordered.count - 1) / 2
    let low = ordered[max(0, Int((middle - ranks).rounded(.down)))]
    return (ordered[min(ordered.count - 1, Int((middle + ranks).rounded(.up)))] - low) / 2
  }
}
