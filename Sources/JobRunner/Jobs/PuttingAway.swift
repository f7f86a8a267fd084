// The end of a recording: its source goes where the user wants it, after all that is known of it is
// durable. Every step may be done again.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

extension JobContext {
  /// Puts a recording away that ends so.
  func putAway(_ job: Job, as ending: Ending) throws -> StepOutcome {
    // Whoever had the session purged meant the recording too, wherever it was on its way.
    // What may not be removed is left, without a report that would name it.
    if ending != .leftBehind, try isPurged(job.session) {
      try tellEnding(of: job, as: ending)
      try removePurged(job.folder)
      return .event(.putAway)
    }
    switch ending {
    case .stranded: try strand(job)
    case .leftBehind: try leaveBehind(job)
    case .filed, .duplicate, .refused, .failed: return try putAwayQuiet(job, as: ending)
    }
    return .event(.putAway)
  }

  /// Puts a recording away that nobody writes to any more.
  private func putAwayQuiet(_ job: Job, as ending: Ending) throws -> StepOutcome {
    let quiet = try quiet(job)
    if ending == .filed, let quiet, job.memory.withLock({ $0.filedAs }) == quiet {
      try tellEnding(of: job, as: ending)
      try clear(job, of: quiet)
      return .event(.putAway)
    }
    let keepsSound = ending == .filed || ending == .duplicate
    let sound = keepsSound && quiet != nil ? try soundToKeep(job) : nil
    if ending != .failed, quiet != nil, try hasChanged(job, sound) { return try startAnew(job) }
    if ending != .failed { try withdrawIfTakenBack(by: job) }
    let whereabouts = try putAwayEnded(job, as: ending, sound)
    try tellEnding(of: job, as: ending)
    if whereabouts == .inStoreOrGone { try clear(job, of: quiet) }
    return .event(.putAway)
  }

  /// Where a source is after it was put away.
  private enum Whereabouts {
    case inStoreOrGone
    /// It cannot be moved, and people were told of it.
    case whereItLies
  }

  private func putAwayEnded(
    _ job: Job, as ending: Ending, _ sound: HashedSound?
  ) throws -> Whereabouts {
    switch ending {
    case .filed: try file(job, sound)
    case .duplicate: try putAwayCopy(job, sound)
    case .refused: return try putAside(job)
    case .failed: return try fail(job)
    case .stranded, .leftBehind: break
    }
    return .inStoreOrGone
  }

  /// What is kept beside the documents, read once; nil where no sound is kept.
  private func soundToKeep(_ job: Job) throws -> HashedSound? {
    guard settings.audio == .archive, try mayKeepSound(of: job),
      let size = try facts(of: job.source)?.size, size <= WatchSettings.mostRecordingBytes
    else { return nil }
    return HashedSound(try bytes(of: job))
  }

  /// `sound` is nil where none is kept, or its source is gone: a run put it away that ended before it cleared up.
  private func file(_ job: Job, _ sound: HashedSound?) throws {
    let session = try session(of: job)
    let state = StateRecord(.filed, phase: settings.tiers == .quick ? .quickComplete : .complete)
    let documents = try filed(job, sound?.bytes)
    // A consent may have been taken back since.
    let kept = try mayKeepSound(of: job) ? sound : nil
    guard let kept else {
      return try session.commit(SessionChange("state", state: state, documents: documents))
    }
    try session.archiveAudio(kept.bytes, sha256: kept.sha256, state: state, with: documents)
  }

  /// A copy needs no place of its own where the same bytes are kept already.
  private func putAwayCopy(_ job: Job, _ sound: HashedSound?) throws {
    guard let sound, try mayKeepSound(of: job) else { return }
    let session = try session(of: job)
    let first = try session.state()?.duplicateOf.flatMap { try store.existingSession($0) }
    if try first?.read(.audio) == sound.bytes { return }
    try session.archiveAudio(sound.bytes, sha256: sound.sha256)
  }

  /// Refused and failed recordings go where people find them, with what to do about them, and with
  /// the fingerprint that they do not fit. What is too large to be moved stays.
  private func putAside(_ job: Job) throws -> Whereabouts {
    let fault = try session(of: job).state()?.fault ?? Self.unknownFault
    // What nobody agreed to be kept is kept nowhere.
    guard try mayKeepSound(of: job) else { return .inStoreOrGone }
    let paths = ChecksumFile.isConcerned(in: fault) ? [job.checksum, job.source] : [job.source]
    for path in paths {
      guard let facts = try facts(of: path) else { continue }
      guard path != job.source || store.canKeep(fileOf: facts.size) else {
        try reportLarge(path, of: job, fault)
        return .whereItLies
      }
      _ = try store.keepFailed(
        FailedFile(
          source: path, name: InboxLayout.name(of: path), fault: fault, session: job.session,
          isCompanion: path != job.source))
    }
    return .inStoreOrGone
  }

