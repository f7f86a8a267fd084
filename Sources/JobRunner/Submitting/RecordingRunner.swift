// The runner of programs that submit recordings without a folder. A submitted recording is durable
// before the call returns, and is processed like a claimed file.

public import BaselineService
public import Logging
public import RecordStore
internal import Synchronization
package import VoicePipeline
public import VoiceTypes

/// Why a runner or its socket does not start.
public struct RunnerFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem and the advice.
  public let description: String

  /// Whether another program writes to the store or the spool.
  public var isInUse = false
}

/// Analyses submitted recordings and stores their results. One runner or watcher fills a store at a
/// time. The spool contains recordings in plain until they are analysed; with an encrypted store it
/// belongs in memory or on an encrypted disk.
public final class RecordingRunner: Sendable {
  private struct Running {
    let workers: WorkerPool
    let locks: [any FileLock]
  }

  private struct State {
    var running: Running?
    var isStopping = false
    /// Sessions whose recording is being written to the spool.
    var arriving: Set<SessionID> = []
    var sockets: [UpdateSocket] = []
  }

  private let store: RecordStore
  private let spool: Spool
  private let settings: Settings
  private let environment: RunEnvironment
  private let bus: EventBus
  private let state = Mutex(State())

  /// A runner that fills `store`.
  /// - Parameter spool: A local folder for recordings until they are analysed.
  public convenience init(
    store: RecordStore, spool: String, _ settings: Settings,
    logger: Logger = Logger(label: "sagevoice")
  ) {
    self.init(
      store: store, spool: spool, settings, logger: logger, environment: .ofThisMachine,
      files: POSIXFileSystem())
  }

  package init(
    store: RecordStore, spool: String, _ settings: Settings, logger: Logger,
    environment: RunEnvironment, files: any FileSystem, events: EventLog? = nil
  ) {
    self.store = store
    self.spool = Spool(layout: InboxLayout(root: spool), files: files)
    self.settings = settings
    self.environment = environment
    bus = EventBus(logger: logger, environment: environment, events: events)
  }

  // MARK: - Start and stop

  /// Resumes earlier recordings and accepts new ones. After `stop`, create another runner: the
  /// updates of this one have ended.
  public func start() throws(RunnerFault) {
    do {
      try begin()
    } catch {
      let error = WatchError(error)
      throw RunnerFault(description: error.description, isInUse: error.isInUse)
    }
  }

  private func begin() throws {
    let context = settings.context(store, spool.layout, spool.files, bus, environment)
    try spool.files.ensureFolder(spool.layout.root)
    let lock = try WorkDirectoryLock(layout: spool.layout, files: spool.files).prepare()
    let left: [SessionID]
    let locks: [any FileLock]
    do {
      locks = [lock, try WorkDirectoryLock.lock(store)]
      try spool.prepare()
      left = try spool.files.list(spool.layout.work).compactMap(SessionID.init).sorted()
    } catch {
      lock.release()
      throw error
    }
    let workers = WorkerPool(context) {}
    workers.start()
    for session in left { workers.submit(.resume(session)) }
    state.withLock { state in
      state.running = Running(workers: workers, locks: locks)
      state.isStopping = false
    }
  }

  /// Ends after the present steps, and ends all updates. Unfinished recordings continue at the next
  /// start. Does nothing if it is not running.
  public func stop() {
    let running = state.withLock { state -> Running? in
      guard !state.isStopping else { return nil }
      state.isStopping = true
      return state.running
    }
    guard let running else { return }
    running.workers.stop()
    bus.updates.close()
    let sockets = state.withLock { state in
      defer { state.sockets = [] }
      return state.sockets
    }
    for socket in sockets { socket.stop() }
    for lock in running.locks.reversed() { lock.release() }
    state.withLock { $0.running = nil }
  }

  // MARK: - Recordings

  /// Submits a recording, which is durable when this returns.
  public func submit(_ source: RecordingSource, as session: SessionID) throws(SubmissionFault) {
    let workers = try admit(session)
    defer { state.withLock { _ = $0.arriving.remove(session) } }
    let isKnown: Bool
    do throws(StoreError) {
      let wasPurged = try store.wasPurged(session)
      let state = try store.existingSession(session)?.state()
      isKnown = wasPurged || state != nil
    } catch {
      throw .disk(reason: RedactedReason(error).description, isTransient: error.isTransient)
    }
    if isKnown { throw .known }
    let folder = try spool.add(source, as: session)
    var memory = Job.Memory(machine: workers.context.state(at: .claimed))
    memory.reference = source.sidecar.flatMap(Sidecar.reference(in:))
    let job = Job(session, path: source.name, folder: folder, memory: memory)
    bus.claimed(job)
    workers.add(job)
  }

