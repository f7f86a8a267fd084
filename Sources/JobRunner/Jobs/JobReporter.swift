// Who is told of what happens: the log, the status, the events and whoever waits for results. No
// names, no paths and no identifiers of people.

internal import Logging
internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Tells of jobs.
final class JobReporter: Sendable {
  private let logger: Logger
  private let status: StatusBoard
  /// What programs beside the watcher follow; nil where nobody asked for it.
  let events: EventLog?
  private let updates: AsyncStream<JobUpdate>.Continuation
  private let listener: (@Sendable (JobUpdate) -> Void)?

  /// Those who wait for a session.
  let listeners = UpdateBoard()

  private let elapsed: @Sendable () -> Duration

  /// - Parameter listener: Told of every update, on the thread that the step was done on.
  init(
    logger: Logger, status: StatusBoard, events: EventLog?,
    stream: (AsyncStream<JobUpdate>.Continuation, elapsed: @Sendable () -> Duration),
    listener: (@Sendable (JobUpdate) -> Void)? = nil
  ) {
    self.logger = logger
    self.status = status
    self.events = events
    self.listener = listener
    (updates, elapsed) = stream
  }

  // MARK: - Jobs

  func claimed(_ job: Job) {
    status.count(.claimed)
    publish(job, .idle)
    var facts = EventFacts(job.session)
    facts.reference = job.memory.withLock { $0.reference }
    events?.note(.started, facts)
  }

  func publish(_ job: Job, _ phase: JobPhase) {
    var update = JobUpdate(session: job.session.text, phase: phase)
    update.reference = job.memory.withLock { $0.reference }
    tell(update, of: job.session)
  }

  private func tell(_ update: JobUpdate, of session: SessionID) {
    updates.yield(update)
    listener?(update)
    listeners.tell(update, of: session)
  }

  /// Tells of the phases among actions, with what is to be shown of the recording.
  func publish(_ actions: [JobState.Action], of job: Job) {
    for case .publish(let phase) in actions {
      tell(job.memory.withLock { $0.update(at: phase, of: job.session) }, of: job.session)
    }
  }

  /// The quick document is in the store.
  /// - Parameter facts: What programs beside the watcher are told; nil where this is the end, of
  ///   which they are told when it has come.
  func analysed(_ job: Job, _ document: ResultsDocument, _ facts: EventFacts?) {
    status.count(.quick)
    count(document)
    job.memory.withLock { $0.shown = document }
    log("quick document stored", job, document)
    if let facts { events?.note(.quickReady, facts) }
  }

  /// The comprehensive document is in the store.
  func assessed(_ job: Job, _ results: JobContext.AssessedResults, _ header: SessionHeader) {
    status.count(.complete)
    count(results.document)
    job.memory.withLock { $0.shown = results.document }
    log("comprehensive document stored", job, results.document)
    let facts = EventFacts(job.session, of: header, results.document)
    if results.document.quality.verdict == .fail { events?.note(.rerecordRequested, facts) }
  }

