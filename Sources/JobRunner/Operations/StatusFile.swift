// Writer of `status.json` in the inbox and in the store, so that a fault of one is readable in the
// other, of the metrics and of the heartbeat. It writes after a change and periodically: an old
// status means that the watcher has ended or hangs.

internal import Logging
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// Heartbeat of a watcher, at least every five seconds unless it hangs.
package enum Heartbeat: Sendable, Equatable {
  /// - Parameter trouble: Reason of the degraded state; nil without one.
  case watching(trouble: String?)
  case ending
}

struct StatusFile {
  /// State of the watch loop.
  struct Snapshot {
    let isInboxReachable: Bool
    let mode: WatchMode
    let waiting: Int
    let sidecars: Int
    let working: Int
    var isEnding = false
  }

  /// Delay of a status after a change [E].
  private static let interval: Duration = .seconds(1)

  private static let heartbeatSeconds = 5

  /// A second less, for the time of writing [E].
  private static let beat: Duration = .seconds(heartbeatSeconds - 1)

  private let watcher: Watcher
  private var written: Int?
  private var nextChange: Duration = .zero
  private var nextBeat: Duration = .zero
  private var storeFault: DiskFault?
  private var areMetricsWritten = true

  init(_ watcher: Watcher) { self.watcher = watcher }

  /// Time of the next status.
  var nextDue: Duration {
    written == watcher.bus.counters.version ? nextBeat : min(nextChange, nextBeat)
  }

  mutating func writeIfDue(at now: Duration, _ snapshot: Snapshot) {
    guard now >= nextDue else { return }
    write(snapshot)
    (nextChange, nextBeat) = (now + Self.interval, now + Self.beat)
  }

  /// Replaces the files as far as possible. The store is first: its fault belongs to the status in
  /// the inbox.
  mutating func write(_ snapshot: Snapshot) {
    let (parts, counters) = (watcher.parts, watcher.bus.counters)
    written = counters.version
    var report = report(snapshot, nil)
    var fault: DiskFault?
    do throws(StoreError) {
      try parts.store.saveStatus(StatusReport.shape.json(of: report).fileBytes)
      if storeFault != nil { parts.logger.info("the store can be used again") }
    } catch {
      let found = error.trouble ?? .fault
      if found != storeFault {
        counters.record(RedactedReason(error))
        parts.logger.error(
          "the store cannot be used", metadata: ["reason": "\(RedactedReason(error))"])
      }
      fault = found
      report = self.report(snapshot, found)
    }
    storeFault = fault
    try? parts.files.replace(
      watcher.layout.status, with: StatusReport.shape.json(of: report).fileBytes,
      durability: .eventual)
    writeMetrics(report)
    parts.heartbeat?(snapshot.isEnding ? .ending : .watching(trouble: report.reason))
  }

  private mutating func writeMetrics(_ report: StatusReport) {
    guard let write = watcher.parts.metrics else { return }
    let process = try? watcher.parts.files.read("/proc/self/status")
    let text = report.metrics(
      analysisSeconds: watcher.bus.counters.figures.analysisSeconds,
      process: process.map { String(decoding: $0, as: UTF8.self) })
    let isWritten = write(Array(text.utf8))
    if !isWritten, areMetricsWritten { watcher.parts.logger.error("metrics cannot be written") }
    areMetricsWritten = isWritten
  }

