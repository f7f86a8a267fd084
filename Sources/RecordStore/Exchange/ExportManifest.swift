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

  var form: ExportForm
  var version: String
  var sessions: [Session] = []

  var json: JSONValue {
    [
      "schema": .string(Self.schema), "form": .string(form.rawValue), "software": "sagevoice",
      "version": .string(version), "sessions": .array(sessions.map(\.json)),
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
  }
}

extension ExportManifest.Session {
  fileprivate var json: JSONValue {
    [
      "session_id": .string(id.text),
      "head": head.map { ["seq": .int($0.sequence), "hash": .string($0.hash)] } ?? .null,
      "files": .array(
        files.map { file in
          [
            "name": .string(file.name), "sha256": .string(file.sha256),
            "size_bytes": .int(file.sizeBytes),
          ]
        }),
    ]
  }

  fileprivate init(_ place: DocumentPlace) throws(StoreError) {
    id = try place.member("session_id").sessionID()
    head = try place.member("head").optional { head throws(StoreError) in
      (sequence: try head.member("seq").whole(), hash: try head.member("hash").hash())
    }
    files = []
    for file in try place.member("files").elements() {
      files.append(
        ExportManifest.File(
          name: try file.member("name").text(), sha256: try file.member("sha256").hash(),
          sizeBytes: try file.member("size_bytes").whole()))
    }
  }
}

extension DocumentPlace {
  /// The elements of a list.
  fileprivate func elements() throws(StoreError) -> [DocumentPlace] {
    guard case .array(let elements) = value else { throw wrongKind("a list") }
    return elements.map { DocumentPlace($0, file: file) }
  }
}

/// Where the files of an export lie.
enum ExportLayout {
  static let log = "audit.log"
  private static let names = SessionDocument.allCases.map(\.name) + [log]

  /// The path of a session's file from the top of the export.
  static func path(of name: String, in session: SessionID) -> String {
    "sessions/\(session.text)/\(name)"
  }

  /// The session and the name that a path stands for; nil for any other path, such as one that
  /// leads out of the export.
  static func parts(of path: String) -> (session: SessionID, name: String)? {
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "sessions", let session = SessionID(String(parts[1])),
      session.text == parts[1], let name = names.first(where: { $0 == parts[2] })
    else { return nil }
    return (session, name)
  }

  /// Whether a folder of this path has a place in an export.
  static func isFolder(_ path: String) -> Bool {
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, first == "sessions", parts.count <= 3 else { return false }
    if parts.count > 1, SessionID(String(parts[1]))?.text != String(parts[1]) { return false }
    return parts.count < 3 || parts[2] == "artifacts"
  }
}
