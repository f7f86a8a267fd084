// The sound of a recording below a voice: rumble, and the hum of the mains.
//
// A voice has its lowest line at F0, and below it nothing but half of F0 where cycles alternate. What lies
// there is of the room, of the stand or of the mains, and adds to every cycle what it does not add to
// the next: shimmer and noise, hardly any jitter.

import RealModule
internal import VoiceMath
package import VoiceTypes

/// The spectrum of a stretch below 187 Hz.
package struct LowSound: Sendable {
  /// The rate that the stretch is brought to, at least, in hertz.
  private static let leastRate = 1000.0

  /// The filter in front of that: its length in steps of the new rate and the shape of its Kaiser window,
  /// which leave 80 dB less from 813 Hz on, all that would come to lie below 187 Hz.
  private static let filterSteps = 8
  private static let filterShape = 8.0

  /// A shorter stretch has too broad lines, in seconds.
  private static let shortest = 0.25

  /// The mean square of the stretch, without its mean.
  package let power: Double

  /// How long it is, in seconds.
  package let seconds: Double

  private let squares: [Double]
  private let binWidth: Double
  private let windowSum: Double
  private let windowSquares: Double

  /// Looks at a stretch of a sound, in seconds; nil for a short or silent one, and for one without
  /// frequencies to tell the low ones from.
  package init?(
    of signal: Signal, in stretch: ClosedRange<Double>, workspace: inout AnalysisWorkspace
  ) {
    let indices = SampleGrid(of: signal).indices(from: stretch.lowerBound, to: stretch.upperBound)
    let samples = signal.samples.span.extracting(indices)
    let step = max(1, Int(signal.sampleRate.value / Self.leastRate))
    seconds = Double(samples.count) * signal.samplePeriod
    guard seconds >= Self.shortest, signal.sampleRate >= Voice.lowestRate else { return nil }
    let mean = Rows.sum(of: samples) / Double(samples.count)
    let low = Self.lowPassed(samples, mean: mean, step: step)
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

  /// Every `step`-th sample of what is left of a sound below half of the rate of these.
  private static func lowPassed(_ samples: Span<Double>, mean: Double, step: Int) -> [Double] {
    let weights = filter(step: step)
    let half = weights.count / 2
    var padded = [Double](repeating: 0, count: samples.count + 2 * half)
    for index in 0..<samples.count { padded[half + index] = samples[index] - mean }
    return stride(from: 0, to: samples.count, by: step).map { start in
      Rows.product(
        of: padded.span.extracting(start..<(start + weights.count)), and: weights.span)
    }
  }

  /// A windowed sinc with its cut-off at half of the new rate.
  private static func filter(step: Int) -> [Double] {
    guard step > 1 else { return [1] }
    let half = filterSteps * step / 2
    let weights = (-half...half).map { offset in
      let x = Double.pi * Double(offset) / Double(step)
      let u = Double(offset) / Double(half)
      return (offset == 0 ? 1 : Double.sin(x) / x)
        * ModifiedBessel.orderZero(filterShape * max(0, 1 - u * u).squareRoot())
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The power between two frequencies, in hertz.
  package func power(from low: Double, to high: Double) -> Double {
    let first = Int((low / binWidth).rounded(.up))
    let end = min(squares.count, Int((high / binWidth).rounded(.up)))
    guard first < end else { return 0 }
    return 2 * squares[first..<end].reduce(0, +) / windowSquares
  }

  /// The power of a sinusoid at a frequency, in hertz, and how many times it is what lies beside it.
  package func line(at frequency: Double) -> (power: Double, prominence: Double) {
    // Its own peak reaches two widths of a line to either side.
    let width = 1 / seconds
    let peak = values(from: frequency - width, to: frequency + width).max() ?? 0
    let beside =
      values(from: frequency - 5 * width, to: frequency - 3 * width)
      + values(from: frequency + 3 * width, to: frequency + 5 * width)
    let floor = Statistics.mean(Array(beside)) ?? 0
    return (2 * peak / (windowSum * windowSum), floor > 0 ? peak / floor : .infinity)
  }

  private func values(from low: Double, to high: Double) -> ArraySlice<Double> {
    let first = max(0, Int((low / binWidth).rounded()))
    let end = min(squares.count, Int((high / binWidth).rounded()) + 1)
    return first < end ? squares[first..<end] : []
  }
}
