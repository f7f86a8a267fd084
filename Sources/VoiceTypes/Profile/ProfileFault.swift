/// Kind of fault in a field. The raw values are part of the contract.
public enum ProfileFaultCode: String, CaseIterable, Sendable {
  /// The field is missing.
  case missing
  /// The value is invalid.
  case invalid
  /// The input is not a JSON object.
  case unreadable
  /// The person is 13 to 17 years old, and no guardian has signed.
  case guardianConsentMissing = "guardian_consent_missing"
}

/// Fault of a profile, with the data to correct it.
public struct ProfileFault: Sendable, Equatable, CustomStringConvertible {
  /// Path: a key, a key with an element index from 0, or `profile` for the whole.
  public let field: String

  /// Kind of the fault, for programs.
  public let code: ProfileFaultCode

  /// Found value. Only its kind, if the value identifies a person or names a condition.
  public let found: String

  /// Accepted values.
  public let allowed: String

  /// Creates a fault.
  public init(
    field: String, code: ProfileFaultCode = .invalid, found: String, allowed: String
  ) {
    self.field = field
    self.code = code
    self.found = found
    self.allowed = allowed
  }

  /// Field, found value and accepted values in one line.
  public var description: String { "\(field): found \(found); allowed: \(allowed)" }
}

/// Invalid profile.
public struct ProfileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Faults in the order of the fields; at least one.
  public let faults: [ProfileFault]

  /// Warnings about unknown keys. A missing field may have a misspelt key.
  public let warnings: [String]

  /// Creates an error from its faults.
  public init(faults: [ProfileFault], warnings: [String] = []) {
    self.faults = faults
    self.warnings = warnings
  }

  /// One line per fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
