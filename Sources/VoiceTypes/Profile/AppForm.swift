// Person format of the onboarding app: camel-case keys (`genderIdentity`) and choices as shown on
// screen ("Woman", "Prefer not to say").
// The keys as a whole determine the format. A misspelt key of the project's own format therefore
// stays an unknown key.

/// Person in the format of the onboarding app.
struct AppForm {
  /// Object in the project's own format.
  let own: JSONValue

  /// Written key of each own key.
  private let written: [String: String]

  /// Detects camel-case keys of members that the project writes with underscores.
  /// Returns nil for duplicate members, for any underscore key, and for objects without such keys.
  init?(of json: JSONValue) {
    let members = json.ownMembers
    guard !members.contains(where: { Self.long.contains($0.key) }) else { return nil }
    let pairs = members.compactMap { member in
      Self.ownKey(of: member.key).map { ($0, member.key) }
    }
    let written = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    guard !pairs.isEmpty, written.count == pairs.count else { return nil }
    self.written = written
    own = .object(
      members.map { member in
        let key = Self.ownKey(of: member.key) ?? member.key
        return .init(key, Self.choices[key].map { member.value.chosen(from: $0) } ?? member.value)
      })
  }

  /// Renames the fields of an error to the written keys.
  func naming(_ error: ProfileError) -> ProfileError {
    ProfileError(faults: error.faults.map(naming), warnings: error.warnings)
  }

  /// Renames the field of a fault to the written key, or to the camel-case key of a missing one.
  func naming(_ fault: ProfileFault) -> ProfileFault {
    let key = String(fault.field.prefix { $0 != "[" && $0 != "." })
    let name = written[key] ?? Self.camel(key)
    return ProfileFault(
      field: name + fault.field.dropFirst(key.count), code: fault.code, found: fault.found,
      allowed: fault.allowed)
  }

  /// Own keys of several words.
  private static let long = Person.keys.filter { $0.contains("_") }

  /// Own key of a camel-case key, for example of both `userId` and `userID`.
  private static func ownKey(of key: String) -> String? {
    guard key.contains(where: \.isUppercase) else { return nil }
    let plain = key.lowercased()
    return long.first { $0.filter { $0 != "_" } == plain }
  }

  private static func camel(_ key: String) -> String {
    let words = key.split(separator: "_")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Choices of each member that has some.
  fileprivate static let choices: [String: [String]] = [
    ProfileField.genderIdentity.rawValue: GenderIdentity.allCases.map(\.rawValue),
    ProfileField.sexAssignedAtBirth.rawValue: SexAssignedAtBirth.allCases.map(\.rawValue),
    ProfileField.voiceReference.rawValue: VoiceReference.allCases.map(\.rawValue),
  ]
}

extension JSONValue {
  /// Converts a choice to the project's spelling, such as `Woman` to `woman`. Returns any other
  /// value unchanged.
  package func chosen(for field: ProfileField) -> JSONValue {
    AppForm.choices[field.rawValue].map { chosen(from: $0) } ?? self
  }

  /// Word that equals the text regardless of case, spaces, underscores and hyphens; the value
  /// itself without a match.
  fileprivate func chosen(from words: [String]) -> JSONValue {
    guard case .string(let text) = self else { return self }
    let plain = text.lettersAlone
    return words.first { $0.lettersAlone == plain }.map { .string($0) } ?? self
  }
}

extension String {
  fileprivate var lettersAlone: String {
    lowercased().filter { ![" ", "_", "-"].contains($0) }
  }
}
