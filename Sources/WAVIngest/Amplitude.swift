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
    self.peak = samples.reduce(0) { max($0, $1.magnitude) }
    self.rms = Self.rms(of: samples, peak: peak)
    var (reached, run, longest) = (0, 0, 0)
    for sample in samples {
      run = fullScale.isReached(by: sample) ? run + 1 : 0
      reached += run > 0 ? 1 : 0
      longest = max(longest, run)
    }
    self.fullScalePercent = 100 * Double(reached) / Double(max(1, samples.count))
    self.longestFullScaleRun = longest
  }

  /// Relative to the peak, so that no square leaves the range of a double.
  private static func rms(of samples: [Double], peak: Double) -> Double {
    guard peak > 0 else { return 0 }
    let sum = samples.reduce(0) { sum, sample in
      let relative = sample / peak
      return sum + relative * relative
    }
    return peak * (sum / Double(samples.count)).squareRoot()
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
