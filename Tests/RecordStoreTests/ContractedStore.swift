// The stores that are held to one contract, with what a test needs of each besides: to look into it
// from beside the runner, and to have it fail.

import PostgresStore
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

/// Which stores those are.
enum ContractedKind: CaseIterable, Sendable {
  case folder
  case encryptedFolder
  /// SQLite, plain in memory and encrypted in a file.
  case sqlite, encryptedSQLite
  /// Where a PostgreSQL is installed.
  case database, encryptedDatabase

  static let allCases: [ContractedKind] =
    [.folder, .encryptedFolder, .sqlite, .encryptedSQLite]
    + (PostgresServer.isInstalled ? [.database, .encryptedDatabase] : [])

  /// Whether the store is in a database. A transaction may then commit without an answer.
  var isDatabase: Bool { self != .folder && self != .encryptedFolder }

  fileprivate var keys: StoreKeys? {
    switch self {
    case .encryptedFolder, .encryptedSQLite, .encryptedDatabase: StoreKind.encrypted.key
    case .folder, .sqlite, .database: nil
    }
  }
}

/// What goes wrong with a store.
enum Disturbance: CaseIterable, Sendable {
  /// One step fails, and nothing of it happens.
  case oneStep
  /// One step happens, and the caller does not learn of it.
  case oneAnswer
  /// Every step from one on fails, until the store is back.
  case away

  /// What a store can suffer from: a step on a file is known to have happened.
  static func ones(of kind: ContractedKind) -> [Disturbance] {
    kind.isDatabase ? allCases : [.oneStep, .away]
  }

  /// How far it is from one step that is tried to the next: folders have hundreds.
  func distance(in kind: ContractedKind) -> Int {
    self == .away && !kind.isDatabase ? Steps.every(61) : Steps.every(13)
  }
}

/// An empty store of one of the kinds.
struct ContractedStore: Sendable {
  private enum Inside {
    case folder(RecordStore, FaultyFileSystem)
    case database(SQLStore, OutageDatabase)
  }

  let scratch: Scratch
  let clock = FixedClock()
  private let inside: Inside

  init(_ kind: ContractedKind) throws {
    scratch = try Scratch()
    let database: any SQLDatabase
    switch kind {
    case .sqlite: database = try SQLiteDatabase()
    case .encryptedSQLite:
      database = try SQLiteDatabase(at: "\(scratch.path)/a.sqlite", for: .writing)
    case .database, .encryptedDatabase:
      let server = try PostgresServer.shared()
      database = PostgresDatabase(server.pool(to: try server.freshDatabase(), as: .clinic))
    case .folder, .encryptedFolder:
      let files = FaultyFileSystem()
      var options = StoreOptions(.writing, actor: "test", clock: clock, fileSystem: files)
      options.keys = kind.keys
      inside = .folder(try RecordStore(at: scratch.store, options), files)
      return
    }
    let outages = OutageDatabase(database)
    inside = .database(
      try SQLStore(outages, tenant: "a", keys: kind.keys, login: "test", clock: clock), outages)
  }

  /// As a runner sees it.
  var store: any SessionStore {
    switch inside {
    case .folder(let store, _): store
    case .database(let store, _): store
    }
  }

  /// As a server sees it.
  var served: any ServedStore {
    switch inside {
    case .folder(let store, _): store
    case .database(let store, _): store
    }
  }

  /// What the store itself was told: who did what, and to what.
  func told() throws -> [(actor: String, action: String, field: String?)] {
    switch inside {
    case .folder(let store, _):
      try store.storeLog().lines.map { ($0.entry.actor, $0.entry.action, $0.entry.field) }
    case .database(let store, _):
      try store.tenantLines().map { ($0.actor ?? "test", $0.action, $0.field) }
    }
  }

  // MARK: - Beside the runner

  func purge(_ session: SessionID) throws {
    switch inside {
    case .folder(let store, _): _ = try store.purge(.sessions([session]), reason: "r", .forGood)
    case .database(let store, _): try store.purge(session)
    }
  }

