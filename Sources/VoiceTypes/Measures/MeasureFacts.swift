// The columns of the table of measures (`Measure.facts`). What holds of a measure whatever its value
// stands there and nowhere else: the compiler asks for it when a measure is added.

/// What is known of a measure.
public struct MeasureFacts: Sendable {
  /// What it is called.
  public let name: MeasureName

  /// The unit of its numbers in documents.
  public let unit: MeasureUnit

  /// The least tier that carries it.
  public let tier: Tier

  /// The part of the recording that it is taken from.
  public let part: MeasuredPart

  /// How far up it reads the spectrum; nil where an empty upper band leaves it as it is.
  public let band: ReadBand?

  /// What takes its number back of itself; see ``spoilers``.
  let ownSpoilers: Spoilers

  /// The measure whose number this one gives away: its multiple, its reciprocal, its complement, or
  /// the same by another method. Where that one is withheld, this one says what was withheld.
  public let twin: Measure?

  /// What its numbers are compared with.
  public let role: MeasureRole

  /// How its numbers differ between people.
  public let spread: PopulationSpread

  /// How it is followed over a person's sessions; nil where it is not.
  public let followed: FollowedMeasure?

  /// Whether every document has it that its tier carries.
  public internal(set) var demand: MeasureDemand = .always

  /// What takes its number back: what spoils it, and what spoils the measure that it gives away.
  public var spoilers: Spoilers { ownSpoilers.union(twin?.facts.ownSpoilers ?? []) }
}

/// When a measure is taken.
public enum MeasureDemand: Sendable {
  /// Unless others only are asked for.
  case always
  /// When it is asked for by its name or that of its group: it takes long.
  case byName
}

/// What a measure is called by people; the keys of the document are for programs and tables.
public struct MeasureName: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The name within a sentence.
  public let spoken: String

  /// The name in a table, no longer than it must be.
  public let title: String

  /// A name in a sentence, and the one that a table has for it.
  init(_ spoken: String, title: String) {
    self.spoken = spoken
    self.title = title
  }

  /// A name that is the same in sentences and in tables.
  public init(stringLiteral spoken: String) { self.init(spoken, title: Self.capitalized(spoken)) }

  /// The name at the start of a sentence.
  public var atStart: String { Self.capitalized(spoken) }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

/// The unit of a measure; the key of the measure ends in it.
public enum MeasureUnit: String, CaseIterable, Sendable {
  case hertz = "Hz"
  case semitones = "semitones"
  case percent = "%"
  case decibels = "dB"
  case microseconds = "µs"
  case seconds = "s"
  /// A share or a ratio.
  case number = "1"
  /// A whole number of things.
  case count = "count"

  /// What stands behind the number; empty for a bare number and a count.
  public var symbol: String {
    switch self {
    case .number, .count: ""
    case .hertz, .semitones, .percent, .decibels, .microseconds, .seconds: rawValue
    }
  }
}

/// How far up a measure reads the spectrum.
///
/// A mean of powers hardly notices an empty band in which a vowel has hardly any power: from 5 kHz
/// on slope and alpha ratio stand. A mean of levels does: the line behind the tilt follows every
/// empty decibel up to 10 kHz. CPPS and formants are taken from the sound brought to twice 5 kHz
/// and to twice the formant ceiling, and model all of that band. Jitter, shimmer and harmonicity
/// rest on the harmonics below; the check of the recording warns of them.
public enum ReadBand: Sendable, Equatable {
  /// To a frequency that is the same for all voices.
  case upTo(Hertz)
  /// To the formant ceiling, which depends on the voice.
  case upToFormantCeiling
}

/// What takes the number of a measure back, although it was computed.
public struct Spoilers: OptionSet, Sendable {
  /// One bit for each.
  public let rawValue: Int

  /// F0 may be in another octave.
  public static let otherOctave = Spoilers(rawValue: 1 << 0)

  /// Another pitch range finds another F0, which is no octave off.
  public static let otherRange = Spoilers(rawValue: 1 << 10)

  /// F0 lies below the floor of the harmonicity analysis.
  public static let belowFloor = Spoilers(rawValue: 1 << 1)

