internal import Logging
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The loop of the watching thread: wait, scan, claim, report.
struct WatchLoop: ~Copyable {
  private static let noHints = RedactedReason(
    "the inbox is polled for changes; poll_reason contains the reason")

  private let watcher: Watcher
  private let workers: WorkerPool
  private let claimer: InboxClaimer
  private var folder: WatchFolder
  private var matcher: SidecarMatcher
  private var lateClaims: [UTF8Key: LateClaim] = [:]
  private var rejected: RejectedFiles
  private var lock: (any FileLock)?
  private var statusFile: StatusFile
  private var wasReachable = true

  /// Claims given up for this run.
  private var unclaimed = 0

  /// Files given up for this run before a worker had them.
  var unfinished: Int { unclaimed + matcher.unfinished }

  init(_ watcher: Watcher, _ workers: WorkerPool, _ lock: any FileLock, _ ledger: InboxLedger) {
    self.watcher = watcher
    self.workers = workers
    self.lock = lock
    let (layout, settings, parts) = (watcher.layout, watcher.settings, watcher.parts)
    claimer = InboxClaimer(layout: layout, settings: settings, files: parts.files, ledger: ledger)
    matcher = SidecarMatcher(claimer: claimer, workers: workers)
    statusFile = StatusFile(watcher)
    rejected = RejectedFiles(layout, parts.store, parts.files)
    var watched = WatchFolder.Parts(
      files: parts.files, events: parts.events, elapsed: parts.environment.elapsed)
    if settings.audio == .keep {
      watched.isRemembered = { ledger.isRemembered(layout.relative($0), $1) }
    }
    folder = WatchFolder(layout, settings, watched)
  }

  private var now: Duration { watcher.parts.environment.elapsed() }

  // MARK: - Turns

  /// Resumes the recordings of an earlier run, before new ones.
  func resume() {
    claimer.rememberClaimed()
    resumeClaimed()
  }

  /// Resumes the claimed recordings that no worker has.
  private func resumeClaimed() {
    let names = (try? watcher.parts.files.list(watcher.layout.work)) ?? []
    for session in names.compactMap(SessionID.init).sorted() where !workers.knows(session) {
      workers.submit(.resume(session))
    }
  }

  mutating func run() {
    repeat {
      folder.wait(atMost: patience, for: workers.hasRoom ? .filesAndHints : .hints)
      logNotices()
      keepLock()
      claimAgain()
      claimReady()
      matchSidecars()
      if now >= statusFile.nextDue { rejected.removeReportsOfMissing() }
      let snapshot = snapshot
      statusFile.writeIfDue(at: now, snapshot)
    } while !watcher.isStopping && !isDrained
  }

  mutating func finish() {
    if !folder.isReachable { unclaimed += 1 }
    unclaimed += folder.leftOpen.count + folder.unverified.count
    rejected.removeReportsOfMissing()
    var snapshot = snapshot
    snapshot.isEnding = true
    statusFile.write(snapshot)
    lock?.release()
  }

  private var patience: Duration {
    let dues = [
      lateClaims.values.map(\.due).min(), workers.isResuming ? nil : matcher.nextDue,
      statusFile.nextDue,
    ].compactMap(\.self)
    return max(.zero, (dues.min() ?? now) - now)
  }

  private var isDrained: Bool {
    guard watcher.settings.span == .untilDrained else { return false }
    // A run until the inbox is drained ends instead of waiting for an unreachable inbox.
    guard folder.isReachable else { return workers.isIdle }
    return folder.count == 0 && lateClaims.isEmpty && workers.isIdle && matcher.isIdle
  }

  // MARK: - Claims

  /// Claims complete files until the status is due.
  private mutating func claimReady() {
    while workers.hasRoom, !watcher.isStopping, now < statusFile.nextDue,
      let file = folder.nextReady()
    {
      switch file.kind {
      case .recording where rejected.knows(file), .sidecar where rejected.knows(file):
        folder.forget(file.path)
      case .recording where !workers.context.store.canStore(fileOf: file.stamp.size):
        leave(file, .tooLarge(file.path, .read), limit: WatchSettings.mostRecordingBytes)
      case .recording: claim(file, newSession())
      case .sidecar where claimer.mustStay(file):
        leave(file, .tooLarge(file.path, .copy), limit: WatchSettings.mostSidecarBytes)
      case .sidecar, .checksum:
        matcher.add(file, at: now)
        folder.forget(file.path)
      case .ignored, .foreign: folder.forget(file.path)
      }
    }
  }

  private func newSession() -> SessionID {
    let text = watcher.parts.environment.newID()
    guard let session = SessionID(text) else { preconditionFailure("identifiers are UUIDs") }
    return session
  }

  /// - Parameter faults: Failed claims of the file in a row.
  private mutating func claim(_ file: ReadyFile, _ session: SessionID, after faults: Int = 0) {
    let sidecar = matcher.waiting(for: file.path)
    do {
      let claimed = try claimer.claim(file, for: session, with: sidecar)
      folder.forget(file.path)
      rejected.removeReport(file.path)
      lateClaims[UTF8Key(file.path)] = nil
      guard let claimed else { return }
      matcher.used(sidecar, with: file.path)
      var memory = Job.Memory(
        machine: workers.context.state(at: .claimed),
        sidecarDeadline: sidecar == nil ? sidecarDeadline(of: file) : nil)
      memory.files = claimed.files
      let job = Job(
        session, path: watcher.layout.relative(file.path), folder: claimed.folder, memory: memory)
      if sidecar != nil { claimer.readReference(of: job) }
      watcher.bus.claimed(job)
      workers.add(job)
    } catch {
      claimLater(file, session, after: faults + 1, error)
    }
  }

