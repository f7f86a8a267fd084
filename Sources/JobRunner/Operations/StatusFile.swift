// `status.json`: what the watcher is doing, replaced as a whole. It stands in the inbox and in the
// store, so that a fault of one can be read in the other. It is written when something happened, and
// every few seconds when nothing did: a status that is old is that of a watcher which is gone or hangs.

internal import Logging
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// Writes the status.
struct StatusFile {
  /// Whether the watcher can do its work.
  enum State: String, CaseIterable {
    case watching
    /// The inbox cannot be looked into, or the store cannot be used.
    case degraded
    case stopped
  }

  /// What the loop knows.
  struct Snapshot {
    let isInboxReachable: Bool
    let mode: WatchMode
    let waiting: Int
    let sidecars: Int
    let working: Int
  }

  /// Whether the watcher goes on after this.
  enum Moment {
    case running
    case end
  }

  /// How long the status may be behind what happened [E].
  private static let interval: Duration = .seconds(1)

  /// How old the newest status of a running watcher is at most, when it is not held up.
  private static let heartbeatSeconds = 5

  /// A second before that, for the time that writing takes [E].
  private static let beat: Duration = .seconds(heartbeatSeconds - 1)

  private let watcher: Watcher
  private var written: Int?
  private var nextChange: Duration = .zero
  private var nextBeat: Duration = .zero
  private var diskTrouble: DiskFault?
  private var areMetricsWritten = true

  init(_ watcher: Watcher) { self.watcher = watcher }

  /// When it is written next.
  var nextDue: Duration {
    written == watcher.status.version ? nextBeat : min(nextChange, nextBeat)
  }

  /// Writes it when its time has come.
  mutating func writeIfDue(at now: Duration, _ snapshot: Snapshot) {
    guard now >= nextDue else { return }
    write(snapshot, at: .running)
    (nextChange, nextBeat) = (now + Self.interval, now + Self.beat)
  }

  /// Replaces the file, as far as that is possible now. That of the store comes first: whether it can
  /// be written is something to be said in the other.
  mutating func write(_ snapshot: Snapshot, at moment: Moment) {
    written = watcher.status.version
    var status = json(snapshot, moment, nil)
    var trouble: DiskFault?
    do throws(StoreError) {
      try watcher.parts.store.keepStatus(status.fileBytes)
    } catch {
      trouble = error.trouble ?? .fault
      tellTrouble(trouble, PlainReason(error))
      status = json(snapshot, moment, trouble)
    }
    if trouble == nil, diskTrouble != nil {
      watcher.parts.logger.info("the store can be used again")
    }
    diskTrouble = trouble
    try? watcher.parts.files.replace(
      watcher.layout.status, with: status.fileBytes, durability: .eventual)
    writeMetrics(snapshot, moment)
    let reason = standing(snapshot, moment, trouble).reason
    watcher.parts.heartbeat?(moment == .end ? .ending : .watching(trouble: reason))
  }

  private func tellTrouble(_ trouble: DiskFault?, _ reason: PlainReason) {
    guard trouble != diskTrouble else { return }
    watcher.status.noteError(reason)
    watcher.parts.logger.error("the store cannot be used", metadata: ["reason": "\(reason)"])
  }

  // MARK: - Metrics

  /// Why a watcher may be degraded.
  static let reasons = [inboxAway] + DiskFault.allCases.map(reason(of:))

  private static let inboxAway = "inbox_away"

  private static func reason(of trouble: DiskFault) -> String { "store_\(trouble.rawValue)" }

  private mutating func writeMetrics(_ snapshot: Snapshot, _ moment: Moment) {
    guard let metrics = watcher.parts.metrics else { return }
    let (state, reason) = standing(snapshot, moment, diskTrouble)
    let process = try? watcher.parts.files.read("/proc/self/status")
    let text = StatusMetrics(
      state: state, reason: reason, snapshot: snapshot, figures: watcher.status.figures,
      updatedAt: watcher.parts.environment.timestamp(),
      process: process.map { String(decoding: $0, as: UTF8.self) }
    ).text
    let isWritten = metrics(Array(text.utf8))
    if !isWritten, areMetricsWritten { watcher.parts.logger.error("metrics cannot be written") }
    areMetricsWritten = isWritten
  }

  // MARK: - Members

  private func standing(
    _ snapshot: Snapshot, _ moment: Moment, _ trouble: DiskFault?
  ) -> (state: State, reason: String?) {
    let storeTrouble = trouble ?? watcher.status.storeTrouble
    let reason = snapshot.isInboxReachable ? storeTrouble.map(Self.reason(of:)) : Self.inboxAway
    return moment == .end ? (.stopped, nil) : (reason == nil ? .watching : .degraded, reason)
  }

  private func json(
    _ snapshot: Snapshot, _ moment: Moment, _ trouble: DiskFault?
  ) -> JSONValue {
    let (state, reason) = standing(snapshot, moment, trouble)
    let parts = watcher.parts
    let figures = watcher.status.figures
    return StatusReport.shape.json(
      of: StatusReport(
        updatedAt: parts.environment.timestamp(), heartbeatSeconds: Self.heartbeatSeconds,
        processID: parts.processID.map(Int.init), version: SoftwareVersion.current,
        inbox: parts.inboxPath ?? watcher.layout.root, state: state, reason: reason,
        mode: StatusReport.Mode(snapshot.mode), waiting: snapshot.waiting,
        sidecars: snapshot.sidecars, working: snapshot.working,
        totals: StatusReport.totals(figures.counts),
        recordingsPerSecond: figures.recordingsPerSecond, lastEventAt: figures.lastEventAt,
        lastError: figures.lastError.map {
          StatusReport.Trouble(message: $0.reason.description, at: $0.at)
        }, limits: StatusReport.Limits(parts.pipelines.assessor)))
  }
}
