// Retention by itself: what was kept long enough is announced, and goes after days of grace. A clock
// that is wrong must not take anything with it, so age is told by the log (LogTime.swift), the clock
// has to agree with it at two looks in a row, and nothing goes that was not announced.

internal import VoiceTypes

/// What retention says while it is enforced. Everything may be said again after a crash.
package enum RetentionNews: Sendable, Equatable {
  /// The time of a session is over; it is purged after the days of grace unless that changes.
  case announced(SessionID)
  /// A session that was announced is gone.
  case purged(SessionID)
  /// The time of a session's recording is over; it goes after the days of grace unless that changes.
  case audioAnnounced(SessionID)
  /// The recording of a session is gone, and the session stays.
  case audioPurged(SessionID)
  /// The clock does not go on where the log ended; nothing is announced or purged before it has been
  /// seen to do so twice.
  case clockDisagrees
}

extension RecordStore {
  /// How far the clock may be from the newest line before a line is written that says what it is: so
  /// that the next look finds one that is near [E].
  private static let restMilliseconds: Int64 = 43_200_000

  /// Announces what has been kept long enough, and purges what was announced long enough ago. Called
  /// at each start of a watcher and once a day: each call is a look at the clock.
  package func enforce(
    _ retention: Retention, telling tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard options.access == .writing else { throw .readOnly }
    var state = try retentionState()
    let former = state
    try checkClock(&state, tell)
    let now = state.time.steady(options.clock.now())
    // What was found of the clock has to be known before anything is done by it.
    try write(state, over: former)
    guard state.isClockBelieved else { return }
    // So that the next opening finds little to look at.
    try bringIndexUpToDate()
    let sessions = try sessions(SessionQuery())
    let due = Set(retention.due(among: sessions, by: state.time, at: now))
    let dueAudio = retention.dueAudio(among: sessions, by: state.time, at: now)
    let sessionFault = try settleSessions(due, retention, now, &state, tell)
    let audioFault = try settleAudio(dueAudio, retention, now, &state, tell)
    let settled = state
    try settleFiles(retention, now, &state)
    if retention.days(isGuest: true) != nil {
      try purgeIdleGuests(besides: Set(sessions.compactMap(\.user)), now, &state)
    }
    try write(state, over: settled)
    if let fault = sessionFault ?? audioFault { throw fault }
  }

  // MARK: - Clock

  /// Sees whether the clock goes on where the log ended, and leaves a line by which the next look
  /// can tell.
  private func checkClock(
    _ state: inout RetentionState, _ tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) {
    let known = state.time.jumps
    try followLog(&state)
    if let last = state.time.last,
      abs(options.clock.now().milliseconds - last.milliseconds) > Self.restMilliseconds
    {
      try appending { writing throws(StoreError) in
        _ = try append(entry("clock_checked"), &writing)
      }
    }
    try followLog(&state)
    if state.time.jumps != known {
      state.agreements = 0
      try tell(.clockDisagrees)
    } else {
      state.agreements = min(state.agreements + 1, RetentionState.agreementsNeeded)
    }
  }

  private func followLog(_ state: inout RetentionState) throws(StoreError) {
    if let time = try followLog(state.time) {
      state.time = time
      return
    }
    // Another log than the one that was followed, as in a store that was brought back from a copy.
    state = RetentionState()
    state.time = try followLog(LogTime()) ?? LogTime()
  }

  // MARK: - Sessions

