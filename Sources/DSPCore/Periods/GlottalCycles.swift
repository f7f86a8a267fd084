// The cycles of a voice, and what is said of them in more than one place: measures, the signal type, the
// stress test and the stability score read the same pulses, so what follows from these is found once.

public import VoiceTypes

/// The pulses of a stretch and what follows from them.
public struct GlottalCycles: Sendable {
  /// Glottal pulse times, in seconds, ascending.
  public let pulses: [Double]

  /// The intervals between pulses.
  public let periods: PeriodSequence

  /// The amplitude of each cycle that has one.
  public let amplitudes: PulseAmplitudes

  /// Period perturbation.
  public let jitter: Jitter

  /// Amplitude perturbation.
  public let shimmer: Shimmer

  /// Voicing, breaks and periodicity.
  public let report: VoiceReport

  /// What follows from the pulses of a signal; `range` says what a voice break is.
  public init(of signal: Signal, pitch: PitchTrack, pulses: [Double], range: PitchRange) {
    self.pulses = pulses
    periods = PeriodSequence(pulses: pulses)
    amplitudes = PulseAmplitudes(of: signal, pulses: pulses)
    jitter = Jitter(of: periods)
    shimmer = Shimmer(of: amplitudes)
    report = VoiceReport(pitch: pitch, pulses: pulses, range: range, duration: signal.duration)
  }

  /// The periods in a block of the bootstrap; nil without a period.
  var periodsPerBlock: Int? {
    periods.meanPeriod.map { BlockBootstrap.blockLength(forStep: $0) }
  }
}
