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
    ratio = Self.ratio(
      of: voice.part, frames: PredictionFrames(in: voice.settings),
      sincWindow: voice.settings.sincWindow, workspace: &workspace)
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

  /// A pair whose correlation at every fourth sample lies lower than the best by more than this is
  /// not looked at in full: the two differ by less than a tenth of it [E].
  private static let margin = 0.02

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
    let residual = PredictionResidual(of: sound, frames: frames).samples()
    let period = sound.grid.period
    let length = 1 + Int(((signal.duration.value - 0.5 * period) / period).rounded(.down))
    return Measured(
      largestCorrelation(of: envelopes(of: residual, length: length, workspace: &workspace)))
  }

  /// The envelope of every band without its mean.
  private static func envelopes(
    of residual: [Double], length: Int, workspace: inout AnalysisWorkspace
  ) -> [[Double]] {
    let transform = workspace.transform(
      ofExactly: PowerOfTwo.smallest(holding: residual.count))
    transform.keepSpectrum(of: residual)
    let binWidth = rate.value / Double(transform.size)
    let bands = stride(
      from: middles.lowerBound.value, through: middles.upperBound.value, by: step.value)
    return bands.map { middle in
      let low = max(1, Int(((middle - 0.5 * width.value) / binWidth).rounded(.up)))
      let high = min(
        transform.size / 2 - 1, Int(((middle + 0.5 * width.value) / binWidth).rounded(.down)))
      let weights = (low...high).map { bin in
        0.5 + 0.5 * Double.cos(2 * .pi * (Double(bin) * binWidth - middle) / width.value)
      }
      var envelope = [Double](repeating: 0, count: min(length, transform.size))
      transform.writeEnvelope(ofBinsFrom: low, times: weights, into: &envelope)
      envelope += Array(repeating: 0, count: length - envelope.count)
      let mean = Statistics.mean(envelope) ?? 0
      return envelope.map { $0 - mean }
    }
  }

  /// The largest correlation of two bands that lie apart, not below zero.
  package static func largestCorrelation(of envelopes: [[Double]]) -> Double {
    let norms = envelopes.map { product(of: $0, and: $0, lag: 0).squareRoot() }
    var pairs: [(row: Int, column: Int)] = []
    for row in envelopes.indices {
      for column in envelopes.indices where row - column >= leastDistance {
        pairs.append((row, column))
      }
    }
    let rough = zip(pairs, FourfoldRows(envelopes).largestProducts(of: pairs)).map {
      pair, product in
      normalized(4 * product, norms[pair.row], norms[pair.column])
    }
    let least = (rough.max() ?? 0) - margin
    let exact = zip(pairs, rough).filter { $0.1 >= least }.map { pair, _ in
      normalized(
        largestProduct(of: envelopes[pair.row], and: envelopes[pair.column]),
        norms[pair.row], norms[pair.column])
    }
    return max(0, exact.max() ?? 0)
  }

  private static func normalized(_ product: Double, _ first: Double, _ second: Double) -> Double {
    first > 0 && second > 0 ? product / first / second : product
  }

  /// The largest of `Σ row[t] · column[t + lag]` over the lags −3 … 3.
  private static func largestProduct(of row: [Double], and column: [Double]) -> Double {
    (0...FourfoldRows.reach).reduce(-Double.infinity) { largest, lag in
      max(largest, product(of: row, and: column, lag: lag), product(of: column, and: row, lag: lag))
    }
  }

  /// `Σ row[t] · column[t + lag]`, the lag not being negative.
  private static func product(of row: [Double], and column: [Double], lag: Int) -> Double {
    guard lag < row.count else { return 0 }
    let (first, second) = (row.span, column.span)
    return Rows.product(
      of: first.extracting(..<(row.count - lag)), and: second.extracting(lag...))
  }
}

extension PredictionFrames {
  /// Those of the Praat that is asked for; of 7.0 where none is.
  fileprivate init(in settings: AnalysisSettings) {
    switch settings.givenPraatVersion ?? .v7_0 {
    case .v6_1, .v6_3: self = .praat6_1
    case .v6_4: self = .praat6_4
    case .v7_0: self = .praat7_0
    }
  }
}
