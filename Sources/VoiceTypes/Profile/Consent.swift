// What a person agreed to: one signature under one version of a text, for the purposes that it names.
// What was not agreed to is not allowed; no purpose stands for another.

/// What data of a person may be used for.
public enum ConsentPurpose: String, CaseIterable, Sendable {
  /// Recordings are measured.
  case analysis
  /// Results are kept.
  case storage
  /// Results may be part of studies.
  case research
  /// Results may be handed on to others.
  case sharing
}

/// The signature of somebody who answers for a person of 13 to 17 years.
public struct GuardianConsent: Sendable, Equatable {
  /// Whether they signed.
  public var isSigned: Bool

  /// When they signed or declined, ISO 8601; nil when that was not told, never for a signature.
  public var at: String?

  /// States what a guardian did.
  public init(isSigned: Bool, at: String?) {
    self.isSigned = isSigned
    self.at = at
  }
}

/// What a person agreed to.
public struct Consent: Sendable, Equatable {
  /// The ages at which a guardian has to sign too, in completed years.
  public static let guardedAges = 13...17

  /// Whether the person signed; one who declined said so.
  public var isSigned: Bool

  /// When the person signed or declined, ISO 8601; nil when that was not told, never for a signature.
  public var at: String?

  /// The version of the text that was signed; never nil for a signature.
  public var version: String?

  /// What was agreed to; without effect where nobody signed.
  public var purposes: [ConsentPurpose]

  /// What a guardian did; nil when none was asked.
  public var guardian: GuardianConsent?

  /// States what a person did.
  public init(
    isSigned: Bool, at: String?, version: String?, purposes: [ConsentPurpose],
    guardian: GuardianConsent? = nil
  ) {
    self.isSigned = isSigned
    self.at = at
    self.version = version
    self.purposes = purposes
    self.guardian = guardian
  }

  /// Whether a person of an age agreed to a purpose, and a guardian with them where one has to. An
  /// age that was not told asks for no guardian: a person is not complete without it.
  public func allows(_ purpose: ConsentPurpose, at age: Age?) -> Bool {
    isSigned && purposes.contains(purpose) && !lacksGuardian(at: age)
  }

  /// Whether the person signed, and a guardian has to and did not.
  public func lacksGuardian(at age: Age?) -> Bool {
    guard isSigned, let age, Self.guardedAges.contains(age.years) else { return false }
    return guardian?.isSigned != true
  }
}