  /// What the recording means for its person was found out.
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
    logger.notice("recording refused", metadata: metadata(job, ["code": "\(fault.code)"]))
    var facts = EventFacts(job.session, of: header, nil)
    facts.code = fault.code
    events?.note(.rerecordRequested, facts)
  }

  /// Somebody went on writing to it.
  func changed(_ job: Job) {
    logger.warning(
      "recording changed during the analysis and is analysed again", metadata: metadata(job))
  }

  /// A file that stays in the inbox, of which a report tells.
  func left(_ fault: StateFault) {
    status.count(.refused)
    status.noteError(PlainReason("a file of the inbox was refused", code: fault.code))
    logger.notice("file of the inbox refused", metadata: ["code": "\(fault.code)"])
  }

  func duplicate(_ job: Job) {
    status.count(.duplicate)
    logger.info("recording is a duplicate", metadata: metadata(job))
  }

  func failed(_ job: Job, _ fault: StateFault) {
    status.count(.failed)
    status.noteError(PlainReason("a recording failed", code: fault.code))
    logger.error("recording failed", metadata: metadata(job, ["code": "\(fault.code)"]))
  }

  /// It could not be put away either.
  func stranded(_ job: Job) {
    status.count(.stranded)
    logger.error(
      "an unreadable recording stays in the work folder", metadata: metadata(job))
  }

  /// What is left of it cannot be removed.
  func leftBehind(_ session: SessionID) {
    status.count(.stranded)
    status.noteError(PlainReason("a file in the work folder cannot be removed; see `failed`"))
    logger.error(
      "a file in the work folder cannot be removed", metadata: ["session": "\(session)"])
  }

  func ended(_ job: Job, _ ending: Ending) {
    status.count(.ended)
    status.storeWorks()
    logger.debug("recording finalized", metadata: metadata(job, ["ending": "\(ending.rawValue)"]))
    listeners.end(job.session)
  }

  /// The store could not be used just now.
  func storeFails(_ trouble: DiskFault) { status.storeFails(trouble) }

  func waits(_ session: SessionID, _ problem: PlainReason, _ delay: Duration) {
    status.count(.retry)
    status.noteError(problem)
    logger.warning(
      "a step failed and is retried",
      metadata: [
        "session": "\(session)", "delay_ms": "\(delay.milliseconds)",
        "reason": "\(problem)",
      ])
  }

  /// A recording without a page is none the worse.
  func pageMissing(_ session: SessionID, _ reason: String) {
    logger.warning(
      "the report page of a recording could not be created",
      metadata: ["session": "\(session)", "reason": "\(reason)"])
  }

  // MARK: - Besides

  /// - Parameter reference: What the caller knows the recording by, where that could be read.
  func sidecarRefused(_ session: SessionID, reference: String?) {
    status.count(.sidecarRefused)
    status.noteError(PlainReason("a sidecar is invalid", code: SidecarFault.code))
    logger.notice(
      "sidecar is invalid",
      metadata: ["session": "\(session)", "code": "\(SidecarFault.code)"])
    var facts = EventFacts(session)
    facts.reference = reference
    events?.note(.profileInvalid, facts)
  }

  /// Keys may be names: they stand in the answers of the session.
  func keptUnknownKeys(_ session: SessionID, _ count: Int) {
    logger.warning(
      "sidecar has unknown keys; they are stored",
      metadata: ["session": "\(session)", "count": "\(count)"])
  }

  /// A companion of no recording that is known was put aside.
  func orphan(_ kind: Orphan.Kind) {
    status.count(.orphan)
    status.noteError(PlainReason("a sidecar or checksum matches no recording", code: kind.code))
    logger.notice(
      "a sidecar or checksum matches no recording", metadata: ["code": "\(kind.code)"])
    var facts = EventFacts(nil)
    facts.code = kind.code
    events?.note(kind == .sidecar ? .sidecarOrphan : .checksumOrphan, facts)
  }

  /// - Parameter facts: Of the session as it is now.
  func amended(_ session: SessionID, _ facts: EventFacts) throws(FileSystemError) {
    try events?.tell(.amended, facts)
    logger.info("session amended by a late sidecar", metadata: ["session": "\(session)"])
  }

  /// Whether anybody asked for events.
  var tellsEvents: Bool { events != nil }

  /// Tells how a recording ended.
  func tellEnding(_ event: WatchEvent, _ facts: EventFacts) throws(FileSystemError) {
    try events?.end(event, facts)
  }

  func eventLost(_ session: SessionID, _ fault: FileSystemError) {
    status.noteError(PlainReason(fault))
    logger.error(
      "an event could not be written",
      metadata: ["session": "\(session)", "reason": "\(PlainReason(fault))"])
  }

  func withdrawn(_ session: SessionID) throws(FileSystemError) {
    logger.notice(
      "a session was purged after withdrawal of consent", metadata: ["session": "\(session)"])
    try events?.end(.purged, EventFacts(session))
    status.count(.purged)
  }

  /// - Parameter reference: What the caller knows the recording of the session by.
  func retention(_ news: RetentionNews, reference: String?) throws(FileSystemError) {
    switch news {
    case .announced(let session):
      logger.notice(
        "a session is past its retention; it is purged after the grace period",
        metadata: ["session": "\(session)"])
      var facts = EventFacts(session)
      facts.reference = reference
      try events?.tell(.purgeAnnounced, facts)
    case .purged(let session):
      logger.notice(
        "a session past its retention was purged", metadata: ["session": "\(session)"])
      try events?.end(.purged, EventFacts(session))
      status.count(.purged)
    case .audioAnnounced(let session):
      logger.notice(
        "the audio of a session is past its retention; it is purged after the grace period",
        metadata: ["session": "\(session)"])
      var facts = EventFacts(session)
      facts.reference = reference
      try events?.tell(.audioPurgeAnnounced, facts)
    case .audioPurged(let session):
      logger.notice(
        "the audio of a session past its retention was purged",
        metadata: ["session": "\(session)"])
      try events?.tell(.audioPurged, EventFacts(session))
      status.count(.audioPurged)
    case .clockDisagrees:
      logger.warning(
        "the clock disagrees with the end of the store log; the retention is paused")
    }
  }

  func retentionFailed(_ problem: PlainReason) {
    status.noteError(problem)
    logger.error("retention could not be enforced", metadata: ["reason": "\(problem)"])
  }

  func end() {
    updates.finish()
    listeners.close()
  }

  private func log(_ text: Logger.Message, _ job: Job, _ document: ResultsDocument) {
    logger.info(
      text,
      metadata: metadata(
        job,
        ["stage": "\(document.tier.rawValue)", "ms": "\(document.run.totalMilliseconds)"]))
  }

  private func metadata(_ job: Job, _ more: Logger.Metadata = [:]) -> Logger.Metadata {
    more.merging(["session": "\(job.session)"]) { mine, _ in mine }
  }
}
