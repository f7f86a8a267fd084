// The versions of the profile of a person. The highest number is current.

package import VoiceTypes

/// A person in the store.
package struct KeptPerson: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/kept-person/1"

  /// Whose.
  package var user: UserHash

  /// From 1.
  package var number: Int

  /// When it was kept.
  package var keptAt: StoreTime

  /// Why it took the place of the one before.
  package var reason: String

  /// SHA-256 of the person before, as it was given; nil of the first.
  package var parentSHA256: String?

  /// The person, as `sagevoice schema person` describes one.
  package var person: JSONValue

  /// SHA-256 of the person as a file of its own would be written.
  package var sha256: String { Self.sha256(of: person) }

  var name: String { "people/\(user.text)/\(number).json" }

  var json: JSONValue { Self.shape.json(of: self) }

  package init(
    _ person: JSONValue, of user: UserHash, number: Int, kept: (at: StoreTime, why: String)
  ) {
    self.user = user
    self.number = number
    keptAt = kept.at
    reason = kept.why
    self.person = person
  }

  /// What was kept, member by member.
  package func told() throws(StoreError) -> Person {
    do {
      return try Person(json: person, mode: .firstFault)
    } catch {
      // Of the person only what field it is: a message may be read by many.
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

extension KeptPerson: Shaped {
  package static let shape = Shape<KeptPerson> {
    Derived(schema: schema)
    Field("user", \.user, .user)
    Field("number", \.number, .count)
    Field("kept_at", \.keptAt, .time)
    Field("reason", \.reason, .anyText)
    Field("parent", \.parent, .orNull(.shaped))
    Field("person", \.person, .anything)
  } make: { user, number, keptAt, reason, parent, person in
    var kept = KeptPerson(person, of: user, number: number, kept: (keptAt, reason))
    kept.parentSHA256 = parent?.sha256
    return kept
  }

  private var parent: FormerVersion? {
    parentSHA256.map { FormerVersion(number: number - 1, sha256: $0) }
  }
}

/// What a version says of the one before it.
struct FormerVersion: Shaped {
  var number: Int
  var sha256: String

  static let shape = Shape<FormerVersion>({ FormerVersion(number: 0, sha256: $0) }) {
    Derived("number", \.number, .count, .notNeeded)
    Field("sha256", \.sha256, .hash)
  }
}
