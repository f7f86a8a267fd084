// Every limit of the typing, in one place, with its basis:
//   [T] Titze (1995), "Workshop on Acoustic Voice Analysis: Summary Statement", NCVS;
//   [P] Praat's manual, "Voice 1. Voice breaks", "Voice 2. Jitter", "Voice 3. Shimmer";
//   [E] engineering choice of this project;
//   [S] set on the synthetic voices of the seeds 1 … 80 (`SignalTypingTests` scores others) and
//       checked on recordings of speakers who report no voice complaint.

/// The limits by which evidence becomes a type.
enum SignalTypeLimits {
  // What a pitch needs: a signal that has less is of type 3 or 4.

  /// Voiced frames over all frames [E]: of chaotic cycles at most 0.8 is found voiced as a rule.
  static let leastVoicedRatio = 0.8

  /// Mean strength [E]: 0.6 is a harmonics-to-noise ratio of 1.8 dB.
  static let leastStrength = 0.6

  /// Jitter that neither alternation nor slow change explains, percent of the mean period [T].
  static let jitterPercent = 5.0

  /// Pairs that pass Praat's rules over all pairs [S]: chaotic cycles have less than 0.7.
  static let leastPairRatio = 0.7

  /// Smoothed cepstral peak prominence with the AVQI settings, decibels [E].
  static let leastCPPS = 6.0

  /// A signal that is voiced in fewer frames hardly repeats: type 4, not 3 [E].
  static let mostlyVoiced = 0.5

  // What perturbation needs: a signal that has less is of type 2.

  /// Voiced frames over all frames [S]. Praat's norm for a sustained vowel is all of them [P]; a periodic voice
  /// with 3 % of jitter loses up to a seventh.
  static let voicedRatio = 0.85

  /// Pairs that pass Praat's rules over all pairs [E].
  static let pairRatio = 0.95

  /// Ratios of F0 of neighbouring frames that are no jump [E].
  static let frameRatio = 0.7...1.4

  // Alternation, which makes a type 2.

  /// Share of the cycle-to-cycle change that alternates [S]: 0.16 for independent perturbation,
  /// whatever its size; over 100 cycles it reaches 0.4 once in a hundred.
  static let alternatingShare = 0.4

  /// Share of the segment that alternates [S]: an episode is not the type of the whole.
  static let alternatingPresence = 0.25

  /// Alternation of periods, percent [S]: 1 % at the source is measured as 0.6 % or more.
  static let periodAlternationPercent = 0.6

  /// Alternation of amplitudes, percent [S]: 10 % at the source is measured as 5 % or more.
  static let amplitudeAlternationPercent = 4.0

  /// Fewer windows of the alternation statistic do not count [E]; 33 cycles in a row make 16.
  static let alternationWindows = 16

  /// Largest ratio of neighbouring amplitudes that the statistic takes [E]: 120 % of alternation.
  static let alternatingAmplitudeFactor = 4.0

  // Two cycles in a repetition: the pitch found is half the rate of the cycles. Set on recorded
  // voices; checked on 2026-11-22 by setting the first on half of the speakers and scoring the other half.

  /// Even over odd multiples of the pitch, decibels [S]. One voice whose electroglottogram shows one
  /// cycle lies above; its halves are not alike.
  static let evenOverOddDecibels = 7.0

  /// Correlation half a repetition on [S].
  static let halfPeriodCorrelation = 0.5

  /// The second peak of a repetition over the first [S].
  static let secondExcitation = 0.68

  // Strength.

  /// Below this mean strength perturbation is to be read with care, and a repetition below the
  /// pitch range is looked for [E]: 0.8 is a harmonics-to-noise ratio of 6 dB.
  static let goodStrength = 0.8

  /// All of them by name.
  static var choices: [NamedSetting] {
    [
      NamedSetting("type_least_voiced_ratio", leastVoicedRatio),
      NamedSetting("type_least_strength", leastStrength),
      NamedSetting("type_jitter_percent", jitterPercent),
      NamedSetting("type_least_pair_ratio", leastPairRatio),
      NamedSetting("type_least_cpps_db", leastCPPS),
      NamedSetting("type_mostly_voiced_ratio", mostlyVoiced),
      NamedSetting("type_voiced_ratio", voicedRatio),
      NamedSetting("type_pair_ratio", pairRatio),
      NamedSetting("type_frame_ratio_low", frameRatio.lowerBound),
      NamedSetting("type_frame_ratio_high", frameRatio.upperBound),
      NamedSetting("type_good_strength", goodStrength),
    ] + octaveChoices
  }

  /// Those that the octave is asked by.
  static var octaveChoices: [NamedSetting] {
    alternationChoices + spectrumChoices + OctaveCheck.choices
  }

  private static var alternationChoices: [NamedSetting] {
    [
      NamedSetting("type_alternating_share", alternatingShare),
      NamedSetting("type_alternating_presence", alternatingPresence),
      NamedSetting("type_period_alternation_percent", periodAlternationPercent),
      NamedSetting("type_amplitude_alternation_percent", amplitudeAlternationPercent),
      NamedSetting("type_alternation_windows", .count(alternationWindows)),
      NamedSetting("type_alternating_amplitude_factor", alternatingAmplitudeFactor),
    ]
  }

  private static var spectrumChoices: [NamedSetting] {
    [
      NamedSetting("octave_even_over_odd_db", evenOverOddDecibels),
      NamedSetting("octave_half_period_correlation", halfPeriodCorrelation),
      NamedSetting("octave_second_excitation", secondExcitation),
    ]
  }
}
