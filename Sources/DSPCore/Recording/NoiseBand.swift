import RealModule
internal import VoiceMath
package import VoiceTypes

/// The band of noise levels, from 60 Hz up, with the level of a pause in it.
///
/// Lower sounds are rumble, which has a check of its own. Both estimates of the signal-to-noise
/// ratio, from pauses and from between the harmonics, use this band.
package enum NoiseBand {
  /// The lowest frequency [E].
  package static let lowest: Hertz = 60

  /// Half of a window, in seconds. Windows of 20 ms overlap by half.
  package static let halfWindow = 0.01

  /// The quantile of the window powers that is certainly noise, and the largest ratio of a window
  /// of noise to it, 6 dB [E]. A click, a cough or a breath in up to three quarters of the pauses
  /// is above it.
  private static let quietQuantile = 0.25
  private static let mostOverQuiet = 4.0

  /// The mean square of a stretch of a signal, in seconds, in the band.
  package static func power(of signal: Signal, in stretch: ClosedRange<Double>) -> Double {
    let low = filtered(signal, in: stretch).values
    return low.isEmpty ? 0 : Rows.product(of: low.span, and: low.span) / Double(low.count)
  }

  /// The powers of the windows of a stretch, in seconds, and the number of windows that contain
  /// digital silence, which says nothing about noise.
  package static func windows(
    of signal: Signal, in stretch: ClosedRange<Double>
  ) -> (powers: [Double], silent: Int) {
    let (values, indices) = filtered(signal, in: stretch)
    let size = max(1, Int((halfWindow * signal.sampleRate.value).rounded()))
    let halves = stride(from: 0, through: values.count - size, by: size).map { start in
      let samples = signal.samples.span.extracting(
        (indices.lowerBound + start)..<(indices.lowerBound + start + size))
      let half = values.span.extracting(start..<(start + size))
      return isConstant(samples) ? nil : Rows.product(of: half, and: half) / Double(size)
    }
    let powers = zip(halves, halves.dropFirst()).compactMap { first, second in
      first.flatMap { first in second.map { 0.5 * (first + $0) } }
    }
    return (powers, max(0, halves.count - 1) - powers.count)
  }

  /// The power of the noise in windows with single events: the mean of the windows within 6 dB of
  /// the lower quartile. Nil without a window.
  ///
  /// A quantile alone reads stationary noise too low, white noise by 0.2 dB and noise below 120 Hz
  /// by 2 dB. This mean reads white noise within 0.05 dB and brown noise within 0.2 dB.
  package static func noise(in powers: [Double]) -> Double? {
    guard let quiet = Statistics.quantile(quietQuantile, of: powers) else { return nil }
    return Statistics.mean(powers.filter { $0 <= mostOverQuiet * quiet })
  }

  private static func isConstant(_ samples: Span<Double>) -> Bool {
    for index in 1..<max(1, samples.count) where samples[index] != samples[0] { return false }
    return true
  }

  /// The samples of a stretch without their mean and without frequencies below the band: a
  /// Butterworth filter of order 4.
  private static func filtered(
    _ signal: Signal, in stretch: ClosedRange<Double>
  ) -> (values: [Double], indices: Range<Int>) {
    let indices = SampleGrid(of: signal).indices(from: stretch.lowerBound, to: stretch.upperBound)
    let samples = signal.samples.span.extracting(indices)
    guard !indices.isEmpty, signal.sampleRate.value > 4 * lowest.value else { return ([], 0..<0) }
    let mean = Rows.sum(of: samples) / Double(samples.count)
    var (first, second) = (
      HighPassSection(quality: 0.541_196_1, rate: signal.sampleRate),
      HighPassSection(quality: 1.306_563, rate: signal.sampleRate)
    )
    var values = [Double](repeating: 0, count: samples.count)
    for index in values.indices { values[index] = second.next(first.next(samples[index] - mean)) }
    return (values, indices)
  }
}

/// Second-order section of a Butterworth high-pass filter by the bilinear transform.
private struct HighPassSection {
  private let gain: Double
  private let feedback: (Double, Double)
  private var last = 0.0
  private var state = (0.0, 0.0)

  init(quality: Double, rate: Hertz) {
    let k = Double.tan(.pi * NoiseBand.lowest.value / rate.value)
    let norm = 1 / (1 + k / quality + k * k)
    gain = norm
    feedback = (2 * (k * k - 1) * norm, (1 - k / quality + k * k) * norm)
  }

  /// The next output, in transposed direct form II. The feedback of the last output is the last
  /// operation, which shortens the dependency chain.
  mutating func next(_ input: Double) -> Double {
    let scaled = gain * input
    last = (scaled + state.0) - feedback.0 * last
    state = (state.1 - 2 * scaled, scaled - feedback.1 * last)
    return last
  }
}
