// Purges of sessions and recordings, and withdrawal of consent.

internal import Synchronization
internal import VoiceTypes

package enum PurgeSelection: Sendable {
  /// Sessions created before a time, and quarantined files of no session that are as old.
  case olderThan(StoreTime)
  /// Sessions of a person, with profile, baselines and documents.
  case user(UserHash)
  case sessions([SessionID])
  /// All sessions, people and quarantined files.
  case all
}

package enum PurgeMode: Sendable {
  /// Returns the selection without changes.
  case dryRun
  case forGood
}

extension RecordStore {
  /// Sessions per purging transaction [E].
  static let sessionsPerPurge = 100

  /// Purges sessions. Without a session, profile and baselines of a person are purged too.
  /// - Parameter reason: The reason in the history. It must not identify a person.
  /// - Returns: The sessions, oldest first.
  package func purge(
    _ selection: PurgeSelection, reason: String, _ mode: PurgeMode
  ) throws(StoreError) -> [SessionID] {
    if mode == .forGood, access == .reading { throw .readOnly }
    let sessions = try read { rows in try rows.selected(selection) }
    guard mode == .forGood else { return sessions }
    try purge(sessions) { rows, batch in try rows.purge(batch, reason: reason) }
    try write { rows in try rows.purgeRest(of: selection, reason: reason) }
    try scrub()
    return sessions
  }

  /// Removes the recordings of sessions. The results stay.
  /// - Returns: The sessions that had a recording, oldest first.
  package func purgeAudio(
    _ selection: PurgeSelection, reason: String, _ mode: PurgeMode
  ) throws(StoreError) -> [SessionID] {
    if mode == .forGood, access == .reading { throw .readOnly }
    let sessions = try read { rows in
      try rows.selected(selection).filter { try rows.holdsAudio($0) }
    }
    guard mode == .forGood, !sessions.isEmpty else { return sessions }
    for batch in sessions.batches(of: Self.sessionsPerPurge) {
      try write { rows in
        for session in batch.sorted() { try rows.purgeAudio(of: session, reason: reason) }
      }
    }
    try scrub()
    return sessions
  }

  /// Purges the data of a person that require consent to storage. Sessions with only a quick answer stay.
  /// - Parameter own: A session in progress, which stays. Nil for none.
  /// - Returns: The purged sessions, oldest first.
  @discardableResult
  package func withdraw(
    _ userID: String, except own: SessionID?, _ mode: PurgeMode = .forGood
  ) throws(StoreError) -> [SessionID] {
    let user = userHash(of: userID)
    guard mode == .forGood else {
      return try read { rows in
        try rows.withdrawal(by: userID, user, except: own)?.sessions ?? []
      }
    }
    let erased = try write { rows -> (Erasure, folders: [String])? in
      guard let erasure = try rows.withdrawal(by: userID, user, except: own) else { return nil }
      return try rows.erase(erasure, of: user, "withdrawn", reason: "consent was withdrawn")
    }
    guard let (erasure, folders) = erased else { return [] }
    remove(folders)
    try scrub()
    return erasure.sessions
  }

  /// Runs `body` on batches of sessions, each in one transaction, and removes the recordings that the batch has in the
  /// working folder of an inbox.
  func purge(
    _ sessions: [SessionID], _ body: (StoreTransaction, [SessionID]) throws -> Void
  ) throws(StoreError) {
    for batch in sessions.batches(of: Self.sessionsPerPurge) {
      let folders = try write { rows in
        let folders = try rows.workFolders(of: batch)
        try body(rows, batch)
        return folders
      }
      remove(folders)
    }
  }

  /// Removes working folders of purged sessions. A failure is added to the warnings.
  func remove(_ folders: [String]) {
    for folder in folders {
      do throws(FileSystemError) {
        guard try files.facts(of: folder)?.kind == .folder else { continue }
        for name in try files.list(folder) { try files.removeIfThere("\(folder)/\(name)") }
        try files.removeFolder(folder)
      } catch {
        addNotice("the recording of a purged session stays: \(error)")
      }
    }
  }
}

extension Array {
  /// Consecutive parts of at most `count` elements.
  func batches(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map {
      Array(self[$0..<Swift.min($0 + count, self.count)])
    }
  }
}

extension StoreTransaction {
  /// The sessions of a selection, oldest first. Named sessions keep their order, and must exist.
  func selected(_ selection: PurgeSelection) throws -> [SessionID] {
    switch selection {
    case .all: return try sessions("select id from kept_session where tenant = $1 order by place")
    case .user(let user): return try sessions(of: user)
    case .olderThan(let time):
      return try sessions(
        "select id from kept_session where tenant = $1 and created_ms < $2 order by place",
        .int(time.milliseconds))
    case .sessions(let sessions):
      for session in sessions where try !holds(session) { throw StoreError.noSession(session) }
      return sessions
    }
  }

  func holdsAudio(_ session: SessionID) throws -> Bool {
    try finds(
      "select 1 from kept_document where tenant = $1 and session = $2 and name = $3",
      .session(session), .text(SessionDocument.audio.rawValue))
  }

