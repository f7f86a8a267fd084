// Finding all that a store holds of a person. Sessions that were imported name the person by the
// keyed hash of the store they come from, which this store cannot compute: their answers are looked
// into instead, so that a search, and above all a purge, misses none.

internal import VoiceTypes

extension RecordStore {
  /// The sessions of a person that a query names, newest first.
  package func sessions(
    ofUser userID: String, _ query: SessionQuery
  ) throws(StoreError) -> [SessionSummary] {
    try sessions(ofUser: userID, query) { query throws(StoreError) in try sessions(query) }
  }

  /// The same by what answers a query.
  func sessions(
    ofUser userID: String, _ query: SessionQuery,
    by answer: (SessionQuery) throws(StoreError) -> [SessionSummary]
  ) throws(StoreError) -> [SessionSummary] {
    var own = query
    own.user = userHash(of: userID)
    let imported = try importedSessions(naming: userID, by: answer)
    guard !imported.isEmpty else { return try answer(own) }
    var any = query
    any.user = nil
    any.limit = nil
    let found = try answer(any).filter { $0.user == own.user || imported.contains($0.id) }
    return query.limit.map { Array(found.prefix($0)) } ?? found
  }

  /// Imported sessions of a person: those whose answers name them, and those with a keyed hash that
  /// such a session has.
  private func importedSessions(
    naming userID: String, by answer: (SessionQuery) throws(StoreError) -> [SessionSummary]
  ) throws(StoreError) -> Set<SessionID> {
    var query = SessionQuery()
    query.isImported = true
    let imported = try answer(query)
    var found: Set<SessionID> = []
    for session in imported.map(\.id) {
      // Answers that cannot be read are for `verify` to report.
      guard let answers = try? read(.answers, of: session),
        let json = try? JSONValue.parse(answers), json.names(userID)
      else { continue }
      found.insert(session)
    }
    guard !found.isEmpty else { return found }
    let hashes = Set(imported.filter { found.contains($0.id) }.compactMap(\.user))
    return found.union(imported.filter { $0.user.map(hashes.contains) ?? false }.map(\.id))
  }
}

extension JSONValue {
  /// Whether a member `user_id` anywhere in here holds this text, byte for byte.
  fileprivate func names(_ userID: String) -> Bool {
    switch self {
    case .object(let members):
      members.contains { member in
        if member.key == "user_id", case .string(let found) = member.value,
          found.utf8.elementsEqual(userID.utf8)
        {
          return true
        }
        return member.value.names(userID)
      }
    case .array(let elements): elements.contains { $0.names(userID) }
    default: false
    }
  }
}
