public import VoiceTypes

/// Settings of a voice with known ground truth; the same settings give the same bits.
public struct SyntheticVoice: Sendable, Equatable {
  /// The fundamental frequency before vibrato, tremor and jitter.
  public var f0: Hertz

  /// Target local jitter in percent. It is exact unless F0 is modulated, alternates or is chaotic,
  /// which adds jitter.
  ///
  /// Up to 5 % no two neighbouring periods differ by a factor of 1.3, so Praat's period rule
  /// excludes none.
  public var jitterPercent: Double = 0

  /// Target local shimmer in percent. It is exact unless the amplitude is modulated, alternates or
  /// is chaotic, which adds shimmer.
  public var shimmerPercent: Double = 0

  /// Correlation of the random deviations of neighbouring periods, and of neighbouring amplitudes:
  /// the coefficient of a first-order autoregressive sequence; 0 makes them independent.
  ///
  /// Jitter and shimmer stay exact, so correlated deviations are larger.
  public var perturbationCorrelation: Double = 0

  /// Power ratio of the periodic part to the noise in the voiced segment; nil adds no noise.
  public var hnr: Decibels?

  /// Duration of the whole recording, silences included.
  public var duration: Seconds

  /// Samples per second.
  public var sampleRate: Hertz = 44_100

  /// The vocal tract; `.none` gives the bare pulse train.
  public var vowel: Vowel

  /// The shape of one pulse.
  public var pulse: PulseShape = .automatic

  /// Sinusoidal modulation of F0, as in singing.
  public var vibrato: Modulation?

  /// A second sinusoidal modulation of F0.
  public var f0Tremor: Modulation?

  /// Sinusoidal modulation of the pulse amplitudes.
  public var amplitudeTremor: Modulation?

  /// Alternation of neighbouring periods, in percent of their mean: the periods are T·(1 − p/200),
  /// T·(1 + p/200) in turn.
  public var periodAlternationPercent: Double = 0

  /// Alternation of neighbouring amplitudes, in percent of their mean: the amplitudes are A·(1 −
  /// p/200), A·(1 + p/200) in turn.
  public var amplitudeAlternationPercent: Double = 0

  /// Constant or chaotic cycles.
  public var cyclePattern: CyclePattern = .regular

  /// Silence before the voice, rounded to whole samples.
  public var onsetSilence: Seconds = 0

  /// Silence after the voice, rounded to whole samples.
  public var offsetSilence: Seconds = 0

  /// Noise level in both silences, RMS re full scale; nil makes them exact zeros.
  public var noiseFloor: Decibels?

  /// The largest absolute sample of voice and noise together, 1 being full scale.
  ///
  /// A level above 1 clips when the sound is written as PCM.
  public var peakLevel: Double = 0.5

  /// Seed of the random sequences; jitter, shimmer and noise use separate streams, so that enabling
  /// one does not change another.
  public var seed: UInt64

  /// Creates a steady voice without jitter, shimmer and noise.
  public init(
    f0: Hertz = 120, vowel: Vowel = .none, duration: Seconds = 3, seed: UInt64 = 1
  ) {
    self.f0 = f0
    self.vowel = vowel
    self.duration = duration
    self.seed = seed
  }

  /// Returns a copy with some fields changed.
  public func with(_ change: (inout SyntheticVoice) -> Void) -> SyntheticVoice {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A sinusoidal modulation that starts at zero, rising, with the first pulse.
public struct Modulation: Sendable, Equatable {
  /// Modulation frequency.
  public var rate: Hertz

  /// The largest excursion to either side, in percent of the mean.
  public var extentPercent: Double

  /// Creates a modulation; `SyntheticVoice.validate()` checks the range.
  public init(rate: Hertz, extentPercent: Double) {
    self.rate = rate
    self.extentPercent = extentPercent
  }
}
