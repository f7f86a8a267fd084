// Who a recording is of, as far as that person wished to say. Every field but the identifier may be
// missing: what is not known is not guessed.

/// An age in whole years, 13 … 120.
public struct Age: Sendable, Hashable, Comparable {
  /// The ages that the service is made for.
  public static let allowed = 13...120

  /// Completed years.
  public let years: Int

  /// An age within `allowed`; nil for any other number.
  public init?(years: Int) {
    guard Self.allowed.contains(years) else { return nil }
    self.years = years
  }

  /// Whether the first age is the younger one.
  public static func < (first: Age, second: Age) -> Bool { first.years < second.years }
}

/// The gender a person says they have.
public enum GenderIdentity: String, CaseIterable, Sendable {
  case woman
  case man
  case nonbinary
  case other
  case preferNotToSay = "prefer_not_to_say"
}

/// The sex that was recorded when a person was born.
public enum SexAssignedAtBirth: String, CaseIterable, Sendable {
  case female
  case male
  case intersex
  case preferNotToSay = "prefer_not_to_say"
}

/// What a person asked to have their pitch compared with.
public enum VoiceReference: String, CaseIterable, Sendable {
  case feminine
  case masculine
  case combined
  /// No comparison.
  case none
}

/// What a person told about themselves.
public struct UserProfile: Sendable, Equatable {
  /// What a list of conditions says when the person said that there is none to name.
  public static let noConditions = ["None"]

  /// The person's identifier in the calling program.
  public var userID: String

  /// The age; nil when it was not told.
  public var age: Age?

  /// The gender identity; nil when it was not asked for.
  public var genderIdentity: GenderIdentity?

  /// The sex assigned at birth; nil when it was not asked for.
  public var sexAssignedAtBirth: SexAssignedAtBirth?

  /// What the person wants their pitch compared with; nil when they were not asked.
  public var voiceReference: VoiceReference?

  /// Conditions of the voice, in the person's words, or `noConditions` from somebody who said that
  /// there are none; never empty, nil when not told.
  public var voiceConditions: [String]?

  /// Diagnosed conditions, in the person's words, or `noConditions` from somebody who said that there
  /// are none; never empty, nil when not told.
  public var diagnosedConditions: [String]?

  /// Suspected conditions, in the person's words; nil when not told.
  public var suspectedConditions: [String]?

  /// The model of the recording device, such as `iPhone15,2`.
  public var deviceModel: String?

  /// The version of its operating system.
  public var osVersion: String?

  /// When the profile was made, ISO 8601.
  public var createdAt: String?

  /// Members that no field stands for, as they were found.
  public var unknownMembers: [JSONValue.Member] = []

  /// A profile that says nothing beyond the identifier.
  public init(userID: String) { self.userID = userID }
}
