// The measures beside F0, jitter, shimmer and harmonicity (cc), in one place and in order.

internal import VoiceMath
public import VoiceTypes

/// Level, spectrum, continuity and regularity of one stretch.
public struct VoiceQuality: Sendable {
  /// Mean intensity, in decibels re 2e-5 of full scale.
  public let intensity: Measured

  /// Slope and tilt of the long-term average spectrum, and the alpha ratio; nil where not asked for.
  public let spectralBalance: SpectralBalance?

  /// Voicing, breaks and periodicity.
  public let report: VoiceReport

  /// Harmonicity by autocorrelation, frame by frame; nil where not asked for.
  public let harmonicityAutocorrelation: Harmonicity?

  /// Mean level difference of the first two harmonics, in decibels; nil where not asked for.
  public let firstHarmonics: Measured?

  /// Mean subharmonic ratio, 0 … 1; nil where not asked for.
  public let subharmonicRatio: Measured?

  /// Smoothed cepstral peak prominence, frame by frame; nil below `lowestRate` and where not asked
  /// for.
  public let cepstralPeakProminence: CepstralPeakProminence?

  /// The first three formants and their bandwidths; nil below `lowestRate` and where not asked for.
  public let formants: Formants?

  /// A sound of fewer samples a second has no spectrum of a voice, and brought to the 10 kHz of these
  /// two measures it would grow beyond measure [E].
  public static let lowestRate: Hertz = 1000

  /// The project-defined stability score.
  public let stability: StabilityScore

  /// Slow modulation of F0 and amplitude; nil where not asked for.
  public let tremor: Tremor?

  /// Measures a stretch whose pitch, pulses and spectrum are known.
  init(
    of cycles: VoiceCycles, in spectrum: VoiceSpectrum, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) {
    let (signal, floor) = (cycles.signal, settings.harmonicityFloor)
    intensity = Intensity.mean(of: signal, floor: floor)
    spectralBalance = spectrum.balance
    report = VoiceReport(
      pitch: cycles.pitch, pulses: cycles.pulses, range: cycles.range, duration: signal.duration)
    harmonicityAutocorrelation = settings.ifAsking(forAnyOf: [.hnrAutocorrelationMean]) {
      Harmonicity.autocorrelation(
        of: signal, floor: floor, sincWindow: settings.sincWindow, workspace: &workspace)
    }
    firstHarmonics = settings.ifAsking(forAnyOf: [.h1H2]) {
      FirstHarmonics(
        of: signal, pulses: cycles.pulses, limits: .voiceReport(for: cycles.range)
      ).mean
    }
    subharmonicRatio = settings.ifAsking(forAnyOf: [.subharmonicRatio]) {
      SubharmonicRatio(of: signal, pitch: cycles.pitch, workspace: &workspace).mean
    }
    let periods = PeriodSequence(pulses: cycles.pulses)
    stability = StabilityScore(
      periods: periods, amplitudes: cycles.amplitudes,
      voicing: VoicingContinuity(of: cycles.pitch, report: report))
    tremor = settings.ifAsking(forAnyOf: .tremor) {
      Tremor(periods: periods, amplitudes: cycles.amplitudes)
    }
    cepstralPeakProminence = spectrum.ofCepstra.map {
      CepstralPeakProminence.track(
        $0, from: signal, definition: settings.cppsDefinition, workspace: &workspace)
    }
    formants = spectrum.ofFormants.map {
      Formants.burg(of: $0, duration: signal.duration, workspace: &workspace)
    }
  }
}

/// How far up formants are looked for: a shorter vocal tract has them higher, and a high voice is
/// what tells of one. (Praat manual: 5000 Hz for an average man, 5500 Hz for an average woman.)
public enum FormantCeiling {
  /// The ceiling for a voice below `highVoice`.
  public static let lower: Hertz = 5000

  /// The ceiling for a voice from there on.
  public static let higher: Hertz = 5500

  /// The median F0 from which the higher ceiling is taken [E].
  public static let highVoice: Hertz = 160

  /// The ceiling for the voice of a pitch track.
  package static func of(_ pitch: PitchTrack) -> Hertz {
    let median = Statistics.quantile(0.5, of: pitch.voicedFrequencies) ?? 0
    return median >= highVoice.value ? higher : lower
  }
}

extension VoicingContinuity {
  /// The continuity that a voice report found; what it could not say counts as no gap beyond those
  /// of the frames.
  fileprivate init(of pitch: PitchTrack, report: VoiceReport) {
    let voiced = pitch.voicedFrequencies.count
    self.init(
      voiced: Seconds(Double(voiced) * pitch.timeStep),
      unvoicedFraction: report.unvoicedFraction.number
        ?? 1 - Double(voiced) / Double(max(1, pitch.frameCount)),
      degreeOfVoiceBreaks: report.degreeOfVoiceBreaks.number ?? 0)
  }
}
