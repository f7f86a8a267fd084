// The settings of a synthetic voice. What comes out of them is known exactly, because the pulses
// are drawn first and the sound is computed from them.

public import VoiceTypes

/// Settings of a voice whose truth is known; the same settings always give the same bits.
public struct SyntheticVoice: Sendable, Equatable {
  /// The fundamental frequency before vibrato, tremor and jitter.
  public var f0: Hertz

  /// Target local jitter in percent, reached exactly unless F0 is modulated, alternates
  /// or is chaotic as well: what those add comes on top.
  ///
  /// Up to 5 % no two neighbouring periods differ by a factor of 1.3, so that none is excluded by
  /// Praat's period rule.
  public var jitterPercent: Double = 0

  /// Target local shimmer in percent, reached exactly unless the amplitude is modulated,
  /// alternates or is chaotic as well: what those add comes on top.
  public var shimmerPercent: Double = 0

  /// Correlation of the random deviations of neighbouring periods, and of neighbouring amplitudes:
  /// the coefficient of a first-order autoregressive sequence; 0 makes them independent.
  ///
  /// Jitter and shimmer are still reached exactly, so correlated deviations are the larger ones.
  public var perturbationCorrelation: Double = 0

  /// Power of the periodic part over that of the noise in the voiced stretch; `nil` is no noise.
  public var hnr: Decibels?

  /// The whole recording, silences included.
  public var duration: Seconds

  /// Samples per second.
  public var sampleRate: Hertz = 44_100

  /// The vocal tract behind the pulses; `.none` leaves the bare pulse train.
  public var vowel: Vowel

  /// The shape of one pulse.
  public var pulse: PulseShape = .automatic

  /// A slow wave of F0, as singers make it.
  public var vibrato: Modulation?

  /// A second slow wave of F0.
  public var f0Tremor: Modulation?

  /// A slow wave of the pulse amplitudes.
  public var amplitudeTremor: Modulation?

  /// How far neighbouring periods differ by alternation, in percent of their mean: the periods are
  /// T·(1 − p/200), T·(1 + p/200) and so on in turn.
  public var periodAlternationPercent: Double = 0

  /// How far neighbouring amplitudes differ by alternation, in percent of their mean: they are
  /// A·(1 − p/200), A·(1 + p/200) and so on in turn.
  public var amplitudeAlternationPercent: Double = 0

  /// Whether the cycles are alike or chaotic.
  public var cyclePattern: CyclePattern = .regular

  /// Silence before the voice, rounded to whole samples.
  public var onsetSilence: Seconds = 0

  /// Silence after the voice, rounded to whole samples.
  public var offsetSilence: Seconds = 0

  /// Noise in the two silences, RMS re full scale; `nil` makes them exact zeros.
  public var noiseFloor: Decibels?

  /// The largest absolute sample of voice and noise together, 1 being full scale.
  ///
  /// A level above 1 clips when the sound is written as PCM.
  public var peakLevel: Double = 0.5

  /// Chooses the random sequences; jitter, shimmer and noise draw from separate streams, so that
  /// asking for one does not change another.
  public var seed: UInt64

  /// A steady voice without jitter, shimmer and noise; set the other fields afterwards.
  public init(
    f0: Hertz = 120, vowel: Vowel = .none, duration: Seconds = 3, seed: UInt64 = 1
  ) {
    self.f0 = f0
    self.vowel = vowel
    self.duration = duration
    self.seed = seed
  }

  /// A copy with some fields changed.
  public func with(_ change: (inout SyntheticVoice) -> Void) -> SyntheticVoice {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A sinusoidal modulation that starts at zero, rising, with the first pulse.
public struct Modulation: Sendable, Equatable {
  /// Waves per second.
  public var rate: Hertz

  /// The largest excursion to either side, in percent of the mean.
  public var extentPercent: Double

  /// Nothing is checked here: synthesis refuses what no voice can do.
  public init(rate: Hertz, extentPercent: Double) {
    self.rate = rate
    self.extentPercent = extentPercent
  }
}