  /// Creates an empty file in the spool for a new recording, which only the user can read. `start`
  /// deletes the files of earlier runs.
  /// - Returns: Its path.
  package func makeRecordingFile() throws(FileSystemError) -> String {
    try spool.makeRecordingFile(environment.newID())
  }

  package func deleteRecordingFile(_ path: String) { try? spool.deleteRecordingFile(path) }

  /// Reserves a session, unless it is known or the runner is busy.
  private func admit(_ session: SessionID) throws(SubmissionFault) -> WorkerPool {
    try state.withLock { state throws(SubmissionFault) in
      guard !state.isStopping, let workers = state.running?.workers else {
        throw SubmissionFault.notRunning
      }
      guard !workers.knows(session), !state.arriving.contains(session) else {
        throw SubmissionFault.known
      }
      guard workers.hasRoom else { throw SubmissionFault.busy }
      state.arriving.insert(session)
      return workers
    }
  }

  /// Whether the recording of a session is in the spool or in the store.
  func holds(_ session: SessionID) throws(StoreError) -> Bool {
    // The spool first: a recording leaves it when the store has it.
    if isAtWork(on: session) { return true }
    return try store.existingSession(session)?.state() != nil
  }

  private func isAtWork(on session: SessionID) -> Bool {
    state.withLock { state in
      state.arriving.contains(session) || state.running?.workers.knows(session) ?? false
    }
  }

  /// The updates of a session: first the stored state, then every step until the recording or the
  /// runner ends. Before the submission it waits.
  public func updates(of session: SessionID) -> AsyncStream<JobUpdate> {
    bus.updates.updates(of: session) {
      do throws(StoreError) {
        let latest = try store.latestUpdate(of: session)
        return (latest?.update, isAtWork(on: session) || latest?.isOver != true)
      } catch {
        // Without a worker on the session, there would be no end.
        return (nil, isAtWork(on: session))
      }
    }
  }

  /// Publishes every update over a Unix socket until the runner stops, in the lines of `sagevoice
  /// watch --socket`.
  public func serveUpdates(at path: String) throws(RunnerFault) {
    do throws(SocketFault) {
      let socket = try UpdateSocket(at: path, of: store, elapsed: environment.elapsed)
      socket.start()
      state.withLock { $0.sockets.append(socket) }
      bus.updates.add { socket.publish($0) }
    } catch {
      throw RunnerFault(description: error.description)
    }
  }
}

extension RecordingRunner {
  /// The settings of a runner.
  public struct Settings: Sendable {
    /// The documents of a recording, at least one.
    public var tiers: Set<Tier> = [.quick, .comprehensive]

    /// Comprehensive analyses at a time, at least one; a quick one may run at the same time.
    public var jobs: Int

    /// Whether the audio is archived.
    public var keepsAudio = true

    /// Whether recordings create and extend baselines.
    public var makesBaselines = true

    /// When the next recording of a person is due.
    public var followUp = FollowUpIntervals()

    /// Entries of the page head for recordings without their own.
    package var reportHeader: ReportHeader?

    /// Whether a recording without a consent gets the quick answer alone.
    public var requiresConsent = false

    /// The analysed channel, counted from 1.
    public var channel = 1

    /// Nil for the included limits.
    public var limits: ReferenceLimits?

    /// The default settings.
    public init(jobs: Int) {
      precondition(jobs > 0, "the number of jobs must be positive")
      self.jobs = jobs
    }

    var wantedTiers: WantedTiers {
      precondition(!tiers.isEmpty, "the tiers must not be empty")
      return tiers.count > 1 ? .both : tiers.contains(.quick) ? .quick : .comprehensive
    }
  }
}

extension RecordingRunner.Settings {
  /// The dependencies of the steps of submitted recordings.
  func context(
    _ store: RecordStore, _ layout: InboxLayout, _ files: any FileSystem, _ bus: EventBus,
    _ environment: RunEnvironment
  ) -> JobContext {
    let assessor = limits.map { Assessor(limits: $0) } ?? Self.usualAssessor
    var settings = WatchSettings(jobs: jobs)
    settings.tiers = wantedTiers
    settings.audio = keepsAudio ? .archive : .delete
    settings.baselines = makesBaselines ? .made : .byHand
    settings.followUp = followUp
    settings.reportHeader = reportHeader
    settings.consent = requiresConsent ? .required : .optional
    // A submission contains its sidecar.
    settings.sidecarWait = .zero
    return JobContext(
      store: store, files: files, layout: layout, settings: settings,
      pipelines: JobPipelines(environment: environment, assessor: assessor, channel: channel),
      analyzers: AnalyzerPool(count: jobs, forQuick: 1), reporter: bus,
      retained: RetainedAudio(mostBytes: settings.retainedBytes))
  }

  private static var usualAssessor: Assessor {
    do {
      return try .embedded()
    } catch {
      preconditionFailure("the included limits are unreadable: \(error)")
    }
  }
}
