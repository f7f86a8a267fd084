// A measure is a number or the reason why there is none; there is no third state.

/// Why a measure has no number.
public enum ReasonCode: String, CaseIterable, Sendable {
  case notInTier = "not_in_tier"
  /// Reserved by the contract.
  case notImplemented = "not_implemented"
  case noVoicing = "no_voicing"
  case tooFewPeriods = "too_few_periods"
  case tooShort = "too_short"
  case signalType = "signal_type"
  case clipped = "clipped"
  case lowSNR = "low_snr"
  case pitchRangeUnstable = "pitch_range_unstable"
  case bandwidthLimited = "bandwidth_limited"
  /// Reserved by the contract.
  case noProfile = "no_profile"
  /// Reserved by the contract.
  case noBaseline = "no_baseline"
  case numericOverflow = "numeric_overflow"
  case noTremor = "no_tremor"
  case notSteady = "not_steady"
  case notRequested = "not_requested"
  case lowFrequencyNoise = "low_frequency_noise"
  case dropouts
  case notHeld = "not_held"
  case octaveAmbiguous = "octave_ambiguous"
  case belowFloor = "below_floor"
  case notAVowel = "not_a_vowel"
  case soundMissing = "sound_missing"
}

/// The absence of a number: a code for programs, a sentence for people, and the counts behind it.
public struct Unavailability: Error, Sendable, Equatable {
  /// The reason, from a closed list.
  public let code: ReasonCode

  /// One sentence that names what was needed and what was found.
  public let message: String

  /// How much was needed, where the reason is a count or a limit.
  public let needed: Double?

  /// How much there was, where the reason is a count or a limit.
  public let found: Double?

  /// What the sentence is made of; nil where its code says all of it, or an earlier version wrote it.
  public var sentence: Sentence?

  /// States a reason with its sentence and, where they apply, its counts.
  public init(_ code: ReasonCode, _ message: String, needed: Double? = nil, found: Double? = nil) {
    self.code = code
    self.message = message
    self.needed = needed
    self.found = found
  }

  /// The tier that was asked for does not carry this measure.
  public static let notInTier = Unavailability(ReasonText.notInTier)

  /// It is a text read aloud.
  public static let notAVowel = Unavailability(ReasonText.notAVowel)

  /// The caller asked for other measures only.
  public static let notRequested = Unavailability(ReasonText.notRequested)

  /// The measure takes long, and nobody asked for it.
  public static let takenByName = Unavailability(ReasonText.takenByName)

  /// No frame of the analysed stretch has a pitch.
  public static let noVoicing = Unavailability(ReasonText.noVoicing, needed: 1, found: 0)

  /// A count of `things` that is smaller than the definition of the measure needs.
  public static func tooFewPeriods(
    needed: Int, found: Int, of things: String = "periods"
  ) -> Unavailability {
    Unavailability(
      ReasonText.tooFewPeriods,
      [.needed: "\(needed)", .things: things, .found: "\(found)"],
      needed: Double(needed), found: Double(found))
  }

  /// The samples are so large that squares of them leave the range of a double.
  public static let numericOverflow = Unavailability(ReasonText.numericOverflow)
}

/// A finite number, or the reason why there is none.
public enum Measured: Sendable, Equatable {
  /// A finite number in the unit of its measure.
  case value(Double)

  /// No number, with its reason.
  case unavailable(Unavailability)

  /// Wraps a computed number; a result that is not finite becomes `numericOverflow`.
  public init(_ number: Double) {
    self = number.isFinite ? .value(number) : .unavailable(.numericOverflow)
  }

  /// The number, if there is one.
  public var number: Double? {
    if case .value(let number) = self { number } else { nil }
  }

  /// The reason, if there is no number.
  public var unavailability: Unavailability? {
    if case .unavailable(let reason) = self { reason } else { nil }
  }

  /// The same measure in another unit.
  public func scaled(by factor: Double) -> Measured {
    switch self {
    case .value(let number): Measured(number * factor)
    case .unavailable: self
    }
  }
}
