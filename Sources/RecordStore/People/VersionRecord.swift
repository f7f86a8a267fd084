// Versions of the profile and of the baseline of a person. The highest number is current.

package import VoiceTypes

package protocol VersionKind: Sendable {
  /// The name in the database and in the record.
  static var name: String { get }

  static var folder: String { get }

  static var schema: RecordSchema { get }
  static var shape: Shape<VersionRecord<Self>> { get }

  /// The identifier of the person in a content.
  static func userID(in content: JSONValue) -> JSONValue?

  /// Checks the fields of the content.
  static func check(_ record: VersionRecord<Self>) throws(StoreError)
}

extension VersionKind {
  fileprivate static func recordShape() -> Shape<VersionRecord<Self>> {
    Shape<VersionRecord<Self>> {
      Derived(schema: "sagevoice/\(schema.rawValue)/1")
      Field("user", \.user, .user)
      Field("number", \.number, .count)
      Field("kept_at", \.savedAt, .time)
      Field("reason", \.reason, .anyText)
      Field("parent", \.parent, .orNull(.shaped))
      Field(name, \.content, .anything)
    } make: { user, number, savedAt, reason, parent, content in
      var record = VersionRecord<Self>(content, of: user, number: number, saved: (savedAt, reason))
      record.parentSHA256 = parent?.sha256
      return record
    }
  }
}

/// Profiles, as in `sagevoice schema person`.
package enum ProfileKind: VersionKind {
  package static let name = "person"
  package static let folder = "people"
  package static let schema = RecordSchema.person
  package static let shape = recordShape()

  package static func userID(in content: JSONValue) -> JSONValue? {
    content[ProfileField.userID.rawValue]
  }

  package static func check(_ record: ProfileRecord) throws(StoreError) { _ = try record.decoded() }
}

package enum BaselineKind: VersionKind {
  package static let name = "baseline"
  package static let folder = "baselines"
  package static let schema = RecordSchema.baseline
  package static let shape = recordShape()

  package static func userID(in content: JSONValue) -> JSONValue? { content["person"]?["user_id"] }

  package static func check(_ record: BaselineRecord) {}
}

package typealias ProfileRecord = VersionRecord<ProfileKind>
package typealias BaselineRecord = VersionRecord<BaselineKind>

package struct VersionRecord<Kind: VersionKind>: Sendable, Equatable {
  package var user: UserHash

  /// The version, from 1.
  package var number: Int

  package var savedAt: StoreTime
  package var reason: String

  /// SHA-256 of the content before this one. Nil for the first.
  package var parentSHA256: String?

  package var content: JSONValue

  package init(
    _ content: JSONValue, of user: UserHash, number: Int, saved: (at: StoreTime, why: String)
  ) {
    (self.user, self.number, self.content) = (user, number, content)
    (savedAt, reason) = saved
  }

  /// Decodes a file of this or an earlier version.
  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Kind.shape.read(bytes, file: file, by: Kind.schema)
  }

  /// SHA-256 of the encoded content. Comparisons refer to that of a baseline.
  package var sha256: String { StoreSecrets.sha256(of: content.fileBytes) }

  /// The place in findings and in the folder of a plain store.
  var name: String { "\(Kind.folder)/\(user.text)/\(number).json" }

  var json: JSONValue { Kind.shape.json(of: self) }

  /// The identifier in the content. Nil without one.
  package var userID: String? {
    guard case .string(let text)? = Kind.userID(in: content) else { return nil }
    return text
  }

  var mark: VersionMark { VersionMark(savedAt: savedAt, sha256: sha256) }

  /// Whether the version is the next one. Nil: the first one.
  func follows(_ former: Self?) -> Bool {
    number == (former?.number ?? 0) + 1 && parentSHA256 == former?.sha256
  }

  /// The version under another hash of the person.
  func filed(under user: UserHash) -> Self {
    var other = self
    other.user = user
    return other
  }

  fileprivate var parent: FormerVersion? {
    parentSHA256.map { FormerVersion(number: number - 1, sha256: $0) }
  }
}

extension VersionRecord: Shaped {
  package static var shape: Shape<VersionRecord> { Kind.shape }
}

extension ProfileRecord {
  package func decoded() throws(StoreError) -> Person {
    do {
      return try Person(json: content, mode: .firstFault)
    } catch {
      // Field names only, because many people may read the message.
      let fields = error.faults.map(\.field).joined(separator: ", ")
      throw .damaged(path: name, problem: "the fields of the person are invalid: \(fields)")
    }
  }
}

/// The reference to the version before.
private struct FormerVersion: Shaped {
  var number: Int
  var sha256: String

  static let shape = Shape<FormerVersion>({ FormerVersion(number: 0, sha256: $0) }) {
    Derived("number", \.number, .count, .notNeeded)
    Field("sha256", \.sha256, .hash)
  }
}

/// The identity of a version in all stores.
struct VersionMark: Hashable, Comparable {
  let savedAt: StoreTime
  let sha256: String

  var text: String { "\(savedAt.text) \(sha256)" }

  static func < (first: VersionMark, second: VersionMark) -> Bool {
    (first.savedAt, first.sha256) < (second.savedAt, second.sha256)
  }
}

/// A document of a person that is replaced. The raw values are file names and never reused.
package enum PersonDocument: String, CaseIterable, Sendable {
  case alerts
  /// The state of the onboarding.
  case journey
  /// The state of the baseline.
  case progress

  package var fileName: String { "\(rawValue).json" }

  init?(fileName: String) {
    guard let document = Self.allCases.first(where: { $0.fileName == fileName }) else { return nil }
    self = document
  }

  package func check(_ value: JSONValue) throws(StoreError) {
    guard self == .alerts else { return }
    do {
      _ = try AlertList(json: value)
    } catch {
      throw .unusable("alerts cannot be saved directly; raise and acknowledge them instead")
    }
  }
}
