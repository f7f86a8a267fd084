internal import BaselineService
internal import Dispatch
package import Logging
package import RecordStore
internal import Synchronization
package import VoicePipeline
internal import VoiceTypes

/// Watches one inbox: one thread claims, a pool of workers analyses.
package final class Watcher: Sendable {
  package struct Parts: Sendable {
    package var store: RecordStore
    package var pipelines: JobPipelines
    package var environment: RunEnvironment
    package var files: any FileSystem
    package var events: any FolderEvents
    package var logger: Logger
    /// Nil without `--events`.
    package var eventLog: EventLog?
    /// Writes metrics in the format of Prometheus, with each status; false on failure. Nil without
    /// `--metrics`.
    package var metrics: (@Sendable ([UInt8]) -> Bool)?
    /// Called with each status.
    package var heartbeat: (@Sendable (Heartbeat) -> Void)?
    /// Called with each update on the thread of the step; it must not block.
    package var listener: (@Sendable (JobUpdate) -> Void)?
    /// Nil without `--report`.
    package var pages: PageMaker?
    /// The process number in the status.
    package var processID: Int32?
    /// The inbox in the status; the path of the watcher unless set.
    package var inboxPath: String?

    package init(
      store: RecordStore, pipelines: JobPipelines, environment: RunEnvironment, logger: Logger
    ) {
      self.store = store
      self.pipelines = pipelines
      self.environment = environment
      self.logger = logger
      files = POSIXFileSystem()
      events = InotifyEvents()
    }
  }

  let layout: InboxLayout
  let settings: WatchSettings
  let parts: Parts
  let bus: EventBus
  private let stopping = Mutex(false)

  package init(of inbox: String, _ settings: WatchSettings, _ parts: Parts) {
    layout = InboxLayout(root: inbox)
    self.settings = settings
    self.parts = parts
    bus = EventBus(logger: parts.logger, environment: parts.environment, events: parts.eventLog)
    if let listener = parts.listener { bus.updates.add(listener) }
  }

  /// Ends the watch after the present steps.
  package func stop() {
    stopping.withLock { $0 = true }
    parts.events.wake()
  }

  var isStopping: Bool { stopping.withLock { $0 } }

  /// Watches until `stop`, or until the inbox is drained; blocks the calling thread.
  package func run() throws(WatchError) -> WatchResult {
    do { return try watch() } catch { throw WatchError(error) }
  }

  private func watch() throws -> WatchResult {
    let lock = try WorkDirectoryLock(layout: layout, files: parts.files).prepare()
    defer { lock.release() }
    let storeLock = try WorkDirectoryLock.lock(parts.store)
    defer { storeLock.release() }
    let ledger = InboxLedger(
      layout, at: try layout.readIdentifier(parts.files), of: parts.store)
    try ledger.moveFile(parts.files)
    var context = JobContext(
      store: parts.store, files: parts.files, layout: layout, settings: settings,
      pipelines: parts.pipelines, analyzers: AnalyzerPool(count: settings.jobs), reporter: bus,
      retained: RetainedAudio(mostBytes: settings.retainedBytes))
    context.ledger = ledger
    context.pages = parts.pages
    let events = parts.events
    let workers = WorkerPool(context) { events.wake() }
    var loop = WatchLoop(self, workers, lock, ledger)
    workers.start()
    logLimits()
    loop.resume()
    loop.run()
    workers.stop()
    loop.finish()
    return WatchResult(
      refused: [.refused, .sidecarRefused, .orphan, .failed].map(bus.counters.total).reduce(0, +),
      unfinished: workers.unfinished + loop.unfinished + bus.counters.total(.stranded))
  }

  /// Watches on a thread of its own, since a watch blocks its thread.
  package func runOnThread() async throws(WatchError) -> WatchResult {
    let result: Result<WatchResult, WatchError> = await withCheckedContinuation { continuation in
      DispatchGroup().runOnOwnThread {
        continuation.resume(returning: Result { () throws(WatchError) in try self.run() })
      }
    }
    return try result.get()
  }

  private func logLimits() {
    let assessor = parts.pipelines.assessor
    let sets = [assessor.name] + [assessor.measuredName].compactMap(\.self)
    for set in sets {
      parts.logger.info(
        "recordings are compared with these limits",
        metadata: ["version": "\(set.version)", "sha256": "\(set.sha256)"])
    }
  }
}
