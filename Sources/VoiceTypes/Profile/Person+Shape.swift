// Missing and null members mean not reported. All other members are validated.

extension Person {
  /// Person as JSON: reported fields in order, then unknown members. Parsing returns the same
  /// person.
  public var json: JSONValue { Self.shape.json(of: self).adding(profile.unknownMembers) }

  /// JSON Schema of a person, draft 2020-12. It accepts all valid input, and days that do not
  /// exist.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:person:1",
      title: "sagevoice person, a profile with consent and origin",
      description:
        "A profile is a valid person. Unknown members are stored without effect, at most 32 with "
        + "8 KiB in all. null equals an absent member.")
  }

  /// Parses a person in the project's own format or in that of the onboarding app.
  public init(parsing bytes: [UInt8], mode: ValidationMode) throws(ProfileError) {
    self = try ProfileReader(mode).read(parsing: bytes) { json throws(ProfileError) in
      try Person(json: json, mode: mode)
    }
  }

  /// Warnings about unknown keys, which may be misspelt.
  public var warnings: [String] {
    ProfileReader.warnings(of: profile.unknownMembers, keys: Self.keys)
  }

  /// Parses a person. Unknown members are stored unchanged.
  public init(json: JSONValue, mode: ValidationMode) throws(ProfileError) {
    self = try ProfileReader(mode).read(json, by: Self.shape, keys: Self.keys)
    profile.unknownMembers = ProfileReader.unknown(in: json, keys: Self.keys)
  }

  /// Keys of a person's members.
  static let keys = ProfileField.allCases.map(\.rawValue) + PersonField.allCases.map(\.rawValue)

  static let shape = Shape<Person>(others: .allowed) {
    Field(\.profile, inline: UserProfile.shape)
    Field(
      PersonField.identifiers.rawValue, { $0.identifiers.isEmpty ? nil : $0.identifiers },
      ifTold: .list(of: .identifier).confidential)
    Field(PersonField.site.rawValue, \.site, ifTold: .notBlank)
    Field(PersonField.registeredBy.rawValue, \.registeredBy, ifTold: .notBlank.confidential)
    Field(PersonField.appVersion.rawValue, \.appVersion, ifTold: .notBlank)
    Field(PersonField.consent.rawValue, \.consent, ifTold: .consent)
  } make: { profile, identifiers, site, registeredBy, appVersion, consent in
    var person = Person(profile)
    person.identifiers = identifiers ?? []
    (person.site, person.registeredBy, person.appVersion) = (site, registeredBy, appVersion)
    person.consent = consent
    return person
  }
}

extension PersonIdentifier: Shaped {
  package static let shape = Shape<PersonIdentifier>(others: .refused) {
    Field("system", \.system, .notBlank)
    Field("value", \.value, .notBlank)
  } make: { system, value in
    PersonIdentifier(system: system, value: value)
  }
}

extension JSONCoder where Value == PersonIdentifier {
  /// Coder whose faults show the position and no value.
  fileprivate static var identifier: JSONCoder {
    shaped.atOnce(allowed: "an object with system and value, both non-blank texts")
  }
}
