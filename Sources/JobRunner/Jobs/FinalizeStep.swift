// The end of a recording: the source is archived, kept, quarantined or removed after the session is
// durable. Every step can be repeated.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

extension JobContext {
  func finalize(_ job: Job, as ending: JobResult) throws -> StepOutcome {
    // A purge of the session includes its recording. An undeletable one stays, without a report that
    // would name it.
    if ending != .leftBehind, try store.wasPurged(job.session) {
      try publishResult(of: job, as: ending)
      try WorkFolder.removeWhole(job.folder, files)
      return .event(.finalized)
    }
    switch ending {
    case .stranded: try strand(job)
    case .leftBehind: try leaveBehind(job)
    case .filed, .duplicate, .refused, .failed: return try finalizeQuiet(job, as: ending)
    }
    return .event(.finalized)
  }

  /// Finalizes a recording without writers.
  private func finalizeQuiet(_ job: Job, as ending: JobResult) throws -> StepOutcome {
    let quiet = try quiet(job)
    if ending == .filed, let quiet, job.memory.withLock({ $0.filedAs }) == quiet {
      try publishResult(of: job, as: ending)
      try clear(job, of: quiet)
      return .event(.finalized)
    }
    let keepsSound = ending == .filed || ending == .duplicate
    let isUnchanged = quiet != nil && job.memory.withLock { $0.readAs } == quiet
    let sound = keepsSound && quiet != nil ? try audioToArchive(job, isUnchanged) : nil
    let isUncertain = quiet != nil && (!isUnchanged || sound != nil)
    if ending != .failed, isUncertain, try hasChanged(job, sound) { return try restart(job) }
    // A failed recording waits for its withdrawal too.
    try purgeIfWithdrawn(by: job)
    let disposition = try settle(job, as: ending, sound)
    try publishResult(of: job, as: ending)
    if disposition == .inStoreOrGone { try clear(job, of: quiet) }
    return .event(.finalized)
  }

  private enum SourceDisposition {
    case inStoreOrGone
    /// Too large to move. It stays, with a report.
    case remains
  }

  private func settle(
    _ job: Job, as ending: JobResult, _ sound: HashedAudio?
  ) throws -> SourceDisposition {
    switch ending {
    case .filed: try file(job, sound)
    case .duplicate: try archiveDuplicate(job, sound)
    case .refused: return try quarantine(job)
    case .failed: return try fail(job)
    case .stranded, .leftBehind: break
    }
    return .inStoreOrGone
  }

  /// The audio to archive; nil if none is archived.
  private func audioToArchive(_ job: Job, _ isUnchanged: Bool) throws -> HashedAudio? {
    guard settings.audio == .archive, try mayStoreAudio(of: job) else { return nil }
    if isUnchanged, let sound = job.memory.withLock({ $0.sound?.sound }) { return sound }
    guard let size = try facts(of: job.source)?.size, size <= WatchSettings.mostRecordingBytes
    else { return nil }
    return HashedAudio(try bytes(of: job))
  }

  /// - Parameter sound: Nil if no audio is archived, or an earlier run removed the source.
  private func file(_ job: Job, _ sound: HashedAudio?) throws {
    let session = try session(of: job)
    let state = StateRecord(.filed, phase: settings.tiers == .quick ? .quickComplete : .complete)
    let documents = try filed(job, sound?.bytes)
    // A consent may have been withdrawn since.
    let kept = try mayStoreAudio(of: job) ? sound : nil
    guard let kept else {
      return try session.commit(SessionChange("state", state: state, documents: documents))
    }
    try session.archiveAudio(kept.bytes, sha256: kept.sha256, state: state, with: documents)
  }

  /// Archives the audio of a duplicate, unless the first session has the same bytes.
  private func archiveDuplicate(_ job: Job, _ sound: HashedAudio?) throws {
    guard let sound, try mayStoreAudio(of: job) else { return }
    let session = try session(of: job)
    let first = try session.state()?.duplicateOf.flatMap { try store.existingSession($0) }
    if try first?.read(.audio) == sound.bytes { return }
    try session.archiveAudio(sound.bytes, sha256: sound.sha256)
  }

