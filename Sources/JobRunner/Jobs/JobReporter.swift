// The log, the status, the events and the updates of recordings. No names, no paths and no
// identifiers of people.

internal import Logging
internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Publishes what happens to recordings.
final class JobReporter: Sendable {
  private let logger: Logger
  private let status: StatusBoard
  /// Nil without `--events`.
  let events: EventLog?
  private let listener: (@Sendable (JobUpdate) -> Void)?

  /// The streams of updates of single sessions.
  let listeners = UpdateHub()

  /// - Parameter listener: Receives every update, on the thread of the step.
  init(
    logger: Logger, status: StatusBoard, events: EventLog?,
    listener: (@Sendable (JobUpdate) -> Void)? = nil
  ) {
    (self.logger, self.status, self.events) = (logger, status, events)
    self.listener = listener
  }

  // MARK: - Jobs

  func claimed(_ job: Job) {
    status.count(.claimed)
    publish(job, .idle)
    let reference = job.memory.withLock { $0.reference }
    events?.note(.started, EventFacts(job.session, reference: reference))
  }

  func publish(_ job: Job, _ phase: JobPhase) {
    var update = JobUpdate(session: job.session.text, phase: phase)
    update.reference = job.memory.withLock { $0.reference }
    publish(update, of: job.session)
  }

  private func publish(_ update: JobUpdate, of session: SessionID) {
    listener?(update)
    listeners.publish(update, of: session)
  }

  /// Publishes the phases among actions.
  func publish(_ actions: [JobState.Action], of job: Job) {
    for case .publish(let phase) in actions {
      publish(job.memory.withLock { $0.update(at: phase, of: job.session) }, of: job.session)
    }
  }

  /// The quick document is stored.
  /// - Parameter facts: Those of the event; nil if the recording ends here, which has its own event.
  func analysed(_ job: Job, _ document: ResultsDocument, _ facts: EventFacts?) {
    status.count(.quick)
    count(document)
    job.memory.withLock { $0.shown = document }
    log("quick document stored", job.session, document)
    if let facts { events?.note(.quickReady, facts) }
  }

  /// The comprehensive document is stored.
  func assessed(_ job: Job, _ document: ResultsDocument, _ header: SessionHeader) {
    status.count(.complete)
    count(document)
    job.memory.withLock { $0.shown = document }
    log("comprehensive document stored", job.session, document)
    let facts = EventFacts(job.session, of: header, document)
    if document.quality.verdict == .fail { events?.note(.rerecordRequested, facts) }
  }

  /// The follow-up of the person is stored.
  func followed(_ job: Job, _ news: PersonNews, _ header: SessionHeader) {
    var facts = EventFacts(job.session, of: header, nil)
    if let kept = news.kept {
      facts.code = kept.status.rawValue
      events?.note(.baselineEstablished, facts)
    } else if let reason = news.rejection?.reasons.first {
      facts.code = reason.code
      events?.note(.baselineRefused, facts)
    }
    facts.code = nil
    if let comparison = news.comparison {
      events?.note(comparison.refusal == nil ? .comparisonHeld : .comparisonRefused, facts)
    }
    if !news.newAlerts.isEmpty { events?.note(.alertRaised, facts) }
  }

  private func count(_ stored: ResultsDocument) {
    status.storeWorks()
    status.analysed(stored.tier, seconds: stored.run.totalMilliseconds / 1000)
  }

  func refused(_ job: Job, _ fault: StateFault, _ header: SessionHeader) {
    status.count(.refused)
    status.storeWorks()
    status.noteError(PlainReason("a recording was refused", code: fault.code))
    log(.notice, "recording refused", job.session, ["code": "\(fault.code)"])
    var facts = EventFacts(job.session, of: header, nil)
    facts.code = fault.code
    events?.note(.rerecordRequested, facts)
  }

  func changed(_ job: Job) {
    log(.warning, "recording changed during the analysis and is analysed again", job.session)
  }

  /// A file was refused and stays in the inbox.
  func rejected(_ fault: StateFault) {
    status.count(.refused)
    status.noteError(PlainReason("a file of the inbox was refused", code: fault.code))
    log(.notice, "file of the inbox refused", nil, ["code": "\(fault.code)"])
  }

  func duplicate(_ job: Job) {
    status.count(.duplicate)
    log(.info, "recording is a duplicate", job.session)
  }

  func failed(_ job: Job, _ fault: StateFault) {
    status.count(.failed)
    status.noteError(PlainReason("a recording failed", code: fault.code))
    log(.error, "recording failed", job.session, ["code": "\(fault.code)"])
  }

  func stranded(_ job: Job) {
    status.count(.stranded)
    log(.error, "an unreadable recording stays in the work folder", job.session)
  }

