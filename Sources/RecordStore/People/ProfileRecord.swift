// The versions of the profile of a person. The highest number is current.

package import VoiceTypes

/// A person in the store.
package struct ProfileRecord: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/kept-person/1"

  /// The person.
  package var user: UserHash

  /// The version, from 1.
  package var number: Int

  /// The time of saving.
  package var savedAt: StoreTime

  /// The reason for this version.
  package var reason: String

  /// SHA-256 of the profile before this one. Nil for the first.
  package var parentSHA256: String?

  /// The profile, as in `sagevoice schema person`.
  package var person: JSONValue

  /// SHA-256 of the encoded profile.
  package var sha256: String { Self.sha256(of: person) }

  var name: String { "people/\(user.text)/\(number).json" }

  var json: JSONValue { Self.shape.json(of: self) }

  package init(
    _ person: JSONValue, of user: UserHash, number: Int, kept: (at: StoreTime, why: String)
  ) {
    self.user = user
    self.number = number
    savedAt = kept.at
    reason = kept.why
    self.person = person
  }

  /// The decoded profile.
  package func decoded() throws(StoreError) -> Person {
    do {
      return try Person(json: person, mode: .firstFault)
    } catch {
      // Field names only, because many people may read the message.
      let fields = error.faults.map(\.field).joined(separator: ", ")
      throw .damaged(path: name, problem: "the fields of the person are invalid: \(fields)")
    }
  }

  static func sha256(of person: JSONValue) -> String {
    StoreSecrets.sha256(of: person.fileBytes)
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .person)
  }
}

extension ProfileRecord: Shaped {
  package static let shape = Shape<ProfileRecord> {
    Derived(schema: schema)
    Field("user", \.user, .user)
    Field("number", \.number, .count)
    Field("kept_at", \.savedAt, .time)
    Field("reason", \.reason, .anyText)
    Field("parent", \.parent, .orNull(.shaped))
    Field("person", \.person, .anything)
  } make: { user, number, savedAt, reason, parent, person in
    var kept = ProfileRecord(person, of: user, number: number, kept: (savedAt, reason))
    kept.parentSHA256 = parent?.sha256
    return kept
  }

  private var parent: FormerVersion? {
    parentSHA256.map { FormerVersion(number: number - 1, sha256: $0) }
  }
}

/// The reference to the version before.
struct FormerVersion: Shaped {
  var number: Int
  var sha256: String

  static let shape = Shape<FormerVersion>({ FormerVersion(number: 0, sha256: $0) }) {
    Derived("number", \.number, .count, .notNeeded)
    Field("sha256", \.sha256, .hash)
  }
}
