internal import VoiceMath
package import VoiceTypes

/// Spectrum of a segment below 187 Hz: rumble and mains hum.
///
/// The lowest line of a voice is at F0, or at half of F0 for alternating cycles. Lower energy is
/// from the room, the stand or the mains. It differs from cycle to cycle and increases shimmer and
/// noise, hardly jitter.
package struct LowFrequencySpectrum: Sendable {
  /// The minimum sample rate after decimation, in hertz; frequencies above 187 Hz may alias.
  private static let leastRate = 1000.0

  /// The minimum duration for narrow lines, in seconds.
  private static let shortest = 0.25

  /// The mean square of the segment, without its mean.
  package let power: Double

  /// The duration of the segment, in seconds.
  package let seconds: Double

  private let squares: [Double]
  private let binWidth: Double
  private let windowSum: Double
  private let windowSquares: Double

  /// Analyses a segment of a signal, in seconds; nil for a short or silent one, and below the
  /// minimum sample rate.
  package init?(
    of signal: Signal, in stretch: ClosedRange<Double>, workspace: inout AnalysisWorkspace
  ) {
    let indices = SampleGrid(of: signal).indices(from: stretch.lowerBound, to: stretch.upperBound)
    let samples = signal.samples.span.extracting(indices)
    let step = max(1, Int(signal.sampleRate.value / Self.leastRate))
    seconds = Double(samples.count) * signal.samplePeriod
    guard seconds >= Self.shortest, signal.sampleRate >= Voice.lowestRate else { return nil }
    let mean = Rows.sum(of: samples) / Double(samples.count)
    let low = workspace.decimationFilter(step: step).decimated(samples, minus: mean)
    power = Rows.product(of: samples, and: samples) / Double(samples.count) - mean * mean
    guard power > 0, low.count > 1 else { return nil }
    let size = PowerOfTwo.smallest(holding: 2 * low.count)
    let window = Window.hann(count: low.count)
    let transform = workspace.transform(ofExactly: size)
    transform.load(count: low.count) { frame in
      Rows.taper(low.span, minus: 0, by: window.span, into: &frame)
    }
    var squares = [Double](repeating: 0, count: size / 2 + 1)
    transform.addPowers(to: &squares)
    self.squares = squares
    binWidth = signal.sampleRate.value / Double(step * size)
    windowSum = Rows.sum(of: window.span)
    windowSquares = Rows.product(of: window.span, and: window.span) * Double(size)
  }

  /// The power between two frequencies, in hertz.
  package func power(from low: Double, to high: Double) -> Double {
    let first = Int((low / binWidth).rounded(.up))
    let end = min(squares.count, Int((high / binWidth).rounded(.up)))
    guard first < end else { return 0 }
    return 2 * squares[first..<end].reduce(0, +) / windowSquares
  }

  /// The power of a sinusoid at a frequency, in hertz, and its ratio to the surrounding level.
  package func line(at frequency: Double) -> (power: Double, prominence: Double) {
    // The peak itself extends two line widths on either side.
    let width = 1 / seconds
    let peak = values(from: frequency - width, to: frequency + width).max() ?? 0
    let neighbours =
      values(from: frequency - 5 * width, to: frequency - 3 * width)
      + values(from: frequency + 3 * width, to: frequency + 5 * width)
    let floor = Statistics.mean(Array(neighbours)) ?? 0
    return (2 * peak / (windowSum * windowSum), floor > 0 ? peak / floor : .infinity)
  }

  private func values(from low: Double, to high: Double) -> ArraySlice<Double> {
    let first = max(0, Int((low / binWidth).rounded()))
    let end = min(squares.count, Int((high / binWidth).rounded()) + 1)
    return first < end ? squares[first..<end] : []
  }
}