  /// - Returns: Why a session could not be purged; it must not keep others from being.
  private func settleSessions(
    _ due: Set<SessionID>, _ retention: Retention, _ now: StoreTime,
    _ state: inout RetentionState, _ tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError) -> StoreError? {
    let former = state
    for session in state.announced.keys.sorted() where !due.contains(session) {
      // It went, and the program with it before that was told.
      if try wasPurged(session) { try tell(.purged(session)) }
      state.announced[session] = nil
    }
    for session in due.sorted() where state.announced[session] == nil {
      try tell(.announced(session))
      state.announced[session] = .init(at: options.clock.now(), steady: now)
    }
    // Nothing goes before it is durable that it was announced.
    try write(state, over: former)
    let announced = state
    let gone = state.announced.filter { $0.value.steady.adding(days: retention.graceDays) <= now }
    var fault: StoreError?
    for session in gone.keys.sorted() {
      do {
        _ = try purge(.sessions([session]), reason: "its time in the store was over", .forGood)
      } catch {
        fault = error
        continue
      }
      try tell(.purged(session))
      state.announced[session] = nil
    }
    try write(state, over: announced)
    return fault
  }

  // MARK: - Files of no session

  /// The files in `failed/` that belong to no session, which go as guests do; their age is counted
  /// from the first look that found them.
  private func settleFiles(
    _ retention: Retention, _ now: StoreTime, _ state: inout RetentionState
  ) throws(StoreError) {
    guard let days = retention.days(isGuest: true) else { return }
    let files = Set(
      try failureReports().filter { $0.session == nil }.map { failedTag(of: $0.file) })
    state.firstSeen = state.firstSeen.filter { files.contains($0.key) }
    state.announcedFiles = state.announcedFiles.filter { files.contains($0.key) }
    var gone: Set<String> = []
    for file in files.sorted() {
      let seen = state.firstSeen[file] ?? now
      state.firstSeen[file] = seen
      guard seen.adding(days: days) <= now else {
        state.announcedFiles[file] = nil
        continue
      }
      let announced = state.announcedFiles[file] ?? .init(at: options.clock.now(), steady: now)
      state.announcedFiles[file] = announced
      if announced.steady.adding(days: retention.graceDays) <= now { gone.insert(file) }
    }
    guard !gone.isEmpty else { return }
    try removeFailed { $0.session == nil && gone.contains(failedTag(of: $0.file)) }
  }

  // MARK: - Guests without a recording

  /// Days after which a guest without a session is purged.
  private static let idleGuestDays = 1

  /// Purges what is kept of guests who have no session and no baseline, a day after the first look that found them.
  private func purgeIdleGuests(
    besides active: Set<UserHash>, _ now: StoreTime, _ state: inout RetentionState
  ) throws(StoreError) {
    var idle: Set<String> = []
    for user in try people() where !active.contains(user) {
      if try isGuestWithoutBaseline(user) { idle.insert(user.text) }
    }
    state.idleGuests = state.idleGuests.filter { idle.contains($0.key) }
    for user in idle.sorted() {
      let seen = state.idleGuests[user] ?? now
      state.idleGuests[user] = seen
      guard seen.adding(days: Self.idleGuestDays) <= now else { continue }
      try purgePerson(user, reason: "a guest without a recording")
      state.idleGuests[user] = nil
    }
  }

  private func isGuestWithoutBaseline(_ user: UserHash) throws(StoreError) -> Bool {
    do throws(StoreError) {
      guard try baseline(for: user) == nil else { return false }
      if let id = try userID(of: user) { return AnonymousID.isOne(id) }
      guard case .string(let id)? = try read(.journey, of: user)?["person"] else { return false }
      return AnonymousID.isOne(id)
    } catch {
      guard case .damaged = error else { throw error }
      return false
    }
  }

  // MARK: - The file

  private func retentionState() throws(StoreError) -> RetentionState {
    guard let bytes = try disk.readIfPresent(layout.retention) else { return RetentionState() }
    guard let state = try? RetentionState(parsing: bytes, file: layout.retention) else {
      return RetentionState()
    }
    return state
  }

  /// Replaces the file, durably, if it is to say something else.
  func write(
    _ state: RetentionState, over former: RetentionState
  ) throws(StoreError) {
    if state == former { return }
    try disk.run { files throws(FileSystemError) in
      try files.replace(layout.retention, with: state.json.fileBytes, durability: .synced)
    }
  }
}
