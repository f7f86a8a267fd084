// Reader of stores of versions up to 0.24: a folder per session, each with a history, and a history of the store with
// the last hash of each of them. The last line that names a file contains its SHA-256. After a crash the file may
// still be in the staging folder, because the line is written first. All other interrupted changes need version 0.24.

internal import VoiceTypes

/// A store in the format of versions up to 0.24.
struct OldStore {
  /// A version of a profile or baseline, or a document of a person.
  struct PersonFile {
    let user: UserHash

    /// `person` or `baseline`. Nil for a document.
    let kind: String?

    /// The name of the document, or the number of the version.
    let name: String

    /// The decrypted content.
    let bytes: [UInt8]

    /// The number of a version.
    var number: Int { Int(name) ?? 0 }
  }

  /// A report in the folder of quarantined files.
  enum Report {
    case quarantined(FailureReport)
    case stranded(StrandedReport)

    /// The report of a file in the folder.
    var file: FailureReport? { if case .quarantined(let report) = self { report } else { nil } }
  }

  /// Prefixes of staged names. Only version 0.24 can finish these changes.
  private static let pending = ["adopted=", "person=", "failed="]

  private static let errorEnding = ".error.json"

  /// A row of SQLite has at most 10⁹ bytes [S: sqlite.org/limits.html, SQLITE_MAX_LENGTH].
  private static let mostFailedBytes = 1 << 29

  /// The history of the store.
  let log: AuditLog

  /// `store.json` of an encrypted store. Nil for a plain one.
  let keys: [UInt8]?

  let secret: [UInt8]

  /// The purged sessions.
  private(set) var tombstones: [SessionID: Tombstone] = [:]

  /// The readable reports of quarantined and unreadable files.
  private(set) var reports: [Report] = []

  /// Files that no history and no report names.
  private(set) var unexplained: [String] = []

  private let layout: StoreLayout
  private let files: any FileSystem
  private let ring: Keyring?
  private let secrets: StoreSecrets
  private let anchors: [SessionID: AuditAnchor]
  private let staged: [StagedName]

  init(at root: String, keys given: StoreKeys?, _ files: any FileSystem) throws {
    (layout, self.files) = (StoreLayout(root: root), files)
    guard let bytes = try files.readIfPresent(layout.storeFile) else {
      throw StoreError.notAStore(path: root)
    }
    let file = try StoreFile(parsing: bytes, file: layout.storeFile)
    if file.isEncrypted {
      guard let given else { throw StoreError.keyNeeded }
      let found = try Keyring(of: file, with: given)
      (ring, secret, keys) = (found, found.secret, bytes)
    } else {
      guard given == nil else { throw StoreError.notEncrypted }
      guard let found = try files.readIfPresent(layout.secret) else {
        throw StoreError.damaged(path: layout.secret, problem: "the file is missing")
      }
      (ring, secret, keys) = (nil, found, nil)
    }
    secrets = StoreSecrets(secret: secret, isSealing: file.isEncrypted)
    guard secrets.keyedHash(of: file.id, for: .check) == file.keyCheck else {
      throw file.isEncrypted
        ? StoreError.wrongKey
        : .damaged(path: layout.secret, problem: "the secret belongs to another store")
    }
    let history = try files.readIfPresent(layout.auditLog) ?? []
    log = AuditLog(history, seed: .seed(of: "store \(file.id)", secrets), secrets)
    anchors = log.anchors
    let names = try files.listIfPresent(layout.staging)
    staged = names.compactMap(StagedName.init)
    guard log.fault == nil, log.documents[StoreFile.name] == StoreSecrets.sha256(of: bytes) else {
      throw Self.inconsistent(layout.auditLog, "the history does not match the store")
    }
    if let name = names.first(where: { name in Self.pending.contains { name.hasPrefix($0) } }) {
      throw Self.inconsistent("\(layout.staging)/\(name)", "a change was interrupted")
    }
    try readTombstones()
    try readReports()
  }

  /// An error with the advice to repair the store with the last version that can.
  private static func inconsistent(_ path: String, _ problem: String) -> StoreError {
    .unusable(
      "\(path): \(problem); open the store once with version 0.24, run `sagevoice records verify`, "
        + "and then use this version")
  }

  // MARK: - Sessions

  /// The sessions in the order of arrival.
  func sessions() throws -> [SessionID] {
    let folders = try files.listIfPresent(layout.sessions).compactMap(SessionID.init)
    if let purged = folders.first(where: { tombstones[$0] != nil }) {
      throw Self.inconsistent(layout.folder(of: purged), "the purge was interrupted")
    }
    var known = Set(tombstones.keys)
    return (log.lines.compactMap(\.entry.anchor?.session) + folders).filter {
      known.insert($0).inserted
    }
  }

