// Somebody whose recordings are kept: what they told about themselves, who knows them by which other
// identifier, where and by whom they were taken in, and what they agreed to.

/// What another system knows a person by.
public struct PersonIdentifier: Sendable, Equatable {
  /// The system, such as a URI or the name of a register.
  public var system: String

  /// The identifier there.
  public var value: String

  /// States an identifier.
  public init(system: String, value: String) {
    self.system = system
    self.value = value
  }
}

/// A person.
public struct Person: Sendable, Equatable {
  /// What they told about themselves, and the members that no field stands for.
  public var profile: UserProfile

  /// What other systems know them by.
  public var identifiers: [PersonIdentifier] = []

  /// Where they were taken in; nil when not told.
  public var site: String?

  /// Who took them in; nil when not told.
  public var takenInBy: String?

  /// The version of the program that they told it to; nil when not told.
  public var appVersion: String?

  /// What they agreed to; nil for somebody who was not asked.
  public var consent: Consent?

  /// A person of whom no more is known than their profile.
  public init(_ profile: UserProfile) { self.profile = profile }
}

/// A member of a person's JSON that is not of the profile.
public enum PersonField: String, CaseIterable, Sendable {
  case identifiers
  case site
  case takenInBy = "operator"
  case appVersion = "app_version"
  case consent
}
