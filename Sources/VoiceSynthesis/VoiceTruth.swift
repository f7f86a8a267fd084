public import VoiceTypes

/// Ground truth of a synthetic voice, computed from its cycle sequence.
public struct VoiceTruth: Sendable, Equatable {
  /// The settings, seed included, that reproduce the recording.
  public let settings: SyntheticVoice

  /// Start of the voice: the onset silence in whole samples.
  public let voicedStart: Seconds

  /// End of the voice: the offset silence before the end, in whole samples.
  public let voicedEnd: Seconds

  /// Times of the pulses at the source, in seconds in `Signal`'s convention.
  ///
  /// In a vowel the largest samples follow later, because the formants respond with a delay.
  public let pulseTimes: [Double]

  /// The periods between the pulses, in seconds, one fewer than the pulses.
  public let periods: [Double]

  /// Amplitudes of the pulses at the source, 1 being the mean before modulation.
  public let amplitudes: [Double]

  /// Number of periods over their total duration: the mean of evenly spaced F0 frames.
  public let f0Mean: Hertz

  /// Median of the reciprocal periods.
  public let f0Median: Hertz

  /// Jitter of the periods, vibrato and tremor included.
  public let jitter: JitterTruth

  /// Shimmer of the amplitudes, tremor included.
  public let shimmer: ShimmerTruth

  /// Achieved power ratio of periodic part and noise over the voiced segment; nil without noise.
  ///
  /// Power is variance. Jitter, shimmer and modulation count as periodic.
  public let hnr: Decibels?
}

extension VoiceTruth {
  init(settings: SyntheticVoice, cycles: CycleSequence, hnr: Decibels?) {
    let stretch = VoicedRange(settings)
    self.settings = settings
    voicedStart = Seconds(stretch.startSeconds)
    voicedEnd = Seconds(stretch.endSeconds)
    pulseTimes = cycles.pulseTimes
    periods = cycles.periods
    amplitudes = cycles.amplitudes
    f0Mean = Hertz(Double(cycles.periods.count) / cycles.periods.reduce(0, +))
    f0Median = Hertz(1 / cycles.periods.middle)
    jitter = JitterTruth(periods: cycles.periods)
    shimmer = ShimmerTruth(amplitudes: cycles.amplitudes)
    self.hnr = hnr
  }
}

extension [Double] {
  /// Median; for an even count the harmonic mean of the middle two, so that the median of the
  /// reciprocals is its reciprocal.
  fileprivate var middle: Double {
    let sorted = sorted()
    let lower = sorted[(count - 1) / 2]
    let upper = sorted[count / 2]
    return 2 / (1 / lower + 1 / upper)
  }
}
