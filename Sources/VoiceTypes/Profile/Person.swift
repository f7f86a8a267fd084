/// Identifier of a person in another system.
public struct PersonIdentifier: Sendable, Equatable {
  /// System, such as a URI or the name of a register.
  public var system: String

  /// Identifier in that system.
  public var value: String

  /// Creates an identifier.
  public init(system: String, value: String) {
    self.system = system
    self.value = value
  }
}

/// Person whose recordings are stored: profile, identifiers, origin and consent.
public struct Person: Sendable, Equatable {
  /// Self-reported data and unknown members.
  public var profile: UserProfile

  /// Identifiers in other systems.
  public var identifiers: [PersonIdentifier] = []

  /// Site of the registration; nil if not reported.
  public var site: String?

  /// Operator of the registration; nil if not reported.
  public var registeredBy: String?

  /// Version of the app that collected the data; nil if not reported.
  public var appVersion: String?

  /// Consent; nil if not requested.
  public var consent: Consent?

  /// Creates a person from a profile.
  public init(_ profile: UserProfile) { self.profile = profile }
}

/// Member of a person's JSON outside the profile.
public enum PersonField: String, CaseIterable, Sendable {
  case identifiers
  case site
  case registeredBy = "operator"
  case appVersion = "app_version"
  case consent
}

extension Person {
  /// Merges newly reported data into this person. Fields that `now` lacks keep their values.
  public func merging(_ now: Person) -> Person {
    var person = Person(profile.merging(now.profile))
    person.identifiers =
      identifiers.filter { former in
        !now.identifiers.contains { $0.system == former.system }
      } + now.identifiers
    person.site = now.site ?? site
    person.registeredBy = now.registeredBy ?? registeredBy
    person.appVersion = now.appVersion ?? appVersion
    person.consent = now.consent ?? consent
    return person
  }
}

extension UserProfile {
  /// Merges newly reported data into this profile.
  fileprivate func merging(_ now: UserProfile) -> UserProfile {
    var profile = UserProfile(userID: now.userID)
    profile.age = now.age ?? age
    profile.genderIdentity = now.genderIdentity ?? genderIdentity
    profile.sexAssignedAtBirth = now.sexAssignedAtBirth ?? sexAssignedAtBirth
    profile.voiceReference = now.voiceReference ?? voiceReference
    profile.voiceConditions = now.voiceConditions ?? voiceConditions
    profile.diagnosedConditions = now.diagnosedConditions ?? diagnosedConditions
    profile.suspectedConditions = now.suspectedConditions ?? suspectedConditions
    profile.deviceModel = now.deviceModel ?? deviceModel
    profile.osVersion = now.osVersion ?? osVersion
    profile.createdAt = now.createdAt ?? createdAt
    profile.unknownMembers = UnknownMembers.merged(unknownMembers, now.unknownMembers)
    return profile
  }
}
