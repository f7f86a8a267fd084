// A session in rows, and its changes.

internal import VoiceTypes

package struct StoredSession: Sendable {
  package let id: SessionID
  private let store: RecordStore

  init(_ id: SessionID, in store: RecordStore) { (self.id, self.store) = (id, store) }

  package func header() throws(StoreError) -> SessionHeader? {
    try store.read { rows in try rows.session(id)?.header }
  }

  package func state() throws(StoreError) -> StateRecord? {
    try store.read { rows in try rows.session(id)?.state }
  }

  package func read(_ document: SessionDocument) throws(StoreError) -> [UInt8]? {
    try store.read { rows in try rows.read(document, of: id) }
  }

  package func commit(_ change: SessionChange) throws(StoreError) {
    try store.write { rows in try rows.commit(change, to: id) }
  }

  package func record(_ state: StateRecord) throws(StoreError) {
    try commit(SessionChange("state", state: state))
  }

  /// Commits the recording. Its source may be removed after the return.
  package func archiveAudio(
    _ bytes: [UInt8], sha256: String, state: StateRecord? = nil,
    with documents: [SessionDocument: [UInt8]] = [:]
  ) throws(StoreError) {
    let all = documents.merging([.audio: bytes]) { _, audio in audio }
    var change = SessionChange("archived", state: state, documents: all)
    change.sha256[.audio] = sha256
    try commit(change)
  }

  /// Adds a line to the history, unless it has a line of the same content.
  package func noteOnce(_ action: String, field: String, new: String) throws(StoreError) {
    try store.write { rows in
      try rows.lock(id)
      try rows.checkNotPurged(id)
      let value = rows.form.names.auditValue(new)
      let isNoted = try rows.finds(
        """
        select 1 from kept_line where tenant = $1 and session = $2
          and action = $3 and detail ->> 'field' = $4 and detail ->> 'new' = $5 limit 1
        """, .session(id), .text(action), .text(field), .text(value))
      guard !isNoted else { return }
      try rows.make(id)
      try rows.note(action, ["field": .string(field), "new": .string(value)], in: id)
    }
  }

  /// The history, oldest first, in the form of an exported log.
  package func auditLines() throws(StoreError) -> [AuditLine] {
    let entries = try store.read { rows in try rows.history(of: id) }
    return store.names.auditLines(of: entries, in: id)
  }

  /// The history as a JSON line per entry. Nil without a history.
  package func auditBytes() throws(StoreError) -> [UInt8]? {
    let lines = try auditLines()
    return lines.isEmpty ? nil : lines.flatMap(\.bytes)
  }
}

extension StoreTransaction {
  /// Header and state of a session.
  struct Found {
    var header: SessionHeader?
    var state: StateRecord?
  }

  func checkNotPurged(_ id: SessionID) throws {
    if try wasPurged(id) { throw StoreError.purged(id) }
  }

  func wasPurged(_ id: SessionID) throws -> Bool {
    try finds("select 1 from purged where tenant = $1 and session = $2", .session(id))
  }

  func holds(_ id: SessionID) throws -> Bool {
    try finds("select 1 from kept_session where tenant = $1 and id = $2", .session(id))
  }

  /// Header and state. Nil without the session.
  func session(_ id: SessionID) throws -> Found? {
    let rows = try run(
      "select header, state from kept_session where tenant = $1 and id = $2", .session(id))
    return try rows.first.map {
      try contents(of: id, header: $0.values[0], state: $0.values[1])
    }
  }

  /// Decodes the columns of a session.
  func contents(of id: SessionID, header: SQLValue, state: SQLValue) throws -> Found {
    var found = Found()
    if case .bytes(let bytes) = header {
      let header = try opened(bytes, as: RowContext(id, .header))
      let filed: FiledHeader = try StoredJSON.read(header, at: "\(id.text), its header")
      found.header = filed.header
    }
    if case .bytes(let bytes) = state {
      let state = try opened(bytes, as: RowContext(id, .state))
      let filed: FiledState = try StoredJSON.read(state, at: "\(id.text), its state")
      found.state = filed.record
    }
    return found
  }

  func results(of id: SessionID) throws -> SessionResults? {
    guard let found = try session(id) else { return nil }
    return SessionResults(
      header: found.header, answers: try read(.answers, of: id),
      computed: try read(.computed, of: id))
  }

  func metadata(of id: SessionID) throws -> SessionMetadata? {
    guard let found = try session(id) else { return nil }
    return SessionMetadata(
      session: id, header: found.header, hasAnswers: try hashes(of: id)["answers"] != nil,
      duplicateOf: found.state?.duplicateOf)
  }

