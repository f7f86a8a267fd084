/// A member of a profile's JSON, in the order in which they are written.
public enum ProfileField: String, CaseIterable, Sendable {
  case userID = "user_id"
  case age
  case genderIdentity = "gender_identity"
  case sexAssignedAtBirth = "sex_assigned_at_birth"
  case voiceConditions = "voice_conditions"
  case diagnosedConditions = "diagnosed_conditions"
  case suspectedConditions = "suspected_conditions"
  case voiceReference = "voice_reference"
  case deviceModel = "device_model"
  case osVersion = "os_version"
  case createdAt = "created_at"

  /// Whether messages leave the value out: who the person is and which conditions they named
  /// has no place in a log.
  var isConfidential: Bool {
    switch self {
    case .userID, .voiceConditions, .diagnosedConditions, .suspectedConditions: true
    default: false
    }
  }

  /// What may stand there, in words.
  var allowed: String {
    switch self {
    case .userID: "a text that is not blank"
    case .age:
      "a whole number from \(Age.allowed.lowerBound) to \(Age.allowed.upperBound), in years"
    case .genderIdentity: Self.oneOf(GenderIdentity.self)
    case .sexAssignedAtBirth: Self.oneOf(SexAssignedAtBirth.self)
    case .voiceConditions, .diagnosedConditions:
      "a list, not empty, of texts that are not blank; [\"None\"] where there is nothing to name"
    case .suspectedConditions: "a list of texts that are not blank"
    case .voiceReference: Self.oneOf(VoiceReference.self)
    case .deviceModel, .osVersion: "a text that is not blank, or nothing"
    case .createdAt: Timestamp.description
    }
  }

  private static func oneOf<T: CaseIterable & RawRepresentable<String>>(_ type: T.Type) -> String {
    T.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
