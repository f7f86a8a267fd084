// The event that says how a recording ended. It is written after the session is durable and before
// the work folder goes: after a crash in between, the next start finds the folder and writes it.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

extension EventFacts {
  init(_ session: SessionID?, reference: String?) {
    self.init(session)
    self.reference = reference
  }

  /// The facts of a recording so far.
  init(_ session: SessionID, of header: SessionHeader?, _ document: ResultsDocument?) {
    self.init(session, user: header?.user)
    reference = header?.reference
    tier = document?.tier
    verdict = document?.quality.verdict
  }
}

extension JobContext {
  /// Writes the event of a result, once.
  func publishResult(of job: Job, as ending: JobResult) throws {
    guard reporter.events != nil, !job.memory.withLock({ $0.isResultPublished }) else { return }
    guard let (event, facts) = try resultEvent(of: job, as: ending) else { return }
    do {
      try reporter.writeResult(event, facts)
    } catch {
      try checkEventFault(error, of: job)
    }
    job.memory.withLock { $0.isResultPublished = true }
  }

  /// A full disk is waited for. A file of events that is not writable must not block recordings.
  private func checkEventFault(_ fault: FileSystemError, of job: Job) throws {
    let faults = job.memory.withLock { memory in
      memory.eventFaults += 1
      return memory.eventFaults
    }
    guard !fault.isTransient, faults >= settings.retries.sourceAttempts else {
      throw StoreError.fileSystem(fault)
    }
    reporter.eventLost(job.session, fault)
  }

  private func resultEvent(of job: Job, as ending: JobResult) throws -> (WatchEvent, EventFacts)? {
    if try store.wasPurged(job.session) { return (.purged, EventFacts(job.session)) }
    let event: WatchEvent
    switch ending {
    case .filed: event = settings.tiers == .quick ? .quickReady : .analysed
    case .refused: event = .refused
    case .duplicate: event = .duplicate
    case .failed, .stranded: event = .failed
    case .leftBehind: return nil
    }
    var facts = EventFacts(job.session)
    try asFarAsUsable { try complete(&facts, of: job) }
    if ending == .stranded { facts.code = Self.strandedFault.code }
    if ending == .failed, facts.code == nil {
      facts.code = job.memory.withLock { $0.fault?.code }
    }
    return (event, facts)
  }

  /// Adds the facts of the stored session.
  private func complete(_ facts: inout EventFacts, of job: Job) throws {
    let session = try session(of: job)
    let header = try session.header()
    facts.user = header?.user
    facts.reference = header?.reference
    let state = try session.state()
    facts.code = state?.fault?.code
    facts.original = state?.duplicateOf
    for tier in [Tier.comprehensive, .quick] {
      guard let bytes = try session.read(tier.document) else { continue }
      facts.tier = tier
      facts.verdict = Verdict(inDocument: bytes)
      break
    }
  }

  /// Performs a step on a session that may be missing or damaged.
  func asFarAsUsable(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      guard kind(of: error) == .permanent else { throw error }
    }
  }
}
