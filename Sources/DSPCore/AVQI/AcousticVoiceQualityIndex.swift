public import VoiceTypes

/// Acoustic Voice Quality Index (AVQI) 03.01: weighted sum of six measures of a
/// ``ConcatenatedVoice``. Source: Barsties & Maryn (2015), as in the published script AVQI 03.01 of
/// Maryn & Corthals.
public struct AcousticVoiceQualityIndex: Sendable {
  /// The pitch range of the pulses for shimmer.
  public static let shimmerRange = PitchRange.avqiShimmer

  /// The pitch range of harmonicity.
  public static let harmonicityRange = PitchRange.praatStandard

  /// The Praat release that the results reproduce.
  public static let praatVersion = PraatVersion.v6_1

  private static let percent = 100.0

  /// The six measures, each a value or the reason for its absence.
  public let parts: [AVQIPart: Measured]

  /// The index; unavailable for the reason of the first unavailable part.
  public var value: Measured { AVQIFormula.v03_01.value(of: parts) }

  /// Measures the signal of a ``ConcatenatedVoice``.
  public init(of signal: Signal, workspace: inout AnalysisWorkspace) {
    let shimmer = Self.shimmer(of: signal, workspace: &workspace)
    let (slope, tilt) = Self.spectrum(of: signal, workspace: &workspace)
    parts = [
      .cpps: Self.prominence(of: signal, workspace: &workspace),
      .harmonicity: Self.harmonicity(of: signal, workspace: &workspace),
      .shimmer: shimmer.local.scaled(by: Self.percent),
      .shimmerDecibels: shimmer.localDecibels,
      .slope: slope,
      .tilt: tilt,
    ]
  }

  /// Creates an index whose parts are all unavailable for one reason.
  public init(unavailableBecause reason: Unavailability) {
    parts = Dictionary(uniqueKeysWithValues: AVQIPart.allCases.map { ($0, .unavailable(reason)) })
  }

  private static func prominence(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> Measured {
    guard signal.sampleRate >= Voice.lowestRate else {
      return .unavailable(
        .bandwidthLimited(
          needed: Hertz(0.5 * Voice.lowestRate.value),
          found: Hertz(0.5 * signal.sampleRate.value)))
    }
    return CepstralPeakProminence.smoothed(
      of: signal, definition: praatVersion.cppsDefinition, sincWindow: praatVersion.sincWindow,
      workspace: &workspace)
  }

  /// Mean harmonicity of the voice report, from raw cross-correlation pitch.
  private static func harmonicity(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> Measured {
    var settings = PitchSettings(method: .crossCorrelation, range: harmonicityRange)
    settings.sincWindow = praatVersion.sincWindow
    let pitch = PitchTracker.track(signal, settings: settings, workspace: &workspace)
    return VoiceReport(
      pitch: pitch, pulses: [], range: harmonicityRange, duration: signal.duration
    ).meanHarmonicity
  }

  /// Shimmer at the pulses of Praat's "To PointProcess (periodic, cc)", from raw autocorrelation
  /// pitch.
  private static func shimmer(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> Shimmer {
    var settings = PitchSettings(method: .autocorrelation, range: shimmerRange)
    settings.sincWindow = praatVersion.sincWindow
    let pitch = PitchTracker.track(signal, settings: settings, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: signal, pitch: pitch, fallback: praatVersion.pulseFallback, workspace: &workspace)
    return Shimmer(of: PulseAmplitudes(of: signal, pulses: pulses))
  }

  private static func spectrum(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> (slope: Measured, tilt: Measured) {
    do {
      let spectrum = try LongTermAverageSpectrum(of: signal, workspace: &workspace)
      return (spectrum.slope, spectrum.tilt)
    } catch {
      return (.unavailable(error), .unavailable(error))
    }
  }
}

/// Weights of one version of the index.
public struct AVQIFormula: Sendable {
  /// Version of the index with these weights.
  public let version: AVQIVersion

  private let factor: Double
  private let constant: Double
  private let weights: [AVQIPart: Double]

  /// 2.8902 · (4.152 − 0.177 CPPS − 0.006 HNR − 0.037 shimmer % + 0.941 shimmer dB + 0.01 slope
  /// + 0.093 tilt). Barsties & Maryn (2015).
  public static let v03_01 = AVQIFormula(
    version: .v03_01, factor: 2.8902, constant: 4.152,
    weights: [
      .cpps: -0.177, .harmonicity: -0.006, .shimmer: -0.037, .shimmerDecibels: 0.941,
      .slope: 0.01, .tilt: 0.093,
    ])

  /// The index of the six parts; unavailable for the reason of the first unavailable part.
  public func value(of parts: [AVQIPart: Measured]) -> Measured {
    var sum = constant
    for part in AVQIPart.allCases {
      guard let measured = parts[part] else { preconditionFailure("the index has six parts") }
      switch measured {
      case .value(let number): sum += (weights[part] ?? 0) * number
      case .unavailable(let reason): return .unavailable(reason)
      }
    }
    return Measured(factor * sum)
  }
}