  func read(_ document: SessionDocument, of id: SessionID) throws -> [UInt8]? {
    if document == .header || document == .state { return try readOwn(document, of: id) }
    let rows = try run(
      "select bytes from kept_document where tenant = $1 and session = $2 and name = $3",
      .session(id), .text(document.rawValue))
    guard let row = rows.first else { return nil }
    let bytes = try row.isNull(0) ? audio(of: id) : row.bytes(0)
    return try opened(bytes, as: RowContext(id, document))
  }

  /// The stored bytes of the audio file.
  private func audio(of id: SessionID) throws -> [UInt8] {
    guard let folder else { throw SQLError.unreadable("the audio of a session") }
    guard let bytes = try folder.files.readIfPresent(folder.audio(of: id)) else {
      throw StoreError.damaged(path: folder.audio(of: id), problem: "the file is missing")
    }
    return bytes
  }

  private func readOwn(_ document: SessionDocument, of id: SessionID) throws -> [UInt8]? {
    let rows = try run(
      "select \(document.rawValue) from kept_session where tenant = $1 and id = $2", .session(id))
    guard let row = rows.first, !row.isNull(0) else { return nil }
    return try opened(row.bytes(0), as: RowContext(id, document))
  }

  /// The hash of a document in its row and in the history: SHA-256, which an encrypted store on SQLite hashes with its secret.
  /// - Parameter sha256: SHA-256 of `bytes`, if it is known.
  func documentHash(of bytes: [UInt8], sha256: String? = nil) -> String {
    let sha256 = sha256 ?? StoreSecrets.sha256(of: bytes)
    return dialect == .sqlite ? form.names.auditValue(sha256) : sha256
  }

  /// Hashes of the documents by their names.
  func hashes(of id: SessionID) throws -> [String: String] {
    let rows = try run(
      "select name, \(dialect.documentHash) from kept_document where tenant = $1 and session = $2",
      .session(id))
    return try rows.reduce(into: [:]) { hashes, row in hashes[try row.text(0)] = try row.text(1) }
  }

  // MARK: - Changes

  /// Applies a change. The first change creates the session.
  func commit(_ change: SessionChange, to id: SessionID) throws {
    try lock(id)
    try checkNotPurged(id)
    for file in change.files { try add(file, of: id) }
    // Documents can be removed although the header is damaged.
    let found = change.header == nil && change.state == nil ? Found() : try session(id) ?? Found()
    let stored = try hashes(of: id)
    let time = try now()
    var header = change.header
    header?.createdAt = found.header?.createdAt ?? time
    // As bytes: equality of texts ignores the composition of accents.
    let headerBytes = header?.json(of: id).fileBytes
    if headerBytes == found.header?.json(of: id).fileBytes { header = nil }
    let stateBytes = change.state?.json(of: id, at: time).fileBytes
    let state = stateBytes == found.state?.json(of: id, at: time).fileBytes ? nil : change.state
    var hashes: [String: String?] = [:]
    var written = change.documents
    for (document, bytes) in change.documents {
      let hash = documentHash(of: bytes, sha256: change.sha256[document])
      if stored[document.rawValue] == hash { written[document] = nil }
      if stored[document.rawValue] != hash { hashes[document.rawValue] = hash }
    }
    if header != nil, let headerBytes { hashes["header"] = documentHash(of: headerBytes) }
    if state != nil, let stateBytes { hashes["state"] = documentHash(of: stateBytes) }
    let removed = change.removed.filter { stored[$0.rawValue] != nil }
    for document in removed { hashes.updateValue(nil, forKey: document.rawValue) }
    guard !hashes.isEmpty else { return }
    try make(id)
    if let header { try save(header, of: id) }
    if let state { try save(state, of: id, at: time) }
    for (document, bytes) in written where !removed.contains(document) {
      try write(bytes, as: document, of: id)
    }
    for document in removed { try remove(document, of: id) }
    if hashes.keys.contains(where: Self.results.contains) { try findResults(of: id) }
    try note(change, hashes, (old: found.state?.state, new: state?.state), in: id)
  }

  func write(_ bytes: [UInt8], as document: SessionDocument, of id: SessionID) throws {
    try removeFollowUpValues(derivedFrom: document, of: id)
    var stored = try value(bytes, as: RowContext(id, document))
    if let folder, document == .audio, case .bytes(let audio) = stored {
      writtenAudio.insert(id)
      try folder.writeAudio(audio, of: id)
      stored = .null
    }
    try run(
      """
      insert into kept_document (tenant, session, name, bytes, content_sha)
      values ($1, $2, $3, $4, $5)
      on conflict (tenant, session, name)
        do update set bytes = excluded.bytes, content_sha = excluded.content_sha
      """, .session(id), .text(document.rawValue), stored,
      .optional(
        // PostgreSQL computes the hash of a plain document.
        dialect == .postgres && form.sealing == nil ? nil : documentHash(of: bytes)))
  }

