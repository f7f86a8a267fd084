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

  /// Measures `samples`; all values are zero for an empty list.
  init(_ samples: [Double], fullScale: FullScale) {
    let span = samples.span
    let survey = Survey(of: span)
    let (lowest, highest) = (survey.lowest, survey.highest)
    peak = max(-lowest, highest)
    rms = Self.rms(of: span, peak: peak, squares: survey.squares)
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
    let sum = scale == 1 ? squares : Survey(of: samples, times: scale).squares
    return (sum / Double(samples.count)).squareRoot() / scale
  }

  /// A power of two that keeps the squares of samples up to `peak` in the range of a double.
  private static func scale(forPeak peak: Double) -> Double {
    if peak > 0x1p300 { return 0x1p-660 }
    return peak < 0x1p-300 ? 0x1p660 : 1
  }
}

/// Extremes and energy of the samples, from one pass.
private struct Survey {
  /// The lowest value, not above zero.
  private(set) var lowest = 0.0

  /// The highest value, not below zero.
  private(set) var highest = 0.0

  /// The sum of squares.
  private(set) var squares = 0.0

  /// Scans `samples` times `scale` in four independent lanes, which breaks the dependency chains.
  init(of samples: Span<Double>, times scale: Double = 1) {
    var low = (0.0, 0.0, 0.0, 0.0)
    var (high, sums) = (low, low)
    let whole = samples.count - samples.count % 4
    for four in stride(from: 0, to: whole, by: 4) {
      Self.add(samples[four] * scale, to: &low.0, &high.0, &sums.0)
      Self.add(samples[four + 1] * scale, to: &low.1, &high.1, &sums.1)
      Self.add(samples[four + 2] * scale, to: &low.2, &high.2, &sums.2)
      Self.add(samples[four + 3] * scale, to: &low.3, &high.3, &sums.3)
    }
    lowest = Self.lower(Self.lower(low.0, low.1), Self.lower(low.2, low.3))
    highest = Self.higher(Self.higher(high.0, high.1), Self.higher(high.2, high.3))
    squares = (sums.0 + sums.1) + (sums.2 + sums.3)
    for index in whole..<samples.count {
      Self.add(samples[index] * scale, to: &lowest, &highest, &squares)
    }
  }

  @inline(__always)
  private static func add(
    _ value: Double, to low: inout Double, _ high: inout Double, _ sum: inout Double
  ) {
    low = lower(low, value)
    high = higher(high, value)
    sum += value * value
  }

  private static func lower(_ a: Double, _ b: Double) -> Double { b < a ? b : a }

  private static func higher(_ a: Double, _ b: Double) -> Double { b > a ? b : a }
}

/// Mean, extremes and steps of samples, from one pass.
struct SampleSpread: Sendable {
  /// The mean; not finite for samples near the largest double.
  let mean: Double
  private(set) var lowest: Double
  private(set) var highest: Double

  /// The least difference between neighbours that differ; infinity for a constant.
  private(set) var leastStep = Double.infinity

  /// The largest difference between neighbours.
  private(set) var largestStep = 0.0

  /// Scans `samples`.
  init(of samples: Span<Double>) {
    var last = samples.isEmpty ? 0 : samples[0]
    (lowest, highest) = (last, last)
    var sum = 0.0
    for index in samples.indices {
      let sample = samples[index]
      let step = (sample - last).magnitude
      if step > 0, step < leastStep { leastStep = step }
      if step > largestStep { largestStep = step }
      if sample < lowest { lowest = sample }
      if sample > highest { highest = sample }
      sum += sample
      last = sample
    }
    mean = sum / Double(max(1, samples.count))
  }
}

/// Levels relative to full scale.
enum FullScaleLevel {
  /// Converts `amplitude` to dB re full scale; nil for zero.
  static func decibels(_ amplitude: Double) -> Double? {
    guard amplitude > 0, amplitude.isFinite else { return nil }
    return 20 * Double.log10(amplitude)
  }
}