  func keep(_ baseline: JSONValue, for user: UserHash) throws {
    switch inside {
    case .folder(let store, _): try store.keep(baseline, for: user, reason: "r")
    case .database(let store, _):
      let former = try store.baseline(for: user)
      _ = try store.keep(baseline, for: user, inPlaceOf: former, reason: "r")
    }
  }

  /// What was put away, with its bytes.
  func failures() throws -> [(report: FailureReport, bytes: [UInt8])] {
    switch inside {
    case .folder(let store, _):
      try store.failureReports().map { ($0, try store.failedBytes($0) ?? []) }
    case .database(let store, _): try store.failures()
    }
  }

  /// What was done to a session.
  func actions(of session: SessionID) throws -> [String] {
    switch inside {
    case .folder(let store, _): try store.auditLog(of: session).lines.map(\.entry.action)
    case .database(let store, _): try store.actions(of: session)
    }
  }

  /// What every change of the store leaves a trace in; nil of one without a log.
  func head() throws -> AuditHead? {
    guard case .folder(let store, _) = inside else { return nil }
    return try store.head()
  }

  func status() throws -> [UInt8]? {
    switch inside {
    case .folder: try POSIXFileSystem().read("\(scratch.store)/status.json")
    case .database(let store, _): try store.status()
    }
  }

  /// What is wrong with what is stored, but for documents that do not say what such documents do:
  /// these tests read back every byte.
  func findings() throws -> [String] {
    if case .database(let store, _) = inside { return try store.check() }
    guard case .folder(let store, _) = inside else { return [] }
    return try store.verify().findings
      .filter { $0.kind == .unfinished || SessionDocument(name: $0.file) == nil }
      .map(\.description)
  }

  /// The sessions that a verification reports for their header.
  func damagedSessions() throws -> Set<String> {
    switch inside {
    case .folder(let store, _):
      let findings = try store.verify().findings.filter { $0.file == SessionDocument.header.name }
      return Set(findings.compactMap { $0.session?.text })
    case .database(let store, _):
      return Set(try store.check().map { String($0.prefix { $0 != ":" }) })
    }
  }

  // MARK: - Faults

  /// The steps that the store has taken.
  var steps: Int {
    switch inside {
    case .folder(_, let files): files.steps
    case .database(_, let outages): outages.calls
    }
  }

  /// Whether what was to go wrong has.
  var wasDisturbed: Bool {
    switch inside {
    case .folder(_, let files): files.hasFailed
    case .database(_, let outages): outages.wasAway
    }
  }

  /// EIO and ESTALE.
  private static let (deviceCode, awayCode): (Int32, Int32) = (5, 116)

  func disturb(at step: Int, by disturbance: Disturbance) {
    switch (inside, disturbance) {
    case (.folder(_, let files), .away):
      files.plan = .failFrom(step: step, code: Self.awayCode)
    case (.folder(_, let files), _):
      files.plan = .failOnce(step: step, code: Self.deviceCode)
    case (.database(_, let outages), _): outages.plan = Self.plan(disturbance, at: step)
    }
  }

  private static func plan(
    _ disturbance: Disturbance, at step: Int
  ) -> StoreOutages.Plan {
    switch disturbance {
    case .away: .away(from: step, calls: nil, .beforeTheCall)
    case .oneStep: .away(from: step, calls: 1, .beforeTheCall)
    case .oneAnswer: .away(from: step, calls: 1, .beforeTheAnswer)
    }
  }

  func calm() {
    switch inside {
    case .folder(_, let files): files.plan = .none
    case .database(_, let outages): outages.plan = .none
    }
  }

  /// Makes a call until it succeeds; the store is back after some faults.
  func untilDone(_ body: () throws -> Void) throws {
    var faults = 0
    while true {
      do {
        return try body()
      } catch let error as StoreError {
        #expect(error.outlook == .passes && error.isTransient, "\(error)")
        faults += 1
        if faults == 3 { calm() }
        if faults > 3 { throw error }
      }
    }
  }

