// Period perturbation, by the definitions of Praat's manual ("Voice 2. Jitter"). Values are ratios
// and seconds here; percent and microseconds are the document's business.

public import VoiceTypes

/// The five jitter measures of a sequence of periods.
public struct Jitter: Sendable, Equatable {
  /// Mean absolute difference of consecutive periods over the mean period; a ratio.
  public let local: Measured

  /// Mean absolute difference of consecutive periods, in seconds.
  public let localAbsolute: Measured

  /// Relative average perturbation: deviation from the mean of three, over the mean period.
  public let rap: Measured

  /// Five-point period perturbation quotient: deviation from the mean of five.
  public let ppq5: Measured

  /// Mean absolute second difference over the mean period; three times `rap`.
  public let ddp: Measured

  /// Measures a sequence; each measure without a single window says how many periods it lacks.
  public init(of periods: PeriodSequence) {
    let mean = periods.meanPeriod
    localAbsolute = Self.meanDeviation(in: periods, window: 2) { $0.rise.magnitude }
    local = Self.relative(localAbsolute, to: mean)
    rap = Self.relative(
      Self.meanDeviation(in: periods, window: 3) { $0.deviationOfMiddle }, to: mean)
    ppq5 = Self.relative(
      Self.meanDeviation(in: periods, window: 5) { $0.deviationOfMiddle }, to: mean)
    ddp = rap.scaled(by: 3)
  }

  private static func relative(_ deviation: Measured, to mean: Double?) -> Measured {
    mean.map { deviation.scaled(by: 1 / $0) } ?? deviation
  }

  private static func meanDeviation(
    in periods: PeriodSequence, window count: Int, of deviation: (ArraySlice<Double>) -> Double
  ) -> Measured {
    let windows = periods.windows(of: count)
    guard !windows.isEmpty else {
      return .unavailable(
        .tooFewPeriods(needed: count, found: periods.longestRun, of: "consecutive periods"))
    }
    let sum = windows.reduce(0) { $0 + deviation($1) }
    return Measured(sum / Double(windows.count))
  }
}

extension RandomAccessCollection<Double> where Index == Int {
  /// How much the second value is above the first.
  var rise: Double { self[startIndex + 1] - self[startIndex] }

  /// How far the middle of an odd number of values lies from their mean.
  var deviationOfMiddle: Double {
    (self[startIndex + count / 2] - reduce(0, +) / Double(count)).magnitude
  }
}