  /// A session with its decrypted documents and its history. Nil for a folder of a session that was never committed.
  func session(_ id: SessionID) throws -> SessionSnapshot? {
    let log = try history(of: id)
    guard !log.lines.isEmpty else { return nil }
    var documents: [SessionDocument: [UInt8]] = [:]
    for (name, sha256) in log.documents {
      guard let document = SessionDocument(name: name) else { continue }
      let bytes = try stored(name, of: id.text, at: layout.path(of: name, in: id), sha256: sha256)
      documents[document] = document.isSealed ? try opened(bytes, of: id.text, name) : bytes
    }
    return SessionSnapshot(of: id, documents, log.lines.map(\.entry))
  }

  /// A history is valid if its last line, or the line before, is the one in the history of the store.
  private func history(of id: SessionID) throws -> AuditLog {
    let (anchor, path) = (anchors[id], layout.path(of: ExportLayout.log, in: id))
    let imported = staged.filter { $0.owner == id.text && $0.name == ExportLayout.log }
    for place in [path] + imported.map({ "\(layout.staging)/\($0.text)" }) {
      let bytes = try files.readIfPresent(place) ?? []
      let log = AuditLog(bytes, seed: .seed(of: "session \(id.text)", secrets), secrets)
      let number = anchor?.sequence ?? 0
      guard log.fault == nil, (number...number + 1).contains(log.lines.count) else { continue }
      if number == 0 || log.lines[number - 1].hash == anchor?.hash { return log }
    }
    throw Self.inconsistent(path, "the history does not match the history of the store")
  }

  /// Sessions, and the time when the end of their retention was announced.
  /// - Parameter member: The list in `retention.json`.
  func announcements(_ member: String) throws -> [(SessionID, StoreTime)] {
    let bytes = try files.readIfPresent(layout.path(of: "retention.json")) ?? []
    guard case .array(let list)? = (try? JSONValue.parse(bytes))?[member] else { return [] }
    return list.compactMap { element in
      guard let id = element["session_id"]?.stringIfAny.flatMap({ SessionID($0) }),
        let time = element["announced_at"]?.stringIfAny.flatMap({ StoreTime($0) })
      else { return nil }
      return (id, time)
    }
  }

  func status() throws -> [UInt8]? {
    try files.readIfPresent(layout.path(of: "status.json"))
  }

  private mutating func readTombstones() throws {
    for (name, sha256) in log.documents {
      guard let id = Tombstone.session(named: name) else { continue }
      let bytes = try stored(name, of: "store", at: layout.path(of: name), sha256: sha256)
      tombstones[id] = try Tombstone.shape.read(bytes, file: layout.path(of: name), by: .tombstone)
    }
  }

  // MARK: - People

  /// The person of a file that a line of the history of the store names.
  static func user(ofFile name: String) -> UserHash? {
    let parts = name.split(separator: "/").map(String.init)
    guard parts.count == 3, ["people", "baselines"].contains(parts[0]), Hex.isSHA256(parts[1])
    else { return nil }
    return UserHash(text: parts[1])
  }

  func personFiles() throws -> [PersonFile] {
    var found: [PersonFile] = []
    for (name, sha256) in log.documents.sorted(by: { $0.key < $1.key }) {
      guard let user = Self.user(ofFile: name), name.hasSuffix(".json") else { continue }
      let path = layout.path(of: name)
      let bytes = try opened(stored(name, of: "store", at: path, sha256: sha256), of: "store", name)
      let stem = String(name.split(separator: "/")[2].dropLast(".json".count))
      let isVersion = Int(stem) != nil
      guard isVersion || stem == "adopted" || PersonDocument(rawValue: stem) != nil else {
        throw Self.inconsistent(path, "the file is unknown")
      }
      if stem == "adopted",
        try LinkedGuest.shape.read(bytes, file: path, by: .adopted).pending != nil
      {
        throw Self.inconsistent(path, "the link of a guest to an account was interrupted")
      }
      let kind = name.hasPrefix("baselines/") ? "baseline" : "person"
      found.append(PersonFile(user: user, kind: isVersion ? kind : nil, name: stem, bytes: bytes))
    }
    return found
  }

  // MARK: - Quarantined files

  /// The decrypted bytes of a quarantined file.
  func bytes(of report: FailureReport) throws -> [UInt8] {
    let path = "\(layout.failed)/\(report.file)"
    guard let stored = try ifPresent({ try files.read(path, atMost: Self.mostFailedBytes) }) else {
      throw Self.inconsistent(path, "the file is missing")
    }
    let bytes = try opened(stored, of: "failed", report.sha256)
    guard StoreSecrets.sha256(of: bytes) == report.sha256 else {
      throw Self.inconsistent(path, "the file differs from its report")
    }
    return bytes
  }