  /// Quarantines a refused or failed recording, with a checksum file that does not match. A recording
  /// that is too large to be moved stays.
  private func quarantine(_ job: Job) throws -> SourceDisposition {
    let fault = try session(of: job).state()?.fault ?? Self.unknownFault
    // Without consent to storage, nothing is quarantined.
    guard try mayStoreAudio(of: job) else { return .inStoreOrGone }
    let paths = ChecksumFile.isConcerned(in: fault) ? [job.checksum, job.source] : [job.source]
    for path in paths {
      guard let facts = try facts(of: path) else { continue }
      guard path != job.source || store.canStore(fileOf: facts.size) else {
        try store.reportStranded(path, named: job.name, of: job.session, for: fault)
        reporter.publish(.stranded, of: job.session)
        return .remains
      }
      try quarantine(path, for: fault, of: job.session, isCompanion: path != job.source)
    }
    return .inStoreOrGone
  }

  /// Quarantines a recording whose session is damaged, with its sidecar.
  private func quarantineAlone(_ job: Job, for fault: StateFault) throws {
    for path in [job.sidecar, job.source] where try isThere(path) {
      try quarantine(path, for: fault, of: nil, isCompanion: path != job.source)
    }
  }

  /// Moves a claimed file to `failed`, with a report.
  func quarantine(
    _ path: String, for fault: StateFault, of session: SessionID?, isCompanion: Bool = true
  ) throws {
    _ = try store.quarantine(
      QuarantinedFile(
        source: path, name: InboxLayout.name(of: path), fault: fault, session: session,
        isCompanion: isCompanion), in: files)
  }

  private func fail(_ job: Job) throws -> SourceDisposition {
    do {
      let fault = job.memory.withLock { $0.fault } ?? Self.unknownFault
      try commit(failure(of: job, fault), to: job)
      return try quarantine(job)
    } catch {
      // The session is damaged.
      guard kind(of: error) == .permanent else { throw error }
      try quarantineAlone(job, for: StateFault(StepFault(error)))
      return .inStoreOrGone
    }
  }

  /// The change of a failure, with the metadata of the recording.
  private func failure(of job: Job, _ fault: StateFault) throws -> SessionChange {
    var change = Self.failure(fault)
    let known = try session(of: job).header()
    settleSidecar(of: job)
    let metadata = try metadata(of: job, known ?? headerUnread(of: job))
    change.header = metadata.header
    change.documents = metadata.documents
    return change
  }

  private static func failure(_ fault: StateFault) -> SessionChange {
    SessionChange("failed", state: StateRecord(.failed, fault: fault, phase: .error))
  }

  /// Reports an unreadable recording, which stays in the work folder. The next start tries it again.
  private func strand(_ job: Job) throws {
    // An earlier start may have written the event.
    if try !isStranded(job) { try publishResult(of: job, as: .stranded) }
    try ignoringUnusableSession {
      // The sidecar may be unreadable too, and then stays in the work folder.
      let metadata = try? failure(of: job, Self.strandedFault)
      try commit(metadata ?? Self.failure(Self.strandedFault), to: job)
    }
    try ignoringUnusableSession {
      try store.reportStranded(
        job.source, named: job.name, of: job.session, for: Self.strandedFault)
    }
    reporter.publish(.stranded, of: job.session)
  }

  private func isStranded(_ job: Job) throws -> Bool {
    var code: String?
    try ignoringUnusableSession { code = try session(of: job).state()?.fault?.code }
    return code == Self.strandedFault.code
  }

  /// The fault of an unreadable recording in the work folder.
  static let strandedFault = StateFault(FaultText.sourceStranded)

  /// The fault of a session whose state has none.
  private static let unknownFault = StateFault(FaultText.failed)

  // MARK: - Clearing up

  func isThere(_ path: String) throws -> Bool { try facts(of: path) != nil }

  /// The facts of a claimed file; nil if it is missing.
  func facts(of path: String) throws -> FileFacts? {
    if let facts = try files.facts(of: path) { return facts }
    // Throws a transient fault unless the folder can be listed.
    _ = try files.list(layout.work)
    return nil
  }

  /// Removes a work folder, whose files are in the store.
  private func clear(_ job: Job, of quiet: FileStamp?) throws {
    if let quiet, let now = try self.quiet(job), now != quiet {
      throw FileSystemError.beingWritten(job.source)
    }
    // The recording last: a sidecar alone would be a late one.
    for path in [job.checksum, job.sidecar, job.source] { try files.removeIfThere(path) }
    try WorkFolder.remove(job.folder, files)
  }
}

// Changes of a claimed recording: a program that had the file open may still write to it. The
// archived bytes are the analysed ones, or the recording is analysed again.

