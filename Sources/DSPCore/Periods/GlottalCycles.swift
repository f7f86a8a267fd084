public import VoiceTypes

/// Pulses of a segment with the derived values that several analyses share: measures, the signal
/// type, the sensitivity check and the stability score.
public struct GlottalCycles: Sendable {
  /// Glottal pulse times, in seconds, ascending.
  public let pulses: [Double]

  /// The intervals between pulses.
  public let periods: PeriodSequence

  /// The amplitude of each cycle that has one.
  public let amplitudes: PulseAmplitudes

  /// Period perturbation.
  public var jitter: Jitter { Jitter(of: periods) }

  /// Amplitude perturbation.
  public var shimmer: Shimmer { Shimmer(of: amplitudes) }

  /// Voicing, breaks and periodicity.
  public let report: VoiceReport

  /// Derives all values from the pulses of a signal, from which amplitudes are measured; `range`
  /// determines the longest period of the report, `limits` that of jitter and shimmer.
  public init(
    of signal: Signal, pitch: PitchTrack, pulses: [Double], range: PitchRange,
    limits: PeriodLimits = PeriodLimits()
  ) {
    self.pulses = pulses
    periods = PeriodSequence(pulses: pulses, limits: limits)
    amplitudes = PulseAmplitudes(of: signal, pulses: pulses, limits: limits)
    report = VoiceReport(pitch: pitch, pulses: pulses, range: range, duration: signal.duration)
  }

  /// Periods per block of the sampling error; nil without a period.
  var periodsPerBlock: Int? {
    periods.meanPeriod.map { SamplingError.blockLength(forStep: $0) }
  }
}