  /// The recording is too noisy or clipped, or something is missing from it.
  public static let failedCheck = Spoilers(rawValue: 1 << 2)

  /// The steady stretch is short.
  public static let shortStretch = Spoilers(rawValue: 1 << 3)

  /// A signal of type 2: strong subharmonics or modulation.
  public static let typeTwo = Spoilers(rawValue: 1 << 4)

  /// A signal of type 3 or 4: no clear F0.
  public static let typeThree = Spoilers(rawValue: 1 << 5)

  /// Rumble or hum is strong.
  public static let lowSound = Spoilers(rawValue: 1 << 8)

  /// The stretch is not one vowel that was held at one pitch.
  public static let notHeld = Spoilers(rawValue: 1 << 9)

  /// The recording has a hole in the midst of the voice: silence in it is not the voice's.
  public static let hole = Spoilers(rawValue: 1 << 11)

  /// A set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// What the numbers of a measure are compared with.
public enum MeasureRole: Sendable {
  /// The height of a voice: it depends on the group of the person, and neither end is the better.
  case pitch
  /// A property of a voice, with a limit or without.
  case voice
  /// How well the recording serves: among the minimums that a recording must meet.
  case recording
}

/// How numbers differ between people.
public struct PopulationSpread: Sendable {
  /// The scale on which they are averaged and spread.
  public let scale: PopulationScale

  /// Whether people may be one sample who held different vowels.
  public let vowels: VowelPooling

  /// Where a typical limit made of a sample stands; nil for measures that get none.
  public let typical: TypicalLimit?
}

/// The scale on which values of different people are averaged and spread.
public enum PopulationScale: String, CaseIterable, Sendable {
  /// The natural logarithm: of cycle measures and F0, which vary by ratios.
  case logarithmic = "log"
  /// As they are: decibels, shares and all others.
  case linear
}

/// Whether people may be one sample who held different vowels.
///
/// An engineering choice made on speakers who held both [a] and [i]: jitter and CPPS move by less
/// than half the standard deviation between people, shimmer and HNR by more, and the shape of the
/// spectrum is the vowel itself. How much of a recording is voiced has nothing to do with either.
public enum VowelPooling: Sendable {
  case pooled
  case apart
}

/// Where a typical limit stands that is made of a sample of people.
///
/// Steadiness of F0 and subharmonics have one although no study gives any. Four measures that
/// studies give limits for get none. F0: vowel means of different studies differ
/// as much as the effects of interest. Absolute jitter: it falls as F0 rises, and as a share of the
/// period it is jitter (local). Unvoiced fraction and voice breaks: their limit is 0.
public struct TypicalLimit: Sendable, Equatable {
  /// An end of a distribution.
  public enum End: Sendable {
    case lower
    case upper
  }

  /// The end that the limit stands at.
  public let end: End

  /// Whether one limit holds for everybody; in Praat's measures of cycles and noise no difference
  /// between women and men was found (Hippargekar 2021), in CPPS there is one.
  public let isSexNeutral: Bool

  /// At the upper end, for everybody.
  static let upper = TypicalLimit(end: .upper, isSexNeutral: true)

  /// At the lower end, for everybody.
  static let lower = TypicalLimit(end: .lower, isSexNeutral: true)

  /// At the lower end, for each group.
  static let lowerBySex = TypicalLimit(end: .lower, isSexNeutral: false)
}

/// How a measure is followed over the sessions of a person.
public struct FollowedMeasure: Sendable, Equatable {
  /// What it tells with others; nil for a measure that stands alone.
  public let family: MeasureFamily?

  /// Whether it speaks for its family. Declared before anything was compared.
  public let isPrimary: Bool

  /// For no family.
  static let alone = FollowedMeasure(family: nil, isPrimary: false)

  /// One that speaks for its family.
  static func primary(of family: MeasureFamily) -> FollowedMeasure {
    FollowedMeasure(family: family, isPrimary: true)
  }

  /// One that tells what the primary tells.
  static func member(of family: MeasureFamily) -> FollowedMeasure {
    FollowedMeasure(family: family, isPrimary: false)
  }
}