  // MARK: - Damage

  /// Overwrites the header of a session, its answers if it has any, and the reports of all quarantined files.
  func damage(_ session: SessionID) throws {
    switch inside {
    case .folder(let store, _):
      let folder = store.layout.folder(of: session)
      for name in ["header.json", "answers.json"]
      where try Self.files.facts(of: "\(folder)/\(name)") != nil {
        try Self.files.replace("\(folder)/\(name)", with: [0], durability: .synced)
      }
      for name in try Self.files.list(store.layout.failed) where name.hasSuffix(".error.json") {
        let path = "\(store.layout.failed)/\(name)"
        try Self.files.replace(path, with: [0], durability: .synced)
      }
    case .database(let store, _):
      try store.write { rows in
        try rows.run(
          "update kept_session set header = $3 where tenant = $1 and id = $2", .session(session),
          .bytes([0]))
        try rows.run(
          """
          update kept_document set bytes = $3
          where tenant = $1 and session = $2 and name = 'answers'
          """, .session(session), .bytes([0]))
        try rows.run("update failed_file set report = $2 where tenant = $1", .bytes([0]))
      }
    }
  }

  /// The number of rows of a table; 0 for a store without tables.
  func rows(of table: String) throws -> Int {
    guard case .database(let store, _) = inside else { return 0 }
    return try store.read { rows in
      try rows.run("select count(*) from \(table) where tenant = $1").first?.int(0) ?? 0
    }
  }

  // MARK: - Contents

  private static let files = POSIXFileSystem()

  /// A file to be put away.
  func file(_ bytes: [UInt8], _ name: String, of session: SessionID?) throws -> FailedFile {
    let source = "\(scratch.path)/\(name)"
    try Self.files.removeIfThere(source)
    try Self.files.create(source, bytes)
    return FailedFile(source: source, name: name, fault: Self.fault, session: session)
  }

  func isThere(_ file: FailedFile) throws -> Bool {
    try Self.files.facts(of: file.source) != nil
  }

  static let fault = StateFault("truncated", message: "It ends early.", advice: "Record again.")

  /// Names of sessions, in order.
  static func session(_ number: Int) -> SessionID { SessionLife("", number: number).id }

  /// A header of a recording, of a guest or of a person.
  func header(of userID: String? = nil, sha256: String = "a") -> SessionHeader {
    var header = SessionHeader(
      recording: StoredRecording(
        name: "a.wav", sha256: String(repeating: sha256, count: 64), sizeBytes: 1,
        durationSeconds: 1),
      settingsSHA256: String(repeating: "5", count: 64), version: "1")
    header.user = userID.map(store.userHash)
    header.identity = store.identity(
      IdentityFacts(
        audioSHA256: sha256, userID: userID, settingsSHA256: "5", version: "1"))
    return header
  }

  /// A session of a person with the results of a tier, and with the recording once it is whole.
  @discardableResult func file(
    _ number: Int, of userID: String, _ tier: Tier = .comprehensive, audio: [UInt8]? = nil,
    _ change: (inout SessionHeader) -> Void = { _ in }
  ) throws -> SessionID {
    let life = SessionLife("", number: number)
    var header = header(of: userID)
    header.recording = life.recording
    change(&header)
    let session = try store.session(life.id)
    try session.commit(
      SessionChange(
        "claimed", header: header, state: StateRecord(.claimed),
        documents: [.answers: life.answers, .quick: life.quick]))
    guard tier == .comprehensive else { return life.id }
    try session.commit(
      SessionChange(
        "analysed", state: StateRecord(.filed),
        documents: [.computed: life.computed, .audio: audio ?? life.audio]))
    return life.id
  }

  /// A session as it is when its recording was claimed.
  @discardableResult func claim(
    _ number: Int, of userID: String? = nil, _ state: SessionState = .claimed
  ) throws -> any OpenSession {
    let session = try store.session(Self.session(number))
    try session.commit(
      SessionChange("claimed", header: header(of: userID), state: StateRecord(state)))
    return session
  }
}