  /// Until when the assessment of a recording waits for its sidecar; nil if it waits for none.
  private func sidecarDeadline(of file: ReadyFile) -> Duration? {
    if watcher.settings.tiers == .quick { return nil }
    // A sidecar that is not yet complete is waited for as long as any file.
    let isComing = folder.knows(InboxNames.sidecar(of: file.path))
    let wait = watcher.settings.sidecarWait
    return now + (isComing ? max(wait, watcher.settings.timeouts.deadline) : wait)
  }

  /// Matches sidecars and checksums, unless a recording of their name is still incomplete.
  private mutating func matchSidecars() {
    guard !workers.isResuming else { return }
    for file in matcher.due(at: now) where !isRecordingKnown(except: file) {
      matcher.settle(file, at: now)
    }
  }

  private func isRecordingKnown(except companion: ReadyFile) -> Bool {
    if companion.kind == .checksum {
      return folder.knows(InboxNames.recording(ofChecksum: companion.path))
    }
    let stem = InboxNames.stem(of: companion.path)
    return RecordingName.endings.contains {
      folder.knows(stem + $0) || folder.knows(stem + $0.uppercased())
    }
  }

  private mutating func claimLater(
    _ file: ReadyFile, _ session: SessionID, after faults: Int, _ fault: FileSystemError
  ) {
    // Removes a part of the file. The next start finds the rest.
    try? WorkFolder.remove(watcher.layout.folder(of: session.text), watcher.parts.files)
    leave(file, fault, limit: WatchSettings.mostRecordingBytes)
    if fault.isTooLarge { return }
    let delay = watcher.settings.retries.delay(after: faults)
    let former = lateClaims.updateValue(
      LateClaim(file: file, session: session, faults: faults, due: now + delay, fault: fault),
      forKey: UTF8Key(file.path))
    // A lasting fault is logged once.
    if former?.fault != fault { watcher.bus.waits(session, RedactedReason(fault), delay) }
    let attempts = watcher.settings.retries.sourceAttempts
    guard watcher.settings.span == .untilDrained, faults > attempts else { return }
    unclaimed += 1
    lateClaims[UTF8Key(file.path)] = nil
    folder.forget(file.path)
  }

  /// Reports a file that stays in the inbox, if the file is the cause.
  private mutating func leave(_ file: ReadyFile, _ error: FileSystemError, limit: Int) {
    guard let fault = StateFault.ofLeft(file, error, limit: limit) else { return }
    rejected.report(file, fault)
    guard error.isTooLarge else { return }
    folder.forget(file.path)
    watcher.bus.publish(.fileRefused, of: nil, code: fault.code)
  }

  private mutating func claimAgain() {
    let now = now
    for claim in lateClaims.values.filter({ $0.due <= now }).sorted(by: { $0.due < $1.due }) {
      guard folder.knows(claim.file.path) else {
        lateClaims[UTF8Key(claim.file.path)] = nil
        continue
      }
      self.claim(claim.file, claim.session, after: claim.faults)
    }
  }

  // MARK: - Operations

  private mutating func logNotices() {
    let logger = watcher.parts.logger
    for notice in folder.takeNotices() {
      switch notice {
      case .mode(.inotify): break
      case .mode(.polling(let interval, let reason)):
        logger.error(
          "the inbox is polled for changes",
          metadata: ["every_ms": "\(interval.milliseconds)", "reason": "\(reason)"])
        if watcher.settings.polling == nil { watcher.bus.counters.record(Self.noHints) }
      case .unreachable(let fault), .unreadableFolder(let fault):
        logger.error("a folder cannot be listed", metadata: ["reason": "\(RedactedReason(fault))"])
        watcher.bus.counters.record(RedactedReason(fault))
      case .reachable:
        logger.info("the inbox is watched")
        watcher.bus.counters.touch()
      case .skipped(let files):
        logger.log(
          level: files.needsAttention ? .warning : .notice,
          "ignored in the inbox: \(files.text). Only WAV files, sidecars and checksums are read")
      case .overflow:
        logger.warning("change notifications were lost; the inbox is scanned")
        watcher.bus.counters.count(.overflow)
      }
    }
  }

  /// Locks an inbox that came back, which may be another folder.
  private mutating func keepLock() {
    guard folder.isReachable, !wasReachable else {
      wasReachable = folder.isReachable
      return
    }
    lock?.release()
    do {
      lock = try WorkDirectoryLock(layout: watcher.layout, files: watcher.parts.files).prepare()
      wasReachable = true
      resumeClaimed()
    } catch {
      let error = WatchError(error)
      watcher.bus.counters.record(error.reason)
      if case .inboxInUse = error { watcher.stop() }
    }
  }

  private var snapshot: StatusFile.Snapshot {
    StatusFile.Snapshot(
      isInboxReachable: folder.isReachable, mode: folder.mode, waiting: folder.count,
      sidecars: matcher.count, working: workers.count)
  }
}

/// A failed claim, which is retried for the same session.
private struct LateClaim {
  let file: ReadyFile
  let session: SessionID
  let faults: Int
  let due: Duration
  let fault: FileSystemError
}
