// The end of a recording: its source goes where the user wants it, after all that is known of it is
// durable. Every step may be done again.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

extension JobContext {
  /// Puts a recording away that ends so.
  func putAway(_ job: Job, as ending: Ending) throws(StepFault) -> StepOutcome {
    // Whoever had the session purged meant the recording too, wherever it was on its way.
    if try isPurged(job.session) {
      try removePurged(job.folder)
      return .event(.putAway)
    }
    switch ending {
    case .filed: try file(job)
    case .duplicate: try putAwayCopy(job)
    case .refused: try putAside(job)
    case .failed:
      try commitFailure(of: job)
      try putAside(job)
    case .stranded:
      try strand(job)
      return .event(.putAway)
    case .withdrawn: break
    }
    try clear(job)
    return .event(.putAway)
  }

  private func file(_ job: Job) throws(StepFault) {
    let session = try session(of: job)
    let state = StateRecord(.filed, phase: settings.tiers == .quick ? .quickComplete : .complete)
    // A source that is gone was put away by a run that ended before it could clear up.
    guard settings.audio == .archive, try isThere(job.source) else {
      return try stored { () throws(StoreError) in try session.record(state) }
    }
    try stored { () throws(StoreError) in
      try session.archiveAudio(from: job.source, state: state)
    }
  }

  /// A copy needs no place of its own where the same bytes are kept already.
  private func putAwayCopy(_ job: Job) throws(StepFault) {
    guard settings.audio == .archive, try isThere(job.source) else { return }
    let bytes = try read(job)
    let session = try session(of: job)
    let isKept = try stored { () throws(StoreError) -> Bool in
      let state = try session.state()
      guard let id = state?.duplicateOf, let first = try store.existingSession(id) else {
        return false
      }
      return try first.read(.audio) == bytes
    }
    if isKept { return }
    try stored { () throws(StoreError) in try session.archiveAudio(from: job.source) }
  }

  /// Refused and failed recordings go where people find them, with what to do about them.
  private func putAside(_ job: Job) throws(StepFault) {
    guard try isThere(job.source) else { return }
    let session = try session(of: job)
    try stored { () throws(StoreError) in
      let fault = try session.state()?.fault ?? Self.unknownFault
      _ = try store.keepFailed(
        FailedFile(
          source: job.source, name: job.name, fault: fault, session: job.session))
    }
  }

  /// Whether a session was purged while its recording lay in the work folder.
  func isPurged(_ session: SessionID) throws(StepFault) -> Bool {
    try stored { () throws(StoreError) in try store.wasPurged(session) }
  }

  /// Removes the work folder of a purged session with everything in it.
  func removePurged(_ folder: String) throws(StepFault) {
    do {
      try WorkFolder.removeWhole(folder, files)
    } catch {
      throw .source(error)
    }
  }

  private func commitFailure(of job: Job) throws(StepFault) {
    let fault = job.memory.withLock { $0.fault } ?? Self.unknownFault
    try commit(
      SessionChange("failed", state: StateRecord(.failed, fault: fault, phase: .error)), to: job)
  }

  /// A recording that cannot be read stays in the work folder; people are told where it is, and the
  /// next start tries it once more.
  private func strand(_ job: Job) throws(StepFault) {
    try commit(
      SessionChange(
        "failed", state: StateRecord(.failed, fault: Self.strandedFault, phase: .error)), to: job)
    try stored { () throws(StoreError) in
      try store.reportStranded(
        job.source, named: job.name, of: job.session, for: Self.strandedFault)
    }
    reporter.stranded(job)
  }

  /// For a session whose recording lies in the work folder and cannot be read.
  static let strandedFault = StateFault(
    "source_stranded",
    message:
      "the recording cannot be read from its disk, and stays in the work folder of the inbox",
    advice: "check the disk, then start the watcher again, which tries the recording once more; or "
      + "put it in the inbox again from where it was made")

  /// For a session whose state does not say why it ended.
  private static let unknownFault = StateFault(
    "failed", message: "the recording could not be analysed",
    advice: "see the log of the watcher, then put the recording in the inbox again")

  // MARK: - Clearing up

  /// Whether a claimed file is there; with the inbox away nobody can tell.
  private func isThere(_ path: String) throws(StepFault) -> Bool {
    do {
      if try files.facts(of: path) != nil { return true }
      // Fails with a fault that may pass unless the folder can be looked into.
      _ = try files.list(layout.work)
      return false
    } catch {
      throw .source(error)
    }
  }

  /// Removes a work folder with what is left in it: copies of what is in the store.
  private func clear(_ job: Job) throws(StepFault) {
    do {
      CrashMarks.remove(from: job.folder, files)
      // The recording last: a sidecar that is left alone would be one that came late.
      for path in [job.checksum, job.sidecar, job.source] { try files.removeIfThere(path) }
      try WorkFolder.remove(job.folder, files)
    } catch {
      throw .source(error)
    }
  }
}

/// The folder of one claimed recording.
enum WorkFolder {
  /// Removes a folder with all files in it.
  static func removeWhole(
    _ folder: String, _ files: any FileSystem
  ) throws(FileSystemError) {
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
