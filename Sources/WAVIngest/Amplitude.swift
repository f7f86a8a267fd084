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
  let mean: Double

  /// The sum of squares.
  private(set) var squares: Double

  private(set) var lowest: Double
  private(set) var highest: Double

  /// The least difference between neighbours that differ; infinity for a constant.
  private(set) var leastStep: Double

  /// The largest difference between neighbours.
  private(set) var largestStep: Double

  /// Scans `samples` times `scale` in four independent lanes, which breaks the dependency chains.
  init(of samples: Span<Double>, times scale: Double = 1) {
    var last = samples.isEmpty ? 0 : samples[0] * scale
    var low = SIMD4(repeating: last)
    var (high, sums, energies) = (low, SIMD4<Double>.zero, SIMD4<Double>.zero)
    var (least, most) = (SIMD4(repeating: Double.infinity), SIMD4<Double>.zero)
    let whole = samples.count - samples.count % 4
    for four in stride(from: 0, to: whole, by: 4) {
      let values =
        SIMD4(samples[four], samples[four + 1], samples[four + 2], samples[four + 3]) * scale
      let changes = values - SIMD4(last, values[0], values[1], values[2])
      let steps = changes.replacing(with: -changes, where: -changes .> changes)
      last = values[3]
      let differing = steps.replacing(with: .infinity, where: steps .== 0)
      least.replace(with: differing, where: differing .< least)
      most.replace(with: steps, where: steps .> most)
      low.replace(with: values, where: values .< low)
      high.replace(with: values, where: values .> high)
      sums += values
      energies += values * values
    }
    (lowest, highest, leastStep, largestStep) = (low.min(), high.max(), least.min(), most.max())
    var sum = (sums[0] + sums[1]) + (sums[2] + sums[3])
    squares = (energies[0] + energies[1]) + (energies[2] + energies[3])
    for index in whole..<samples.count {
      let value = samples[index] * scale
      let step = (value - last).magnitude
      last = value
      if step > 0 { leastStep = min(leastStep, step) }
      largestStep = max(largestStep, step)
      (lowest, highest) = (min(lowest, value), max(highest, value))
      sum += value
      squares += value * value
    }
    mean = sum / Double(max(1, samples.count))
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
