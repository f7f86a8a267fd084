// The JSON Schema of a profile, built from the same tables as the reader.

/// The published schema of a profile.
public enum ProfileSchema {
  /// JSON Schema, draft 2020-12. It allows what the reader reads, and days that do not exist.
  public static var json: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:profile:1",
      "title": "sagevoice profile, what a person told about themselves",
      "description": "Other members are kept and have no effect. null is the same as nothing.",
      "type": "object",
      "properties": .object(
        ProfileField.allCases.map { .init($0.rawValue, described(rules(of: $0), by: $0)) }),
      "required": [.string(ProfileField.userID.rawValue)],
    ]
  }

  private static func rules(of field: ProfileField) -> [JSONValue.Member] {
    switch field {
    case .userID: [.init("type", "string"), notBlank]
    case .age:
      [
        .init("type", ["integer", "null"]), .init("minimum", .int(Age.allowed.lowerBound)),
        .init("maximum", .int(Age.allowed.upperBound)),
      ]
    case .genderIdentity: oneOf(GenderIdentity.self)
    case .sexAssignedAtBirth: oneOf(SexAssignedAtBirth.self)
    case .voiceConditions, .diagnosedConditions: texts + [.init("minItems", 1)]
    case .suspectedConditions: texts
    case .voiceReference: oneOf(VoiceReference.self)
    case .deviceModel, .osVersion: [.init("type", ["string", "null"]), notBlank]
    case .createdAt:
      [.init("type", ["string", "null"]), .init("pattern", .string(Timestamp.pattern))]
    }
  }

  private static let notBlank = JSONValue.Member("pattern", "\\S")

  private static var texts: [JSONValue.Member] {
    [
      .init("type", ["array", "null"]),
      .init("items", .object([.init("type", "string"), notBlank])),
    ]
  }

  private static func oneOf<T: CaseIterable & RawRepresentable<String>>(
    _ type: T.Type
  ) -> [JSONValue.Member] {
    [.init("enum", .array(Schema.words(of: type) + [.null]))]
  }

  private static func described(
    _ rules: [JSONValue.Member], by field: ProfileField
  ) -> JSONValue {
    .object([.init("description", .string(field.allowed))] + rules)
  }
}
