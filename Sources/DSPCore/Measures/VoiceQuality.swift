// The measures beside F0, jitter, shimmer and harmonicity (cc), in one place and in order.

public import VoiceTypes

/// Level, spectrum, continuity and regularity of one stretch.
public struct VoiceQuality: Sendable {
  /// Mean intensity, in decibels re 2e-5 of full scale.
  public let intensity: Measured

  /// Slope and tilt of the long-term average spectrum, and the alpha ratio.
  public let spectralBalance: SpectralBalance

  /// Voicing, breaks and periodicity.
  public let report: VoiceReport

  /// Mean harmonicity by autocorrelation, in decibels.
  public let harmonicityAutocorrelation: Measured

  /// The time of the frames behind that mean.
  public let harmonicityAutocorrelationUsed: Seconds

  /// Mean level difference of the first two harmonics, in decibels.
  public let firstHarmonics: Measured

  /// Mean subharmonic ratio, 0 … 1.
  public let subharmonicRatio: Measured

  /// Smoothed cepstral peak prominence, frame by frame; nil below `lowestRate`.
  public let cepstralPeakProminence: CepstralPeakProminence?

  /// The first three formants and their bandwidths; nil below `lowestRate`.
  public let formants: Formants?

  /// A sound of fewer samples a second has no spectrum of a voice, and brought to the 10 kHz of these
  /// two measures it would grow beyond measure [E].
  public static let lowestRate: Hertz = 1000

  /// The project-defined stability score.
  public let stability: StabilityScore

  /// Slow modulation of F0 and amplitude.
  public let tremor: Tremor

  /// Measures a stretch whose pitch and pulses are known.
  init(
    of signal: Signal, cycles: VoiceCycles, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) {
    let floor = settings.harmonicityFloor
    intensity = Intensity.mean(of: signal, floor: floor)
    let rates = Self.resampledRates(of: signal, pitch: cycles.pitch)
    let (balance, resampled) = workspace.both(
      { SpectralBalance(of: signal, workspace: &$0) },
      {
        Resampling.resample(
          signal, to: rates, sincWindow: settings.sincWindow, workspace: &$0)
      })
    spectralBalance = balance
    report = VoiceReport(
      pitch: cycles.pitch, pulses: cycles.pulses, range: cycles.range, duration: signal.duration)
    let harmonicity = Harmonicity.autocorrelation(
      of: signal, floor: floor, sincWindow: settings.sincWindow, workspace: &workspace)
    harmonicityAutocorrelation = harmonicity.mean
    harmonicityAutocorrelationUsed = Seconds(
      Double(harmonicity.values.count) * harmonicity.timeStep)
    firstHarmonics =
      FirstHarmonics(
        of: signal, pulses: cycles.pulses, limits: .voiceReport(for: cycles.range)
      ).mean
    subharmonicRatio =
      SubharmonicRatio(
        of: signal, pitch: cycles.pitch, workspace: &workspace
      ).mean
    let periods = PeriodSequence(pulses: cycles.pulses)
    stability = StabilityScore(
      periods: periods, amplitudes: cycles.amplitudes,
      voicing: VoicingContinuity(of: cycles.pitch, report: report))
    tremor = Tremor(periods: periods, amplitudes: cycles.amplitudes)
    guard let first = resampled.first, let last = resampled.last else {
      (cepstralPeakProminence, formants) = (nil, nil)
      return
    }
    cepstralPeakProminence = CepstralPeakProminence.track(
      first, from: signal, definition: settings.cppsDefinition, workspace: &workspace)
    formants = Formants.burg(of: last, duration: signal.duration, workspace: &workspace)
  }

  /// The rate of the cepstra, then that of the formants, once where they are equal; none below
  /// `lowestRate`.
  private static func resampledRates(of signal: Signal, pitch: PitchTrack) -> [Hertz] {
    guard signal.sampleRate >= lowestRate else { return [] }
    let ofFormants = Hertz(2 * FormantCeiling.of(pitch).value)
    return ofFormants == PowerCepstrogram.rate
      ? [ofFormants] : [PowerCepstrogram.rate, ofFormants]
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

/// The pitch of a stretch, its pulses, their amplitudes, and the range that tells what a break is.
struct VoiceCycles {
  let pitch: PitchTrack
  let pulses: [Double]
  let amplitudes: PulseAmplitudes
  let range: PitchRange
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
