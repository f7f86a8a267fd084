// Taking recordings out of sessions whose results stay. A voice tells who somebody is, and is wanted
// for less long than what was measured of it. A recording goes by a change of its session like any
// other: the line of the log that names it as gone is what makes it so, and a crash behind that line is
// finished at the next start (Transaction.swift, Recovery.swift).

extension RecordStore {
  /// Removes the recordings of sessions, as far as they have one, and leaves all else of them; the
  /// reason stands in their logs and must not tell who a person is.
  /// - Returns: The sessions that had a recording, in the order of a purge.
  package func purgeAudio(
    _ selection: PurgeSelection, reason: String, _ mode: PurgeMode
  ) throws(StoreError) -> [SessionID] {
    if mode == .forGood {
      guard options.access == .writing else { throw .readOnly }
      try checkIndex()
    }
    var sessions: [SessionID] = []
    for session in try selected(selection) where try holdsAudio(session) {
      sessions.append(session)
    }
    guard mode == .forGood else { return sessions }
    for session in sessions { try purgeAudio(of: session, reason: reason) }
    return sessions
  }

  /// Removes the recording of a session.
  func purgeAudio(of session: SessionID, reason: String) throws(StoreError) {
    var change = SessionChange("audio_purged")
    change.removed = [.audio]
    change.note = (field: "reason", old: nil, new: reason)
    try self.session(session).commit(change)
  }

  /// Whether a recording lies in a session's folder.
  func holdsAudio(_ session: SessionID) throws(StoreError) -> Bool {
    try disk.facts(of: layout.path(of: SessionDocument.audio.name, in: session)) != nil
  }
}