  func remove(_ document: SessionDocument, of id: SessionID) throws {
    try removeFollowUpValues(derivedFrom: document, of: id)
    try run(
      "delete from kept_document where tenant = $1 and session = $2 and name = $3", .session(id),
      .text(document.rawValue))
  }

  /// Adds the line of a change to the history of a session.
  private func note(
    _ change: SessionChange, _ hashes: [String: String?],
    _ state: (old: SessionState?, new: SessionState?), in id: SessionID
  ) throws {
    let documents = hashes.sorted { $0.key < $1.key }.map {
      JSONValue.Member($0.key, .optional($0.value))
    }
    var detail: [JSONValue.Member] = [.init("documents", .object(documents))]
    if let new = state.new { detail.append(.init("state", .string(new.rawValue))) }
    if change.note == nil, let new = state.new {
      detail += [
        .init("field", "state"), .init("old", .optional(state.old?.rawValue)),
        .init("new", .string(new.rawValue)),
      ]
    }
    if let note = change.note {
      detail += [
        .init("field", .string(note.field)),
        .init("old", .optional(note.old.map(form.names.auditValue))),
        .init("new", .optional(note.new.map(form.names.auditValue))),
      ]
    }
    try note(change.action, .object(detail), in: id)
  }

  /// Creates the row of a session if it is missing.
  func make(_ id: SessionID) throws {
    try run(
      "insert into kept_session (tenant, id) values ($1, $2) on conflict do nothing", .session(id))
  }

  func save(_ header: SessionHeader, of id: SessionID) throws {
    try update(id, columns(of: header, id))
  }

  func save(_ state: StateRecord, of id: SessionID, at time: StoreTime) throws {
    try update(id, columns(of: state, id, at: time))
    try advanceJob(of: id, after: state.state)
  }

  private typealias Columns = KeyValuePairs<String, SQLValue>

  private func update(_ id: SessionID, _ columns: Columns) throws {
    let changes = columns.enumerated().map { "\($1.key) = $\($0 + 3)" }.joined(separator: ", ")
    try run(
      "update kept_session set \(changes) where tenant = $1 and id = $2",
      with: [.session(id)] + columns.map(\.value))
  }

  private func columns(of header: SessionHeader, _ id: SessionID) throws -> Columns {
    [
      "header": try value(header.json(of: id).fileBytes, as: RowContext(id, .header)),
      "user_hash": .optional(header.user?.text),
      "recording_sha": column(header.recording.sha256, .sound),
      "identity": .optional(header.identity?.text), "parent": .session(header.parent?.session),
      "created_ms": header.createdAt.map { .int($0.milliseconds) } ?? .null,
      "is_guest": .bool(header.person.isGuest), "storage": .optional(header.storage?.rawValue),
      "recording_name": column(header.recording.name, .recordingName),
      "context": column(header.context, .context),
      "reference": column(header.reference, .reference),
    ]
  }

  private func columns(
    of state: StateRecord, _ id: SessionID, at time: StoreTime
  ) throws -> Columns {
    [
      "state": try value(state.json(of: id, at: time).fileBytes, as: RowContext(id, .state)),
      "counts_as_first": .bool(state.state.countsAsFirst),
      "state_name": .text(state.state.rawValue),
    ]
  }

  /// Inserts a new session with its documents.
  func insert(_ session: NewSession, as id: SessionID) throws {
    let time = try now()
    var header = session.header
    header.createdAt = header.createdAt ?? time
    let columns =
      try Array(columns(of: header, id)) + Array(columns(of: session.state, id, at: time))
    try run(
      """
      insert into kept_session (tenant, id, \(columns.map(\.key).joined(separator: ", ")))
      values ($1, $2, \(Self.parameters(columns.count, from: 3)))
      """, with: [.session(id)] + columns.map(\.value))
    var hashes: [String: String?] = [:]
    for (document, bytes) in session.documents {
      try write(bytes, as: document, of: id)
      hashes[document.rawValue] = documentHash(of: bytes)
    }
    if !session.documents.isEmpty { try findResults(of: id) }
    hashes["header"] = documentHash(of: header.json(of: id).fileBytes)
    hashes["state"] = documentHash(of: session.state.json(of: id, at: time).fileBytes)
    try note(SessionChange("submitted"), hashes, (old: nil, new: session.state.state), in: id)
  }

  /// Adds a line to the history of a session, with the actor of the task.
  func note(_ action: String, _ detail: JSONValue, in id: SessionID) throws {
    var detail = detail
    if let actor = AuditActor.acting?.name, case .object(let members) = detail {
      detail = .object(members + [.init("actor", .string(actor))])
    }
    try append(action, detail, to: id)
  }
}