  private func report(_ snapshot: Snapshot, _ storeFault: DiskFault?) -> StatusReport {
    let parts = watcher.parts
    let figures = watcher.bus.counters.figures
    let polling = snapshot.mode.polling
    let reason =
      snapshot.isInboxReachable
      ? (storeFault ?? figures.storeFault).map(StatusReport.reason(of:)) : StatusReport.inboxAway
    let state: StatusReport.State = reason == nil ? .watching : .degraded
    return StatusReport(
      updatedAt: parts.environment.timestamp(), heartbeatSeconds: Self.heartbeatSeconds,
      processID: parts.processID.map(Int.init), version: SoftwareVersion.current,
      inbox: parts.inboxPath ?? watcher.layout.root, state: snapshot.isEnding ? .stopped : state,
      reason: snapshot.isEnding ? nil : reason, mode: polling == nil ? .inotify : .poll,
      pollIntervalSeconds: polling.map { Double($0.interval.milliseconds) / 1000 },
      pollReason: polling?.reason,
      waiting: snapshot.waiting, sidecars: snapshot.sidecars, working: snapshot.working,
      totals: Dictionary(
        uniqueKeysWithValues: StatusCounters.Count.allCases.map { ($0, figures.counts[$0] ?? 0) }),
      recordingsPerSecond: figures.recordingsPerSecond, lastEventAt: figures.lastEventAt,
      lastError: figures.lastError.map { .init(message: $0.reason.description, at: $0.at) },
      limits: StatusReport.Limits(parts.pipelines.assessor))
  }
}

// Counters of a watcher for its status and its metrics.

/// Counts since the start, and the latest fault.
final class StatusCounters: Sendable {
  enum Count: String, CaseIterable {
    case claimed
    case quick
    case complete
    case refused
    case duplicate
    case failed
    /// Failed recordings that stay in the work folder.
    case stranded
    case ended
    case retry
    case sidecarRefused = "sidecar_refused"
    /// Sidecars and checksums without a recording.
    case orphan
    case overflow
    /// Sessions purged by retention.
    case purged
    /// Audio files purged by retention, of sessions that stay.
    case audioPurged = "audio_purged"
  }

  /// Values at one moment.
  struct Figures {
    fileprivate(set) var counts: [Count: Int] = [:]
    fileprivate(set) var analysisSeconds: [Tier: Double] = [:]
    fileprivate(set) var recordingsPerSecond = 0.0
    fileprivate(set) var lastEventAt: String?
    fileprivate(set) var lastError: (reason: RedactedReason, at: String)?
    /// Fault of the store for which recordings wait.
    fileprivate(set) var storeFault: DiskFault?
    /// Increases with every change.
    fileprivate(set) var version = 0

    fileprivate var endings = Queue<Duration>()
  }

  /// Averaging time of rates.
  private static let window: Duration = .seconds(60)

  private let state = Mutex(Figures())
  private let environment: RunEnvironment

  init(_ environment: RunEnvironment) { self.environment = environment }

  /// Adds the entries of an event.
  func apply(_ event: RunnerEvent) {
    let (count, error) = event.kind.status
    if let count { self.count(count) }
    let text = error.map { text in
      event.code.map { RedactedReason(text, code: $0) } ?? RedactedReason(text)
    }
    if let reason = event.reason ?? text { record(reason) }
    state.withLock { state in
      if let document = event.document {
        state.analysisSeconds[document.tier, default: 0] += document.run.totalMilliseconds / 1000
      }
      guard event.storeFault != nil || state.storeFault != nil && event.kind.usesStore else {
        return
      }
      state.storeFault = event.storeFault
      state.version += 1
    }
  }

  func count(_ count: Count) {
    let (now, time) = (environment.elapsed(), environment.timestamp())
    state.withLock { state in
      state.counts[count, default: 0] += 1
      state.lastEventAt = time
      state.version += 1
      if count == .ended { state.endings.append(now) }
      state.endings.dropFirst { $0 + Self.window < now }
    }
  }

  func record(_ error: RedactedReason) {
    let time = environment.timestamp()
    state.withLock { state in
      state.lastError = (error, time)
      state.version += 1
    }
  }

  /// Requests a new status without a count.
  func touch() { state.withLock { $0.version += 1 } }

  var version: Int { state.withLock { $0.version } }

  var figures: Figures {
    let now = environment.elapsed()
    return state.withLock { state in
      state.endings.dropFirst { $0 + Self.window < now }
      let seconds = Double(min(now, Self.window).milliseconds) / 1000
      state.recordingsPerSecond = seconds > 0 ? Double(state.endings.count) / seconds : 0
      return state
    }
  }

  func total(_ count: Count) -> Int { state.withLock { $0.counts[count] ?? 0 } }
}
