internal import RealModule
public import VoiceTypes

/// Glottal-to-noise excitation ratio (GNE): the largest correlation of the envelopes of distant
/// bands of the linear-prediction residual. Glottal pulses excite all bands at the same time, noise
/// excites them independently.
///
/// Michaelis, Gramss & Strube (1997), Acustica 83:700–706; with the settings and steps of Praat's
/// "Sound: To Harmonicity (gne)…": 500, 4500, 1000, 80 Hz.
public struct GlottalToNoiseExcitation: FeatureExtractor {
  /// GNE.
  public static let measures: [Measure] = [.gne]

  /// The segment at the sample rate of the bands.
  public static let intermediates: Set<Voice.Intermediate> = [.soundOfExcitation]

  /// Bands, sample rate and prediction frames.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [
      NamedParameter("gne_lowest_band_hz", middles.lowerBound.value),
      NamedParameter("gne_highest_band_hz", middles.upperBound.value),
      NamedParameter("gne_band_width_hz", width.value),
      NamedParameter("gne_band_step_hz", step.value),
      NamedParameter("gne_sample_rate_hz", rate.value),
      NamedParameter("gne_frames", .text(PredictionFrames(in: settings).rawValue)),
    ]
  }

  /// The ratio, 0 … 1.
  public let ratio: Measured

  /// Measures the segment of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    ratio = Self.ratio(
      of: voice.part, resampled: voice.soundOfExcitation,
      frames: PredictionFrames(in: voice.settings), sincWindow: voice.settings.sincWindow,
      workspace: &workspace)
  }

  /// The ratio.
  public func value(of measure: Measure, in voice: Voice) -> Measured { ratio }

  /// The sample rate after resampling.
  package static let rate: Hertz = 10_000

  /// Samples on either side of a resampled one, as in Praat.
  static let depth = 500

  /// The resampling of an analysis. The clinical preset uses the sound of the cepstra, which
  /// changes the ratio by less than 1e-4.
  static func resampling(in settings: AnalysisSettings) -> ResamplingTarget {
    settings.preset == .clinical
      ? ResamplingTarget(rate: rate) : ResamplingTarget(rate: rate, depth: depth)
  }

  /// Centre frequencies of the lowest and the highest band.
  package static let middles: ClosedRange<Hertz> = 500...4500

  /// Step of the centre frequencies.
  package static let step: Hertz = 80

  /// Width of a band, between the zeros of its raised cosine.
  package static let width: Hertz = 1000

  /// Least distance of compared bands, in steps; closer bands overlap by more than half.
  private static let leastDistance = Int((0.5 * width.value / step.value).rounded(.up))

  /// Candidates whose rough correlation is lower than the best by more than this margin are
  /// skipped. On 680 recordings the exact best was at most 0.0035 below the rough best: decimated
  /// envelopes lose about the same in all bands of a voice, except with sharp pulses.
  private static let margin = 7e-3

  /// The ratio of a signal for the Praat version of `settings`.
  public static func ratio(
    of signal: Signal, settings: AnalysisSettings, workspace: inout AnalysisWorkspace
  ) -> Measured {
    ratio(
      of: signal, frames: PredictionFrames(in: settings), sincWindow: settings.sincWindow,
      workspace: &workspace)
  }

  /// The ratio, 0 … 1, or the reason for its absence; `resampled` is the resampled signal, if known.
  package static func ratio(
    of signal: Signal, resampled: ResampledSound? = nil, frames: PredictionFrames,
    sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> Measured {
    guard let first = signal.samples.first, signal.samples.contains(where: { $0 != first }) else {
      return .unavailable(.digitalSilence)
    }
    let shortest = Seconds(PredictionResidual.windowLength)
    if frames != .praat6_1, signal.duration < shortest {
      return .unavailable(.tooShort(needed: shortest, found: signal.duration))
    }
    var sound =
      resampled
      ?? Resampling.resample(
        signal, to: rate, depth: depth, sincWindow: sincWindow, workspace: &workspace)
    guard !sound.samples.isEmpty else {
      return .unavailable(.tooShort(needed: shortest, found: signal.duration))
    }
    let mean = TwofoldDouble.mean(of: sound.samples)
    sound.samples = sound.samples.map { $0 - mean }
    let period = sound.grid.period
    let length = 1 + Int(((signal.duration.value - 0.5 * period) / period).rounded(.down))
    let bands = ResidualBands(
      of: PredictionResidual(of: sound, frames: frames).samples(), length: length,
      workspace: &workspace)
    return Measured(largestCorrelation(of: bands))
  }

  /// The largest correlation of two distant bands, not below zero.
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
  /// The frames of the requested Praat version; 7.0 by default.
  fileprivate init(in settings: AnalysisSettings) {
    switch settings.givenPraatVersion ?? .usual {
    case .v6_1, .v6_3: self = .praat6_1
    case .v6_4: self = .praat6_4
    case .v7_0: self = .praat7_0
    }
  }
}
