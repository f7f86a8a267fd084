// A line of an audit log: actor, action, time and documents. Each line contains the hash of the line before it, so
// changed or removed lines are detected.

package import VoiceTypes

package struct AuditedDocument: Sendable, Equatable {
  /// The path from the folder of the log.
  package var name: String

  /// SHA-256 of the stored bytes. Nil for a removed document.
  package var sha256: String?
}

/// The last line of the log of a session, as the log of the store records it.
package struct AuditAnchor: Sendable, Equatable {
  package var session: SessionID

  /// The number of the line.
  package var sequence: Int

  package var hash: String
}

/// An event without its position in a log.
package struct AuditEntry: Sendable, Equatable {
  package var time: StoreTime

  /// The program or person.
  package var actor: String

  package var action: String

  /// The changed field. Nil for a change of documents only.
  package var field: String?

  /// The old value, hashed in an encrypted store.
  package var old: String?

  /// The new value, hashed in an encrypted store.
  package var new: String?

  package var documents: [AuditedDocument] = []

  /// The last line of the log of a session. In the log of the store only.
  package var anchor: AuditAnchor?
}

/// An event at its position in a log.
package struct AuditLine: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/audit/1"

  /// The number in the log, from 1.
  package var sequence: Int

  package var entry: AuditEntry

  /// The hash of the line before, or the seed of the log.
  package var previous: String

  /// The hash of this line without the member `hash`.
  package var hash: String
}

extension AuditLine {
  /// Appends an event to `head`.
  init(_ entry: AuditEntry, behind head: AuditHead, _ secrets: StoreSecrets) {
    self.init(sequence: head.sequence + 1, entry: entry, previous: head.hash, hash: "")
    hash = secrets.chainHash(of: hashedText)
  }

  /// The head of a log that ends with this line.
  var head: AuditHead { AuditHead(sequence: sequence, hash: hash) }

  /// The encoded line with a line feed.
  var bytes: [UInt8] { Self.shape.json(of: self).lineBytes }

  /// The hashed text: the line without the member `hash`.
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
    let entry = AuditEntry(
      time: time, actor: actor, action: action, field: field, old: old, new: new,
      documents: documents, anchor: anchor)
    return AuditLine(sequence: sequence, entry: entry, previous: previous, hash: "")
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
  /// Hashes by document names, in the order of the event. Null for a removed document.
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

/// The position and hash of the last line of a log.
package struct AuditHead: Sendable, Equatable {
  /// The number of the last line. 0 for an empty log.
  package var sequence: Int

  /// The hash of the last line. The seed for an empty log.
  package var hash: String

  package init(sequence: Int, hash: String) { (self.sequence, self.hash) = (sequence, hash) }

  /// The head of an empty log. The seed depends on the owner, so no log can replace the log of another owner.
  static func seed(of owner: String, _ secrets: StoreSecrets) -> AuditHead {
    AuditHead(sequence: 0, hash: secrets.chainHash(of: "\(AuditLine.schema) \(owner)"))
  }
}

extension AuditHead: Shaped {
  package static let shape = Shape(AuditHead.init(sequence:hash:)) {
    Field("seq", \.sequence, .count)
    Field("hash", \.hash, .hash)
  }
}
