internal import CSampleKernels
import RealModule
internal import VoiceTypes

/// Sample range of an encoding.
struct FullScale: Sendable {
  private let lowest: Double
  private let highest: Double

  /// Creates the range of `bits`-bit integers, −1 … 1 − 2^(1−bits). Floats have no end.
  init(_ encoding: SampleEncoding, bits: Int) {
    switch encoding {
    case .float32, .float64: (lowest, highest) = (-.infinity, .infinity)
    case .pcm8, .pcm16, .pcm24, .pcm32:
      (lowest, highest) = (-1, 1 - Double(sign: .plus, exponent: 1 - bits, significand: 1))
    }
  }

  /// Whether a sample is at the end of the range, where clipping is possible.
  func isReached(by sample: Double) -> Bool { sample <= lowest || sample >= highest }
}

/// Peak, RMS and full-scale samples of a signal.
struct Amplitude: Sendable {
  /// The largest magnitude, in full-scale units.
  let peak: Double
  /// Root mean square, in full-scale units.
  let rms: Double
  /// Samples at full scale, in percent of all samples.
  let fullScalePercent: Double
  /// The longest run of samples at full scale.
  let longestFullScaleRun: Int

  /// Measures `samples` with the given spread; all values are zero for an empty list.
  init(_ samples: [Double], _ spread: SampleSpread, fullScale: FullScale) {
    let (lowest, highest) = (min(0, spread.lowest), max(0, spread.highest))
    peak = max(-lowest, highest)
    rms = Self.rms(of: samples.span, peak: peak, squares: spread.squares)
    // Most recordings have no full-scale sample, which the extremes show.
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

  private static func rms(of samples: Span<Double>, peak: Double, squares: Double) -> Double {
    guard peak > 0 else { return 0 }
    let scale = scale(forPeak: peak)
    let sum = scale == 1 ? squares : SampleSpread(of: samples, times: scale).squares
    return (sum / Double(samples.count)).squareRoot() / scale
  }

  /// A power of two that keeps the squares of samples up to `peak` in the range of a double.
  private static func scale(forPeak peak: Double) -> Double {
    if peak > 0x1p300 { return 0x1p-660 }
    return peak < 0x1p-300 ? 0x1p660 : 1
  }
}

/// Mean, energy, extremes and steps of samples, from one pass.
struct SampleSpread: Sendable {
  /// The mean; not finite for samples near the largest double.
  var mean = 0.0

  /// The sum of squares.
  var squares = 0.0

  var lowest = 0.0
  var highest = 0.0

  /// The least difference between neighbours that differ; infinity for a constant.
  var leastStep = Double.infinity

  /// The largest difference between neighbours.
  var largestStep = 0.0

  /// Scans `samples` times `scale`.
  init(of samples: Span<Double>, times scale: Double = 1) {
    unsafe samples.withUnsafeBufferPointer { row in
      guard let start = row.baseAddress, !row.isEmpty else { return }
      // C reads inside the row.
      let found = unsafe sagevoice_spread_of(start, row.count, scale)
      mean = found.sum / Double(row.count)
      (squares, lowest, highest) = (found.squares, found.lowest, found.highest)
      (leastStep, largestStep) = (found.least_step, found.largest_step)
    }
  }

  /// The number of samples by their distance from the mean, in multiples of `width` from zero to
  /// `levels`: of those above it, then of the others. The row is the one of the spread.
  func counts(of samples: Span<Double>, width: Double, levels: Int) -> [Int] {
    precondition(max(highest - mean, mean - lowest) / width < 1e9, "a level is an integer")
    var counts = [Int](repeating: 0, count: 2 * (levels + 1))
    unsafe samples.withUnsafeBufferPointer { row in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        guard let start = row.baseAddress, let target = counts.baseAddress else { return }
        // C limits each level to `levels`.
        unsafe sagevoice_count_levels(start, row.count, mean, 1 / width, levels, target)
      }
    }
    return counts
  }
}

/// Levels relative to full scale.
package enum FullScaleLevel {
  /// Converts `amplitude` to dB re full scale; nil for zero.
  package static func decibels(_ amplitude: Double) -> Double? {
    guard amplitude > 0, amplitude.isFinite else { return nil }
    return 20 * Double.log10(amplitude)
  }
}
