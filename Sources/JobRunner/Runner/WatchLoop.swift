// What the watching thread does again and again: wait, look, claim, tell.

internal import Logging
internal import RecordStore
internal import VoicePipeline

/// The turns of a watcher.
struct WatchLoop: ~Copyable {
  /// A claim that did not succeed, and is tried again.
  private struct LateClaim {
    let file: ReadyFile
    var machine: JobState
    let due: Duration
  }

  /// How long the status may be behind [E].
  private static let statusInterval: Duration = .seconds(1)
  private static let day: Duration = .seconds(86_400)
  private static let noHints = PlainReason(
    "changes are found by looking, not by being told; poll_reason says why")

  private let watcher: Watcher
  private let crew: JobCrew
  private let claiming: Claiming
  private var folder: WatchFolder
  private var sidecars: SidecarDesk
  private var lateClaims: [LateClaim] = []
  private var lock: (any FileLock)?
  private var statusFile: StatusFile
  private var nextStatus: Duration = .zero
  private var nextRetention: Duration = .zero
  private var wasReachable = true

  /// Claims that were given up for this run.
  private(set) var unclaimed = 0

  init(_ watcher: Watcher, _ crew: JobCrew, _ lock: any FileLock) {
    self.watcher = watcher
    self.crew = crew
    self.lock = lock
    let (layout, settings, parts) = (watcher.layout, watcher.settings, watcher.parts)
    let ledger = InboxLedger(at: layout.ledger, files: parts.files, keeping: settings.audio)
    claiming = Claiming(layout: layout, settings: settings, files: parts.files, ledger: ledger)
    sidecars = SidecarDesk(claiming: claiming, crew: crew)
    statusFile = StatusFile(watcher)
    var watched = WatchFolder.Parts(
      files: parts.files, events: parts.events, elapsed: parts.environment.elapsed)
    if settings.audio == .keep {
      watched.isRemembered = { ledger.entry(for: layout.relative($0))?.stamp == $1 }
    }
    folder = WatchFolder(layout, settings, watched)
  }

  private var now: Duration { watcher.parts.environment.elapsed() }

  // MARK: - Turns

  /// Takes up what an earlier run left, before anything new.
  mutating func resume() {
    let names = (try? watcher.parts.files.list(watcher.layout.work)) ?? []
    let left = Set(names.compactMap(SessionID.init))
    if watcher.settings.audio == .keep { forgetUnstarted() }
    for session in left.sorted() { crew.resumed(session) }
  }

  /// What was noted for a session that never began is as if it had never been seen.
  private func forgetUnstarted() {
    let (store, layout, files) = (watcher.parts.store, watcher.layout, watcher.parts.files)
    do throws(StoreError) {
      try claiming.ledger.forget { entry throws(StoreError) -> Bool in
        let copy = layout.folder(of: entry.session.text) + "/" + InboxLayout.name(of: entry.path)
        if (try? files.facts(of: copy)) != nil { return false }
        return try store.existingSession(entry.session) == nil
      }
    } catch {
      watcher.status.noteError(PlainReason(error))
    }
  }

  mutating func run() {
    repeat {
      folder.wait(atMost: patience, for: crew.hasRoom ? .filesAndHints : .hints)
      tellNotices()
      keepLock()
      crew.queue.release(at: now)
      claimAgain()
      takeReady()
      amendLate()
      startRetention()
      tellStatus()
    } while !watcher.isStopping && !isDrained
  }

  /// Tells how it ended.
  mutating func finish() {
    if !folder.isReachable { unclaimed += 1 }
    statusFile.write(snapshot(.stopped))
    lock?.release()
  }

  private var patience: Duration {
    let dues = [
      crew.queue.nextDue, lateClaims.map(\.due).min(), sidecars.nextDue,
      statusFile.isBehind ? nextStatus : nil,
    ].compactMap(\.self)
    return max(.zero, (dues.min() ?? now + .seconds(60)) - now)
  }

  private var isDrained: Bool {
    guard watcher.settings.span == .untilDrained else { return false }
    // Whoever runs it again and again would rather hear of an inbox that is away than wait.
    guard folder.isReachable else { return crew.isIdle }
    return folder.count == 0 && lateClaims.isEmpty && crew.isIdle && sidecars.isIdle
  }

  // MARK: - Claims

  private mutating func takeReady() {
    while crew.hasRoom, !watcher.isStopping, let file = folder.nextReady() {
      switch file.kind {
      case .recording:
        let machine = JobState(
          tiers: watcher.settings.tiers, policy: watcher.settings.retries, stage: .stable)
        claim(file, machine)
      case .sidecar:
        sidecars.add(file, at: now)
        folder.forget(file.path)
      case .checksum, .ignored, .foreign:
        folder.forget(file.path)
      }
    }
  }

