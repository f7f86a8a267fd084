// The form in which the onboarding app writes a person: the same members, with keys in camel case
// (`genderIdentity`) and choices as its screens show them ("Woman", "Prefer not to say"). It is told
// by its keys as a whole, never member by member, so that a misspelt key of the project's own form
// stays one.

/// A person in the app's form.
struct AppForm {
  /// The same in the project's own form.
  let own: JSONValue

  /// The key that was written for each own one.
  private let written: [String: String]

  /// The form of an object that has keys in camel case for members that the project writes with
  /// underscores, each member once, and none of the latter; nil for any other.
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

  /// The same error in the keys that were written.
  func naming(_ error: ProfileError) -> ProfileError {
    ProfileError(faults: error.faults.map(naming), warnings: error.warnings)
  }

  /// The same fault in the key that was written, or would have been.
  func naming(_ fault: ProfileFault) -> ProfileFault {
    let key = String(fault.field.prefix { $0 != "[" && $0 != "." })
    let name = written[key] ?? Self.camel(key)
    return ProfileFault(
      field: name + fault.field.dropFirst(key.count), code: fault.code, found: fault.found,
      allowed: fault.allowed)
  }

  /// Own keys of several words.
  private static let long = Person.keys.filter { $0.contains("_") }

  /// The own key that a key in camel case is written for: `userId` and `userID` are.
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

  /// The words of the members that are choices.
  fileprivate static let choices: [String: [String]] = [
    ProfileField.genderIdentity.rawValue: GenderIdentity.allCases.map(\.rawValue),
    ProfileField.sexAssignedAtBirth.rawValue: SexAssignedAtBirth.allCases.map(\.rawValue),
    ProfileField.voiceReference.rawValue: VoiceReference.allCases.map(\.rawValue),
  ]
}

extension JSONValue {
  /// A choice of a field of a profile in the project's own spelling, such as `woman` for `Woman`; any other value as it
  /// is.
  package func chosen(for field: ProfileField) -> JSONValue {
    AppForm.choices[field.rawValue].map { chosen(from: $0) } ?? self
  }

  /// The word that a text is, whatever its case and what stands between its parts; the value itself
  /// where it is none.
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