  func leftBehind(_ session: SessionID) {
    status.count(.stranded)
    status.noteError(PlainReason("a file in the work folder cannot be removed; see `failed`"))
    log(.error, "a file in the work folder cannot be removed", session)
  }

  func ended(_ job: Job, _ ending: JobResult) {
    status.count(.ended)
    status.storeWorks()
    log(.debug, "recording finalized", job.session, ["ending": "\(ending.rawValue)"])
    listeners.end(job.session)
  }

  func storeFails(_ trouble: DiskFault) { status.storeFails(trouble) }

  func waits(_ session: SessionID, _ problem: PlainReason, _ delay: Duration) {
    status.count(.retry)
    status.noteError(problem)
    log(
      .warning, "a step failed and is retried", session,
      ["delay_ms": "\(delay.milliseconds)", "reason": "\(problem)"])
  }

  func pageMissing(_ session: SessionID, _ reason: String) {
    log(
      .warning, "the report page of a recording could not be created", session,
      ["reason": "\(reason)"])
  }

  // MARK: - Besides

  /// - Parameter reference: The caller's reference to the recording, if it could be read.
  func sidecarRefused(_ session: SessionID, reference: String?) {
    status.count(.sidecarRefused)
    status.noteError(PlainReason("a sidecar is invalid", code: SidecarFault.code))
    log(.notice, "sidecar is invalid", session, ["code": "\(SidecarFault.code)"])
    events?.note(.profileInvalid, EventFacts(session, reference: reference))
  }

  /// The keys themselves may be names; the answers of the session contain them.
  func keptUnknownKeys(_ session: SessionID, _ count: Int) {
    log(.warning, "sidecar has unknown keys; they are stored", session, ["count": "\(count)"])
  }

  /// A sidecar or checksum of no known recording was quarantined.
  func orphan(_ kind: Orphan.Kind) {
    status.count(.orphan)
    status.noteError(PlainReason("a sidecar or checksum matches no recording", code: kind.code))
    log(.notice, "a sidecar or checksum matches no recording", nil, ["code": "\(kind.code)"])
    let event: WatchEvent = kind == .sidecar ? .sidecarOrphan : .checksumOrphan
    events?.note(event, EventFacts(nil, code: kind.code))
  }

  func amended(_ session: SessionID, _ facts: EventFacts) throws(FileSystemError) {
    try events?.tell(.amended, facts)
    log(.info, "session amended by a late sidecar", session)
  }

  /// Writes the event that says how a recording ended.
  func writeResult(_ event: WatchEvent, _ facts: EventFacts) throws(FileSystemError) {
    try events?.end(event, facts)
  }

  func eventLost(_ session: SessionID, _ fault: FileSystemError) {
    status.noteError(PlainReason(fault))
    log(.error, "an event could not be written", session, ["reason": "\(PlainReason(fault))"])
  }

  func withdrawn(_ session: SessionID) throws(FileSystemError) {
    log(.notice, "a session was purged after withdrawal of consent", session)
    try events?.end(.purged, EventFacts(session))
    status.count(.purged)
  }

  /// - Parameter reference: The caller's reference to the recording of the session.
  func retention(_ news: RetentionNews, reference: String?) throws(FileSystemError) {
    switch news {
    case .announced(let session):
      log(.notice, "a session is past its retention; it is purged after the grace period", session)
      try events?.tell(.purgeAnnounced, EventFacts(session, reference: reference))
    case .purged(let session):
      log(.notice, "a session past its retention was purged", session)
      try events?.end(.purged, EventFacts(session))
      status.count(.purged)
    case .audioAnnounced(let session):
      log(
        .notice,
        "the audio of a session is past its retention; it is purged after the grace period",
        session)
      try events?.tell(.audioPurgeAnnounced, EventFacts(session, reference: reference))
    case .audioPurged(let session):
      log(.notice, "the audio of a session past its retention was purged", session)
      try events?.tell(.audioPurged, EventFacts(session))
      status.count(.audioPurged)
    case .clockDisagrees:
      log(
        .warning,
        "the clock disagrees with the end of the store log; the retention is paused", nil)
    }
  }

  func retentionFailed(_ problem: PlainReason) {
    status.noteError(problem)
    log(.error, "retention could not be enforced", nil, ["reason": "\(problem)"])
  }

  func end() { listeners.close() }

  private func log(_ text: Logger.Message, _ session: SessionID, _ document: ResultsDocument) {
    log(
      .info, text, session,
      ["stage": "\(document.tier.rawValue)", "ms": "\(document.run.totalMilliseconds)"])
  }

  private func log(
    _ level: Logger.Level, _ text: Logger.Message, _ session: SessionID?,
    _ more: Logger.Metadata = [:]
  ) {
    var metadata = more
    if let session { metadata["session"] = "\(session)" }
    logger.log(level: level, text, metadata: metadata)
  }
}