  /// Nil for a report that cannot be read.
  private func report(_ name: String) throws -> Report? {
    guard var bytes = try files.readIfPresent("\(layout.failed)/\(name)") else { return nil }
    if ring != nil, let json = try? JSONValue.parse(bytes),
      let sealed = json["sealed"]?.stringIfAny.flatMap({ Hex.bytes(of: Array($0.utf8)) })
    {
      guard let plain = try? opened(sealed, of: "failed", name) else { return nil }
      bytes = plain
    }
    if let report = try? FailureReport.shape.read(bytes, file: name, by: .failed) {
      return .quarantined(report)
    }
    return (try? StrandedReport.shape.read(bytes, file: name, by: .stranded)).map(Report.stranded)
  }

  /// Reads the reports, and finds files without a report, reports without a file, and unknown files of people.
  private mutating func readReports() throws {
    let failed = try files.listIfPresent(layout.failed)
    var explained: Set<String> = []
    for name in failed where name.hasSuffix(Self.errorEnding) {
      guard let report = try report(name) else { continue }
      let file = report.file?.file ?? name
      guard failed.contains(file) else { continue }
      explained.formUnion([name, file])
      reports.append(report)
    }
    unexplained = failed.filter { !explained.contains($0) }.map { "failed/\($0)" }
    let documents = log.documents
    for folder in ["baselines", "people"] {
      for user in try files.listIfPresent(layout.path(of: folder)) {
        let names = try files.listIfPresent(layout.path(of: "\(folder)/\(user)"))
        unexplained += names.map { "\(folder)/\(user)/\($0)" }.filter { documents[$0] == nil }
      }
    }
  }

  // MARK: - Files

  /// The bytes of a file that a history names.
  private func stored(
    _ name: String, of owner: String, at path: String, sha256: String
  ) throws -> [UInt8] {
    for place in [path, layout.staged(name, of: owner, sha256: sha256)] {
      guard let bytes = try files.readIfPresent(place) else { continue }
      if StoreSecrets.sha256(of: bytes) == sha256 { return bytes }
    }
    throw Self.inconsistent(path, "the file differs from its history")
  }

  private func opened(
    _ bytes: [UInt8], of owner: String, _ name: String
  ) throws(StoreError) -> [UInt8] {
    guard let ring else { return bytes }
    return try ring.open(bytes, of: RowContext(owner, name))
  }
}

/// The record of a purged session.
struct Tombstone: Shaped {
  private static let schema = "sagevoice/tombstone/1"

  let reason: String

  static let shape = Shape(Tombstone.init) {
    Derived(schema: schema)
    Field("reason", \.reason, .anyText)
  }

  /// The session of a path from the folder of the store. Nil for other files.
  static func session(named name: String) -> SessionID? {
    guard name.hasPrefix("tombstones/"), name.hasSuffix(".json") else { return nil }
    return SessionID(String(name.dropFirst("tombstones/".count).dropLast(".json".count)))
  }
}

/// The paths of an old store.
struct StoreLayout: Sendable {
  /// The folder of the store.
  let root: String

  var storeFile: String { path(of: "store.json") }
  var secret: String { path(of: "secret") }
  var auditLog: String { path(of: "audit.log") }
  var sessions: String { path(of: "sessions") }
  var failed: String { path(of: "failed") }
  var writersLock: String { path(of: "writers.lock") }

  /// Temporary files, on the same device as their final paths.
  var staging: String { path(of: "staging") }

  func folder(of session: SessionID) -> String { "\(sessions)/\(session.text)" }

  /// The path of a file in the history of the store.
  func path(of name: String) -> String { "\(root)/\(name)" }

  /// The path of a file in the history of a session.
  func path(of name: String, in session: SessionID) -> String {
    "\(folder(of: session))/\(name)"
  }

  /// The temporary path of a document. The name contains the owner and the final name.
  func staged(_ name: String, of owner: String, sha256: String) -> String {
    "\(staging)/\(StagedName(owner: owner, name: name, sha256: sha256).text)"
  }
}

/// The name of a temporary file.
struct StagedName: Equatable {
  /// A session id, or `store`.
  let owner: String

  /// The final path from the folder of the owner.
  let name: String

  /// SHA-256 of the bytes.
  let sha256: String

  var text: String { "\(owner)=\(sha256)=\(Hex.text(of: FileName.bytes(of: name)))" }
}

extension StagedName {
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let name = Hex.bytes(of: Array(parts[2].utf8)) else { return nil }
    self.init(owner: String(parts[0]), name: FileName.text(of: name), sha256: String(parts[1]))
  }
}
