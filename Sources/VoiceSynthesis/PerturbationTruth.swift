// Jitter and shimmer by the formulas of Praat's manual ("Voice 2. Jitter", "Voice 3. Shimmer"),
// without exclusion.

import RealModule
public import VoiceTypes

/// The jitter of a sequence of periods; ratios, not percentages.
public struct JitterTruth: Sendable, Equatable {
  /// Mean absolute difference of neighbouring periods over the mean period; needs 2 periods.
  public let local: Double?

  /// Mean absolute difference of neighbouring periods; needs 2 periods.
  public let localAbsolute: Seconds?

  /// Mean absolute distance of a period from the mean of the 3 around it, over the mean period.
  public let rap: Double?

  /// Mean absolute distance of a period from the mean of the 5 around it, over the mean period.
  public let ppq5: Double?

  /// Mean absolute difference of neighbouring differences over the mean period; 3 times `rap`.
  public let ddp: Double?

  /// Measures the periods, in seconds; a field is nil for too few periods.
  public init(periods: [Double]) {
    localAbsolute = periods.meanAbsoluteDifference.map { Seconds($0) }
    local = periods.relativeDifference
    rap = periods.perturbationQuotient(points: 3)
    ppq5 = periods.perturbationQuotient(points: 5)
    ddp = periods.relativeSecondDifference
  }
}

/// The shimmer of a sequence of amplitudes; ratios, not percentages.
public struct ShimmerTruth: Sendable, Equatable {
  /// Mean absolute difference of neighbouring amplitudes over the mean amplitude; needs 2.
  public let local: Double?

  /// Mean absolute level difference of neighbouring amplitudes; needs 2.
  public let localLevel: Decibels?

  /// Mean absolute distance of an amplitude from the mean of the 3 around it, over the mean.
  public let apq3: Double?

  /// Mean absolute distance of an amplitude from the mean of the 5 around it, over the mean.
  public let apq5: Double?

  /// Mean absolute distance of an amplitude from the mean of the 11 around it, over the mean.
  public let apq11: Double?

  /// Mean absolute difference of neighbouring differences over the mean; 3 times `apq3`.
  public let dda: Double?

  /// Measures positive amplitudes; a field is nil for too few amplitudes.
  public init(amplitudes: [Double]) {
    local = amplitudes.relativeDifference
    let levels = amplitudes.map { 20 * Double.log10($0) }
    localLevel = levels.meanAbsoluteDifference.map { Decibels($0) }
    apq3 = amplitudes.perturbationQuotient(points: 3)
    apq5 = amplitudes.perturbationQuotient(points: 5)
    apq11 = amplitudes.perturbationQuotient(points: 11)
    dda = amplitudes.relativeSecondDifference
  }
}

extension [Double] {
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

  /// Mean of |x(i + 1) − x(i)|.
  var meanAbsoluteDifference: Double? { differences.map(\.magnitude).mean }

  fileprivate var relativeDifference: Double? {
    guard let mean, let meanAbsoluteDifference else { return nil }
    return meanAbsoluteDifference / mean
  }

  fileprivate var relativeSecondDifference: Double? {
    guard let mean, let second = differences.meanAbsoluteDifference else { return nil }
    return second / mean
  }

  fileprivate func perturbationQuotient(points: Int) -> Double? {
    guard let mean, count >= points else { return nil }
    let distances = (0...(count - points)).map { start in
      let window = self[start..<start + points]
      return (self[start + points / 2] - window.reduce(0, +) / Double(points)).magnitude
    }
    return distances.mean.map { $0 / mean }
  }

  private var differences: [Double] { zip(dropFirst(), self).map { $0 - $1 } }
}
