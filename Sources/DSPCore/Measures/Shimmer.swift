// Amplitude perturbation, by the definitions of Praat's manual ("Voice 3. Shimmer"). Values are
// ratios and decibels here; percent is the document's business.

import RealModule
public import VoiceTypes

/// The six shimmer measures of a sequence of amplitudes.
public struct Shimmer: Sendable, Equatable {
  /// Mean absolute difference of consecutive amplitudes over the mean amplitude; a ratio.
  public let local: Measured

  /// Mean absolute ratio of consecutive amplitudes, in decibels.
  public let localDecibels: Measured

  /// Three-point amplitude perturbation quotient; a ratio.
  public let apq3: Measured

  /// Five-point amplitude perturbation quotient; a ratio.
  public let apq5: Measured

  /// Eleven-point amplitude perturbation quotient; a ratio.
  public let apq11: Measured

  /// Mean absolute second difference over the mean amplitude; three times `apq3`.
  public let dda: Measured

  /// Measures a sequence; each measure without a single window says how many amplitudes it lacks.
  public init(of amplitudes: PulseAmplitudes) {
    let mean = Self.meanAmplitude(of: amplitudes)
    func quotient(_ count: Int) -> Measured {
      Self.meanDeviation(in: amplitudes, window: count) { $0.deviationOfMiddle }
        .scaled(by: 1 / mean)
    }
    local = Self.meanDeviation(in: amplitudes, window: 2) { $0.rise.magnitude }
      .scaled(by: 1 / mean)
    localDecibels = Self.meanDeviation(in: amplitudes, window: 2) {
      20 * Double.log10($0[$0.startIndex] / $0[$0.startIndex + 1]).magnitude
    }
    apq3 = quotient(3)
    apq5 = quotient(5)
    apq11 = quotient(11)
    dda = apq3.scaled(by: 3)
  }

  /// Praat divides by the mean of all amplitudes but the last.
  private static func meanAmplitude(of amplitudes: PulseAmplitudes) -> Double {
    let values = amplitudes.values.dropLast()
    return values.reduce(0, +) / Double(values.count)
  }

  private static func meanDeviation(
    in amplitudes: PulseAmplitudes, window count: Int, of deviation: (ArraySlice<Double>) -> Double
  ) -> Measured {
    let windows = amplitudes.windows(of: count)
    guard !windows.isEmpty else {
      return .unavailable(
        .tooFewPeriods(needed: count, found: amplitudes.longestRun, of: "consecutive amplitudes"))
    }
    let sum = windows.reduce(0) { $0 + deviation($1) }
    return Measured(sum / Double(windows.count))
  }
}
