// The scale on which values of different people are averaged and spread.

internal import RealModule
package import VoiceTypes

/// How values of a measure are spread over people.
public enum PopulationScale: String, CaseIterable, Sendable {
  /// The natural logarithm: of cycle measures and F0, which vary by ratios.
  case logarithmic = "log"
  /// As they are: decibels, shares and all others.
  case linear

  /// A value on this scale; nil where it has none, as zero has no logarithm.
  func transformed(_ value: Double) -> Double? {
    switch self {
    case .logarithmic: value > 0 ? Double.log(value) : nil
    case .linear: value
    }
  }

  /// The value that is `transformed` on this scale.
  func value(_ transformed: Double) -> Double {
    switch self {
    case .logarithmic: Double.exp(transformed)
    case .linear: transformed
    }
  }
}

extension Measure {
  /// The scale on which this measure is spread over people.
  var populationScale: PopulationScale {
    isF0 || group == "jitter" || group == "shimmer" ? .logarithmic : .linear
  }

  /// Whether people may be one sample who held different vowels.
  ///
  /// An engineering choice made on speakers who held both [a] and [i]: jitter and CPPS move by less
  /// than half the standard deviation between people, shimmer and HNR by more, and the shape of the
  /// spectrum is the vowel itself. How much of a recording is voiced has nothing to do with either.
  var poolsVowels: Bool {
    switch self {
    case .cpps, .f0Confidence, .f0VoicedFraction, .unvoicedFraction, .voiceBreaks,
      .degreeOfVoiceBreaks:
      true
    default: group == "jitter"
    }
  }

  /// The end of the distribution that a typical limit stands at; nil for measures that get none.
  ///
  /// Those of the clinical notes, §2.5, but for four. F0: vowel means of different studies differ
  /// as much as the effects of interest (§2.2). Absolute jitter: it falls with F0 (§0.4), and as a
  /// share of the period it is jitter (local). Unvoiced fraction and voice breaks: their limit is 0.
  package var typicalEnd: DistributionEnd? {
    switch self {
    case .jitterLocal, .jitterRAP, .jitterPPQ5, .shimmerLocal, .shimmerLocalDecibels, .shimmerAPQ3,
      .shimmerAPQ5, .shimmerAPQ11:
      .upper
    case .hnrMean, .hnrAutocorrelationMean, .cpps: .lower
    default: nil
    }
  }

  /// Whether one limit holds for everybody (clinical notes, §0.3).
  var isSexNeutral: Bool { self != .cpps }
}

/// An end of a distribution.
package enum DistributionEnd {
  case lower
  case upper
}
