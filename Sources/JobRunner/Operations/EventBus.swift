// Event bus of a runner. Each event reaches the log, the status counters, the subscribers of updates
// and the event log. It contains no names, paths or identifiers of people.

internal import Logging
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

struct RunnerEvent {
  enum Kind {
    case claimed, step, stored(Tier), followed, refused, changed, duplicate, failed, stranded
    case leftBehind, ended, retried, pageMissing, fileRefused, sidecarRefused, unknownKeys, orphan
    case amended, eventLost, withdrawn, purgeAnnounced, purged, audioPurgeAnnounced, audioPurged
    case clockDisagrees, retentionFailed
  }

  var kind: Kind
  var session: SessionID?
  var code: String?
  var details: Logger.Metadata = [:]
  /// Reason in the log and in `last_error` of the status.
  var reason: RedactedReason?
  /// Stored document; its duration is counted.
  var document: ResultsDocument?
  var storeFault: DiskFault?
  var line: (event: WatchEvent, payload: EventPayload)?
  var update: JobUpdate?
}

extension RunnerEvent.Kind {
  fileprivate var log: (level: Logger.Level, message: Logger.Message)? {
    switch self {
    case .claimed, .step, .followed: nil
    case .stored(let tier): (.info, "\(tier.rawValue) document stored")
    case .refused: (.notice, "recording refused")
    case .changed: (.warning, "recording changed during the analysis and is analysed again")
    case .duplicate: (.info, "recording is a duplicate")
    case .failed: (.error, "recording failed")
    case .stranded: (.error, "an unreadable recording stays in the work folder")
    case .leftBehind: (.error, "a file in the work folder cannot be removed")
    case .ended: (.debug, "recording finalized")
    case .retried: (.warning, "a step failed and is retried")
    case .pageMissing: (.warning, "the report page of a recording could not be created")
    case .fileRefused: (.notice, "file of the inbox refused")
    case .sidecarRefused: (.notice, "sidecar is invalid")
    case .unknownKeys: (.warning, "sidecar has unknown keys; they are stored")
    case .orphan: (.notice, "a sidecar or checksum matches no recording")
    case .amended: (.info, "session amended by a late sidecar")
    case .eventLost: (.error, "an event could not be written")
    case .withdrawn: (.notice, "a session was purged after withdrawal of consent")
    case .purgeAnnounced:
      (.notice, "a session is past its retention; it is purged after the grace period")
    case .purged: (.notice, "a session past its retention was purged")
    case .audioPurgeAnnounced:
      (.notice, "the audio of a session is past its retention; it is purged after the grace period")
    case .audioPurged: (.notice, "the audio of a session past its retention was purged")
    case .clockDisagrees:
      (.warning, "the clock jumped by more than three days; the retention counts at most three")
    case .retentionFailed: (.error, "retention could not be enforced")
    }
  }

  /// Counter of the status, and `last_error` without the code.
  var status: (count: StatusCounters.Count?, error: StaticString?) {
    switch self {
    case .claimed: (.claimed, nil)
    case .stored(let tier): (tier == .quick ? .quick : .complete, nil)
    case .refused: (.refused, "a recording was refused")
    case .duplicate: (.duplicate, nil)
    case .failed: (.failed, "a recording failed")
    case .stranded: (.stranded, nil)
    case .leftBehind: (.stranded, "a file in the work folder cannot be removed; see `failed`")
    case .ended: (.ended, nil)
    case .retried: (.retry, nil)
    case .fileRefused: (.refused, "a file of the inbox was refused")
    case .sidecarRefused: (.sidecarRefused, "a sidecar is invalid")
    case .orphan: (.orphan, "a sidecar or checksum matches no recording")
    case .withdrawn, .purged: (.purged, nil)
    case .audioPurged: (.audioPurged, nil)
    case .step, .followed, .changed, .pageMissing, .unknownKeys, .amended, .eventLost,
      .purgeAnnounced, .audioPurgeAnnounced, .clockDisagrees, .retentionFailed:
      (nil, nil)
    }
  }

  /// Whether the store worked during the step.
  var usesStore: Bool {
    switch self {
    case .stored, .refused, .ended: true
    default: false
    }
  }
}

final class EventBus: Sendable {
  let counters: StatusCounters
  /// Event log for other programs; nil unless requested.
  let events: EventLog?
  let updates = UpdateBus()
  private let logger: Logger

  init(logger: Logger, environment: RunEnvironment, events: EventLog?) {
    self.logger = logger
    counters = StatusCounters(environment)
    self.events = events
  }

  /// Publishes an event. A fault of the event log is ignored.
  func publish(_ event: RunnerEvent) {
    log(event)
    counters.apply(event)
    if let update = event.update { updates.publish(update) }
    if let (event, payload) = event.line { try? events?.append(event, payload) }
  }

  /// Publishes an event. Its line is durable before the event is counted.
  private func publish(
    _ kind: RunnerEvent.Kind, _ event: WatchEvent, _ payload: EventPayload
  ) throws(StoreError) {
    let published = RunnerEvent(kind: kind, session: payload.session)
    log(published)
    try append(event, payload, event == .purged ? .ending : .passing)
    counters.apply(published)
  }

  /// Appends a line to the event log. A fault is one of the store.
  private func append(
    _ event: WatchEvent, _ payload: EventPayload, _ role: EventLog.Role = .passing
  ) throws(StoreError) {
    do throws(FileSystemError) {
      try events?.append(event, payload, role)
    } catch {
      throw .fileSystem(error)
    }
  }

  private func log(_ event: RunnerEvent) {
    guard let (level, message) = event.kind.log else { return }
    var metadata = event.details
    if let session = event.session { metadata["session"] = "\(session)" }
    if let code = event.code { metadata["code"] = "\(code)" }
    if let reason = event.reason { metadata["reason"] = "\(reason)" }
    logger.log(level: level, message, metadata: metadata)
  }

