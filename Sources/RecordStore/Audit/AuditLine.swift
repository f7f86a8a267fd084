// One line of an audit log: who did what, when, and which documents are valid from then on. A line
// holds the hash of the line before it, so that none can be changed or taken out unnoticed.

internal import VoiceTypes

/// A document that a line concerns.
package struct AuditedDocument: Sendable, Equatable {
  /// Its path from the folder of the log.
  package var name: String

  /// SHA-256 of its bytes as they are stored; nil when it was removed.
  package var sha256: String?
}

/// The head of a session's log, as the log of the store holds it.
package struct AuditAnchor: Sendable, Equatable {
  /// Whose log.
  package var session: SessionID

  /// The number of its last line.
  package var sequence: Int

  /// The hash of that line.
  package var hash: String
}

/// What happened, before it has a place in a log.
package struct AuditEntry: Sendable, Equatable {
  /// When.
  package var time: StoreTime

  /// Which program or person.
  package var actor: String

  /// What was done, in one word.
  package var action: String

  /// What was changed; nil when only documents were.
  package var field: String?

  /// What stood there; hashed in an encrypted store.
  package var old: String?

  /// What stands there now; hashed in an encrypted store.
  package var new: String?

  /// The documents that are valid from now on, or gone.
  package var documents: [AuditedDocument] = []

  /// The head of a session's log, in the log of the store.
  package var anchor: AuditAnchor?

  init(time: StoreTime, actor: String, action: String) {
    self.time = time
    self.actor = actor
    self.action = action
  }
}

/// An entry in its place.
package struct AuditLine: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/audit/1"

  /// Its number in the log, from 1.
  package var sequence: Int

  /// What happened.
  package var entry: AuditEntry

  /// The hash of the line before, or the seed of the log.
  package var previous: String

  /// The hash of this line without this member.
  package var hash: String

  /// An entry behind `head`.
  init(_ entry: AuditEntry, behind head: AuditHead, _ secrets: StoreSecrets) {
    sequence = head.sequence + 1
    self.entry = entry
    previous = head.hash
    hash = ""
    hash = secrets.chainHash(of: hashedText)
  }

  /// Where the log ends with this line, whose end is so many bytes from the start.
  func head(length: Int) -> AuditHead {
    AuditHead(sequence: sequence, hash: hash, length: length)
  }

  /// The line with its end.
  var bytes: [UInt8] {
    let members = members + [.init("hash", .string(hash))]
    return JSONValue.object(members).lineBytes
  }

  /// What the hash is of: the line without it.
  var hashedText: String { JSONValue.object(members).text(.compact) }

  private var members: [JSONValue.Member] {
    [
      .init("schema", .string(Self.schema)), .init("ts", .string(entry.time.text)),
      .init("seq", .int(sequence)), .init("actor", .string(entry.actor)),
      .init("action", .string(entry.action)), .init("field", .optional(entry.field)),
      .init("old", .optional(entry.old)), .init("new", .optional(entry.new)),
      .init(
        "documents",
        .object(entry.documents.map { JSONValue.Member($0.name, .optional($0.sha256)) })),
    ] + (entry.anchor.map { [.init("anchor", $0.json)] } ?? [])
      + [.init("prev", .string(previous))]
  }
}

extension AuditAnchor {
  fileprivate var json: JSONValue {
    ["session_id": .string(session.text), "seq": .int(sequence), "head": .string(hash)]
  }

  fileprivate init(_ place: DocumentPlace) throws(StoreError) {
    session = try place.member("session_id").sessionID()
    sequence = try place.member("seq").whole()
    hash = try place.member("head").hash()
  }
}

extension AuditLine {
  /// Reads a line without its end; the hash is taken as it is.
  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    let place = try DocumentPlace(parsing: bytes, file: file)
    let schema = try place.member("schema").text()
    guard schema == Self.schema else {
      throw .newerSchema(path: file, found: schema, known: Self.schema)
    }
    var entry = AuditEntry(
      time: try place.member("ts").time(), actor: try place.member("actor").text(),
      action: try place.member("action").text())
    entry.field = try place.member("field").optionalText()
    entry.old = try place.member("old").optionalText()
    entry.new = try place.member("new").optionalText()
    for member in try place.member("documents").members() {
      let document = DocumentPlace(member.value, file: file)
      let hash = try document.optional { place throws(StoreError) in try place.hash() }
      entry.documents.append(AuditedDocument(name: member.key, sha256: hash))
    }
    if place.value["anchor"] != nil { entry.anchor = try AuditAnchor(place.member("anchor")) }
    sequence = try place.member("seq").whole()
    self.entry = entry
    previous = try place.member("prev").hash()
    hash = try place.member("hash").hash()
  }
}

/// Where a log ends.
package struct AuditHead: Sendable, Equatable {
  /// The number of the last line; 0 of an empty log.
  package var sequence: Int

  /// The hash of the last line; the seed of an empty log.
  package var hash: String

  /// The bytes of the log up to the end of that line.
  package var length: Int

  /// The head of an empty log. Its seed is made of whose log it is, so that no log can be put in
  /// the place of another.
  static func seed(of owner: String, _ secrets: StoreSecrets) -> AuditHead {
    AuditHead(sequence: 0, hash: secrets.chainHash(of: "\(AuditLine.schema) \(owner)"), length: 0)
  }
}
