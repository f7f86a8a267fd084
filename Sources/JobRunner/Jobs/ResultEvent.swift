// The event that says how a recording ended. It is written after the session is durable and before
// the work folder goes: after a crash in between, the next start finds the folder and writes it.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

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
      RunnerEvent(kind: .eventLost, session: job.session, reason: PlainReason(fault)))
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
