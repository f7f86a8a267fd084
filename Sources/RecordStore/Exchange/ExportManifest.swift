// `export.json`, the list of all files. It has no time, so the same sessions give the same export.

internal import VoiceTypes

/// The treatment of personal data.
package enum ExportForm: String, CaseIterable, Sendable {
  /// All data, decrypted. Can be imported.
  case complete
  /// Without identifying data.
  case deidentified
}

struct ExportManifest: Equatable {
  static let schema = "sagevoice/export/1"
  static let name = "export.json"

  struct File: Equatable {
    /// The path from the folder of the session.
    var name: String
    var sha256: String
    var sizeBytes: Int
  }

  struct Session: Equatable {
    var id: SessionID
    /// The last line of the history. Nil without a history.
    var head: AuditHead?
    var files: [File]
  }

  /// A person and the files of baselines or profiles.
  struct Person: Equatable {
    var user: UserHash
    var files: [File]
  }

  var form: ExportForm
  var version: String
  var sessions: [Session] = []
  var people: [Person] = []
  var profiles: [Person] = []

  var json: JSONValue { Self.shape.json(of: self) }

  init(_ form: ExportForm, version: String) {
    (self.form, self.version) = (form, version)
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
    // Exports of early versions have no baselines.
    Field("baselines", \.people, .list(of: .shaped), ifMissing: [])
    // Exports of early versions have no people.
    Field("people", \.profiles, .list(of: .shaped), unless: [])
  } make: { form, version, sessions, people, profiles in
    var manifest = ExportManifest(form, version: version)
    (manifest.sessions, manifest.people, manifest.profiles) = (sessions, people, profiles)
    return manifest
  }
}

extension ExportManifest.Session: Shaped {
  static let shape = Shape(ExportManifest.Session.init(id:head:files:)) {
    Field("session_id", \.id, .sessionID)
    Field("head", \.head, .orNull(.shaped))
    Field("files", \.files, .list(of: .shaped))
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

  init(_ file: ExportedFile) {
    self.init(
      name: file.name, sha256: StoreSecrets.sha256(of: file.bytes), sizeBytes: file.bytes.count)
  }
}

/// The people with baselines, profiles or documents in an export.
package enum ExportedBaselines: Sendable, Equatable {
  case none
  case user(String)
  /// People by their hashes in the store.
  case people(Set<UserHash>)
  /// All people with an identifier of their own.
  case known
  case all
}

package struct ExportRequest: Sendable {
  package var sessions: [SessionID]

  /// The people with exported data. A de-identified export contains none.
  package var baselines: ExportedBaselines = .none

  /// Complete or de-identified.
  package var form: ExportForm = .complete

  /// A new folder, or a new file with the ending `.zip`.
  package var path: String

  /// The version of the program for the manifest.
  package var version: String

  /// Is called for each verified and for each written session.
  package var progress: StoreProgress?

  package init(of sessions: [SessionID], to path: String, version: String) {
    (self.sessions, self.path, self.version) = (sessions, path, version)
  }
}

package struct ExportReport: Sendable, Equatable {
  package var sessions = 0

  /// Number of sessions of guests.
  package var guests = 0

  package var files = 0
  package var peopleWithBaselines = 0

  /// Number of people without their baselines in a de-identified export.
  package var baselinesLeftOut = 0

  /// Number of people with profiles.
  package var people = 0

  /// Number of people without their profiles in a de-identified export.
  package var peopleLeftOut = 0
}
