// A recording may still be written to after it was claimed: whoever had it open goes on writing to
// the same file, wherever it was moved. What is put away is what was analysed, or it is analysed
// anew.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

extension JobContext {
  /// The state of a claimed recording that nobody writes to; nil when it is not there.
  func quiet(_ job: Job) throws -> FileStamp? {
    guard let facts = try facts(of: job.source) else { return nil }
    guard files.writers(of: job.source, in: layout) != .some else {
      throw FileSystemError.beingWritten(job.source)
    }
    return FileStamp(facts)
  }

  /// Fails with what may pass where a recording changed since it was put away.
  func checkStillQuiet(_ job: Job, since stamp: FileStamp?) throws {
    guard let stamp, let now = try quiet(job), now != stamp else { return }
    throw FileSystemError.beingWritten(job.source)
  }

  /// Whether the bytes of a recording are not those that its session is of; `sound` are those where they
  /// were read already.
  func hasChanged(_ job: Job, _ sound: HashedSound?) throws -> Bool {
    guard let known = try session(of: job).header()?.recording else { return false }
    if let sound { return sound.sha256 != known.sha256 }
    guard let size = try facts(of: job.source)?.size else { return false }
    guard size == known.sizeBytes else { return true }
    // What is refused for its size is refused whatever its bytes are.
    guard size <= WatchSettings.mostRecordingBytes else { return false }
    return try sha256(of: job) != known.sha256
  }

  /// Takes back what was found of a recording, which is then analysed as it is now.
  func startAnew(_ job: Job) throws -> StepOutcome {
    var change = SessionChange(
      "changed_while_analysed", state: StateRecord(.claimed, phase: .idle))
    change.removed = [.quick, .computed, .avqi, .bundle, .audio, .page, .sheets]
    change.header = try session(of: job).header()
    // It is a copy of nothing, and nothing is a copy of it, before its bytes are known again.
    change.header?.identity = nil
    try commit(change, to: job)
    let identity = job.memory.withLock { memory in
      defer { memory.identity = nil }
      memory.document = nil
      memory.filedAs = nil
      memory.shown = nil
      memory.fault = nil
      memory.duplicateOf = nil
      return memory.identity
    }
    if let identity { reservations.release(identity, of: job.session) }
    reporter.changed(job)
    return .event(.changed)
  }
}
