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

/// The valid part of a log.
struct AuditLog {
  /// The lines before the first fault.
  private(set) var lines: [AuditLine] = []

  /// The last valid line.
  private(set) var head: AuditHead

  /// The number of bytes after the last line feed, as after a crash.
  private(set) var tornBytes = 0

  /// The number, from 1, and problem of the first invalid line.
  private(set) var fault: (line: Int, problem: String)?

  private static let lineFeed = UInt8(ascii: "\n")

  init(_ bytes: [UInt8], seed: AuditHead, _ secrets: StoreSecrets) {
    head = seed
    var start = 0
    while start < bytes.count {
      guard let end = bytes[start...].firstIndex(of: Self.lineFeed) else {
        tornBytes = bytes.count - start
        return
      }
      let line = Array(bytes[start...end])
      if end == bytes.count - 1, Self.isTorn(line) {
        tornBytes = line.count
        return
      }
      guard append(line, secrets) else { return }
      start = end + 1
    }
  }

  /// After a power loss a file may contain zeros at its end. No valid line contains a zero.
  private static func isTorn(_ line: [UInt8]) -> Bool { line.contains(0) }

  private mutating func append(_ bytes: [UInt8], _ secrets: StoreSecrets) -> Bool {
    do {
      let line = try AuditLine(parsing: Array(bytes.dropLast()), file: "audit.log")
      if let problem = problem(of: line, bytes, secrets) {
        fault = (lines.count + 1, problem)
        return false
      }
      lines.append(line)
      head = line.head
      return true
    } catch {
      fault = (lines.count + 1, error.description)
      return false
    }
  }

  private func problem(of line: AuditLine, _ bytes: [UInt8], _ secrets: StoreSecrets) -> String? {
    if line.sequence != head.sequence + 1 {
      return "the sequence number is \(line.sequence) instead of \(head.sequence + 1)"
    }
    if line.previous != head.hash { return "the previous hash differs" }
    if line.hash != secrets.chainHash(of: line.hashedText) { return "the hash differs" }
    // The parser ignores some differences, such as spaces. They are changes nevertheless.
    return line.bytes == bytes ? nil : "the encoding is not canonical"
  }

  /// The last head of each session in the log.
  var anchors: [SessionID: AuditAnchor] {
    lines.reduce(into: [:]) { anchors, line in
      if let anchor = line.entry.anchor { anchors[anchor.session] = anchor }
    }
  }

  /// The current hash of each document. Removed documents have no entry.
  var documents: [String: String] {
    var hashes: [String: String] = [:]
    for document in lines.flatMap(\.entry.documents) { hashes[document.name] = document.sha256 }
    return hashes
  }
}

/// A person or program in history lines. The name comes from users, the environment or the system, and appears at terminals.
/// Lines of earlier versions may contain any text.
package struct AuditActor: Sendable, Equatable {
  /// Maximum length of a name in bytes of UTF-8 [E].
  package static let mostBytes = 128

  package let name: String

  /// Nil for a name that is blank, too long, or contains control characters.
  package init?(_ name: String) {
    guard name.utf8.count <= Self.mostBytes, !name.allSatisfy(\.isWhitespace),
      !name.unicodeScalars.contains(where: Self.isControl)
    else { return nil }
    self.name = name
  }

  /// The system user of a program: the login name, or the number without a valid one.
  package init(login: String?, userID: UInt32) {
    self = login.flatMap { AuditActor($0) } ?? AuditActor(number: userID)
  }

  private init(number: UInt32) { name = "uid \(number)" }

  /// Control characters, line and paragraph separators, and bidirectional controls.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }
}

extension AuditActor {
  /// The actor of history lines that this task writes. Nil for the actor of the open store. Reads under an actor are logged
  /// as disclosures, also in a store without a key.
  @TaskLocal package static var acting: AuditActor?
}

// Log lines for decrypted data that leave an encrypted store. The line is written first: without it no data leave. A
// store without a key does not need these lines, because its files are readable without the program.

/// Decrypted data that leave a store.
package enum Disclosure: Sendable, Equatable {
  /// A part of a session by its name. Nil for all parts.
  case shown(SessionID, part: String?)
  case listed([SessionID])
  /// Profiles of people, or one document of each person.
  case people([UserHash], document: PersonDocument?)
  /// Sessions and baselines.
  case exported([SessionID], baselines: ExportedBaselines, ExportForm)
  /// A sign-in, a refusal or a change of credentials, by an action and pseudonyms.
  case access(String, of: String)

  /// Whether the task reads data without sending it, as for `HEAD`. Its reads get no line.
  @TaskLocal package static var isWithheld = false

  /// Maximum number of paths in a line [E].
  private static let mostPathsInLine = 100

  /// The fields of the log lines. Empty without a session or person.
  /// - Parameter people: The folders of people that leave the store.
  package func fields(_ people: [String] = []) -> [String] {
    if case .access(_, let subject) = self { return [subject] }
    guard !Self.isWithheld else { return [] }
    let paths = paths(people)
    guard !paths.isEmpty else { return isOfSessions ? [""] : [] }
    return stride(from: 0, to: paths.count, by: Self.mostPathsInLine).map {
      paths[$0..<min($0 + Self.mostPathsInLine, paths.count)].joined(separator: " ")
    }
  }

  /// Whether a disclosure without paths has a line too.
  private var isOfSessions: Bool {
    switch self {
    case .people, .listed, .access: false
    case .shown, .exported: true
    }
  }

  package var action: String {
    switch self {
    case .shown, .listed, .people: "shown"
    case .exported(_, _, .complete): "exported"
    case .exported(_, _, .deidentified): "exported_deidentified"
    case .access(let action, _): action
    }
  }

  /// Paths from the folder of the store. They contain ids and keyed hashes only.
  private func paths(_ people: [String]) -> [String] {
    switch self {
    case .shown(let session, let part):
      ["sessions/\(session.text)" + (part.map { "/\($0)" } ?? "")]
    case .listed(let sessions): sessions.map { "sessions/\($0.text)" }
    case .people(let users, let document):
      users.map { "people/\($0.text)" + (document.map { "/\($0.fileName)" } ?? "") }
    case .exported(let sessions, _, _):
      sessions.map { "sessions/\($0.text)" } + people
    case .access: []
    }
  }
}
