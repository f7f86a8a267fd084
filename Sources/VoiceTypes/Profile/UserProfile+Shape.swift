// Missing and null members mean not reported. Other members are validated without guessing,
// conversion or trimming.

extension UserProfile {
  /// Profile as JSON: reported fields in order, then unknown members. Parsing returns the same
  /// profile.
  public var json: JSONValue { Self.shape.json(of: self).adding(unknownMembers) }

  /// JSON Schema of a profile, draft 2020-12. It accepts all valid input, and days that do not
  /// exist.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:profile:1",
      title: "sagevoice profile, the self-reported data of a person",
      description:
        "Unknown members are stored without effect, at most 32 with 8 KiB in all. null equals an "
        + "absent member.")
  }

  static let shape = Shape<UserProfile>(others: .allowed) {
    Field(ProfileField.userID.rawValue, \.userID, .notBlank.confidential.saying(notBlank))
    Field(ProfileField.age.rawValue, \.age, ifTold: .age(described: nil).saying(ages))
    Field(ProfileField.genderIdentity.rawValue, \.genderIdentity, ifTold: .word)
    Field(ProfileField.sexAssignedAtBirth.rawValue, \.sexAssignedAtBirth, ifTold: .word)
    Field(ProfileField.voiceConditions.rawValue, \.voiceConditions, ifTold: .conditions)
    Field(ProfileField.diagnosedConditions.rawValue, \.diagnosedConditions, ifTold: .conditions)
    Field(
      ProfileField.suspectedConditions.rawValue, \.suspectedConditions,
      ifTold: .list(of: .notBlank).confidential.saying("a list of non-blank texts"))
    Field(ProfileField.voiceReference.rawValue, \.voiceReference, ifTold: .word)
    Field(ProfileField.deviceModel.rawValue, \.deviceModel, ifTold: .words)
    Field(ProfileField.osVersion.rawValue, \.osVersion, ifTold: .words)
    Field(ProfileField.createdAt.rawValue, \.createdAt, ifTold: .timestamp)
  } make: {
    userID, age, gender, sex, voice, diagnosed, suspected, reference, device, system, created in
    var profile = UserProfile(userID: userID)
    (profile.age, profile.genderIdentity, profile.sexAssignedAtBirth) = (age, gender, sex)
    (profile.voiceConditions, profile.diagnosedConditions) = (voice, diagnosed)
    (profile.suspectedConditions, profile.voiceReference) = (suspected, reference)
    (profile.deviceModel, profile.osVersion, profile.createdAt) = (device, system, created)
    return profile
  }

  private static let notBlank = "a non-blank text"
  private static let ages =
    "a whole number from \(Age.allowed.lowerBound) to \(Age.allowed.upperBound), in years"
}

extension JSONCoder where Value == String {
  fileprivate static var words: JSONCoder { .notBlank.saying("a non-blank text") }

  /// Coder of a date or a date and time.
  static var timestamp: JSONCoder {
    text(
      allowed: Timestamp.description,
      schema: ["type": "string", "pattern": .string(Timestamp.pattern)], Timestamp.isValid
    ).saying(Timestamp.description)
  }
}

extension JSONCoder where Value == [String] {
  fileprivate static var conditions: JSONCoder {
    .list(of: .notBlank, .notEmpty).confidential.saying(
      "a list of one or more non-blank texts, [\"None\"] for no condition")
  }
}

extension JSONCoder where Value: CaseIterable & RawRepresentable<String> & Sendable {
  fileprivate static var word: JSONCoder { .choice.saying(Value.words) }
}

extension UserProfile {
  /// Parses a profile in the project's own format or in that of the onboarding app.
  public init(parsing bytes: [UInt8], mode: ValidationMode) throws(ProfileError) {
    self = try ProfileReader(mode).read(parsing: bytes) { json throws(ProfileError) in
      try UserProfile(json: json, mode: mode)
    }
  }

  /// Parses a profile. Unknown members are stored unchanged.
  public init(json: JSONValue, mode: ValidationMode) throws(ProfileError) {
    self = try ProfileReader(mode).read(json, by: Self.shape, keys: Self.keys)
    unknownMembers = ProfileReader.unknown(in: json, keys: Self.keys)
  }

  /// Warnings about unknown keys, which may be misspelt. Keys of a person cause no warning.
  public var warnings: [String] {
    ProfileReader.warnings(
      of: unknownMembers.filter { PersonField(rawValue: $0.key) == nil }, keys: Self.keys)
  }

  private static let keys = ProfileField.allCases.map(\.rawValue)
}
