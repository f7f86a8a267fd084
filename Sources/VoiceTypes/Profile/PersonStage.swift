/// Completeness of a person's data.
public enum PersonStage: String, CaseIterable, Sendable {
  /// Identifier and device: the store accepts recordings of the person.
  case minimal
  /// All data for the comparison with reference limits, and the consent.
  /// The answers "prefer not to say" and `["None"]` count as data.
  case complete

  /// Required members.
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
  /// Highest stage of the person; nil without a device.
  public var stage: PersonStage? {
    PersonStage.allCases.last { missing(for: $0).isEmpty }
  }

  /// Missing members of a stage in order.
  public func missing(for stage: PersonStage) -> [ProfileFault] {
    let guardian = consent?.lacksGuardian(at: profile.age) == true && stage == .complete
    return Self.missing(in: json, for: stage) + (guardian ? [.noGuardian] : [])
  }

  /// Missing members of a stage in a JSON object. Null counts as missing.
  static func missing(in json: JSONValue, for stage: PersonStage) -> [ProfileFault] {
    stage.keys.filter { (json[$0] ?? .null) == .null }.map { key in
      ProfileFault(field: key, code: .missing, found: "nothing", allowed: allowed(key))
    }
  }

  /// Accepted values of a member, from the description in its schema.
  private static func allowed(_ key: String) -> String {
    guard let schema = jsonSchema["properties"]?[key] else { return "a value" }
    let alternatives = [schema] + schema.alternatives
    for case .string(let words)? in alternatives.map({ $0["description"] }) { return words }
    let words = alternatives.flatMap(\.choices)
    return words.isEmpty ? "a non-blank text" : words.joined(separator: ", ")
  }
}

extension ProfileFault {
  fileprivate static let noGuardian = ProfileFault(
    field: "\(PersonField.consent.rawValue).guardian", code: .guardianConsentMissing,
    found: "no signature of a guardian",
    allowed:
      "guardian with signed (true) and at, for ages from \(Consent.guardedAges.lowerBound) to "
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