  /// Publishes an event of a session.
  /// - Parameter code: Code of the fault.
  func publish(_ kind: RunnerEvent.Kind, of session: SessionID?, code: String? = nil) {
    publish(RunnerEvent(kind: kind, session: session, code: code))
  }

  // MARK: - Jobs

  func claimed(_ job: Job) {
    let payload = EventPayload(job.session, reference: job.memory.withLock { $0.reference })
    publish(RunnerEvent(kind: .claimed, line: (.started, payload), update: Self.update(job, .idle)))
  }

  func publish(_ job: Job, _ phase: JobPhase) {
    publish(RunnerEvent(kind: .step, update: Self.update(job, phase)))
  }

  private static func update(_ job: Job, _ phase: JobPhase) -> JobUpdate {
    JobUpdate(
      session: job.session.text, phase: phase, reference: job.memory.withLock { $0.reference })
  }

  /// Publishes the phases among actions with the current document.
  func publish(_ actions: [JobState.Action], of job: Job) {
    for case .publish(let phase) in actions {
      let update = job.memory.withLock { $0.update(at: phase, of: job.session) }
      publish(RunnerEvent(kind: .step, update: update))
    }
  }

  /// - Parameter event: Event for other programs; nil for none.
  func stored(
    _ document: ResultsDocument, of job: Job, _ header: SessionHeader, _ event: WatchEvent?
  ) {
    publish(
      RunnerEvent(
        kind: .stored(document.tier), session: job.session,
        details: [
          "stage": "\(document.tier.rawValue)",
          "ms": "\(Int(document.run.totalMilliseconds.rounded()))",
        ], document: document,
        line: event.map { ($0, EventPayload(job.session, of: header, document)) }))
  }

  func refused(_ job: Job, _ fault: StateFault, _ header: SessionHeader) {
    let payload = EventPayload(job.session, of: header, nil, code: fault.code)
    publish(
      RunnerEvent(
        kind: .refused, session: job.session, code: fault.code,
        line: (.rerecordRequested, payload)))
  }

  /// The baseline of the person is updated.
  func followed(_ job: Job, _ news: PersonUpdate, _ header: SessionHeader) {
    func append(_ event: WatchEvent, code: String? = nil) {
      let payload = EventPayload(job.session, of: header, nil, code: code)
      publish(RunnerEvent(kind: .followed, line: (event, payload)))
    }
    if let kept = news.kept {
      append(.baselineEstablished, code: kept.status.rawValue)
    } else if let reason = news.rejection?.reasons.first {
      append(.baselineRefused, code: reason.code)
    }
    if let comparison = news.comparison {
      append(comparison.refusal == nil ? .comparisonHeld : .comparisonRefused)
    }
    if !news.newAlerts.isEmpty { append(.alertRaised) }
  }

  func ended(_ job: Job, _ ending: JobResult) {
    publish(
      RunnerEvent(kind: .ended, session: job.session, details: ["ending": "\(ending.rawValue)"]))
    updates.end(job.session)
  }

  /// - Parameter storeFault: Fault of the store; nil for another one.
  func waits(
    _ session: SessionID, _ reason: RedactedReason, _ delay: Duration, storeFault: DiskFault? = nil
  ) {
    publish(
      RunnerEvent(
        kind: .retried, session: session, details: ["delay_ms": "\(delay.milliseconds)"],
        reason: reason, storeFault: storeFault))
  }

  func pageMissing(_ session: SessionID, _ reason: String) {
    publish(RunnerEvent(kind: .pageMissing, session: session, details: ["reason": "\(reason)"]))
  }

  // MARK: - Files of the inbox

  /// - Parameter reference: Reference of the caller, if readable.
  func sidecarRefused(_ session: SessionID, reference: String?) {
    publish(
      RunnerEvent(
        kind: .sidecarRefused, session: session, code: SidecarFault.code,
        line: (.profileInvalid, EventPayload(session, reference: reference))))
  }

  /// Logs the number of unknown keys only: a key may be a name.
  func foundUnknownKeys(_ session: SessionID, _ count: Int) {
    publish(RunnerEvent(kind: .unknownKeys, session: session, details: ["count": "\(count)"]))
  }

  func orphan(_ reason: OrphanText) {
    let event: WatchEvent =
      reason.code == WatchEvent.sidecarOrphan.rawValue ? .sidecarOrphan : .checksumOrphan
    publish(
      RunnerEvent(
        kind: .orphan, code: reason.code, line: (event, EventPayload(nil, code: reason.code))))
  }

  // MARK: - Sessions

  func amended(_ session: SessionID, _ payload: EventPayload) throws(StoreError) {
    try append(.amended, payload)
    publish(.amended, of: session)
  }

  func withdrawn(_ session: SessionID) throws(StoreError) {
    try publish(.withdrawn, .purged, EventPayload(session))
  }

  /// - Parameter reference: Reference of the caller for the session.
  func retention(_ news: RetentionEvent, reference: String?) throws(StoreError) {
    switch news {
    case .announced(let session):
      try publish(.purgeAnnounced, .purgeAnnounced, EventPayload(session, reference: reference))
    case .purged(let session): try publish(.purged, .purged, EventPayload(session))
    case .audioAnnounced(let session):
      try publish(
        .audioPurgeAnnounced, .audioPurgeAnnounced, EventPayload(session, reference: reference))
    case .audioPurged(let session): try publish(.audioPurged, .audioPurged, EventPayload(session))
    case .clockDisagrees: publish(.clockDisagrees, of: nil)
    }
  }
}
