import RealModule
internal import VoiceMath
internal import VoiceTypes

/// Moments of a power spectrum up to 5 kHz. Source: Praat manual, "Spectrum: Get central moment…".
struct SpectralMoments {
  /// Centre of gravity, in hertz.
  let centre: Double

  /// Standard deviation, in hertz.
  let deviation: Double

  let skewness: Double

  /// Excess over that of a normal distribution.
  let kurtosis: Double

  private static let highest = 5000.0

  /// Largest distance of two bins, in hertz.
  private static let frequencyStep = 20.0

  /// Effective length of the Gaussian window; its physical length is twice as long.
  private static let windowLength = 0.025

  /// Moments of bins that are `width` hertz apart; nil for silence.
  init?(of powers: some Collection<Double>, width: Double) {
    let total = powers.reduce(0, +)
    guard total > 0 else { return nil }
    let bins = powers.enumerated().map { (frequency: Double($0) * width, weight: $1 / total) }
    let centre = bins.reduce(0) { $0 + $1.frequency * $1.weight }
    func moment(_ order: Int) -> Double {
      bins.reduce(0) { $0 + Double.pow($1.frequency - centre, order) * $1.weight }
    }
    let variance = moment(2)
    guard variance > 0 else { return nil }
    self.centre = centre
    deviation = variance.squareRoot()
    skewness = moment(3) / (variance * variance.squareRoot())
    kurtosis = moment(4) / (variance * variance) - 3
  }

  /// Moments of the frames of "To Spectrogram…" with a centre that `isIncluded` accepts.
  static func frames(
    of signal: Signal, timeStep: Seconds, in isIncluded: (Double) -> Bool,
    workspace: inout AnalysisWorkspace
  ) -> [SpectralMoments] {
    let (rate, duration) = (signal.sampleRate.value, signal.duration.value)
    let physical = 2 * windowLength
    guard duration >= physical else { return [] }
    let count = Int(((duration - physical) / timeStep.value).rounded(.down)) + 1
    let first = 0.5 * (duration - Double(count - 1) * timeStep.value)
    let span = Int((physical * rate).rounded(.down))
    let length = 2 * (span / 2 - 1)
    let taper = Window.gaussian(count: length, span: span)
    let size = PowerOfTwo.smallest(holding: max(length, Int((rate / frequencyStep).rounded(.up))))
    let width = rate / Double(size)
    let bins = min(size / 2, Int((highest / width).rounded(.down)))
    let transform = workspace.transform(ofExactly: size)
    let grid = SampleGrid(of: signal)
    return (0..<count).compactMap { index in
      let time = first + Double(index) * timeStep.value
      guard isIncluded(time) else { return nil }
      let start = grid.lowIndex(at: time) + 1 - length / 2
      transform.load(count: length) { frame in
        for offset in taper.indices {
          frame[offset] = signal.samples[start + offset] * taper[offset]
        }
      }
      var powers = [Double](repeating: 0, count: size / 2 + 1)
      transform.addPowers(to: &powers)
      return SpectralMoments(of: powers[..<bins], width: width)
    }
  }
}
