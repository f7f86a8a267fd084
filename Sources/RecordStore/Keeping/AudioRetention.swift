// Retention of recordings alone: announced and purged as sessions are (RetentionRun.swift), by the same
// clock, with results that stay.

extension RecordStore {
  /// Announces the recordings that have been kept long enough, and removes what was announced long
  /// enough ago.
  /// - Parameter due: The sessions whose recording's days are over, whether it is still there or not.
  /// - Returns: Why a recording could not be removed; it must not keep others from being.
  func settleAudio(
    _ due: [SessionID], _ retention: Retention, _ now: StoreTime, _ state: inout RetentionState,
    _ tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) -> StoreError? {
    let former = state
    var there: Set<SessionID> = []
    for session in due where try holdsAudio(session) { there.insert(session) }
    for session in state.announcedAudio.keys.sorted() where !there.contains(session) {
      // It went, and the program with it before that was told.
      if try hasLostAudio(session) { try tell(.audioPurged(session)) }
      state.announcedAudio[session] = nil
    }
    for session in there.sorted() where state.announcedAudio[session] == nil {
      try tell(.audioAnnounced(session))
      state.announcedAudio[session] = .init(at: options.clock.now(), steady: now)
    }
    // Nothing goes before it is durable that it was announced.
    try write(state, over: former)
    let announced = state
    let fault = try purgeAnnouncedAudio(retention, now, &state, tell)
    try write(state, over: announced)
    return fault
  }

  private func purgeAnnouncedAudio(
    _ retention: Retention, _ now: StoreTime, _ state: inout RetentionState,
    _ tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) -> StoreError? {
    var fault: StoreError?
    for (session, announcement) in state.announcedAudio.sorted(by: { $0.key < $1.key })
    where announcement.steady.adding(days: retention.graceDays) <= now {
      do {
        try purgeAudio(of: session, reason: "its recording's time in the store was over")
      } catch {
        fault = error
        continue
      }
      try tell(.audioPurged(session))
      state.announcedAudio[session] = nil
    }
    return fault
  }

  /// Whether a session is there without a recording; of one that went as a whole that is told.
  private func hasLostAudio(_ session: SessionID) throws(StoreError) -> Bool {
    guard try holds(session) else { return false }
    return try !holdsAudio(session)
  }
}
