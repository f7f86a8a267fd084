// Asking for sessions, which the index answers wherever it can.

internal import Synchronization
internal import VoiceTypes

extension RecordStore {
  /// Rows that are decrypted before the next ones are read: many pages of a list, and little memory [E].
  private static let rowsUnsealedAtOnce = 1000

  /// The sessions of a query, newest first.
  package func sessions(_ query: SessionQuery) throws(StoreError) -> [SessionSummary] {
    if options.access == .writing, !staleSessions.withLock(\.isEmpty) {
      try writing.withLock { _ throws(StoreError) in try writeStaleRows() }
    }
    return try sessionsNow(query)
  }

  /// The same for whoever appends.
  func sessionsNow(_ query: SessionQuery) throws(StoreError) -> [SessionSummary] {
    if staleSessions.withLock(\.isEmpty), let found = listed(query) { return found }
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
  ) throws(StoreError) -> SessionID? {
    var query = SessionQuery()
    query.identity = identity
    query.states = Set(SessionState.allCases.filter(\.countsAsFirst))
    return try sessions(query).last?.id
  }
}
