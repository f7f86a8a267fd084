// `export.json`: what an export holds, so that a missing, an added and a changed file are found. It
// says nothing of when it was made: the same sessions give the same export.

internal import VoiceTypes

/// What an export keeps of people.
package enum ExportForm: String, Sendable {
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

    static func == (first: Session, second: Session) -> Bool { first.json == second.json }
  }

  /// A person with the files of their baselines.
  struct Person: Equatable {
    var user: UserHash
    var files: [File]
  }

  var form: ExportForm
  var version: String
  var sessions: [Session] = []
  var people: [Person] = []

  var json: JSONValue {
    [
      "schema": .string(Self.schema), "form": .string(form.rawValue), "software": "sagevoice",
      "version": .string(version), "sessions": .array(sessions.map(\.json)),
      "baselines": .array(people.map(\.json)),
    ]
  }

  init(_ form: ExportForm, version: String) {
    self.form = form
    self.version = version
  }

  init(parsing bytes: [UInt8]) throws(StoreError) {
    let place = try DocumentPlace(parsing: bytes, file: Self.name)
    let schema = try place.member("schema").text()
    guard schema == Self.schema else {
      throw .newerSchema(path: Self.name, found: schema, known: Self.schema)
    }
    form = try place.member("form").choice()
    version = try place.member("version").text()
    for session in try place.member("sessions").elements() {
      sessions.append(try Session(session))
    }
    // Exports of versions that left baselines behind have no such member.
    guard place.value["baselines"] != nil else { return }
    for person in try place.member("baselines").elements() {
      people.append(try Person(person))
    }
  }
}

extension ExportManifest.Session {
  fileprivate var json: JSONValue {
    [
      "session_id": .string(id.text),
      "head": head.map { ["seq": .int($0.sequence), "hash": .string($0.hash)] } ?? .null,
      "files": .array(files.map(\.json)),
    ]
  }

  fileprivate init(_ place: DocumentPlace) throws(StoreError) {
    id = try place.member("session_id").sessionID()
    head = try place.member("head").optional { head throws(StoreError) in
      (sequence: try head.member("seq").whole(), hash: try head.member("hash").hash())
    }
    files = try place.member("files").files()
  }
}

extension ExportManifest.Person {
  fileprivate var json: JSONValue {
    ["user": .string(user.text), "files": .array(files.map(\.json))]
  }

  fileprivate init(_ place: DocumentPlace) throws(StoreError) {
    user = UserHash(text: try place.member("user").hash())
    files = try place.member("files").files()
  }
}

extension ExportManifest.File {
  /// A file of these bytes.
  init(_ file: ExportedFile) {
    self.init(
      name: file.name, sha256: StoreSecrets.sha256(of: file.bytes), sizeBytes: file.bytes.count)
  }

  fileprivate var json: JSONValue {
    ["name": .string(name), "sha256": .string(sha256), "size_bytes": .int(sizeBytes)]
  }
}

extension DocumentPlace {
  /// The files that a list names.
  fileprivate func files() throws(StoreError) -> [ExportManifest.File] {
    var files: [ExportManifest.File] = []
    for file in try elements() {
      files.append(
        ExportManifest.File(
          name: try file.member("name").text(), sha256: try file.member("sha256").hash(),
          sizeBytes: try file.member("size_bytes").whole()))
    }
    return files
  }

  /// The elements of a list.
  fileprivate func elements() throws(StoreError) -> [DocumentPlace] {
    guard case .array(let elements) = value else { throw wrongKind("a list") }
    return elements.map { DocumentPlace($0, file: file) }
  }
}
