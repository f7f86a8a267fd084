/// Member of a profile's JSON. Cases are in writing order.
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
}