  private func reportLarge(_ path: String, of job: Job, _ fault: StateFault) throws {
    try store.reportStranded(path, named: InboxLayout.name(of: path), of: job.session, for: fault)
    reporter.stranded(job)
  }

  /// Whether a session was purged while its recording lay in the work folder.
  func isPurged(_ session: SessionID) throws -> Bool {
    try store.wasPurged(session)
  }

  /// Removes the work folder of a purged session with everything in it.
  func removePurged(_ folder: String) throws {
    try WorkFolder.removeWhole(folder, files)
  }

  /// A recording whose session cannot be used, with what was told of it. People find it in
  /// `failed`, with the reason.
  private func putAsideAlone(_ job: Job, for fault: StateFault) throws {
    for path in [job.sidecar, job.source] where try isThere(path) {
      _ = try store.keepFailed(
        FailedFile(
          source: path, name: InboxLayout.name(of: path), fault: fault, session: nil,
          isCompanion: path != job.source))
    }
  }

  private func fail(_ job: Job) throws -> Whereabouts {
    do {
      let fault = job.memory.withLock { $0.fault } ?? Self.unknownFault
      try commit(failure(of: job, fault), to: job)
      return try putAside(job)
    } catch {
      // The session is why it failed, or cannot say so: the recording is kept all the same.
      guard kind(of: error) == .permanent else { throw error }
      try putAsideAlone(job, for: StateFault(StepFault(error)))
      return .inStoreOrGone
    }
  }

  /// A failure, with what was told of the recording.
  private func failure(of job: Job, _ fault: StateFault) throws -> SessionChange {
    var change = Self.failure(fault)
    let known = try session(of: job).header()
    settleSidecar(of: job)
    let told = try told(of: job, known ?? headerUnread(of: job))
    change.header = told.header
    change.documents = told.documents
    return change
  }

  private static func failure(_ fault: StateFault) -> SessionChange {
    SessionChange("failed", state: StateRecord(.failed, fault: fault, phase: .error))
  }

  /// A recording that cannot be read stays in the work folder; people are told where it is, and the
  /// next start tries it once more.
  private func strand(_ job: Job) throws {
    // Where its session says so already, that was told at an earlier start.
    if try !isStranded(job) { try tellEnding(of: job, as: .stranded) }
    try asFarAsUsable {
      // Its disk may not give out what was told either: then that stays beside it.
      let told = try? failure(of: job, Self.strandedFault)
      try commit(told ?? Self.failure(Self.strandedFault), to: job)
    }
    try asFarAsUsable {
      try store.reportStranded(
        job.source, named: job.name, of: job.session, for: Self.strandedFault)
    }
    reporter.stranded(job)
  }

  private func isStranded(_ job: Job) throws -> Bool {
    var code: String?
    try asFarAsUsable { code = try session(of: job).state()?.fault?.code }
    return code == Self.strandedFault.code
  }

  /// For a session whose recording lies in the work folder and cannot be read.
  static let strandedFault = StateFault(FaultText.sourceStranded)

  /// For a session whose state does not say why it ended.
  private static let unknownFault = StateFault(FaultText.failed)

  // MARK: - Clearing up

  /// Whether a claimed file is there; with the inbox away nobody can tell.
  func isThere(_ path: String) throws -> Bool { try facts(of: path) != nil }

  /// What is known of a claimed file; nil where there is none.
  func facts(of path: String) throws -> FileFacts? {
    if let facts = try files.facts(of: path) { return facts }
    // Throws a fault that may pass unless the folder can be listed.
    _ = try files.list(layout.work)
    return nil
  }

  /// Removes a work folder with what is left in it: copies of what is in the store.
  private func clear(_ job: Job, of quiet: FileStamp?) throws {
    try checkStillQuiet(job, since: quiet)
    CrashMarks.remove(from: job.folder, files)
    // The recording last: a sidecar that is left alone would be one that came late.
    for path in [job.checksum, job.sidecar, job.source] { try files.removeIfThere(path) }
    try WorkFolder.remove(job.folder, files)
  }
}

/// The folder of one claimed recording.
enum WorkFolder {
  /// Removes a folder with all files in it.
  static func removeWhole(_ folder: String, _ files: any FileSystem) throws(FileSystemError) {
    do {
      for name in try files.list(folder) { try files.removeIfThere(folder + "/" + name) }
      try files.removeFolder(folder)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Removes a folder, unless something is in it that nobody has seen yet.
  static func remove(_ folder: String, _ files: any FileSystem) throws(FileSystemError) {
    do {
      for name in try files.list(folder) where name.hasSuffix(PassingName.ending) {
        try files.removeIfThere(folder + "/" + name)
      }
      try files.removeFolder(folder)
    } catch {
      // A sidecar may have come in the meantime; it is dealt with on its own.
      if !error.isMissing && !error.isExisting { throw error }
    }
  }
}
