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
  public var takenInBy: String?

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
  case takenInBy = "operator"
  case appVersion = "app_version"
  case consent
}
