// What a server asks of a store beyond what a runner does: lists, the people of whom something is kept, who
// was shown what, and all of a person at once, to be taken along or removed.

internal import VoiceTypes

/// A store of sessions that people and staff look into.
package protocol ServedStore: SessionStore, PassingStore {
  /// The time by which the store dates what it keeps.
  func now() throws(StoreError) -> StoreTime

  /// Asks the store for something small; a store that cannot answer throws.
  func checkThatAnswering() throws(StoreError)

  // MARK: - Lists

  /// The sessions of a query, newest first.
  func sessions(_ query: SessionQuery) throws(StoreError) -> [SessionSummary]

  /// The sessions of a person that a query names, newest first.
  func sessions(
    ofUser userID: String, _ query: SessionQuery
  ) throws(StoreError) -> [SessionSummary]

  /// The people of whom something is kept, in the order of their hashes.
  func people() throws(StoreError) -> [UserHash]

  /// The identifier of a person of whom something was kept; nil where nothing says it.
  func userID(of user: UserHash) throws(StoreError) -> String?

  /// Says in the log of the store what is about to be shown, where that is to be said; what cannot be
  /// said is not to be shown.
  func disclose(_ disclosure: Disclosure) throws(StoreError)

  // MARK: - All of a person

  /// Makes what is a guest's somebody's. Doing it again does nothing.
  /// - Returns: The sessions that the user has now, oldest first.
  @discardableResult
  func adopt(guest: String, user: String) throws(StoreError) -> [SessionID]

  /// Writes all that is kept of a person into a file that does not exist yet, all of it or nothing.
  @discardableResult
  func exportAll(
    of userID: String, to path: String, version: String
  ) throws(ExchangeError) -> ExportReport

  /// Purges everything of a person, for good.
  @discardableResult
  func eraseAll(of userID: String, reason: String) throws(StoreError) -> Erasure
}

extension ServedStore {
  /// The sessions of a person by the hash that the store knows them by.
  package func sessions(
    ofUser userID: String, _ query: SessionQuery
  ) throws(StoreError) -> [SessionSummary] {
    var own = query
    own.user = userHash(of: userID)
    return try sessions(own)
  }
}

extension RecordStore: ServedStore {
  package func now() throws(StoreError) -> StoreTime { options.clock.now() }

  package func checkThatAnswering() throws(StoreError) { _ = try logEnd() }

  @discardableResult
  package func exportAll(
    of userID: String, to path: String, version: String
  ) throws(ExchangeError) -> ExportReport {
    let found = try exchanging { () throws(StoreError) in
      try sessions(ofUser: userID, SessionQuery())
    }
    var request = ExportRequest(of: found.map(\.id).sorted(), to: path, version: version)
    request.baselines = .user(userID)
    return try export(request)
  }

  @discardableResult
  package func eraseAll(of userID: String, reason: String) throws(StoreError) -> Erasure {
    try erase(user: userID, reason: reason, .forGood)
  }
}
