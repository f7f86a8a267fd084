// The watcher: one thread that looks at the inbox and claims, and a pool of workers that
// analyses. It ends when it is told to, or when nothing is left to do.

package import Logging
package import RecordStore
internal import Synchronization
package import VoicePipeline
internal import VoiceTypes

/// Watches one inbox.
package final class Watcher: Sendable {
  /// What a watcher is made of.
  package struct Parts: Sendable {
    package var store: RecordStore
    package var pipelines: JobPipelines
    package var environment: RunEnvironment
    package var files: any FileSystem
    package var events: any FolderEvents
    package var logger: Logger
    /// Events for other programs; nil unless asked for.
    package var eventLog: EventLog?
    /// The number of this process, for the status.
    package var processID: Int32?
    /// The inbox as the status names it; as the watcher was given it unless set.
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

  /// What happens to recordings, for a program that waits for results. The newest 64 are kept for
  /// one that does not keep up.
  package let updates: AsyncStream<JobUpdate>

  let layout: InboxLayout
  let settings: WatchSettings
  let parts: Parts
  let status: StatusBoard
  let reporter: JobReporter
  private let stopping = Mutex(false)

  /// A watcher of the inbox at a path.
  package init(of inbox: String, _ settings: WatchSettings, _ parts: Parts) {
    layout = InboxLayout(root: inbox)
    self.settings = settings
    self.parts = parts
    status = StatusBoard(
      elapsed: parts.environment.elapsed, timestamp: parts.environment.timestamp)
    let (stream, continuation) = AsyncStream.makeStream(
      of: JobUpdate.self, bufferingPolicy: .bufferingNewest(64))
    updates = stream
    reporter = JobReporter(
      logger: parts.logger, status: status, events: parts.eventLog,
      stream: (continuation, parts.environment.elapsed))
  }

  /// Ends the watch after the recordings that are being worked on; the others go on next time.
  package func stop() {
    stopping.withLock { $0 = true }
    parts.events.wake()
  }

  var isStopping: Bool { stopping.withLock { $0 } }

  /// Watches until told to stop or until nothing is left to do; the calling thread is used for it.
  package func run() throws(WatchError) -> WatchResult {
    defer { reporter.end() }
    let lock = try prepare()
    defer { lock.release() }
    let storeLock = try lockStore()
    defer { storeLock.release() }
    let ledger = InboxLedger(
      InboxLedger.Parts(
        layout, files: parts.files, keeping: settings.audio, naming: parts.store.inboxNameHash()))
    let context = JobContext(
      store: parts.store, files: parts.files, layout: layout, settings: settings,
      pipelines: parts.pipelines, environment: parts.environment,
      analysts: AnalystPool(count: settings.jobs), reservations: Reservations(),
      reporter: reporter, ledger: ledger)
    let events = parts.events
    let workers = WorkerPool(context) { events.wake() }
    var loop = WatchLoop(self, workers, lock)
    workers.start()
    loop.resume()
    loop.run()
    workers.stop()
    loop.finish()
    return WatchResult(
      refused: [.refused, .sidecarRefused, .orphan, .failed].map(status.total).reduce(0, +),
      unfinished: workers.unfinished + loop.unfinished + status.total(.stranded))
  }

  /// Makes the folders that are needed, and sees that nobody else is at work here.
  func prepare() throws(WatchError) -> any FileLock {
    do throws(FileSystemError) {
      guard try parts.files.facts(of: layout.root + "/.")?.kind == .folder else {
        throw FileSystemError(code: Self.notAFolder, operation: .list, path: layout.root)
      }
    } catch {
      throw .inbox(error)
    }
    for folder in [layout.control, layout.work] { try prepareOwn(folder) }
    do throws(FileSystemError) {
      if let lock = try parts.files.lock(layout.lock, .exclusiveIfFree) { return lock }
    } catch {
      throw .inbox(error)
    }
    throw .inboxInUse(path: layout.root)
  }

  /// Sees that nobody else fills the store: two would purge and report for each other.
  private func lockStore() throws(WatchError) -> any FileLock {
    do throws(StoreError) {
      if let lock = try parts.store.lockForWatching() { return lock }
    } catch {
      throw .store(error)
    }
    throw .storeInUse(path: parts.store.root)
  }

  /// Makes a folder in which nobody else writes: in another one, recordings could be led astray, or
  /// exchanged between two looks at them.
  private func prepareOwn(_ folder: String) throws(WatchError) {
    let facts: FileFacts?
    do throws(FileSystemError) {
      try parts.files.ensureFolder(folder)
      facts = try parts.files.facts(of: folder)
    } catch {
      throw .inbox(error)
    }
    guard let facts, facts.kind == .folder else {
      throw .notOurs(path: folder, problem: "is a link or a file, not a folder")
    }
    guard facts.isOwn else { throw .notOurs(path: folder, problem: "belongs to another user") }
    guard facts.permissions & Self.othersMayWrite == 0 else {
      throw .notOurs(path: folder, problem: "may be written to by others")
    }
  }

  /// The bits of a mode by which the group and everybody may write.
  private static let othersMayWrite: UInt16 = 0o022

  /// ENOTDIR: it is no folder, or there is none.
  private static let notAFolder: Int32 = 20
}
