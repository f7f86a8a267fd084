// What a line of the log says of a change of a person: which members changed, and hashes of what stood
// there and what does. Logs outlive people, so it is hashes in every store. An age has a hundred
// values, and whoever has the secret of a store could try them all: each hash is therefore of the
// member together with the fingerprint of the whole person, so that nothing is found out by trying one
// member.

internal import VoiceTypes

/// Members of a person that differ from those before.
struct PersonChange {
  /// Stands for a value that was not told.
  private static let nothing = "-"

  /// Stands for members that no field is for: what they are called is a person's word.
  private static let others = "other"

  private static let known =
    ProfileField.allCases.map(\.rawValue) + PersonField.allCases.map(\.rawValue)

  private let former: JSONValue?
  private let current: JSONValue

  /// The names, in the order of a person's members.
  let fields: [String]

  init(from former: JSONValue?, to current: JSONValue) {
    (self.former, self.current) = (former, current)
    let changed = Self.known.filter {
      Self.text(of: former?[$0]) != Self.text(of: current[$0])
    }
    let isOther = Self.text(of: Self.rest(of: former)) != Self.text(of: Self.rest(of: current))
    fields = changed + (isOther ? [Self.others] : [])
  }

  /// Says what changed in a line.
  func tell(_ entry: inout AuditEntry, _ secrets: StoreSecrets) {
    entry.field = fields.joined(separator: " ")
    entry.old = former.map { hashes(of: $0, secrets) }
    entry.new = hashes(of: current, secrets)
  }

  private func hashes(of person: JSONValue, _ secrets: StoreSecrets) -> String {
    let whole = KeptPerson.sha256(of: person)
    return fields.map { field in
      let value = field == Self.others ? Self.rest(of: person) : person[field]
      guard let text = Self.text(of: value) else { return Self.nothing }
      return secrets.keyedHash(of: "\(whole) \(field) \(text)", for: .auditValue)
    }.joined(separator: " ")
  }

  private static func text(of value: JSONValue?) -> String? {
    // As bytes: equality of texts ignores how accents are composed.
    value.map { Hex.text(of: $0.text(.compact).utf8) }
  }

  /// The members that no field is for; nil for none.
  private static func rest(of person: JSONValue?) -> JSONValue? {
    guard case .object(let members)? = person else { return nil }
    let rest = members.filter { !known.contains($0.key) }
    return rest.isEmpty ? nil : .object(rest)
  }
}
