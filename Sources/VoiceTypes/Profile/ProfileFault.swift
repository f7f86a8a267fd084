// What is wrong with a profile, so that whoever wrote it can put it right.

/// What is wrong with a field; the raw values are part of the contract.
public enum ProfileFaultCode: String, CaseIterable, Sendable {
  /// Nothing stands there.
  case missing
  /// What stands there may not.
  case invalid
  /// The whole is no JSON object, so that no field can be looked at.
  case unreadable
  /// The person is 13 to 17, and nobody who answers for them has signed.
  case guardianConsentMissing = "guardian_consent_missing"
}

/// One thing that is wrong with a profile.
public struct ProfileFault: Sendable, Equatable, CustomStringConvertible {
  /// The place: a key, a key with the number of an element from 0, or `profile` for all of it.
  public let field: String

  /// What is wrong there, for programs.
  public let code: ProfileFaultCode

  /// What stands there; only the kind of the value where it would tell who a person is or which
  /// conditions they named.
  public let found: String

  /// What may stand there.
  public let allowed: String

  /// States a fault.
  public init(
    field: String, code: ProfileFaultCode = .invalid, found: String, allowed: String
  ) {
    self.field = field
    self.code = code
    self.found = found
    self.allowed = allowed
  }

  /// Place, finding and what is allowed, in one line.
  public var description: String { "\(field): found \(found); allowed: \(allowed)" }
}

/// A profile that cannot be used.
public struct ProfileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Every fault that was looked for, in the order of the fields; at least one.
  public let faults: [ProfileFault]

  /// Warnings of unknown keys: a field that is missing may be there under a misspelt key.
  public let warnings: [String]

  /// States the faults.
  public init(faults: [ProfileFault], warnings: [String] = []) {
    self.faults = faults
    self.warnings = warnings
  }

  /// A line for each fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
