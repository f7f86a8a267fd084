/// Properties of a measure that do not depend on its value.
public struct MeasureFacts: Sendable {
  /// Display name.
  public let name: MeasureName

  /// Unit of the number in documents.
  public let unit: MeasureUnit

  /// Lowest tier that includes the measure.
  public let tier: Tier

  /// Recording tasks for which the measure is valid.
  public internal(set) var tasks = RecordingTask.ofVowels

  /// Part of the recording that the measure uses.
  public internal(set) var part: MeasuredPart

  /// Upper frequency of the analysed spectrum; nil if an empty upper band has no effect.
  public let band: ReadBand?

  /// Validity criteria of the measure itself; see ``validityCriteria``.
  let ownValidityCriteria: ValidityCriteria

  /// Redundant measure: multiple, reciprocal, complement, or the same measure by another method.
  /// Suppressing one of the two requires suppressing the other.
  public let redundantMeasure: Measure?

  /// Reference that the number is compared with.
  public let role: MeasureRole

  /// Scale of means and standard deviations between people.
  public let scale: PopulationScale

  /// Role in the baseline comparison; nil for a measure outside it.
  public let followed: FollowedMeasure?

  /// Whether a document includes the measure without an explicit request.
  public internal(set) var demand: MeasureDemand = .always

  /// Validity criteria, including those of the redundant measure.
  public var validityCriteria: ValidityCriteria {
    ownValidityCriteria.union(redundantMeasure?.facts.ownValidityCriteria ?? [])
  }
}

/// Request that a measure requires.
public enum MeasureDemand: Sendable {
  /// Measured by default.
  case always
  /// Measured by default in the clinical preset, and on request of its name or group elsewhere,
  /// because it is none of Praat's measures.
  case clinical
}

/// Display name of a measure. Document keys are for programs and tables.
public struct MeasureName: Sendable, Equatable, ExpressibleByStringLiteral {
  /// Name within a sentence.
  public let spoken: String

  /// Creates a name.
  public init(stringLiteral spoken: String) { self.spoken = spoken }

  /// Name at the start of a sentence.
  public var atStart: String { spoken.prefix(1).uppercased() + spoken.dropFirst() }
}

extension Measure {
  /// Name in tables and reports, in English.
  public var title: String { TextCatalogue.measures.text(rawValue) }
}

/// Unit of a measure. The key of the measure ends in it.
public enum MeasureUnit: String, CaseIterable, Sendable {
  case hertz = "Hz"
  case semitones = "semitones"
  case cents = "cents"
  case percent = "%"
  case decibels = "dB"
  case microseconds = "µs"
  case seconds = "s"
  /// Fraction or ratio.
  case number = "1"
  /// Count.
  case count = "count"

  /// Unit symbol after the number; empty for ratios and counts.
  public var symbol: String {
    switch self {
    case .number, .count: ""
    case .hertz, .semitones, .cents, .percent, .decibels, .microseconds, .seconds: rawValue
    }
  }
}

/// Upper frequency of the analysed spectrum.
///
/// A mean of powers is robust against an empty band above 5 kHz, where a vowel has little power:
/// slope and alpha ratio remain valid. A mean of levels is not: the trend line of the tilt follows
/// every empty decibel up to 10 kHz. CPPS and formants use the signal resampled to twice 5 kHz and
/// twice the formant ceiling, and model the whole band. Jitter, shimmer and harmonicity depend on
/// the harmonics below; the recording check warns about them.
public enum ReadBand: Sendable, Equatable {
  /// Fixed frequency for all voices.
  case upTo(Hertz)
  /// Formant ceiling, which depends on the voice.
  case upToFormantCeiling
}

/// Validity criteria that suppress a computed number.
public struct ValidityCriteria: OptionSet, Sendable {
  /// One bit per criterion.
  public let rawValue: Int

  /// F0 may be off by an octave.
  public static let otherOctave = ValidityCriteria(rawValue: 1 << 0)

  /// Another pitch range yields another F0 that is not an octave apart.
  public static let otherRange = ValidityCriteria(rawValue: 1 << 10)

  /// F0 is below the floor of the harmonicity analysis.
  public static let belowFloor = ValidityCriteria(rawValue: 1 << 1)

  /// More than 5 % of the periods are longer than the longest period of jitter and shimmer.
  public static let longPeriods = ValidityCriteria(rawValue: 1 << 12)

  /// The harmonics are too far apart to sample the formants.
  public static let sparseHarmonics = ValidityCriteria(rawValue: 1 << 13)

  /// F0 is outside the range of the cepstral peak search.
  public static let outsidePeakSearch = ValidityCriteria(rawValue: 1 << 14)

  /// The recording is too noisy, clipped or incomplete.
  public static let failedCheck = ValidityCriteria(rawValue: 1 << 2)

  /// The steady segment is short.
  public static let shortStretch = ValidityCriteria(rawValue: 1 << 3)

  /// Type 2 signal: strong subharmonics or modulation.
  public static let typeTwo = ValidityCriteria(rawValue: 1 << 4)

  /// Type 3 or 4 signal: no clear F0.
  public static let typeThree = ValidityCriteria(rawValue: 1 << 5)

  /// Hum is strong.
  public static let lowSound = ValidityCriteria(rawValue: 1 << 8)

  /// Rumble is strong, and the measure includes the sound below the voice.
  public static let rumble = ValidityCriteria(rawValue: 1 << 6)

  /// Lossy compression or noise suppression emptied parts of the spectrum.
  public static let lossyCoding = ValidityCriteria(rawValue: 1 << 7)

  /// Noise, or its suppression, moves the cepstral peak.
  public static let alteredNoise = ValidityCriteria(rawValue: 1 << 15)

  /// The segment is not one vowel sustained at one pitch.
  public static let notHeld = ValidityCriteria(rawValue: 1 << 9)

  /// The recording has a dropout during voicing, so that its silence is not from the voice.
  public static let hole = ValidityCriteria(rawValue: 1 << 11)

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// Reference that the numbers of a measure are compared with.
public enum MeasureRole: Sendable {
  /// Pitch: depends on the reference group; neither direction is better.
  case pitch
  /// Property of the voice, with or without a limit.
  case voice
  /// Recording quality: part of the minimum requirements.
  case recording
}

/// Scale of means and standard deviations between people.
public enum PopulationScale: String, CaseIterable, Sendable {
  /// Natural logarithm, for cycle measures and F0, which vary by ratios.
  case logarithmic = "log"
  /// Linear, for decibels, fractions and all other values.
  case linear
}

/// Role of a measure in the comparison of a person's sessions.
public struct FollowedMeasure: Sendable, Equatable {
  /// Feature group of redundant measures; nil for a single measure.
  public let family: FeatureGroup?

  /// Whether it is the primary endpoint of its feature group, declared before any comparison.
  public let isPrimary: Bool

  /// Primary endpoint of a feature group.
  static func primary(of family: FeatureGroup) -> FollowedMeasure {
    FollowedMeasure(family: family, isPrimary: true)
  }

  /// Secondary measure of a feature group.
  static func member(of family: FeatureGroup) -> FollowedMeasure {
    FollowedMeasure(family: family, isPrimary: false)
  }
}
