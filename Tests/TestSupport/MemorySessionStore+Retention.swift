package import RecordStore

extension MemorySessionStore {
  @discardableResult
  package func withdraw(
    _ userID: String, besides own: SessionID?
  ) throws(StoreError) -> [SessionID] {
    let user = userHash(of: userID)
    return try call { state throws(StoreError) in
      let gone = state.order.filter { id in
        guard id != own, let header = state.sessions[id]?.header else { return false }
        return header.user == user && header.storage == nil
      }
      for session in gone { state.purge(session) }
      state.persons[user] = nil
      state.baselines[user] = nil
      state.personDocuments[user] = nil
      return gone
    }
  }

  package func enforce(
    _ retention: Retention, telling tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) {
    let time = now()
    let announced = try call { state throws(StoreError) in
      let due = state.due(by: retention, at: time)
      state.announced = state.announced.filter { due.contains($0.key) }
      return due.map { (session: $0, isKnown: state.announced[$0] != nil) }
    }
    for (session, isKnown) in announced where !isKnown {
      try tell(.announced(session))
      try call { state throws(StoreError) in state.announced[session] = time }
    }
    let untold = try call { state throws(StoreError) in
      let gone = state.announced.filter { $0.value.adding(days: retention.graceDays) <= time }
      for session in gone.keys.sorted() {
        state.purge(session)
        state.untold.append(session)
      }
      return state.untold
    }
    for session in untold {
      try tell(.purged(session))
      try call { state throws(StoreError) in state.untold.removeAll { $0 == session } }
    }
    try enforceOnAudio(retention, telling: tell)
  }

  private func enforceOnAudio(
    _ retention: Retention, telling tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) {
    let time = now()
    let due = try call { state throws(StoreError) in
      let due = state.dueAudio(by: retention, at: time)
      state.announcedAudio = state.announcedAudio.filter { due.contains($0.key) }
      return due.filter { state.announcedAudio[$0] == nil }
    }
    for session in due {
      try tell(.audioAnnounced(session))
      try call { state throws(StoreError) in state.announcedAudio[session] = time }
    }
    let untold = try call { state throws(StoreError) in
      let gone = state.announcedAudio
        .filter { $0.value.adding(days: retention.graceDays) <= time }
      for session in gone.keys.sorted() {
        var change = SessionChange("audio_purged")
        change.removed = [.audio]
        try state.commit(change, to: session, at: time)
        state.announcedAudio[session] = nil
        state.untoldAudio.append(session)
      }
      return state.untoldAudio
    }
    for session in untold {
      try tell(.audioPurged(session))
      try call { state throws(StoreError) in state.untoldAudio.removeAll { $0 == session } }
    }
  }
}

extension MemoryStoreState {
  /// The sessions whose recordings were kept long enough.
  fileprivate func dueAudio(by retention: Retention, at time: StoreTime) -> [SessionID] {
    order.filter { id in
      guard let session = sessions[id], session.documents[.audio] != nil,
        let made = session.header?.createdAt, let days = retention.audioDays
      else { return false }
      return made.adding(days: days) <= time
    }
  }

  /// The sessions that were kept long enough.
  fileprivate func due(by retention: Retention, at time: StoreTime) -> [SessionID] {
    order.filter { id in
      guard let header = sessions[id]?.header, let made = header.createdAt,
        let days = retention.days(isGuest: header.person.isGuest)
      else { return false }
      return made.adding(days: days) <= time
    }
  }
}
