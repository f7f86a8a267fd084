// Taking sessions out of the store for good. The tombstone comes first, so that a crash leaves
// either a whole session or one whose removal is finished at the next start.
//
// The bytes are unlinked, not overwritten: on disks of today nobody but the disk knows where its
// copies are. What must be beyond recovery belongs in an encrypted store whose key is destroyed.

internal import Synchronization
internal import VoiceTypes

/// Which sessions are purged.
package enum PurgeSelection: Sendable {
  /// Those made before a time.
  case olderThan(StoreTime)
  /// Those of a person, with all that is kept of them.
  case user(UserHash)
  /// These.
  case sessions([SessionID])
  /// All, with all that is kept of people, and failed recordings.
  case all
}

/// Whether a purge happens.
package enum PurgeMode: Sendable {
  /// Only says what would be purged.
  case dryRun
  case forGood
}

extension RecordStore {
  /// Purges sessions for a reason that their tombstones state; it must not tell who a person is.
  /// - Returns: The sessions, oldest first.
  package func purge(
    _ selection: PurgeSelection, reason: String, _ mode: PurgeMode
  ) throws(StoreError) -> [SessionID] {
    guard mode == .forGood else { return try selected(selection) }
    guard options.access == .writing else { throw .readOnly }
    try checkIndex()
    try finishPeople()
    let sessions = try selected(selection)
    for session in sessions { try purge(session, reason: reason) }
    switch selection {
    case .user(let user): try purgePerson(user.text, reason: reason)
    case .all:
      for user in try peopleWithFiles() { try purgePerson(user, reason: reason) }
      try removeFailed { _ in true }
    case .olderThan(let time): try removeFailed { $0.session == nil && $0.failedAt < time }
    case .sessions: break
    }
    if !sessions.isEmpty { forgetPurgedRows() }
    return sessions
  }

  func selected(_ selection: PurgeSelection) throws(StoreError) -> [SessionID] {
    switch selection {
    case .all: return try sessionIDs()
    case .sessions(let sessions):
      for session in sessions where try disk.facts(of: layout.folder(of: session)) == nil {
        throw .noSession(session)
      }
      return sessions
    case .user(let user):
      var query = SessionQuery()
      query.user = user
      return try sessions(query).reversed().map(\.id)
    case .olderThan(let time):
      return try sessions(SessionQuery()).reversed()
        .filter { $0.createdAt.map { $0 < time } ?? false }.map(\.id)
    }
  }

  func purge(_ session: SessionID, reason: String) throws(StoreError) {
    // As the only one who writes: a line that came between would not be the last one that the
    // tombstone names.
    try appending { writing throws(StoreError) in
      try recover(session, &writing)
      let contents = try? contents(of: session)
      let log = try auditLog(of: session)
      let tombstone = Tombstone(
        of: session, createdAt: contents?.header?.createdAt ?? log.lines.first?.entry.time,
        purged: (at: options.clock.now(), reason: reason), lastLine: log.end)
      let person = contents?.header?.user
      // Before the tombstone: a crash behind it must not keep what is left of a person.
      if let person { try mark(person) }
      try stage(ForgettingMark(of: session))
      var change = Transaction(.store, entry("purged"))
      change.put(write(tombstone.json.fileBytes, as: Tombstone.name(of: session)))
      try bringAbout(change, &writing)
      try removeFolder(of: session)
      if let person { try finish(person, reason, &writing) }
    }
  }

  /// Removes what a purged session left.
  private func removeFolder(of session: SessionID) throws(StoreError) {
    for report in try failureReports() where report.session == session {
      for name in failedNames(of: report) { try disk.removeIfPresent("\(layout.failed)/\(name)") }
    }
    for (file, report) in try strandedFiles() where report.session == session {
      removeStranded(report, of: session)
      try disk.removeIfPresent("\(layout.failed)/\(file)")
    }
    try disk.synchronizeFolder(layout.failed)
    try removeRemains(of: session)
    staleSessions.withLock { _ = $0.insert(session) }
    if index.put([], removing: [session]) { staleSessions.withLock { _ = $0.remove(session) } }
  }

  /// The folders of an inbox that a watcher puts recordings into, one within the other.
  private static let watchersFolders = [".sagevoice", "work"]

  /// Removes a recording that its disk did not give out, if it lies where a watcher put it; any other
  /// place is somebody else's.
  private func removeStranded(_ report: StrandedReport, of session: SessionID) {
    let folder = folder(around: report.path)
    let place = folder.split(separator: "/").suffix(3).map(String.init)
    guard place == Self.watchersFolders + [session.text] else { return }
    do throws(StoreError) {
      guard try disk.facts(of: folder)?.kind == .folder else { return }
      try disk.removeTree(folder)
    } catch {
      notice("a recording of the purged session \(session.text) could not be removed")
    }
  }

  /// Removes the folder of a purged session, and what is on its way there.
  func removeRemains(of session: SessionID) throws(StoreError) {
    let owners = [session.text, Self.failedOwner(session)]
    for name in try stagedNames() where owners.contains(name.owner) { try removeStaged(name) }
    try disk.removeTree(layout.folder(of: session))
    try disk.synchronizeFolder(layout.sessions)
  }

  /// Whether a log says that a session was purged, by naming the tombstone that is there. One that it
  /// does not name was put there by somebody else, and takes nothing away.
  func isPurge(of session: SessionID, in log: AuditLog) throws(StoreError) -> Bool {
    let name = Tombstone.name(of: session)
    guard let expected = log.documents[name] else { return false }
    return try plainHash(of: layout.path(of: name)) == expected
  }

  /// Finishes purges that a crash interrupted.
  func finishPurges() throws(StoreError) {
    let sessions =
      if let changed = try unseenChanges().sessions { changed } else { try sessionIDs() }
    guard !sessions.isEmpty else { return }
    let tombstones = Set(try disk.listIfPresent(layout.tombstones))
    var left: [SessionID] = []
    for session in sessions where tombstones.contains("\(session.text).json") {
      if try disk.facts(of: layout.folder(of: session)) != nil { left.append(session) }
    }
    guard !left.isEmpty else { return }
    let log = try storeLog()
    for session in left where try isPurge(of: session, in: log) {
      try appending { _ throws(StoreError) in try removeFolder(of: session) }
    }
  }
}
