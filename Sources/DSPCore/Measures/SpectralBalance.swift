import RealModule
public import VoiceTypes

/// Balance between low and high frequencies: the two spectral measures of AVQI and the alpha ratio,
/// from one spectrum without rumble.
///
/// Sources: Maryn et al. (2010), J Voice 24:540 (slope and tilt); Frøkjær-Jensen & Prytz (1976),
/// Brüel & Kjær Technical Review 3:3 (alpha).
public struct SpectralBalance: Sendable, Equatable {
  /// The two bands of the alpha ratio, in hertz.
  private static let alphaLowBand = 50.0...1000.0
  private static let alphaHighBand = 1000.0...5000.0

  /// Bandwidth of the average spectrum.
  private static let bandwidth: Hertz = 1

  /// Mean power of 1–10 kHz over that of 0–1 kHz in the average spectrum, in decibels.
  public let slope: Measured

  /// The slope of the trend line through the levels of 1 Hz to 10 kHz, in decibels.
  public let tilt: Measured

  /// Energy of 1–5 kHz over that of 50 Hz–1 kHz, in decibels.
  public let alphaRatio: Measured

  /// Measures a signal after removal of ``HannStopBand/rumble``.
  public init(of signal: Signal, workspace: inout AnalysisWorkspace) {
    self.init(of: signal, known: nil, workspace: &workspace)
  }

  /// Measures a signal with its zero-padded spectrum, if known.
  package init(of signal: Signal, known: ZeroPaddedSpectrum?, workspace: inout AnalysisWorkspace) {
    let density = EnergySpectrum.density(
      of: signal, without: .rumble, known: known, workspace: &workspace)
    alphaRatio = Self.alphaRatio(of: density)
    do {
      try LongTermAverageSpectrum.checkResolution(of: signal, bandwidth: Self.bandwidth)
      let average = LongTermAverageSpectrum(
        balanceOf: density, duration: signal.duration, bandwidth: Self.bandwidth)
      (slope, tilt) = (average.slope, average.tilt)
    } catch {
      (slope, tilt) = (.unavailable(error), .unavailable(error))
    }
  }

  /// The alpha ratio of an energy spectrum, in decibels.
  package static func alphaRatio(of density: BandedDensity) -> Measured {
    guard density.end >= alphaHighBand.upperBound else {
      return .unavailable(
        .bandwidthLimited(needed: Hertz(alphaHighBand.upperBound), found: Hertz(density.end)))
    }
    let low = density.integral(from: alphaLowBand.lowerBound, to: alphaLowBand.upperBound)
    let high = density.integral(from: alphaHighBand.lowerBound, to: alphaHighBand.upperBound)
    guard low > 0, high > 0 else { return .unavailable(.digitalSilence) }
    return Measured(10 * Double.log10(high / low))
  }
}

extension SpectralBalance: FeatureExtractor {
  /// Slope, tilt and alpha ratio.
  public static let measures: [Measure] = [.ltasSlope, .ltasTilt, .alphaRatio]

  /// The spectral balance.
  public static let intermediates: Set<Voice.Intermediate> = [.spectralBalance]

  /// The bands, and the high-pass filter.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [
      NamedParameter("ltas_bandwidth_hz", bandwidth.value),
      NamedParameter("ltas_high_pass_hz", HannStopBand.rumble.high.value),
      NamedParameter("ltas_high_pass_smoothing_hz", HannStopBand.rumble.smoothing.value),
      NamedParameter("ltas_split_hz", LongTermAverageSpectrum.highBand.lowerBound),
      NamedParameter("ltas_end_hz", LongTermAverageSpectrum.highBand.upperBound),
      NamedParameter("alpha_start_hz", alphaLowBand.lowerBound),
      NamedParameter("alpha_split_hz", alphaHighBand.lowerBound),
      NamedParameter("alpha_end_hz", alphaHighBand.upperBound),
    ]
  }

  /// Uses the spectral balance of the voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) { self = voice.spectralBalance }

  /// The value in decibels.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    switch measure {
    case .ltasTilt: tilt
    case .alphaRatio: alphaRatio
    default: slope
    }
  }
}
