// Keeping the index what the folders say.

internal import Synchronization
internal import VoiceTypes

extension RecordStore {
  /// Writes the row of a session after a change, and moves the mark on with it where no other row is wrong: one
  /// transaction costs half of what two do.
  func updateIndex(
    of session: SessionID, _ contents: SessionContents, _ arrival: SessionArrival,
    _ writing: inout StoreWriting
  ) {
    let row = try? indexed(SessionSummary(of: session, arrival, contents, secrets))
    let isLast = staleSessions.withLock { $0.isSubset(of: [session]) }
    let move = isLast ? markMove(writing) : nil
    let isWritten = row.map { index.put([$0], move) } ?? false
    if isWritten, let move { writing.began = move.to }
    staleSessions.withLock { stale in
      if isWritten { stale.remove(session) } else { stale.insert(session) }
    }
  }

  /// Writes the rows that are not what the folders say, and looks only where something changed since
  /// they were. That of a session in the middle of a change is left to whoever makes it, or, after a
  /// crash, to `recover`, which tells by the row that it is needed. Nobody is waited for.
  func bringIndexUpToDate() throws(StoreError) {
    let former = index.mark()
    // Comes before all looks: what changes during them lies behind it.
    let now = moment()
    let unseen = try changes(since: former, at: now)
    guard !unseen.isEmpty else { return }
    let (changed, gone) = try outdated(unseen)
    let rows = try undisturbedRows(of: changed, unseen)
    let isComplete = rows.count == changed.count
    let move = isComplete ? now.map { IndexMarkMove(from: former, to: $0) } : nil
    _ = index.put(rows, removing: gone, move)
  }

  /// The sessions whose logs are not those of their rows, and those of rows without a folder.
  private func outdated(
    _ unseen: UnseenChanges
  ) throws(StoreError) -> (changed: [SessionID], gone: [SessionID]) {
    let told = unseen.sessions
    // Of those that are told also where the row seems to fit: an earlier version may have written it,
    // without all facts.
    let known = told == nil ? index.logLengths() ?? [:] : [:]
    let sessions = if let told { told } else { try sessionIDs() }
    var (changed, gone): ([SessionID], [SessionID]) = ([], [])
    for session in sessions {
      let length = try logSize(of: session)
      if length > 0, length != known[session.text] { changed.append(session) }
      guard length == 0, told != nil else { continue }
      if try disk.facts(of: layout.folder(of: session)) == nil { gone.append(session) }
    }
    gone += Set(known.keys).subtracting(sessions.map(\.text)).sorted().compactMap(SessionID.init)
    return (changed, gone)
  }

  /// The rows of those sessions that nobody is in the middle of changing, and that can be read.
  private func undisturbedRows(
    of sessions: [SessionID], _ unseen: UnseenChanges
  ) throws(StoreError) -> [IndexedSession] {
    guard !sessions.isEmpty else { return [] }
    let lines = if case .lines(let lines) = unseen { lines } else { try storeLog().lines }
    let anchors = AuditLog.anchors(in: lines)
    var arrivals = Self.arrivals(in: lines)
    var found: [SessionSummary] = []
    for session in sessions {
      guard let contents = try? undisturbedContents(of: session), contents.log.sequence > 0,
        contents.log.sequence != (anchors[session]?.sequence ?? 0) + 1
      else { continue }
      found.append(
        SessionSummary(of: session, arrivals[session] ?? .unnamed, contents, secrets))
    }
    // A session may have begun since the log was read.
    if found.contains(where: { arrivals[$0.id] == nil }) { arrivals = try self.arrivals() }
    var rows: [IndexedSession] = []
    for summary in found {
      var arrived = summary
      arrived.take(arrivals[summary.id] ?? .unnamed)
      rows.append(try indexed(arrived))
    }
    return rows
  }

  /// Makes the rows right that are not what the folders say, also those of sessions that another
  /// program left in the middle of a change; every session is looked at.
  func checkIndex() throws(StoreError) {
    let known = index.logLengths() ?? [:]
    for session in try sessionIDs() where try logSize(of: session) != known[session.text] {
      try recover(session)
    }
    try bringIndexUpToDate()
  }

  /// Writes the rows that could not be written when their sessions changed, if they can be now; for
  /// whoever holds `writing`.
  func writeStaleRows() throws(StoreError) {
    let stale = staleSessions.withLock { $0 }
    guard !stale.isEmpty else { return }
    let rows = try rows(of: stale.sorted())
    let gone = stale.subtracting(rows.map(\.summary.id))
    if index.put(rows, removing: gone.sorted()) { staleSessions.withLock { $0 = [] } }
  }

  /// Makes the index anew from the folders.
  /// - Parameter progress: Is told of each session that was read.
  package func reindex(telling progress: StoreProgress? = nil) throws(StoreError) {
    index.mend()
    let isWritten = try still { () throws(StoreError) in
      try index.replaceAll(by: rows(of: sessionIDs(), telling: progress))
    }
    guard isWritten else {
      throw .unusable("the index \(layout.index) cannot be written; check the disk and permissions")
    }
    try bringIndexUpToDate()
  }

  /// The rows of sessions as their folders have them.
  func rows(
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
    Self.arrivals(in: try storeLog().lines)
  }

  private static func arrivals(in lines: [AuditLine]) -> [SessionID: SessionArrival] {
    lines.reduce(into: [:]) { arrivals, line in
      guard let session = line.entry.anchor?.session, arrivals[session] == nil else { return }
      arrivals[session] = SessionArrival(line)
    }
  }
}
