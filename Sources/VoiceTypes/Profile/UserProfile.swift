// Self-reported data of a speaker. Every field except the identifier is optional.

/// Age in completed years, 13 … 120.
public struct Age: Sendable, Hashable, Comparable {
  /// Accepted ages.
  public static let allowed = 13...120

  /// Completed years.
  public let years: Int

  /// Creates an age within `allowed`. Returns nil for other numbers.
  public init?(years: Int) {
    guard Self.allowed.contains(years) else { return nil }
    self.years = years
  }

  /// Whether the first age is lower.
  public static func < (first: Age, second: Age) -> Bool { first.years < second.years }
}

/// Self-reported gender.
public enum GenderIdentity: String, CaseIterable, Sendable {
  case woman
  case man
  case nonbinary
  case other
  case preferNotToSay = "prefer_not_to_say"
}

/// Sex recorded at birth.
public enum SexAssignedAtBirth: String, CaseIterable, Sendable {
  case female
  case male
  case intersex
  case preferNotToSay = "prefer_not_to_say"
}

/// Reference group for pitch, chosen by the person.
public enum VoiceReference: String, CaseIterable, Sendable {
  case feminine
  case masculine
  case combined
  /// No comparison.
  case none
}

/// Self-reported data of a person.
public struct UserProfile: Sendable, Equatable {
  /// Value of a list of conditions if the person reports none.
  public static let noConditions = ["None"]

  /// Identifier of the person in the calling program.
  public var userID: String

  /// Age; nil if not reported.
  public var age: Age?

  /// Gender identity; nil if not requested.
  public var genderIdentity: GenderIdentity?

  /// Sex assigned at birth; nil if not requested.
  public var sexAssignedAtBirth: SexAssignedAtBirth?

  /// Reference group for pitch; nil if not requested.
  public var voiceReference: VoiceReference?

  /// Voice conditions in the person's words, or `noConditions`. Never empty; nil if not reported.
  public var voiceConditions: [String]?

  /// Diagnosed conditions in the person's words, or `noConditions`. Never empty; nil if not
  /// reported.
  public var diagnosedConditions: [String]?

  /// Suspected conditions in the person's words; nil if not reported.
  public var suspectedConditions: [String]?

  /// Model of the recording device, such as `iPhone15,2`.
  public var deviceModel: String?

  /// Operating system version of the device.
  public var osVersion: String?

  /// Creation time of the profile, ISO 8601.
  public var createdAt: String?

  /// Members without a field, unchanged.
  public var unknownMembers: [JSONValue.Member] = []

  /// Creates a profile with the identifier only.
  public init(userID: String) { self.userID = userID }
}
