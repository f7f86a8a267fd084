// How loud a signal is and how often it touches full scale.

import RealModule
internal import VoiceTypes

/// The largest and smallest sample values that an encoding can hold.
struct FullScale: Sendable {
  /// The highest value; the lowest is −1 in every encoding.
  private let highest: Double

  /// Full scale of `bits`-bit integers is 1 − 2^(1−bits); floats may pass 1, which counts as full.
  init(_ encoding: SampleEncoding, bits: Int) {
    switch encoding {
    case .float32, .float64: highest = 1
    case .pcm8, .pcm16, .pcm24, .pcm32:
      highest = 1 - Double(sign: .plus, exponent: 1 - bits, significand: 1)
    }
  }

  /// Whether a sample is as large as can be, so that the sound may have been larger.
  func isReached(by sample: Double) -> Bool { sample <= -1 || sample >= highest }
}

/// Peak, power and full-scale samples of a signal.
struct Amplitude: Sendable {
  /// The largest magnitude, in full-scale units.
  let peak: Double
  /// The root of the mean square, in full-scale units.
  let rms: Double
  /// Samples at full scale, in percent of all samples.
  let fullScalePercent: Double
  /// The longest row of samples at full scale.
  let longestFullScaleRun: Int

  /// Measures `samples`; without any, everything is zero.
  init(_ samples: [Double], fullScale: FullScale) {
    let span = samples.span
    let (lowest, highest) = Self.extremes(of: span)
    peak = max(-lowest, highest)
    rms = Self.rms(of: span, peak: peak)
    // Of most recordings no sample is at full scale, and the extremes tell.
    guard fullScale.isReached(by: lowest) || fullScale.isReached(by: highest) else {
      (fullScalePercent, longestFullScaleRun) = (0, 0)
      return
    }
    var (reached, run, longest) = (0, 0, 0)
    for sample in samples {
      run = fullScale.isReached(by: sample) ? run + 1 : 0
      reached += run > 0 ? 1 : 0
      longest = max(longest, run)
    }
    fullScalePercent = 100 * Double(reached) / Double(samples.count)
    longestFullScaleRun = longest
  }

  /// The lowest and the highest value, none above and none below zero.
  ///
  /// Four samples at a time: a comparison need not wait for the one before it.
  private static func extremes(of samples: Span<Double>) -> (lowest: Double, highest: Double) {
    var (low, high) = ((0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))
    for four in fours(in: samples) {
      low = (
        lower(low.0, samples[four]), lower(low.1, samples[four + 1]),
        lower(low.2, samples[four + 2]), lower(low.3, samples[four + 3])
      )
      high = (
        higher(high.0, samples[four]), higher(high.1, samples[four + 1]),
        higher(high.2, samples[four + 2]), higher(high.3, samples[four + 3])
      )
    }
    var lowest = lower(lower(low.0, low.1), lower(low.2, low.3))
    var highest = higher(higher(high.0, high.1), higher(high.2, high.3))
    for index in rest(of: samples) {
      lowest = lower(lowest, samples[index])
      highest = higher(highest, samples[index])
    }
    return (lowest, highest)
  }

  private static func rms(of samples: Span<Double>, peak: Double) -> Double {
    guard peak > 0 else { return 0 }
    let scale = scale(forPeak: peak)
    var sums = (0.0, 0.0, 0.0, 0.0)
    for four in fours(in: samples) {
      sums.0 += (samples[four] * scale) * (samples[four] * scale)
      sums.1 += (samples[four + 1] * scale) * (samples[four + 1] * scale)
      sums.2 += (samples[four + 2] * scale) * (samples[four + 2] * scale)
      sums.3 += (samples[four + 3] * scale) * (samples[four + 3] * scale)
    }
    var sum = (sums.0 + sums.1) + (sums.2 + sums.3)
    for index in rest(of: samples) { sum += (samples[index] * scale) * (samples[index] * scale) }
    return (sum / Double(samples.count)).squareRoot() / scale
  }

  /// A power of two that keeps the squares of samples up to `peak` in the range of a double.
  private static func scale(forPeak peak: Double) -> Double {
    if peak > 0x1p300 { return 0x1p-660 }
    return peak < 0x1p-300 ? 0x1p660 : 1
  }

  private static func lower(_ a: Double, _ b: Double) -> Double { b < a ? b : a }

  private static func higher(_ a: Double, _ b: Double) -> Double { b > a ? b : a }

  private static func fours(in samples: Span<Double>) -> StrideTo<Int> {
    stride(from: 0, to: rest(of: samples).lowerBound, by: 4)
  }

  /// The last samples, too few for another four.
  private static func rest(of samples: Span<Double>) -> Range<Int> {
    samples.count - samples.count % 4..<samples.count
  }
}

/// Levels relative to full scale.
enum FullScaleLevel {
  /// `amplitude` in dB relative to full scale; nil for zero, which has no level.
  static func decibels(_ amplitude: Double) -> Double? {
    guard amplitude > 0, amplitude.isFinite else { return nil }
    return 20 * Double.log10(amplitude)
  }
}
