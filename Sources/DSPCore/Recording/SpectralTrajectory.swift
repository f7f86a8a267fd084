import RealModule
import VoiceTypes

/// Spectral trajectory of a recording: level and spectrum in steps of a tenth of a second,
/// independent of pitch. It locates the steadiest part of a long vowel before any measurement.
struct SpectralTrajectory {
  /// The frame step, in seconds.
  static let step = 0.1

  /// Minimum windows per second of a spectrum: 24 Hz between bins.
  private static let windowsPerSecond = 24.0

  /// Dynamic range below the loudest frame, in decibels.
  private static let range = 90.0

  /// Level of each frame relative to the loudest, in decibels.
  let levels: [Double]

  /// For each band of the spectrum the level of each frame, in decibels about the mean of the
  /// bands.
  let bands: [[Double]]

  /// The centre of the first frame, in seconds.
  let firstTime: Double

  /// Analyses a whole recording; nil for less than a frame, or digital silence.
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
    let frames = starts.map { start in
      let all = samples.extracting(start..<(start + length))
      powers.append(Rows.product(of: all, and: all))
      let middle = start + (length - size) / 2
      let row = samples.extracting(middle..<(middle + size))
      transform.load(count: size) { frame in
        Rows.taper(row, minus: 0, by: window.span, into: &frame)
      }
      for bin in spectrum.indices { spectrum[bin] = 0 }
      transform.addPowers(to: &spectrum)
      return MelBands.levels(of: spectrum, binWidth: rate / Double(size))
    }
    guard let loudest = powers.max(), loudest > 0, loudest.isFinite else { return nil }
    levels = powers.map { power in
      power > 0 ? max(-Self.range, 10 * Double.log10(power / loudest)) : -Self.range
    }
    bands = (frames.first ?? []).indices.map { band in frames.map { $0[band] } }
    firstTime = signal.firstSampleTime + 0.5 * Double(length - 1) / rate
  }

  /// The frames with their centre between two times.
  func frames(from start: Double, to end: Double) -> Range<Int> {
    let first = max(0, Int(((start - firstTime) / Self.step).rounded(.up)))
    let last = min(levels.count - 1, Int(((end - firstTime) / Self.step).rounded(.down)))
    return first <= last ? first..<(last + 1) : 0..<0
  }

  /// The standard deviations of level and spectrum over a range of frames, in decibels.
  func spread(over frames: Range<Int>) -> (level: Double, sound: Double) {
    let squares = bands.reduce(0) { $0 + Self.meanSquare(of: $1[frames]) }
    return (
      Self.meanSquare(of: levels[frames]).squareRoot(),
      (squares / Double(max(1, bands.count))).squareRoot()
    )
  }

  /// The mean square of the deviations from the mean.
  private static func meanSquare(of values: ArraySlice<Double>) -> Double {
    guard !values.isEmpty else { return 0 }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
  }
}
