// Changes of a claimed recording: a program that had the file open may still write to it. The
// archived bytes are the analysed ones, or the recording is analysed again.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

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
    var change = SessionChange(
      "changed_while_analysed", state: StateRecord(.claimed, phase: .idle))
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
