// Whether the index says of sessions what their folders say.

extension RecordStore {
  /// Those of the sessions, and those that have no folder, whose rows are not what they should be.
  func wrongRows(among sessions: [SessionID]) throws(StoreError) -> [SessionID] {
    let chosen = Set(sessions)
    let folders = Set(try sessionIDs())
    let rows = try self.sessions(SessionQuery())
      .filter { chosen.contains($0.id) || !folders.contains($0.id) }
    let expected = try summaries(of: sessions.filter(folders.contains))
    let found = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let wanted = Dictionary(expected.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return Set(found.keys).union(wanted.keys).filter { found[$0] != wanted[$0] }.sorted()
  }
}
