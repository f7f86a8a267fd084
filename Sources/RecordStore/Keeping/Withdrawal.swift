// A person who agreed to storage, and no longer does. Nobody is to ask for their data to go: what rests on
// the consent goes when it is taken back. What is kept of a recording that nobody agreed to store, the header
// with the quick answer, is no matter of that consent, and stays.

internal import VoiceTypes

extension RecordStore {
  /// Purges what is kept of a person with their consent to storage: sessions with more than the quick
  /// answer, what they told, baselines, and what names them in `failed/`. May be done again.
  /// - Parameter own: A session that is on its way, which stays; nil for none.
  /// - Returns: The sessions that went, oldest first.
  @discardableResult
  package func withdraw(
    _ userID: String, besides own: SessionID?
  ) throws(StoreError) -> [SessionID] {
    guard try isKept(userID, besides: own) else { return [] }
    return try erase(user: userID, reason: "consent to storage was taken back", .forGood) {
      session throws(StoreError) in
      if session == own { return true }
      return try isQuickAnswer(session)
    }.sessions
  }

  /// Whether anything rests on the consent of a person.
  private func isKept(_ userID: String, besides own: SessionID?) throws(StoreError) -> Bool {
    let user = userHash(of: userID)
    for folder in StoreLayout.personFolders where try !fileNames(of: user.text, in: folder).isEmpty
    {
      return true
    }
    for session in try sessions(ofUser: userID, SessionQuery()) where session.id != own {
      if try !isQuickAnswer(session.id) { return true }
    }
    return false
  }

  /// Whether no more than the quick answer is kept of a recording. One that cannot be read is taken for
  /// more.
  private func isQuickAnswer(_ session: SessionID) throws(StoreError) -> Bool {
    do {
      return try existingSession(session)?.header()?.storage != nil
    } catch {
      guard case .damaged = error else { throw error }
      return false
    }
  }
}
