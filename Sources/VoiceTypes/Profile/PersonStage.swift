// How much is known of a person, and what is missing.

/// How far a person's account of themselves has come.
public enum PersonStage: String, CaseIterable, Sendable {
  /// Recordings can be kept as theirs: identifier and device.
  case minimal
  /// They can be held against reference limits, and it is known what they agreed to. An answer that
  /// prefers not to say is one, and so are conditions of `["None"]`.
  case complete

  /// The members that are needed.
  public var keys: [String] {
    switch self {
    case .minimal: Self.keys([.userID, .deviceModel])
    case .complete:
      Self.keys([
        .userID, .age, .genderIdentity, .sexAssignedAtBirth, .voiceConditions,
        .diagnosedConditions, .deviceModel,
      ]) + [PersonField.consent.rawValue]
    }
  }

  private static func keys(_ fields: [ProfileField]) -> [String] { fields.map(\.rawValue) }
}

extension Person {
  /// The last stage that is reached; nil where the device is not known.
  public var stage: PersonStage? {
    PersonStage.allCases.last { missing(for: $0).isEmpty }
  }

  /// What is missing for a stage, in the order of its members.
  public func missing(for stage: PersonStage) -> [ProfileFault] {
    let guardian = consent?.lacksGuardian(at: profile.age) == true && stage == .complete
    return Self.missing(in: json, for: stage) + (guardian ? [.noGuardian] : [])
  }

  /// The members that an object lacks for a stage; null is the same as nothing.
  static func missing(in json: JSONValue, for stage: PersonStage) -> [ProfileFault] {
    stage.keys.filter { (json[$0] ?? .null) == .null }.map { key in
      ProfileFault(field: key, code: .missing, found: "nothing", allowed: allowed(key))
    }
  }

  /// What may stand in a member, in the words of its schema.
  private static func allowed(_ key: String) -> String {
    guard let schema = jsonSchema["properties"]?[key] else { return "a value" }
    let told = [schema] + schema.alternatives
    for case .string(let words)? in told.map({ $0["description"] }) { return words }
    let words = told.flatMap(\.choices)
    return words.isEmpty ? "a text that is not blank" : words.joined(separator: ", ")
  }
}

extension ProfileFault {
  fileprivate static let noGuardian = ProfileFault(
    field: "\(PersonField.consent.rawValue).guardian", code: .guardianConsentMissing,
    found: "nobody who answers for the person has signed",
    allowed: "signed (true) and at, of a guardian, from \(Consent.guardedAges.lowerBound) to "
      + "\(Consent.guardedAges.upperBound) years")
}

extension JSONValue {
  fileprivate var alternatives: [JSONValue] {
    if case .array(let schemas)? = self["oneOf"] { schemas } else { [] }
  }

  fileprivate var choices: [String] {
    guard case .array(let words)? = self["enum"] else { return [] }
    return words.compactMap { if case .string(let word) = $0 { word } else { nil } }
  }
}
