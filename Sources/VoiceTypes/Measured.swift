/// Reason for the absence of a number.
public enum ReasonCode: String, CaseIterable, Sendable {
  case notInTier = "not_in_tier"
  /// Reserved by the document contract.
  case notImplemented = "not_implemented"
  case noVoicing = "no_voicing"
  case tooFewPeriods = "too_few_periods"
  case tooShort = "too_short"
  case signalType = "signal_type"
  case clipped = "clipped"
  case lowSNR = "low_snr"
  case pitchRangeUnstable = "pitch_range_unstable"
  case bandwidthLimited = "bandwidth_limited"
  /// Reserved by the document contract.
  case noProfile = "no_profile"
  /// Reserved by the document contract.
  case noBaseline = "no_baseline"
  case numericOverflow = "numeric_overflow"
  case noTremor = "no_tremor"
  case notSteady = "not_steady"
  case notRequested = "not_requested"
  case lowFrequencyNoise = "low_frequency_noise"
  case secondSource = "second_source"
  case dropouts
  case notHeld = "not_held"
  case lossyCoding = "lossy_coding"
  case noiseSuppression = "noise_suppression"
  case octaveAmbiguous = "octave_ambiguous"
  case belowFloor = "below_floor"
  case aboveCeiling = "above_ceiling"
  case notAVowel = "not_a_vowel"
  case otherTask = "other_task"
  case notCalibrated = "not_calibrated"
  case cutOff = "cut_off"
  case soundMissing = "sound_missing"
}

/// Absence of a number: a code, a sentence and the counts.
public struct Unavailability: Error, Sendable, Equatable {
  /// Reason code.
  public let code: ReasonCode

  /// Sentence that states the requirement and the finding.
  public let message: String

  /// Required count or limit, where the reason has one.
  public let needed: Double?

  /// Actual count or value, where the reason has one.
  public let found: Double?

  /// Template and parameters of `message`; nil if the code determines it or an earlier version
  /// wrote it.
  public var sentence: Sentence?

  /// Creates a reason with its sentence and optional counts.
  public init(_ code: ReasonCode, _ message: String, needed: Double? = nil, found: Double? = nil) {
    self.code = code
    self.message = message
    self.needed = needed
    self.found = found
  }

  /// The tier of the request does not include this measure.
  public static let notInTier = Unavailability(ReasonText.notInTier)

  /// The recording is no vowel.
  public static let notAVowel = Unavailability(ReasonText.notAVowel)

  /// The measure belongs to another recording task.
  public static let otherTask = Unavailability(ReasonText.otherTask)

  /// The recording has no calibration.
  public static let notCalibrated = Unavailability(ReasonText.notCalibrated)

  /// The request names other measures only.
  public static let notRequested = Unavailability(ReasonText.notRequested)

  /// The measure is slow and requires an explicit request.
  public static let takenByName = Unavailability(ReasonText.takenByName)

  /// The analysed segment has no voiced frame.
  public static let noVoicing = Unavailability(ReasonText.noVoicing, needed: 1, found: 0)

  /// The count of `things` is below the minimum of the measure.
  public static func tooFewPeriods(
    needed: Int, found: Int, of things: String = "periods"
  ) -> Unavailability {
    Unavailability(
      ReasonText.tooFewPeriods,
      [.needed: "\(needed)", .things: things, .found: "\(found)"],
      needed: Double(needed), found: Double(found))
  }

  /// Squares of the samples overflow a double.
  public static let numericOverflow = Unavailability(ReasonText.numericOverflow)
}

/// Finite number, or the reason for its absence. There is no third state.
public enum Measured: Sendable, Equatable {
  /// Finite number in the unit of its measure.
  case value(Double)

  /// Reason for the absence of a number.
  case unavailable(Unavailability)

  /// Wraps a computed number. A non-finite number becomes `numericOverflow`.
  public init(_ number: Double) {
    self = number.isFinite ? .value(number) : .unavailable(.numericOverflow)
  }

  /// The number; nil if unavailable.
  public var number: Double? {
    if case .value(let number) = self { number } else { nil }
  }

  /// The reason; nil if there is a number.
  public var unavailability: Unavailability? {
    if case .unavailable(let reason) = self { reason } else { nil }
  }

  /// Converts the number to another unit.
  public func scaled(by factor: Double) -> Measured {
    switch self {
    case .value(let number): Measured(number * factor)
    case .unavailable: self
    }
  }
}
