// `export.json`: what an export holds, so that a missing, an added and a changed file are found. It
// says nothing of when it was made: the same sessions give the same export.

internal import VoiceTypes

/// What an export keeps of people.
package enum ExportForm: String, CaseIterable, Sendable {
  /// Everything, decrypted: it can be imported.
  case complete
  /// Nothing that tells who somebody is, as far as rules can see to it.
  case deidentified
}

/// The list of an export.
struct ExportManifest: Equatable {
  static let schema = "sagevoice/export/1"
  static let name = "export.json"

  /// A file of a session.
  struct File: Equatable {
    /// From the session's folder.
    var name: String
    var sha256: String
    var sizeBytes: Int
  }

  /// A session with its files.
  struct Session: Equatable {
    var id: SessionID
    /// The last line of its log; nil without a log.
    var head: (sequence: Int, hash: String)?
    var files: [File]

    static func == (first: Session, second: Session) -> Bool {
      shape.json(of: first) == shape.json(of: second)
    }
  }

  /// A person with the files of their baselines, or with what they told.
  struct Person: Equatable {
    var user: UserHash
    var files: [File]
  }

  var form: ExportForm
  var version: String
  var sessions: [Session] = []
  var people: [Person] = []
  var told: [Person] = []

  var json: JSONValue { Self.shape.json(of: self) }

  init(_ form: ExportForm, version: String) {
    self.form = form
    self.version = version
  }

  init(parsing bytes: [UInt8]) throws(StoreError) {
    let json = try StoredJSON.parse(bytes, file: Self.name)
    try StoredJSON.check(json, is: Self.schema, file: Self.name)
    self = try Self.shape.read(json, file: Self.name)
  }
}

extension ExportManifest: Shaped {
  static let shape = Shape<ExportManifest> {
    Derived(schema: schema)
    Field("form", \.form, .choice)
    Derived("software", always: "sagevoice", .notNeeded)
    Field("version", \.version, .anyText)
    Field("sessions", \.sessions, .list(of: .shaped))
    // Exports of versions that left baselines behind have no such member.
    Field("baselines", \.people, .list(of: .shaped), ifMissing: [])
    // Versions that kept no people wrote none.
    Field("people", \.told, .list(of: .shaped), unless: [])
  } make: { form, version, sessions, people, told in
    var manifest = ExportManifest(form, version: version)
    (manifest.sessions, manifest.people, manifest.told) = (sessions, people, told)
    return manifest
  }
}

extension ExportManifest.Session: Shaped {
  static let shape = Shape<ExportManifest.Session> {
    Field("session_id", \.id, .sessionID)
    Field(
      "head", { $0.head.map { LogHead(sequence: $0.sequence, hash: $0.hash) } }, .orNull(.shaped))
    Field("files", \.files, .list(of: .shaped))
  } make: { id, head, files in
    ExportManifest.Session(
      id: id, head: head.map { (sequence: $0.sequence, hash: $0.hash) }, files: files)
  }
}

/// The last line of a log.
private struct LogHead: Shaped {
  var sequence: Int
  var hash: String

  static let shape = Shape(LogHead.init) {
    Field("seq", \.sequence, .count)
    Field("hash", \.hash, .hash)
  }
}

extension ExportManifest.Person: Shaped {
  static let shape = Shape(ExportManifest.Person.init) {
    Field("user", \.user, .user)
    Field("files", \.files, .list(of: .shaped))
  }
}

extension ExportManifest.File: Shaped {
  static let shape = Shape(ExportManifest.File.init(name:sha256:sizeBytes:)) {
    Field("name", \.name, .anyText)
    Field("sha256", \.sha256, .hash)
    Field("size_bytes", \.sizeBytes, .count)
  }

  /// A file of these bytes.
  init(_ file: ExportedFile) {
    self.init(
      name: file.name, sha256: StoreSecrets.sha256(of: file.bytes), sizeBytes: file.bytes.count)
  }
}
