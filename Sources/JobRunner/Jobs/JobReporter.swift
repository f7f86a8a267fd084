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
  private let events: EventLog?
  private let updates: AsyncStream<JobUpdate>.Continuation
  private let elapsed: @Sendable () -> Duration

  init(
    logger: Logger, status: StatusBoard, events: EventLog?,
    stream: (AsyncStream<JobUpdate>.Continuation, elapsed: @Sendable () -> Duration)
  ) {
    self.logger = logger
    self.status = status
    self.events = events
    (updates, elapsed) = stream
  }

  // MARK: - Jobs

  func claimed(_ job: Job) {
    status.count(.claimed)
    publish(job, .idle)
    events?.note(.started, job.session)
  }

  func publish(_ job: Job, _ phase: JobPhase) {
    updates.yield(JobUpdate(session: job.session.text, phase: phase))
  }

  /// Tells of the phases among actions, with what is to be shown of the recording.
  func publish(_ actions: [JobState.Action], of job: Job) {
    for case .publish(let phase) in actions {
      let (document, fault) = job.memory.withLock { memory in
        defer { memory.shown = nil }
        return (memory.shown, memory.fault)
      }
      var update = JobUpdate(session: job.session.text, phase: phase, document: document)
      if phase == .error { update.message = fault.map { "\($0.message); \($0.advice)" } }
      updates.yield(update)
    }
  }

  /// The quick document is in the store.
  func analysed(_ job: Job, _ document: ResultsDocument) {
    status.count(.quick)
    job.memory.withLock { $0.shown = document }
    log("quick document stored", job, document)
  }

  /// The comprehensive document is in the store.
  func assessed(_ job: Job, _ results: JobContext.AssessedResults, _ user: UserHash?) {
    status.count(.complete)
    job.memory.withLock { $0.shown = results.document }
    log("comprehensive document stored", job, results.document)
    events?.note(.analysed, job.session, user)
    if let comparison = results.comparison {
      events?.note(
        comparison.refusal == nil ? .baselineAccepted : .baselineRejected, job.session, user)
    }
    if results.document.quality.verdict == .fail {
      events?.note(.rerecordRequested, job.session, user)
    }
  }

  func refused(_ job: Job, _ fault: StateFault, _ user: UserHash?) {
    status.count(.refused)
    status.noteError(PlainReason("a recording was refused", code: fault.code))
    logger.notice("recording refused", metadata: metadata(job, ["code": "\(fault.code)"]))
    events?.note(.refused, job.session, user, code: fault.code)
    events?.note(.rerecordRequested, job.session, user)
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
      "a recording that cannot be read stays in the work folder", metadata: metadata(job))
  }

  func ended(_ job: Job, _ ending: Ending) {
    status.count(.ended)
    logger.debug("recording put away", metadata: metadata(job, ["ending": "\(ending.rawValue)"]))
  }

  func waits(_ session: SessionID, _ problem: PlainReason, _ delay: Duration) {
    status.count(.retry)
    status.noteError(problem)
    logger.warning(
      "a step failed and is tried again",
      metadata: [
        "session": "\(session)", "delay_ms": "\(delay.milliseconds)",
        "reason": "\(problem)",
      ])
  }

  // MARK: - Besides

  func sidecarRefused(_ session: SessionID) {
    status.count(.sidecarRefused)
    status.noteError(PlainReason("a sidecar could not be used", code: SidecarFault.code))
    logger.notice(
      "sidecar cannot be used",
      metadata: ["session": "\(session)", "code": "\(SidecarFault.code)"])
    events?.note(.profileInvalid, session)
  }

  func amended(_ session: SessionID) {
    logger.info("session amended by a late sidecar", metadata: ["session": "\(session)"])
  }

  func purged(_ count: Int) {
    guard count > 0 else { return }
    logger.notice("sessions whose time was over were purged", metadata: ["count": "\(count)"])
  }

  func retentionFailed(_ problem: PlainReason) {
    status.noteError(problem)
    logger.error("retention could not be enforced", metadata: ["reason": "\(problem)"])
  }

  func end() { updates.finish() }

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

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
