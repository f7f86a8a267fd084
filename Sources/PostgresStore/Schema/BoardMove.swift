// Moves the recordings of the queue ("board") of versions up to 0.25 into the stores of their tenants.
//
// Each session is one step: it is inserted into the store, read back and compared, and then deleted from the board. A run that
// was interrupted continues with the sessions that are left. A recording with open or quarantined jobs enters the queue of the store
// again, with all its attempts; one without is a finished session.

internal import JobRunner
package import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The move of the former queue.
package struct BoardMove {
  /// The steps of the schema up to the last one with the tables of the board.
  package static let steps = Array(Migration.all.prefix(16))

  private let connection: PostgresConnection
  private let sealing: RowEncryption?
  private let folder: String?
  private let store: (_ tenant: String) throws(StoreError) -> RecordStore

  /// Applies the steps up to those of the board, moves its recordings, and applies the other steps.
  /// - Parameters:
  ///   - connection: Of a login that is a member of `sagevoice_owner`.
  ///   - keys: The keys of an encrypted board. One of them opens it.
  ///   - store: Opens the store of a tenant as a member of `sagevoice_clinic`, or creates it under the keys of the board.
  /// - Returns: The applied steps, and the number of moved sessions.
  package static func migrate(
    _ connection: PostgresConnection, keys: [StoreKeys] = [],
    _ store: @escaping (_ tenant: String, _ keys: StoreKeys?) throws(StoreError) -> RecordStore
  ) throws -> (steps: [Migration], moved: Int) {
    let migrator = Migrator(connection)
    var steps: [Migration] = []
    var moved = 0
    if try Migrator.version(connection) <= Self.steps.count {
      steps = try migrator.migrate(Self.steps)
      moved = try BoardMove(connection, keys, store).run()
    }
    return (steps + (try migrator.migrate()), moved)
  }

  private init(
    _ connection: PostgresConnection, _ keys: [StoreKeys],
    _ store: @escaping (String, StoreKeys?) throws(StoreError) -> RecordStore
  ) throws {
    self.connection = connection
    var settings: [String: String] = [:]
    try connection.runScript("set role sagevoice_owner")
    for row in try connection.run("select name, value from sagevoice.setting") {
      settings[try row.text(0)] = try row.text(1)
    }
    try connection.runScript("reset role")
    folder = settings["audio_folder"]
    let opened = try settings["board_keys"].map { try Self.sealing(Array($0.utf8), keys) }
    sealing = opened?.0
    self.store = { tenant throws(StoreError) in try store(tenant, opened?.1) }
  }

  private static func sealing(
    _ file: [UInt8], _ keys: [StoreKeys]
  ) throws(StoreError) -> (RowEncryption, StoreKeys) {
    for keys in keys {
      do throws(StoreError) {
        return (try RowEncryption(file, keys), keys)
      } catch .wrongKey {
        continue
      }
    }
    throw keys.isEmpty ? .keyNeeded : .wrongKey
  }

  private func run() throws -> Int {
    try connection.runScript("set role sagevoice_owner")
    defer { try? connection.runScript("reset role") }
    var moved = 0
    while let session = try next() {
      let store = try store(session.tenant)
      try move(session, into: store)
      try verify(session, in: store)
      try delete(session)
      moved += 1
    }
    return moved
  }

  // MARK: - One session

  private struct BoardSession {
    let tenant: String
    let id: SessionID
    let user: UserHash?

    /// The hash that names the recording.
    let hash: String
    let name: String
    let createdAt: StoreTime
    var audio: [UInt8]?
    var documents: [SessionDocument: [UInt8]] = [:]
    var engine = SoftwareVersion.current
    var settingsSHA256 = ""

    /// Nil without an open job.
    var tiers: WantedTiers?
    var priority = 0
    var mostAttempts = 5

    /// The context of encrypted values of the recording.
    var owner: String { "\(tenant)/\(hash)" }
  }

  private func next() throws -> BoardSession? {
    let found = try connection.run(
      """
      select tenant::text, id::text, user_hash, encode(recording_sha, 'hex'), name,
        (extract(epoch from created_at) * 1000)::bigint
      from sagevoice.session order by tenant, id limit 1
      """)
    guard let row = found.first, let id = SessionID(try row.text(1)) else { return nil }
    var session = BoardSession(
      tenant: try row.text(0), id: id, user: row.isNull(2) ? nil : UserHash(text: try row.text(2)),
      hash: try row.text(3), name: try row.text(4),
      createdAt: StoreTime(milliseconds: Int64(try row.int(5))))
    session.audio = try audio(of: session)
    try readDocuments(of: &session)
    try readJobs(of: &session)
    return session
  }

  private func audio(of session: BoardSession) throws -> [UInt8]? {
    let found = try connection.run(
      "select bytes from sagevoice.audio where tenant = $1 and recording_sha = decode($2, 'hex')",
      [.text(session.tenant), .text(session.hash)])
    var bytes = try found.first?.bytes(0)
    if bytes == nil, let folder {
      let path = "\(folder)/\(session.tenant)/\(session.hash.prefix(2))/\(session.hash)"
      do throws(FileSystemError) {
        bytes = try POSIXFileSystem().read(path)
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    guard let bytes else { return nil }
    let audio = try opened(bytes, of: session.owner, "recording")
    let sha256 = Fingerprint.sha256(of: audio)
    guard [sha256, sealing?.names.column(sha256, .sound)].contains(session.hash) else {
      throw StoreError.damaged(
        path: "the recording of \(session.id.text)",
        problem: "it differs from its SHA-256; restore it from a backup, or delete it")
    }
    return audio
  }

  /// Reads the newest document of each tier.
  private func readDocuments(of session: inout BoardSession) throws {
    let found = try connection.run(
      """
      select tier, bytes, engine, encode(config_hash, 'hex') from sagevoice.document
      where tenant = $1 and session = $2 order by tier, stored_at
      """, [.text(session.tenant), .uuid(session.id.text)])
    for row in found {
      let tier = try tier(row.int(0))
      session.documents[tier == .quick ? .quick : .computed] = try opened(
        row.bytes(1), of: session.id.text, tier.rawValue)
      (session.engine, session.settingsSHA256) = (try row.text(2), try row.text(3))
    }
  }

  private func readJobs(of session: inout BoardSession) throws {
    let found = try connection.run(
      """
      select tier, priority, max_attempts, engine, encode(config_hash, 'hex')
      from sagevoice.board_job where tenant = $1 and session = $2 order by tier
      """, [.text(session.tenant), .uuid(session.id.text)])
    var tiers: Set<Tier> = []
    for row in found {
      tiers.insert(try tier(row.int(0)))
      (session.priority, session.mostAttempts) = (try row.int(1), try row.int(2))
      if session.documents.isEmpty {
        (session.engine, session.settingsSHA256) = (try row.text(3), try row.text(4))
      }
    }
    if tiers == [.comprehensive], session.documents[.quick] != nil { tiers.insert(.quick) }
    session.tiers =
      tiers.count > 1 ? .both : tiers.first.flatMap { WantedTiers(rawValue: $0.rawValue) }
  }

  private func tier(_ code: Int) throws -> Tier {
    switch code {
    case 1: .quick
    case 2: .comprehensive
    default: throw StoreError.unusable("the queue has a document of an unknown tier")
    }
  }

  private func opened(_ bytes: [UInt8], of owner: String, _ name: String) throws -> [UInt8] {
    guard let sealing, RowEncryption.begins(bytes) else { return bytes }
    return try sealing.open(bytes, of: owner, name)
  }

  private func fileName(of session: BoardSession) throws -> String {
    guard sealing != nil, let bytes = Hex.bytes(of: Array(session.name.utf8)),
      RowEncryption.begins(bytes)
    else { return session.name }
    return String(decoding: try opened(bytes, of: session.owner, "name"), as: UTF8.self)
  }

  // MARK: - Steps

  private func move(_ session: BoardSession, into store: RecordStore) throws {
    guard try store.existingSession(session.id) == nil, try !store.wasPurged(session.id) else {
      return
    }
    let duration = (session.documents[.computed] ?? session.documents[.quick])
      .flatMap { try? JSONValue.parse($0) }.flatMap { try? ResultsDocument(json: $0) }
    var header = SessionHeader(
      recording: StoredRecording(
        name: try fileName(of: session), sha256: session.audio.map { Fingerprint.sha256(of: $0) },
        sizeBytes: session.audio?.count ?? 0,
        durationSeconds: duration?.recording.duration?.value),
      settingsSHA256: session.settingsSHA256, version: session.engine)
    header.user = session.user
    header.createdAt = session.createdAt
    var new = NewSession(header: header, state: state(of: session, duration))
    new.documents = session.documents
    if let tiers = session.tiers, let audio = session.audio {
      var job = NewJob(
        recording: audio, sidecar: nil, tiers: tiers.rawValue,
        engine: JobEngine.number(of: session.engine))
      (job.priority, job.mostAttempts) = (session.priority, session.mostAttempts)
      if new.state.state == .quickDone { job.stage = .comprehensive }
      new.job = job
    } else {
      new.documents[.audio] = session.audio
    }
    new.formerHistory = try history(of: session)
    _ = try store.enqueue(new, as: session.id)
  }

  private func state(of session: BoardSession, _ document: ResultsDocument?) -> StateRecord {
    if session.tiers != nil, session.audio != nil {
      return session.documents[.quick] == nil
        ? StateRecord(.claimed, phase: .idle) : StateRecord(.quickDone, phase: .quickComplete)
    }
    if let refusal = document?.refusal {
      return StateRecord(.refused, fault: StateFault(refusal), phase: .error)
    }
    guard document != nil else {
      return StateRecord(.failed, fault: StateFault(FaultText.sourceMissing), phase: .error)
    }
    let isWhole = session.documents[.computed] != nil
    return StateRecord(.filed, phase: isWhole ? .complete : .quickComplete)
  }

  /// The lines of the history as a JSON array.
  private func history(of session: BoardSession) throws -> String {
    try connection.run(
      """
      select coalesce(jsonb_agg(to_jsonb(line) order by number), '[]')::text
      from sagevoice.audit line where tenant = $1 and session = $2
      """, [.text(session.tenant), .uuid(session.id.text)]
    ).first?.text(0) ?? "[]"
  }

  private func verify(_ session: BoardSession, in store: RecordStore) throws {
    guard let stored = try store.existingSession(session.id) else {
      if try store.wasPurged(session.id) { return }
      throw StoreError.noSession(session.id)
    }
    for (document, bytes) in session.documents where try stored.read(document) != bytes {
      throw StoreError.damaged(
        path: "\(session.id.text)/\(document.name)", problem: "it differs from the former queue")
    }
    let audio = try store.queuedRecording(of: session.id) ?? stored.read(.audio)
    guard audio == session.audio else {
      throw StoreError.damaged(
        path: "the recording of \(session.id.text)", problem: "it differs from the former queue")
    }
  }

  private func delete(_ session: BoardSession) throws {
    let key: [SQLValue] = [.text(session.tenant), .uuid(session.id.text)]
    try connection.transaction { () throws(SQLError) in
      for table in ["board_job", "document", "audit"] {
        try connection.run("delete from sagevoice.\(table) where tenant = $1 and session = $2", key)
      }
      try connection.run("delete from sagevoice.session where tenant = $1 and id = $2", key)
      try connection.run(
        """
        delete from sagevoice.audio a where tenant = $1 and recording_sha = decode($2, 'hex')
          and not exists (select from sagevoice.session s
            where s.tenant = a.tenant and s.recording_sha = a.recording_sha)
        """, [.text(session.tenant), .text(session.hash)])
    }
  }
}
