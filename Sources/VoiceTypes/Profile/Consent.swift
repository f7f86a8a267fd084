// Consent: one signature under one version of a text, for the listed purposes. No purpose implies
// another.

/// Permitted use of a person's data.
public enum ConsentPurpose: String, CaseIterable, Sendable {
  /// Analysis of recordings.
  case analysis
  /// Storage of results.
  case storage
  /// Use of results in studies.
  case research
  /// Disclosure of results to third parties.
  case sharing
}

/// Consent of a guardian for a person of 13 to 17 years.
public struct GuardianConsent: Sendable, Equatable {
  /// Whether the guardian signed.
  public var isSigned: Bool

  /// Time of the signature or refusal, ISO 8601. Nil means not reported; a signature has a time.
  public var at: String?

  /// Creates the consent of a guardian.
  public init(isSigned: Bool, at: String?) {
    self.isSigned = isSigned
    self.at = at
  }
}

/// Consent of a person.
public struct Consent: Sendable, Equatable {
  /// Ages that require a guardian's signature, in completed years.
  public static let guardedAges = 13...17

  /// Whether the person signed. False means that the person declined.
  public var isSigned: Bool

  /// Time of the signature or refusal, ISO 8601. Nil means not reported; a signature has a time.
  public var at: String?

  /// Version of the signed text; a signature has one.
  public var version: String?

  /// Permitted purposes; without effect if not signed.
  public var purposes: [ConsentPurpose]

  /// Consent of a guardian; nil if not requested.
  public var guardian: GuardianConsent?

  /// Creates the consent of a person.
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

  /// Whether the person, and a guardian where required, consented to a purpose.
  /// An unknown age requires no guardian, because such a person is not complete.
  public func allows(_ purpose: ConsentPurpose, at age: Age?) -> Bool {
    isSigned && purposes.contains(purpose) && !lacksGuardian(at: age)
  }

  /// Whether the person signed without the required signature of a guardian.
  public func lacksGuardian(at age: Age?) -> Bool {
    guard isSigned, let age, Self.guardedAges.contains(age.years) else { return false }
    return guardian?.isSigned != true
  }
}

extension Consent {
  /// Whether this consent withdraws an earlier consent to storage.
  ///
  /// A withdrawal declines, or signs without the storage purpose, at a stated time (`at`) that is
  /// not before the time of `former`. An unfilled form without a time withdraws nothing, and
  /// neither does a missing guardian signature. Withdrawal deletes data permanently.
  /// - Parameter former: Effective consent so far; nil for none.
  public func withdrawsStorageConsent(after former: Consent?) -> Bool {
    guard !isSigned || !purposes.contains(.storage), let time = at.flatMap(RecordedTime.init)
    else { return false }
    guard let known = former?.at.flatMap(RecordedTime.init) else { return true }
    return time.seconds >= known.seconds
  }
}
