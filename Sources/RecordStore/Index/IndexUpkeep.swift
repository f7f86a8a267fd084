// Keeping the index what the folders say.

internal import Synchronization
internal import VoiceTypes

extension RecordStore {
  /// Rows that are decrypted before the next ones are read: many pages of a list, and little memory [E].
  private static let rowsUnsealedAtOnce = 1000

  /// Writes the row of a session after a change.
  func updateIndex(
    of session: SessionID, _ contents: SessionContents, _ arrival: SessionArrival,
    _ writing: inout StoreWriting
  ) {
    let row = try? indexed(SessionSummary(of: session, arrival, contents, secrets))
    if let row, index.put([row]) {
      writing.stale.remove(session)
    } else {
      writing.stale.insert(session)
    }
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
      let rows = try rows(of: changed.filter { !unfinished.contains($0) })
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
    let rows = try rows(of: writing.stale.sorted())
    let gone = writing.stale.subtracting(rows.map(\.summary.id))
    if index.put(rows, removing: gone.sorted()) { writing.stale = [] }
  }

  /// Makes the index anew from the folders.
  /// - Parameter progress: Is told of each session that was read.
  package func reindex(telling progress: StoreProgress? = nil) throws(StoreError) {
    let isWritten = try still { () throws(StoreError) in
      try index.replaceAll(by: rows(of: sessionIDs(), telling: progress))
    }
    guard isWritten else {
      throw .unusable("the index \(layout.index) cannot be written; check the disk and permissions")
    }
  }

  /// The rows of sessions as their folders have them.
  private func rows(
    of sessions: [SessionID], telling progress: StoreProgress? = nil
  ) throws(StoreError) -> [IndexedSession] {
    var rows: [IndexedSession] = []
    for summary in try summaries(of: sessions, telling: progress) {
      rows.append(try indexed(summary))
    }
    return rows
  }

  /// What the folders say of sessions; one without a line in its log is left out.
  func summaries(
    of sessions: [SessionID], telling progress: StoreProgress? = nil
  ) throws(StoreError) -> [SessionSummary] {
    guard !sessions.isEmpty else { return [] }
    let arrivals = try arrivals()
    var summaries: [SessionSummary] = []
    for (index, session) in sessions.enumerated() {
      defer { progress?(index + 1, sessions.count) }
      // A session whose documents cannot be read is for `verify` to report.
      guard let contents = try? contents(of: session), contents.log.sequence > 0 else { continue }
      summaries.append(
        SessionSummary(of: session, arrivals[session] ?? .unnamed, contents, secrets))
    }
    return summaries
  }

  /// How each session came, by the first line of the store's log that names it.
  private func arrivals() throws(StoreError) -> [SessionID: SessionArrival] {
    try storeLog().lines.reduce(into: [:]) { arrivals, line in
      guard let session = line.entry.anchor?.session, arrivals[session] == nil else { return }
      arrivals[session] = SessionArrival(line)
    }
  }

  // MARK: - Asking

  /// The sessions of a query, newest first.
  package func sessions(_ query: SessionQuery) throws(StoreError) -> [SessionSummary] {
    let stale = try writing.withLock { writing throws(StoreError) in
      if options.access == .writing { try writeStaleRows(&writing) }
      return writing.stale
    }
    if stale.isEmpty, let found = listed(query) { return found }
    let found = try summaries(of: sessionIDs()).filter(query.matches)
      .sorted { $1.cursor.comesAfter($0.cursor) }
    return query.limit.map { Array(found.prefix($0)) } ?? found
  }

  /// The sessions of a query by the index; nil when it cannot be read.
  private func listed(_ query: SessionQuery) -> [SessionSummary]? {
    guard asksForSealed(query) else {
      return index.rows(indexed(query))?.map(summary(of:))
    }
    var found: [SessionSummary] = []
    var batch = indexed(query)
    batch.limit = Self.rowsUnsealedAtOnce
    while true {
      guard let rows = index.rows(batch) else { return nil }
      found += rows.map(summary(of:)).filter(query.matches)
      if let limit = query.limit, found.count >= limit { return Array(found.prefix(limit)) }
      guard let last = rows.last, rows.count == Self.rowsUnsealedAtOnce else { return found }
      batch.after = last.summary.cursor
    }
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