extension JobContext {
  /// The state of a claimed recording without writers; nil if it is missing.
  func quiet(_ job: Job) throws -> FileStamp? {
    guard let facts = try facts(of: job.source) else { return nil }
    guard files.writers(of: job.source, in: layout) != .some else {
      throw FileSystemError.beingWritten(job.source)
    }
    return FileStamp(facts)
  }

  /// Whether the bytes of a recording differ from those of its session. `sound` are its bytes if
  /// they were read already.
  func hasChanged(_ job: Job, _ sound: HashedAudio?) throws -> Bool {
    guard let known = try session(of: job).header()?.recording else { return false }
    if let sound { return sound.sha256 != known.sha256 }
    guard let size = try facts(of: job.source)?.size else { return false }
    guard size == known.sizeBytes else { return true }
    // A recording above the size limit is refused for any content.
    guard size <= WatchSettings.mostRecordingBytes else { return false }
    return try sha256(of: job) != known.sha256
  }

  /// Removes the results of a recording, which is then analysed again.
  func restart(_ job: Job) throws -> StepOutcome {
    var change = SessionChange("changed_while_analysed", state: StateRecord(.claimed, phase: .idle))
    change.removed = [.quick, .computed, .avqi, .bundle, .audio, .page, .sheets]
    change.header = try session(of: job).header()
    // The recording is no duplicate, and has none, until its bytes are known again.
    change.header?.identity = nil
    try commit(change, to: job)
    let identity = job.memory.withLock { memory in
      defer { memory.identity = nil }
      memory.document = nil
      (memory.sound, memory.readAs) = (nil, nil)
      memory.filedAs = nil
      memory.shown = nil
      memory.fault = nil
      memory.duplicateOf = nil
      return memory.identity
    }
    if let identity { reservations.release(identity, of: job.session) }
    reporter.publish(.changed, of: job.session)
    return .event(.changed)
  }
}

// The event that says how a recording ended. It is written after the session is durable and before
// the work folder goes: after a crash in between, the next start finds the folder and writes it.

extension JobContext {
  /// Writes the event of a result, once.
  func publishResult(of job: Job, as ending: JobResult) throws {
    guard let events = reporter.events, !job.memory.withLock({ $0.isResultPublished }),
      let (event, payload) = try resultEvent(of: job, as: ending)
    else { return }
    do {
      try events.append(event, payload, .ending)
    } catch {
      try checkEventFault(error, of: job)
    }
    job.memory.withLock { $0.isResultPublished = true }
  }

  /// Waits for space on a full disk. An unwritable event file does not block recordings.
  private func checkEventFault(_ fault: FileSystemError, of job: Job) throws {
    let faults = job.memory.withLock { memory in
      memory.eventFaults += 1
      return memory.eventFaults
    }
    guard !fault.isTransient, faults >= settings.retries.sourceAttempts else {
      throw StoreError.fileSystem(fault)
    }
    reporter.publish(
      RunnerEvent(kind: .eventLost, session: job.session, reason: RedactedReason(fault)))
  }

  private func resultEvent(of job: Job, as ending: JobResult) throws -> (WatchEvent, EventPayload)?
  {
    if try store.wasPurged(job.session) { return (.purged, EventPayload(job.session)) }
    let event: WatchEvent
    switch ending {
    case .filed: event = settings.tiers == .quick ? .quickReady : .analysed
    case .refused: event = .refused
    case .duplicate: event = .duplicate
    case .failed, .stranded: event = .failed
    case .leftBehind: return nil
    }
    var payload = EventPayload(job.session)
    try ignoringUnusableSession { try complete(&payload, of: job) }
    if ending == .stranded { payload.code = Self.strandedFault.code }
    if ending == .failed, payload.code == nil {
      payload.code = job.memory.withLock { $0.fault?.code }
    }
    return (event, payload)
  }

  /// Adds the values of the stored session.
  private func complete(_ payload: inout EventPayload, of job: Job) throws {
    let session = try session(of: job)
    let header = try session.header()
    payload.user = header?.user
    payload.reference = header?.reference
    let state = try session.state()
    payload.code = state?.fault?.code
    payload.original = state?.duplicateOf
    for tier in [Tier.comprehensive, .quick] {
      guard let bytes = try session.read(tier.document) else { continue }
      payload.tier = tier
      payload.verdict = Verdict(inDocument: bytes)
      break
    }
  }

  /// Performs a step on a session that may be missing or damaged.
  func ignoringUnusableSession(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      guard kind(of: error) == .permanent else { throw error }
    }
  }
}
