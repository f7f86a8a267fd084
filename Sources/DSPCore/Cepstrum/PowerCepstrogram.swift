// The power cepstrum of a sound, frame by frame: the spectrum of the logarithm of the spectrum,
// squared. Regularly spaced harmonics make one peak of it, at the period.
// Noll (1967), "Cepstrum pitch determination", JASA 41:293–309; Praat manual, "Sound: To
// PowerCepstrogram…", with the settings of the AVQI script: 60, 0.002, 5000, 50.

import RealModule
package import VoiceTypes

/// The settings of the cepstrogram behind CPPS.
package enum CepstrogramSettings {
  /// The lowest pitch; a frame holds six of its periods.
  package static let pitchFloor: Hertz = 60
  package static let periodsPerWindow = 6.0

  package static let timeStep: Seconds = 0.002

  /// Half the sample rate that the sound is brought to.
  package static let maximumFrequency: Hertz = 5000

  package static let preEmphasisFrom: Hertz = 50

  /// Keeps the logarithm of an empty bin finite; units of |X|².
  package static let powerFloor = 1e-300

  /// The duration of a frame, in seconds.
  package static var windowDuration: Double { periodsPerWindow / pitchFloor.value }
}

/// Computes the power cepstra of a sound, one frame at a time.
package struct PowerCepstrogram {
  /// Number of frames.
  package let frameCount: Int

  /// The centre of the first frame, in seconds.
  package let firstFrameTime: Double

  /// Number of quefrencies in a frame, from 0 on.
  package let quefrencyCount: Int

  /// The step between two quefrencies, in seconds.
  package var quefrencyStep: Double { sound.grid.period }

  private let sound: ResampledSound
  private let taper: [Double]
  private let transform: RealFFT
  /// What the squared magnitude of a transform is multiplied by.
  private let powerScale: Double
  private var frame: [Double]

  /// The frames of `signal`; nil when not even one fits.
  package init?(
    of signal: Signal, definition: CPPSDefinition, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) {
    typealias Settings = CepstrogramSettings
    let rate = Hertz(2 * Settings.maximumFrequency.value)
    var resampled = Resampling.resample(
      signal, to: rate, sincWindow: sincWindow, workspace: &workspace)
    let framed =
      switch definition {
      case .praat6_1, .praat6_3: SampleGrid(of: signal)
      case .praat7_0: resampled.grid
      }
    guard let frames = Self.frames(on: framed) else { return nil }
    (frameCount, firstFrameTime) = frames
    PreEmphasis.apply(from: Settings.preEmphasisFrom, to: &resampled)
    sound = resampled

    let length = Int((Settings.windowDuration * rate.value + 0.5).rounded(.down))
    taper = Self.taper(count: length, definition: definition)
    transform = workspace.transform(ofExactly: PowerOfTwo.smallest(holding: length))
    quefrencyCount = transform.size / 2 + 1
    let period = resampled.grid.period
    // Praat 7.0 counts both halves of the spectrum.
    powerScale = period * period * (definition == .praat7_0 ? 2 : 1)
    frame = Array(repeating: 0, count: length)
  }

  /// As many frames as fit on a grid, in its middle.
  ///
  /// This order of operations: the frames of round durations start on half samples, and the last
  /// bit decides to which side they are rounded. For the same reason it matters that Praat divides
  /// the original sound until 6.4.38, the resampled one from then on.
  private static func frames(on grid: SampleGrid) -> (count: Int, firstTime: Double)? {
    let step = CepstrogramSettings.timeStep.value
    guard grid.duration >= CepstrogramSettings.windowDuration else { return nil }
    let spare = grid.duration - CepstrogramSettings.windowDuration
    let count = Int((spare / step).rounded(.down)) + 1
    let start = grid.firstTime - 0.5 * grid.period + 0.5 * grid.duration
    return (count, start - 0.5 * Double(count) * step + 0.5 * step)
  }

  /// Praat's Gaussian window as of `definition`.
  private static func taper(count: Int, definition: CPPSDefinition) -> [Double] {
    switch definition {
    case .praat6_1, .praat6_3: Window.gaussian(count: count)
    case .praat7_0: Window.gaussian(count: count, span: count)
    }
  }

  /// Writes the power cepstrum of frame `index` into `cepstrum`, `quefrencyCount` values.
  package mutating func write(frame index: Int, into cepstrum: inout [Double]) {
    let time = firstFrameTime + Double(index) * CepstrogramSettings.timeStep.value
    cut(around: time)
    let scale = powerScale
    transform.cepstrum(
      of: frame,
      logPower: { Double.log($0 * scale + CepstrogramSettings.powerFloor) },
      into: &cepstrum)
    let unit = 1 / (sound.grid.period * Double(transform.size))
    for quefrency in cepstrum.indices {
      let value = cepstrum[quefrency] * unit
      cepstrum[quefrency] = value * value
    }
  }

  private mutating func cut(around time: Double) {
    let grid = sound.grid
    let edge = time - 0.5 * CepstrogramSettings.windowDuration
    // Not `nearestIndex`: see the order of operations above.
    let start = Int(((edge - grid.firstTime) / grid.period + 1 + 0.5).rounded(.down)) - 1
    var sum = 0.0
    for offset in frame.indices {
      let index = start + offset
      let sample = index >= 0 && index < grid.count ? sound.samples[index] : 0
      frame[offset] = sample
      sum += sample
    }
    let mean = sum / Double(frame.count)
    for offset in frame.indices { frame[offset] = (frame[offset] - mean) * taper[offset] }
  }
}
