// How a recording sounds as it goes on, whatever its pitch: level and shape of the spectrum, ten times a
// second. It is asked where a long vowel is held most steadily, before anything is measured.

import RealModule
import VoiceTypes

/// The level and the spectrum of a sound from tenth to tenth of a second.
struct SoundCourse {
  /// From one look to the next, in seconds.
  static let step = 0.1

  /// Windows per second of the least window that a spectrum is of: 24 Hz between bins.
  private static let windowsPerSecond = 24.0

  /// What lies further below the loudest look is as good as silent, in decibels.
  private static let range = 90.0

  /// Level against the loudest look, in decibels; a row of one number for each look.
  let levels: [Double]

  /// For each band of the spectrum a row like `levels`: decibels about the mean of the bands.
  let bands: [[Double]]

  /// The middle of the first look, in seconds.
  let firstTime: Double

  /// Looks at a whole recording; nil for one that is shorter than a look, or digital silence.
  init?(of signal: Signal, workspace: inout AnalysisWorkspace) {
    let rate = signal.sampleRate.value
    let size = PowerOfTwo.smallest(holding: Int((rate / Self.windowsPerSecond).rounded(.up)))
    let length = max(size, Int((Self.step * rate).rounded()))
    let starts = Array(
      stride(from: 0.0, through: Double(signal.samples.count - length), by: Self.step * rate)
    ).map { Int($0) }
    let samples = signal.samples.span
    let window = Window.hann(count: size)
    let transform = workspace.transform(ofExactly: size)
    var spectrum = [Double](repeating: 0, count: size / 2 + 1)
    var powers: [Double] = []
    let looks = starts.map { start in
      let all = samples.extracting(start..<(start + length))
      powers.append(Rows.product(of: all, and: all))
      let middle = start + (length - size) / 2
      let row = samples.extracting(middle..<(middle + size))
      transform.load(count: size) { frame in
        Rows.taper(row, minus: 0, by: window.span, into: &frame)
      }
      for bin in spectrum.indices { spectrum[bin] = 0 }
      transform.addPowers(to: &spectrum)
      return SoundBands.levels(of: spectrum, binWidth: rate / Double(size))
    }
    guard let loudest = powers.max(), loudest > 0, loudest.isFinite else { return nil }
    levels = powers.map { power in
      power > 0 ? max(-Self.range, 10 * Double.log10(power / loudest)) : -Self.range
    }
    bands = (looks.first ?? []).indices.map { band in looks.map { $0[band] } }
    firstTime = signal.firstSampleTime + 0.5 * Double(length - 1) / rate
  }

  /// The looks with their middle between two times.
  func looks(from start: Double, to end: Double) -> Range<Int> {
    let first = max(0, Int(((start - firstTime) / Self.step).rounded(.up)))
    let last = min(levels.count - 1, Int(((end - firstTime) / Self.step).rounded(.down)))
    return first <= last ? first..<(last + 1) : 0..<0
  }

  /// How much level and spectrum vary over some looks, each in decibels.
  func spread(over looks: Range<Int>) -> (level: Double, sound: Double) {
    let squares = bands.reduce(0) { $0 + Self.meanSquare(of: $1[looks]) }
    return (
      Self.meanSquare(of: levels[looks]).squareRoot(),
      (squares / Double(max(1, bands.count))).squareRoot()
    )
  }

  /// The mean square of what lies about the mean.
  private static func meanSquare(of values: ArraySlice<Double>) -> Double {
    guard !values.isEmpty else { return 0 }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
  }
}
