// Unknown members of a consent are faults: a misspelt key may state a refusal.

extension Consent: Shaped {
  /// Consent as JSON.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// Parses a consent. Throws all faults found.
  public init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    self = try Self.shape.read(json, as: "consent", mode: mode)
  }

  package static let shape = Shape<Consent>(others: .refused) {
    Field("signed", \.isSigned, .flag)
    Field("at", \.at, ifTold: .timestamp)
    Field("version", \.version, ifTold: .notBlank)
    Field("purposes", \.purposes, .list(of: .choice))
    Field("guardian", \.guardian, ifTold: .guardian)
  } make: { isSigned, at, version, purposes, guardian in
    Consent(
      isSigned: isSigned, at: at, version: version, purposes: purposes, guardian: guardian)
  }.checking { consent, reading in
    guard consent.isSigned else { return }
    if consent.at == nil { reading.noteUnsigned("at", Timestamp.description) }
    if consent.version == nil { reading.noteUnsigned("version", "a non-blank text") }
  }
}

extension GuardianConsent: Shaped {
  package static let shape = Shape<GuardianConsent>(others: .refused) {
    Field("signed", \.isSigned, .flag)
    Field("at", \.at, ifTold: .timestamp)
  } make: { isSigned, at in
    GuardianConsent(isSigned: isSigned, at: at)
  }.checking { guardian, reading in
    if guardian.isSigned, guardian.at == nil {
      reading.noteUnsigned("at", Timestamp.description)
    }
  }
}

extension ShapeReading {
  /// Records a missing member of a signature.
  fileprivate mutating func noteUnsigned(_ key: String, _ allowed: String) {
    note(key, found: "nothing", allowed: "\(allowed), required with a signature", kind: .missing)
  }
}

extension JSONCoder where Value == Consent {
  /// Coder of a consent; the schema includes the requirements of a signature.
  static var consent: JSONCoder {
    shaped.described(
      by: JSONValue.object([.init("description", .string(Consent.words))])
        .adding(Consent.shape.codec.describe().ofSignature("at", "version").ownMembers))
  }
}

extension Consent {
  /// Description of the accepted values for messages.
  static let words =
    "an object with signed, at, version and purposes (of \(ConsentPurpose.words)), and guardian "
    + "from \(guardedAges.lowerBound) to \(guardedAges.upperBound) years"
}

extension JSONCoder where Value == GuardianConsent {
  fileprivate static var guardian: JSONCoder {
    shaped.described(by: GuardianConsent.shape.codec.describe().ofSignature("at"))
  }
}

extension JSONValue {
  /// Adds to a schema that a signature requires these members with text values.
  fileprivate func ofSignature(_ keys: String...) -> JSONValue {
    let members = keys.map { Member($0, ["type": "string"]) }
    return adding([
      .init(
        "anyOf",
        [
          ["properties": ["signed": ["const": false]]],
          ["properties": .object(members), "required": .array(keys.map { .string($0) })],
        ])
    ])
  }
}
