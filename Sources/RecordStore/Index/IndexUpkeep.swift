// Keeping the index what the folders say.

internal import Synchronization
internal import VoiceTypes

extension RecordStore {
  /// Writes the row of a session after a change.
  func updateIndex(
    of session: SessionID, _ contents: SessionContents, order: Int, _ writing: inout StoreWriting
  ) {
    let row = indexed(SessionSummary(of: session, order: order, contents, secrets))
    if index.put([row]) {
      writing.stale.remove(session)
    } else {
      writing.stale.insert(session)
    }
  }

  /// A row as the index may hold it: an encrypted store keeps names out of it.
  private func indexed(_ summary: SessionSummary) -> SessionSummary {
    guard secrets.isSealing else { return summary }
    var row = summary
    row.name = nil
    row.context = summary.context.map { secrets.keyedHash(of: $0, for: .context) }
    row.reference = summary.reference.map { secrets.keyedHash(of: $0, for: .reference) }
    return row
  }

  /// Writes the rows that are not what the folders say; that of a session which a crash left in the
  /// middle of a change has to wait for `recover`, which tells by the row that it is needed.
  func bringIndexUpToDate() throws(StoreError) {
    if let text = index.notice { notice(text) }
    let known = index.logLengths() ?? [:]
    var changed: [SessionID] = []
    let folders = try sessionIDs()
    for session in folders where try logSize(of: session) != known[session.text] {
      changed.append(session)
    }
    let gone = Set(known.keys).subtracting(folders.map(\.text)).sorted()
    guard !changed.isEmpty || !gone.isEmpty else { return }
    try still { () throws(StoreError) in
      let unfinished = try unfinished(among: changed)
      let rows = try summaries(of: changed.filter { !unfinished.contains($0) }).map(indexed)
      _ = index.put(rows, removing: gone.compactMap(SessionID.init))
    }
  }

  /// Makes the rows right that are not what the folders say, also those of sessions that another
  /// program left in the middle of a change.
  func checkIndex() throws(StoreError) {
    let known = index.logLengths() ?? [:]
    for session in try sessionIDs() where try logSize(of: session) != known[session.text] {
      try recover(session)
    }
    try bringIndexUpToDate()
  }

  /// The sessions with documents on their way, or with a line that the store's log does not have yet.
  private func unfinished(among sessions: [SessionID]) throws(StoreError) -> Set<SessionID> {
    guard !sessions.isEmpty else { return [] }
    let staged = Set(try stagedNames().map(\.owner))
    let anchors = try storeLog().anchors
    var unfinished: Set<SessionID> = []
    for session in sessions {
      guard let log = try logUnlessLinked(of: session) else {
        unfinished.insert(session)
        continue
      }
      let isAhead = log.head.sequence == (anchors[session]?.sequence ?? 0) + 1
      if staged.contains(session.text) || log.tornBytes > 0 || isAhead {
        unfinished.insert(session)
      }
    }
    return unfinished
  }

  /// Writes the rows that could not be written when their sessions changed, if they can be now.
  func writeStaleRows(_ writing: inout StoreWriting) throws(StoreError) {
    guard !writing.stale.isEmpty else { return }
    let rows = try summaries(of: writing.stale.sorted()).map(indexed)
    let gone = writing.stale.subtracting(rows.map(\.id))
    if index.put(rows, removing: gone.sorted()) { writing.stale = [] }
  }

  /// Makes the index anew from the folders.
  /// - Parameter progress: Is told of each session that was read.
  package func reindex(telling progress: StoreProgress? = nil) throws(StoreError) {
    let isWritten = try still { () throws(StoreError) in
      try index.replaceAll(by: summaries(of: sessionIDs(), telling: progress).map(indexed))
    }
    guard isWritten else {
      throw .unusable("the index \(layout.index) cannot be written; check the disk and permissions")
    }
  }

  /// What the folders say of sessions; one without a line in its log is left out.
  func summaries(
    of sessions: [SessionID], telling progress: StoreProgress? = nil
  ) throws(StoreError) -> [SessionSummary] {
    guard !sessions.isEmpty else { return [] }
    let places = try places()
    var summaries: [SessionSummary] = []
    for (index, session) in sessions.enumerated() {
      defer { progress?(index + 1, sessions.count) }
      // A session whose documents cannot be read is for `verify` to report.
      guard let contents = try? contents(of: session), contents.log.sequence > 0 else { continue }
      summaries.append(
        SessionSummary(
          of: session, order: places[session] ?? Int(Int32.max), contents, secrets))
    }
    return summaries
  }

  /// The numbers of the lines of the store's log that first name each session.
  private func places() throws(StoreError) -> [SessionID: Int] {
    let bytes = try disk.readIfPresent(layout.auditLog) ?? []
    let log = AuditLog(bytes, seed: storeSeed, secrets)
    return log.lines.reduce(into: [:]) { places, line in
      guard let session = line.entry.anchor?.session, places[session] == nil else { return }
      places[session] = line.sequence
    }
  }

  /// The sessions of a query, newest first.
  package func sessions(_ query: SessionQuery) throws(StoreError) -> [SessionSummary] {
    let stale = try writing.withLock { writing throws(StoreError) in
      if options.access == .writing { try writeStaleRows(&writing) }
      return writing.stale
    }
    var sealed = query
    if secrets.isSealing {
      sealed.context = query.context.map { secrets.keyedHash(of: $0, for: .context) }
      sealed.reference = query.reference.map { secrets.keyedHash(of: $0, for: .reference) }
    }
    guard stale.isEmpty, let rows = index.rows(sealed) else {
      let found = try summaries(of: sessionIDs()).filter(query.matches)
        .sorted { $0.order > $1.order }
      return query.limit.map { Array(found.prefix($0)) } ?? found
    }
    return rows.map(unsealed)
  }

  /// A row with what an encrypted store keeps out of the index.
  private func unsealed(_ row: SessionSummary) -> SessionSummary {
    guard secrets.isSealing else { return row }
    var summary = row
    // A header that cannot be read is for `verify`; the session is listed without its name.
    let header = try? contents(of: row.id).header
    summary.name = header?.recording.name
    summary.context = header?.context
    summary.reference = header?.reference
    return summary
  }

  /// The first session with this identity whose recording has, or may still get, results.
  package func first(
    with identity: RecordingIdentity
  ) throws(StoreError) -> SessionSummary? {
    var query = SessionQuery()
    query.identity = identity
    query.states = Set(SessionState.allCases.filter(\.countsAsFirst))
    return try sessions(query).last
  }
}
