// The glottal-to-noise excitation ratio: the pulses of a voice excite all frequencies at once, noise
// excites each for itself. So the envelopes of distant bands of the residual go together in a voice
// and not in noise; the ratio is the largest of their correlations.
//
// Michaelis, Gramss & Strube (1997), Acustica 83:700–706; with the settings and in the steps of
// Praat's "Sound: To Harmonicity (gne)…": 500, 4500, 1000, 80 Hz.

internal import RealModule
internal import VoiceMath
public import VoiceTypes

/// The glottal-to-noise excitation ratio of a voice.
public struct GlottalToNoiseExcitation: Measurer {
  /// The ratio.
  public static let measures: [Measure] = [.gne]

  /// Bands, rate and the frames of the prediction.
  public static func choices(in settings: AnalysisSettings) -> [NamedSetting] {
    [
      NamedSetting("gne_lowest_band_hz", middles.lowerBound.value),
      NamedSetting("gne_highest_band_hz", middles.upperBound.value),
      NamedSetting("gne_band_width_hz", width.value),
      NamedSetting("gne_band_step_hz", step.value),
      NamedSetting("gne_sample_rate_hz", rate.value),
      NamedSetting("gne_frames", .text(PredictionFrames(in: settings).rawValue)),
    ]
  }

  /// The ratio, 0 … 1.
  public let ratio: Measured

  /// Measures the stretch of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    ratio = Self.ratio(of: voice.part, settings: voice.settings, workspace: &workspace)
  }

  /// A ratio.
  public func value(of measure: Measure, in voice: Voice) -> Measured { ratio }

  /// The rate at which it is measured.
  package static let rate: Hertz = 10_000

  /// Samples used on either side of a new sample on the way there.
  private static let resamplingDepth = 500

  /// The middle of the lowest and of the highest band.
  package static let middles: ClosedRange<Hertz> = 500...4500

  /// From band to band.
  package static let step: Hertz = 80

  /// The width of a band, from zero to zero of its raised cosine.
  package static let width: Hertz = 1000

  /// Bands with fewer steps between them overlap by more than half, and are not compared.
  private static let leastDistance = Int((0.5 * width.value / step.value).rounded(.up))

  /// A correlation that lies lower than the best by more than this at first sight is not looked at in
  /// full. On 227 recordings the best in full was never lower than the best at first sight by more than
  /// a quarter of it: what envelopes lose by few samples, the bands of one voice lose alike.
  private static let margin = 5e-4

  /// The ratio of a sound, as the Praat that `settings` ask for has it.
  public static func ratio(
    of signal: Signal, settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) -> Measured {
    ratio(
      of: signal, frames: PredictionFrames(in: settings), sincWindow: settings.sincWindow,
      workspace: &workspace)
  }

  /// The ratio, 0 … 1, or why there is none.
  package static func ratio(
    of signal: Signal, frames: PredictionFrames, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> Measured {
    guard let first = signal.samples.first, signal.samples.contains(where: { $0 != first }) else {
      return .unavailable(.digitalSilence)
    }
    let shortest = Seconds(PredictionResidual.windowLength)
    if frames != .praat6_1, signal.duration < shortest {
      return .unavailable(.tooShort(needed: shortest, found: signal.duration))
    }
    var sound = Resampling.resample(
      signal, to: rate, depth: resamplingDepth, sincWindow: sincWindow, workspace: &workspace)
    guard let mean = Statistics.mean(sound.samples) else {
      return .unavailable(.tooShort(needed: shortest, found: signal.duration))
    }
    sound.samples = sound.samples.map { $0 - mean }
    let period = sound.grid.period
    let length = 1 + Int(((signal.duration.value - 0.5 * period) / period).rounded(.down))
    let bands = ResidualBands(
      of: PredictionResidual(of: sound, frames: frames).samples(), length: length,
      workspace: &workspace)
    return Measured(largestCorrelation(of: bands))
  }

  /// The largest correlation of two bands that lie apart, not below zero.
  package static func largestCorrelation(of bands: ResidualBands) -> Double {
    var pairs: [(row: Int, column: Int)] = []
    for row in 0..<bands.count {
      for column in 0..<row where row - column >= leastDistance { pairs.append((row, column)) }
    }
    let lags = -CrossSpectra.reach...CrossSpectra.reach
    let rough = bands.roughCorrelations(of: pairs)
    let least = bands.isLong ? (rough.max() ?? 0) - margin : -.infinity
    var envelopes: [Int: ResidualBands.Envelope] = [:]
    return zip(rough.indices, rough).filter { $0.1 >= least }.reduce(0) { largest, candidate in
      let (pair, lag) = candidate.0.quotientAndRemainder(dividingBy: lags.count)
      for band in [pairs[pair].row, pairs[pair].column] where envelopes[band] == nil {
        envelopes[band] = bands.envelope(of: band)
      }
      guard let row = envelopes[pairs[pair].row], let column = envelopes[pairs[pair].column] else {
        return largest
      }
      return max(largest, row.correlation(with: column, lag: lags.lowerBound + lag))
    }
  }
}

extension PredictionFrames {
  /// Those of the Praat that is asked for; of 7.0 where none is.
  fileprivate init(in settings: AnalysisSettings) {
    switch settings.givenPraatVersion ?? .usual {
    case .v6_1, .v6_3: self = .praat6_1
    case .v6_4: self = .praat6_4
    case .v7_0: self = .praat7_0
    }
  }
}
