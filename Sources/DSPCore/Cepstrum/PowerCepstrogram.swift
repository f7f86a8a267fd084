import RealModule
package import VoiceTypes

/// Settings of the cepstrogram for CPPS, those of the AVQI script.
package enum CepstrogramSettings {
  /// The pitch floor; a frame spans six of its periods.
  package static let pitchFloor: Hertz = 60
  package static let periodsPerWindow = 6.0

  package static let timeStep: Seconds = 0.002

  /// Half of the sample rate after resampling.
  package static let maximumFrequency: Hertz = 5000

  package static let preEmphasisFrom: Hertz = 50

  /// Additive floor of |X|², which keeps the logarithm of an empty bin finite.
  package static let powerFloor = 1e-300

  /// Frame duration, in seconds.
  package static var windowDuration: Double { periodsPerWindow / pitchFloor.value }
}

/// Frame layout of a resampled signal.
struct CepstrogramFrames: Sendable {
  let count: Int

  /// The centre of the first frame, in seconds.
  let firstTime: Double

  /// The sample grid at `PowerCepstrogram.rate`.
  fileprivate let grid: SampleGrid

  /// The pre-emphasised signal, zero-padded by one window on either side.
  fileprivate let samples: [Double]

  /// The frame length, in seconds and in samples.
  private let window: Double
  fileprivate let length: Int

  fileprivate let definition: CPPSDefinition

  /// Lays out the frames of a resampled signal; nil if no frame of `window` seconds fits. `original`
  /// has the samples before resampling.
  init?(
    of resampled: ResampledSound, on original: SampleGrid, definition: CPPSDefinition,
    window: Double = CepstrogramSettings.windowDuration
  ) {
    typealias Settings = CepstrogramSettings
    let framed =
      switch definition {
      case .praat6_1, .praat6_3: original
      case .praat7_0: resampled.grid
      }
    guard let frames = Self.frames(of: window, on: framed) else { return nil }
    (count, firstTime) = frames
    grid = resampled.grid
    self.definition = definition
    let emphasised = PreEmphasis.applied(from: Settings.preEmphasisFrom, to: resampled)
    self.window = window
    length = Int((window * PowerCepstrogram.rate.value + 0.5).rounded(.down))
    var padded = Array(repeating: 0.0, count: emphasised.samples.count + 2 * length)
    padded.replaceSubrange(length..<(length + emphasised.samples.count), with: emphasised.samples)
    samples = padded
  }

  /// Centres as many frames as fit on a grid.
  ///
  /// The order of operations is significant: frames of round durations start on half samples, and
  /// the last bit decides the rounding. For the same reason the grid is that of the original signal
  /// until Praat 6.4.38, and of the resampled one from then on.
  private static func frames(
    of window: Double, on grid: SampleGrid
  ) -> (count: Int, firstTime: Double)? {
    let step = CepstrogramSettings.timeStep.value
    guard grid.duration >= window else { return nil }
    let spare = grid.duration - window
    let count = Int((spare / step).rounded(.down)) + 1
    let start = grid.firstTime - 0.5 * grid.period + 0.5 * grid.duration
    return (count, start - 0.5 * Double(count) * step + 0.5 * step)
  }

  /// The sample range of frame `index`.
  fileprivate func stretch(of index: Int) -> Range<Int> {
    let time = firstTime + Double(index) * CepstrogramSettings.timeStep.value
    let edge = time - 0.5 * window
    // Not `nearestIndex`: see the order of operations above.
    let start = Int(((edge - grid.firstTime) / grid.period + 1 + 0.5).rounded(.down)) - 1
    let first = length + start
    return first..<(first + length)
  }
}

/// Power cepstra of a signal, frame by frame: the squared spectrum of the log power spectrum.
/// Harmonics form one peak at the period. Noll (1967), "Cepstrum pitch determination", JASA
/// 41:293–309; Praat manual, "Sound: To PowerCepstrogram…", with the settings of the AVQI script:
/// 60, 0.002, 5000, 50.
package struct PowerCepstrogram {
  /// The sample rate after resampling.
  static var rate: Hertz { Hertz(2 * CepstrogramSettings.maximumFrequency.value) }

  /// Number of quefrencies in a frame, from 0 on.
  package let quefrencyCount: Int

  private let frames: CepstrogramFrames
  private let transform: RealFFT
  private let recipe: CepstrumRecipe

  /// Resamples and frames `signal`; nil if no frame fits.
  package init?(
    of signal: Signal, definition: CPPSDefinition, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) {
    let resampled = Resampling.resample(
      signal, to: Self.rate, sincWindow: sincWindow, workspace: &workspace)
    let frames = CepstrogramFrames(
      of: resampled, on: SampleGrid(of: signal), definition: definition)
    guard let frames else { return nil }
    self.init(frames, workspace: &workspace)
  }

  /// Plans the cepstra of `frames`.
  init(_ frames: CepstrogramFrames, workspace: inout AnalysisWorkspace) {
    typealias Settings = CepstrogramSettings
    self.frames = frames
    transform = workspace.transform(ofExactly: PowerOfTwo.smallest(holding: frames.length))
    quefrencyCount = transform.size / 2 + 1
    let period = frames.grid.period
    // Praat 7.0 counts both halves of the spectrum.
    let halves = frames.definition == .praat7_0 ? 2.0 : 1
    recipe = CepstrumRecipe(
      taper: Self.taper(count: frames.length, definition: frames.definition),
      power: PowerScale(factor: halves * period * period, floor: Settings.powerFloor),
      pair: CepstrumPair(size: transform.size, unit: 1 / (period * Double(transform.size))))
  }

  package var frameCount: Int { frames.count }

  /// The centre of the first frame, in seconds.
  package var firstFrameTime: Double { frames.firstTime }

  /// The quefrency step, in seconds.
  package var quefrencyStep: Double { frames.grid.period }

  /// Praat's Gaussian window of `definition`.
  private static func taper(count: Int, definition: CPPSDefinition) -> [Double] {
    switch definition {
    case .praat6_1, .praat6_3: Window.gaussian(count: count)
    case .praat7_0: Window.gaussian(count: count, span: count)
    }
  }

  /// Writes the power cepstrum of frame `index` into `rows` from `place` on, `quefrencyCount`
  /// values.
  package func write(
    frame index: Int, into rows: inout [Double], from place: Int = 0
  ) {
    write(frames: (index, index), into: &rows, from: (place, place))
  }

  /// Writes the power cepstra of two frames at little more than the cost of one.
  func write(
    frames: (Int, Int), into rows: inout [Double], from places: (even: Int, odd: Int)
  ) {
    let stretches = (
      self.frames.samples.span.extracting(self.frames.stretch(of: frames.0)),
      self.frames.samples.span.extracting(self.frames.stretch(of: frames.1))
    )
    transform.powerCepstra(of: stretches, by: recipe, into: &rows, from: places)
  }
}

/// Parameters of a power cepstrum.
struct CepstrumRecipe {
  /// The window, as long as a frame.
  let taper: [Double]

  /// Scale and floor of the power spectrum.
  let power: PowerScale

  /// The transform of the logarithms.
  let pair: CepstrumPair
}
