// The stores of the contract tests, with access for other programs and with faults.

import PostgresStore
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

/// The databases, plain and encrypted.
enum ContractedKind: CaseIterable, Sendable {
  /// SQLite in a folder.
  case sqlite, encryptedSQLite
  /// PostgreSQL, if installed.
  case database, encryptedDatabase

  static let allCases: [ContractedKind] =
    [.sqlite, .encryptedSQLite]
    + (PostgresServer.isInstalled ? [.database, .encryptedDatabase] : [])

  var isEncrypted: Bool { self == .encryptedSQLite || self == .encryptedDatabase }

  /// An empty store.
  func made() throws -> (ContractedStore, RecordStore) {
    let made = try ContractedStore(self)
    return (made, made.store)
  }

  fileprivate var keys: StoreKeys? { isEncrypted ? StoreKind.encrypted.key : nil }
}

/// A fault of a store.
enum Disturbance: CaseIterable, Sendable {
  /// One step fails without an effect.
  case oneStep
  /// One step succeeds, but its reply is lost.
  case oneAnswer
  /// Every step fails until the store is available again.
  case away
}

/// An empty store of one of the kinds.
struct ContractedStore: Sendable {
  let scratch: Scratch
  let clock = FixedClock()
  let store: RecordStore
  private let outages: OutageDatabase

  init(_ kind: ContractedKind) throws {
    scratch = try Scratch()
    switch kind {
    case .sqlite, .encryptedSQLite:
      try POSIXFileSystem().makeFolder(scratch.store)
      outages = OutageDatabase(
        try SQLiteDatabase(at: StoreFolder.database(in: scratch.store), for: .writing))
      var options = StoreOptions(.writing, actor: "test", clock: clock)
      (options.keys, options.database) = (kind.keys, outages)
      store = try RecordStore(at: scratch.store, options)
    case .database, .encryptedDatabase:
      let server = try PostgresServer.shared()
      outages = OutageDatabase(
        PostgresDatabase(server.pool(to: try server.freshDatabase(), as: .clinic)))
      store = try RecordStore(outages, tenant: "a", keys: kind.keys, login: "test", clock: clock)
    }
  }

  /// The history of the tenant without the hashes of sessions.
  func events() throws -> [(actor: String, action: String, field: String?)] {
    try store.tenantLines().filter { $0.action != StoreTransaction.anchorAction }
      .map { ($0.actor ?? "test", $0.action, $0.field) }
  }

  /// Runs retention every two days.
  @discardableResult
  func retain(days: Int, _ retention: Retention = Retention()) throws -> [RetentionEvent] {
    var told: [RetentionEvent] = []
    for _ in 1...(days / 2) {
      clock.advance(milliseconds: 2 * 86_400_000)
      try store.enforce(retention) { told.append($0) }
    }
    return told
  }

  func status() throws -> [UInt8]? {
    try store.root.map { try POSIXFileSystem().read("\($0)/status.json") } ?? store.status()
  }

  /// The inconsistencies of the rows.
  func findings() throws -> [String] {
    // A transaction writes files that an outage delayed.
    try store.write { _ in }
    return try store.check()
  }

  /// The sessions with inconsistencies.
  func damagedSessions() throws -> Set<String> {
    Set(try store.verify().findings.compactMap(\.session?.text))
  }

  // MARK: - Faults

  /// The number of transactions so far.
  var steps: Int { outages.calls }

  /// Whether a transaction has failed.
  var wasDisturbed: Bool { outages.wasAway }

  func disturb(at step: Int, by disturbance: Disturbance) {
    outages.plan =
      switch disturbance {
      case .away: .away(from: step, calls: nil, .beforeTheCall)
      case .oneStep: .away(from: step, calls: 1, .beforeTheCall)
      case .oneAnswer: .away(from: step, calls: 1, .beforeTheAnswer)
      }
  }

  func calm() { outages.plan = .none }

  /// Repeats a call until it succeeds. The store becomes available after some faults.
  func untilDone(_ body: () throws -> Void) throws {
    var faults = 0
    while true {
      do {
        return try body()
      } catch let error as StoreError {
        #expect(error.outlook == .transient && error.isTransient, "\(error)")
        faults += 1
        if faults == 3 { calm() }
        if faults > 3 { throw error }
      }
    }
  }

  // MARK: - Damage

  /// Overwrites the header of a session, its answers if it has any, and the reports of all quarantined files.
  func damage(_ session: SessionID) throws {
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

  /// The number of rows of a table.
  func rows(of table: String) throws -> Int {
    try store.read { rows in
      try rows.run("select count(*) from \(table) where tenant = $1").first?.int(0) ?? 0
    }
  }

  // MARK: - Contents

  private static let files = POSIXFileSystem()

  /// A file to quarantine.
  func file(_ bytes: [UInt8], _ name: String, of session: SessionID?) throws -> QuarantinedFile {
    let source = "\(scratch.path)/\(name)"
    try Self.files.removeIfThere(source)
    try Self.files.create(source, bytes)
    return QuarantinedFile(source: source, name: name, fault: Self.fault, session: session)
  }

  func isThere(_ file: QuarantinedFile) throws -> Bool {
    try Self.files.facts(of: file.source) != nil
  }

  static let fault = StateFault("truncated", message: "It ends early.", advice: "Record again.")

  /// Session ids in order.
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
      IdentityFacts(audioSHA256: sha256, userID: userID, settingsSHA256: "5", version: "1"))
    return header
  }

  /// A session of a person with the results of a tier, and with the recording once it is complete.
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

  /// A session at the claim of its recording.
  @discardableResult func claim(
    _ number: Int, of userID: String? = nil, _ state: SessionState = .claimed
  ) throws -> StoredSession {
    let session = try store.session(Self.session(number))
    try session.commit(
      SessionChange("claimed", header: header(of: userID), state: StateRecord(state)))
    return session
  }
}
