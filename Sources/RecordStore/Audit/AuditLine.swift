// One line of an audit log: who did what, when, and which documents are valid from then on. A line
// holds the hash of the line before it, so that none can be changed or taken out unnoticed.

package import VoiceTypes

/// A document that a line concerns.
package struct AuditedDocument: Sendable, Equatable {
  /// Its path from the folder of the log.
  package var name: String

  /// SHA-256 of its bytes as they are stored; nil when it was removed.
  package var sha256: String?

  package init(name: String, sha256: String?) { (self.name, self.sha256) = (name, sha256) }
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

  /// What somebody did, and nothing that it concerns yet.
  package init(time: StoreTime, actor: String, action: String) {
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

  /// The end of a log with this line.
  var head: AuditHead { AuditHead(sequence: sequence, hash: hash) }

  /// The line with its end.
  var bytes: [UInt8] { Self.shape.json(of: self).lineBytes }

  /// What the hash is of: the line without it.
  var hashedText: String { Self.unhashed.json(of: self).text(.compact) }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    let json = try StoredJSON.parse(bytes, file: file)
    try StoredJSON.check(json, is: Self.schema, file: file)
    self = try Self.shape.read(json, file: file)
  }
}

extension AuditLine: Shaped {
  package static let shape = Shape<AuditLine> {
    Field({ $0 }, inline: unhashed)
    Field("hash", \.hash, .hash)
  } make: { line, hash in
    var line = line
    line.hash = hash
    return line
  }

  private static let unhashed = Shape<AuditLine> {
    Derived(schema: schema)
    Field("ts", \.entry.time, .time)
    Field("seq", \.sequence, .count)
    Field("actor", \.entry.actor, .anyText)
    Field("action", \.entry.action, .anyText)
    Field("field", \.entry.field, .orNull(.anyText))
    Field("old", \.entry.old, .orNull(.anyText))
    Field("new", \.entry.new, .orNull(.anyText))
    Field("documents", \.entry.documents, .documents)
    Field("anchor", \.entry.anchor, ifThere: .shaped)
    Field("prev", \.previous, .hash)
  } make: { time, sequence, actor, action, field, old, new, documents, anchor, previous in
    var entry = AuditEntry(time: time, actor: actor, action: action)
    (entry.field, entry.old, entry.new) = (field, old, new)
    (entry.documents, entry.anchor) = (documents, anchor)
    return AuditLine(sequence: sequence, entry: entry, previous: previous, hash: "")
  }

  private init(sequence: Int, entry: AuditEntry, previous: String, hash: String) {
    self.sequence = sequence
    self.entry = entry
    self.previous = previous
    self.hash = hash
  }
}

extension AuditAnchor: Shaped {
  package static let shape = Shape(AuditAnchor.init) {
    Field("session_id", \.session, .sessionID)
    Field("seq", \.sequence, .count)
    Field("head", \.hash, .hash)
  }
}

extension JSONCoder where Value == [AuditedDocument] {
  /// Hashes by the names of documents, in the order of the entry; null for one that is gone.
  fileprivate static var documents: JSONCoder {
    let hash = JSONCoder<String?>.orNull(.hash)
    return JSONCoder(
      write: { .object($0.map { .init($0.name, hash.write($0.sha256)) }) },
      describe: ["type": "object", "additionalProperties": hash.describe()],
      read: { json, reading in
        guard case .object(let members) = json else {
          return reading.refuse(json, allowed: "an object")
        }
        let documents = members.compactMap { member in
          reading.value(of: member, hash.read).map {
            AuditedDocument(name: member.key, sha256: $0)
          }
        }
        return documents.count == members.count ? documents : nil
      })
  }
}

/// Where a log ends.
package struct AuditHead: Sendable, Equatable {
  /// The number of the last line; 0 of an empty log.
  package var sequence: Int

  /// The hash of the last line; the seed of an empty log.
  package var hash: String

  package init(sequence: Int, hash: String) { (self.sequence, self.hash) = (sequence, hash) }

  /// The head of an empty log. Its seed is made of whose log it is, so that no log can be put in
  /// the place of another.
  static func seed(of owner: String, _ secrets: StoreSecrets) -> AuditHead {
    AuditHead(sequence: 0, hash: secrets.chainHash(of: "\(AuditLine.schema) \(owner)"))
  }
}