  private mutating func claim(_ file: ReadyFile, _ machine: JobState) {
    var machine = machine
    let text = watcher.parts.environment.newID()
    guard let session = SessionID(text) else { preconditionFailure("identifiers are UUIDs") }
    let sidecar = sidecars.waiting(for: file.path)
    do {
      let claimed = try claiming.claim(file, for: session, with: sidecar)
      folder.forget(file.path)
      guard let claimed else { return }
      sidecars.used(sidecar)
      _ = machine.handle(.claimed)
      let job = Job(
        session, path: watcher.layout.relative(file.path), folder: claimed,
        memory: Job.Memory(
          machine: machine, sidecar: news(of: file, hasSidecar: sidecar != nil)))
      watcher.reporter.claimed(job)
      crew.add(job)
    } catch {
      claimLater(file, machine, session, error)
    }
  }

  private func news(of file: ReadyFile, hasSidecar: Bool) -> Job.SidecarNews {
    if hasSidecar || watcher.settings.tiers == .quick { return .settled }
    // One that is there and not yet complete is waited for as long as any file is.
    let isComing = folder.knows(InboxNames.sidecar(of: file.path))
    let wait = watcher.settings.sidecarWait
    return .awaited(
      until: now + (isComing ? max(wait, watcher.settings.patience.deadline) : wait))
  }

  /// Gives sidecars to sessions that are filed, unless a recording of that name is on its way.
  private mutating func amendLate() {
    for file in sidecars.due(at: now) where !isRecordingKnown(besides: file.path) {
      sidecars.amend(file, at: now)
    }
  }

  private func isRecordingKnown(besides sidecar: String) -> Bool {
    let stem = InboxNames.stem(of: sidecar)
    return InboxNames.recordingEndings.contains {
      folder.knows(stem + $0) || folder.knows(stem + $0.uppercased())
    }
  }

  private mutating func claimLater(
    _ file: ReadyFile, _ machine: JobState, _ session: SessionID, _ fault: FileSystemError
  ) {
    // A part of it may have come over; it is found at the next start.
    try? WorkFolder.remove(watcher.layout.folder(of: session.text), watcher.parts.files)
    var machine = machine
    guard case .wait(let delay) = machine.handle(.fault(.passing)).last else { return }
    watcher.reporter.waits(session, PlainReason(fault), delay)
    guard
      watcher.settings.span == .untilStopped
        || machine.faults <= watcher.settings.retries.sourceAttempts
    else {
      unclaimed += 1
      return folder.forget(file.path)
    }
    lateClaims.append(LateClaim(file: file, machine: machine, due: now + delay))
  }

  private mutating func claimAgain() {
    let now = now
    let due = lateClaims.filter { $0.due <= now }
    lateClaims.removeAll { $0.due <= now }
    for claim in due where folder.knows(claim.file.path) {
      var machine = claim.machine
      _ = machine.handle(.retryDue)
      self.claim(claim.file, machine)
    }
  }

  // MARK: - Operations

  private func tellNotices(_ notices: [InboxNotice]) {
    let logger = watcher.parts.logger
    for notice in notices {
      switch notice {
      case .mode(.inotify): break
      case .mode(.polling(let interval, let reason)):
        logger.error(
          "changes are found by looking, not by being told",
          metadata: ["every_ms": "\(interval.milliseconds)", "reason": "\(reason)"])
        if watcher.settings.polling == nil { watcher.status.noteError(Self.noHints) }
      case .unreachable(let fault), .unreadableFolder(let fault):
        logger.error(
          "a folder cannot be looked into",
          metadata: ["reason": "\(PlainReason(fault))"])
        watcher.status.noteError(PlainReason(fault))
      case .reachable:
        logger.info("the inbox is watched")
        watcher.status.touch()
      case .overflow:
        logger.warning("hints were lost; the inbox is looked through")
        watcher.status.count(.overflow)
      }
    }
  }

  private mutating func tellNotices() { tellNotices(folder.takeNotices()) }

  /// An inbox that came back may be another folder, in which nobody holds the lock.
  private mutating func keepLock() {
    guard folder.isReachable, !wasReachable else {
      wasReachable = folder.isReachable
      return
    }
    lock?.release()
    do {
      lock = try watcher.prepare()
      wasReachable = true
      resumeMissed()
    } catch {
      watcher.status.noteError(error.reason)
      if case .inboxInUse = error { watcher.stop() }
    }
  }

  /// Claimed recordings that came back with the inbox.
  private func resumeMissed() {
    let names = (try? watcher.parts.files.list(watcher.layout.work)) ?? []
    for session in names.compactMap(SessionID.init) where !crew.knows(session) {
      crew.resumed(session)
    }
  }

  private mutating func startRetention() {
    guard now >= nextRetention else { return }
    nextRetention = now + Self.day
    crew.submit(.retention)
  }

  private mutating func tellStatus() {
    guard now >= nextStatus, statusFile.isBehind else { return }
    nextStatus = now + Self.statusInterval
    statusFile.write(snapshot(folder.isReachable ? .watching : .degraded))
  }

  private func snapshot(_ state: StatusFile.State) -> StatusFile.Snapshot {
    StatusFile.Snapshot(
      state: state, mode: folder.mode, waiting: folder.count, sidecars: sidecars.count,
      working: crew.table.count)
  }
}