  /// Removes the recording of a session.
  func purgeAudio(of session: SessionID, reason: String) throws {
    var change = SessionChange("audio_purged")
    change.removed = [.audio]
    change.note = (field: "reason", old: nil, new: reason)
    try commit(change, to: session)
  }

  /// Deletes sessions with their quarantined files. The last session of a person deletes their profile and baselines.
  func purge(_ sessions: [SessionID], reason: String) throws {
    // The order of locks avoids deadlocks: all sessions, then their people.
    for session in sessions.sorted() { try lock(session) }
    var users: Set<UserHash> = []
    for session in sessions {
      if let user = try purge(session, reason: reason) { users.insert(user) }
    }
    for user in users.sorted(by: { $0.text < $1.text }) {
      try lock(user)
      if try self.sessions(of: user).isEmpty { try purgePerson(user, reason: reason) }
    }
  }

  /// - Returns: The owner.
  private func purge(_ id: SessionID, reason: String) throws -> UserHash? {
    // The columns, because the header may be damaged.
    let found = try run(
      "select user_hash, created_ms from kept_session where tenant = $1 and id = $2", .session(id))
    guard let row = found.first else { return nil }
    let user = row.isNull(0) ? nil : UserHash(text: try row.text(0))
    try insertTombstone(of: id, createdAt: row.values[1], reason: reason)
    changedFiles.insert(.session(id))
    try deleteFailedFiles("session = $2", .session(id))
    for table in ["stranded_file", "retention_notice"] {
      try run("delete from \(table) where tenant = $1 and session = $2", .session(id))
    }
    try run("delete from kept_session where tenant = $1 and id = $2", .session(id))
    log("purged", of: user, ["session": .string(id.text), "reason": .string(reason)])
    return user
  }

  /// Records that a session was purged. PostgreSQL has the reason in the history of the tenant only.
  private func insertTombstone(of id: SessionID, createdAt: SQLValue, reason: String) throws {
    guard dialect == .sqlite else {
      try run(
        "insert into purged (tenant, session) values ($1, $2) on conflict do nothing", .session(id))
      return
    }
    try run(
      """
      insert into purged (tenant, session, created_ms, purged_ms, reason, last_number, last_hash)
      select $1, $2, $3, $4, $5, max(number), hash from kept_line where tenant = $1 and session = $2
      on conflict do nothing
      """, .session(id), createdAt, .int(try now().milliseconds), .text(reason))
  }

  /// Purges the people and quarantined files of a selection.
  fileprivate func purgeRest(of selection: PurgeSelection, reason: String) throws {
    switch selection {
    case .sessions: break
    case .user(let user): try purgePersonIfKept(user, reason: reason)
    case .all:
      for user in try users() { try purgePersonIfKept(user, reason: reason) }
      try deleteFailedFiles("true")
    case .olderThan(let time):
      try deleteFailedFiles("session is null and failed_ms < $2", .int(time.milliseconds))
    }
  }

  private func purgePersonIfKept(_ user: UserHash, reason: String) throws {
    try lock(user)
    if try isStored(user) { try purgePerson(user, reason: reason) }
  }

  /// Deletes profile, baselines and documents of a person, and records that.
  func purgePerson(_ user: UserHash, reason: String) throws {
    try deletePerson(user)
    log("person_purged", of: user, ["reason": .string(reason)])
  }

  /// Deletes profile, baselines and documents of a person.
  func deletePerson(_ user: UserHash) throws {
    changedFiles.insert(.person(user))
    for table in ["kept_version", "kept_person_document"] {
      try run("delete from \(table) where tenant = $1 and user_hash = $2", .user(user))
    }
  }

  /// Names of the folders of an inbox that hold recordings in progress, each within the one before.
  private static let inboxFolders = [".sagevoice", "work"]

  /// Folders of this machine with unreadable recordings of sessions, as far as the runner created them.
  func workFolders(of sessions: some Sequence<SessionID>) throws -> [String] {
    var folders: [String] = []
    for session in sessions {
      let found = try run(
        "select report from stranded_file where tenant = $1 and session = $2", .session(session))
      for row in found {
        let bytes = try row.bytes(0)
        guard let path = try unlessDamaged({ try stranded(bytes).path }) else { continue }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        guard parts.suffix(3).map(String.init) == Self.inboxFolders + [session.text] else {
          continue
        }
        folders.append(parts.joined(separator: "/"))
      }
    }
    return folders
  }

  /// Returns the data of a person that require consent to storage; nil if none are stored.
  fileprivate func withdrawal(
    by userID: String, _ user: UserHash, except own: SessionID?
  ) throws -> Erasure? {
    guard try isStored(user, except: own) else { return nil }
    var erasure = try search(for: userID)
    try exclude(from: &erasure) { session, isQuickAnswer in session == own || isQuickAnswer }
    return erasure
  }

  /// Whether the store holds data that require the consent of a person to storage.
  private func isStored(_ user: UserHash, except own: SessionID?) throws -> Bool {
    if try isStored(user) { return true }
    return try finds(
      """
      select 1 from kept_session where tenant = $1 and user_hash = $2 and storage is null
        and id is distinct from $3 limit 1
      """, .user(user), .session(own))
  }
}
