extension UserProfile {
  /// The profile as JSON: what was told, in the order of the fields, then the members that no
  /// field stands for. Reading it gives the same profile.
  public var json: JSONValue {
    .object(
      ProfileField.allCases.compactMap { field in
        value(of: field).map { JSONValue.Member(field.rawValue, $0) }
      } + unknownMembers)
  }

  private func value(of field: ProfileField) -> JSONValue? {
    switch field {
    case .userID: .string(userID)
    case .age: age.map { .int($0.years) }
    case .genderIdentity: genderIdentity.map { .string($0.rawValue) }
    case .sexAssignedAtBirth: sexAssignedAtBirth.map { .string($0.rawValue) }
    case .voiceConditions: voiceConditions.map(Self.list)
    case .diagnosedConditions: diagnosedConditions.map(Self.list)
    case .suspectedConditions: suspectedConditions.map(Self.list)
    case .voiceReference: voiceReference.map { .string($0.rawValue) }
    case .deviceModel: deviceModel.map { .string($0) }
    case .osVersion: osVersion.map { .string($0) }
    case .createdAt: createdAt.map { .string($0) }
    }
  }

  private static func list(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }
}
