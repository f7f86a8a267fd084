// A worker of job queues. It claims recordings, reads each into memory, and performs the steps of the watcher under the lease of
// the job: other machines share people, baselines and alerts through the store.
//
// One recording is analysed at a time, so that a crash affects one. A machine with more cores runs more workers.

internal import Dispatch
package import Logging
package import RecordStore
internal import Synchronization
package import VoicePipeline
internal import VoiceTypes

/// The queues of a worker.
package struct JobSource: Sendable {
  /// The stores with due jobs, most urgent first.
  package var stores: @Sendable () throws(StoreError) -> [RecordStore]

  /// Waits until a recording enters a queue, or for a time.
  package var wait: @Sendable (Duration) throws(StoreError) -> Void

  package init(
    stores: @escaping @Sendable () throws(StoreError) -> [RecordStore],
    wait: @escaping @Sendable (Duration) throws(StoreError) -> Void
  ) {
    (self.stores, self.wait) = (stores, wait)
  }
}

package struct WorkerSettings: Sendable {
  package var lease: Duration = .seconds(30)

  /// The work of one claim. A lost worker delays this much [E].
  package var batch: Duration = .milliseconds(500)

  /// The greatest number of jobs of a claim [E].
  package var mostJobs = 16

  /// The wait for a notification without due jobs.
  package var polling: Duration = .milliseconds(500)

  /// The wait after a transient fault, which doubles up to the longest.
  package var shortestWait: Duration = .milliseconds(100)
  package var longestWait: Duration = .seconds(5)

  package var span: WatchSpan = .untilStopped

  /// How recordings are processed. The tiers are those of each job.
  package var recordings = RecordingRunner.Settings(jobs: 1)

  package init() {}
}

package struct WorkerTotals: Sendable, Equatable {
  /// Recordings that ended, with or without results.
  package var finished = 0
  /// Recordings with a lost lease.
  package var lost = 0
  package var delayed = 0
  package var givenBack = 0
  package var quarantined = 0
}

/// A worker on one core.
package final class QueueWorker: Sendable {
  private let source: JobSource
  private let name: String
  private let files = MemoryFiles()
  private let layout = InboxLayout(root: "memory")
  private let settings: WorkerSettings
  private let environment: RunEnvironment
  private let logger: Logger
  private let bus: EventBus
  private let leases: LeaseTable
  private let isStopping = Atomic(false)
  private let stopping = DispatchSemaphore(value: 0)

  /// - Parameter name: The name in the queue. Two workers may share one.
  package init(
    _ source: JobSource, named name: String, _ settings: WorkerSettings = WorkerSettings(),
    environment: RunEnvironment, logger: Logger
  ) {
    (self.source, self.name, self.settings) = (source, name, settings)
    (self.environment, self.logger) = (environment, logger)
    bus = EventBus(logger: logger, environment: environment, events: nil)
    leases = LeaseTable(lasting: settings.lease, environment: environment, logger: logger)
  }

  /// Ends the worker after the current step. Other claimed jobs are given back.
  package func stop() {
    isStopping.store(true, ordering: .releasing)
    stopping.signal()
  }

  private var mustStop: Bool { isStopping.load(ordering: .acquiring) }

  /// Works until it is stopped, or until no job is due. Blocks the thread.
  package func run() -> WorkerTotals {
    leases.start()
    defer { leases.stop() }
    var run = Run(pace: Pace(settings))
    var wait = settings.shortestWait
    while !mustStop {
      do throws(StoreError) {
        if try claim(&run) {
          wait = settings.shortestWait
        } else if settings.span == .untilDrained {
          break
        } else {
          try source.wait(settings.polling)
        }
      } catch {
        logger.warning("\(error.description)")
        sleep(&wait)
      }
    }
    return run.totals
  }

  /// Removes the recordings that a killed worker of version 0.29 or earlier left in its spool.
  package static func removeRecordings(
    ofSpool spool: String, _ files: any FileSystem = POSIXFileSystem()
  ) {
    let layout = InboxLayout(root: spool)
    // A folder of another user, or a link to an inbox, stays.
    guard let facts = try? files.facts(of: spool), facts.kind == .folder, facts.isOwn,
      (try? files.facts(of: layout.lock)) != nil,
      let lock = try? WorkDirectoryLock(layout: layout, files: files).prepare()
    else { return }
    try? files.removeTree(layout.control)
    lock.release()
  }

  private struct Run {
    var pace: Pace
    var totals = WorkerTotals()

    /// The dependencies of the steps by tenant.
    var contexts: [String: JobContext] = [:]
  }

  /// Claims jobs of one store and works on them. False if none is due.
  private func claim(_ run: inout Run) throws(StoreError) -> Bool {
    for store in try source.stores() {
      let time = environment.elapsed()
      let jobs = try store.claim(
        run.pace.jobs, for: settings.lease, by: name, engine: JobEngine.current)
      guard !jobs.isEmpty else { continue }
      leases.add(jobs.map(\.lease), of: store, at: time)
      work(on: jobs, of: store, &run)
      run.pace.took((environment.elapsed() - time) / jobs.count)
      return true
    }
    return false
  }

  // MARK: - Jobs

  /// A claimed recording in memory.
  private struct Work {
    let claimed: ClaimedJob
    let job: Job
    let context: JobContext

    var machine: JobState { job.memory.withLock { $0.machine } }
  }

  /// The quick documents of all claimed recordings come before the other steps.
  private func work(on jobs: [ClaimedJob], of store: RecordStore, _ run: inout Run) {
    var context =
      run.contexts[store.tenant]
      ?? settings.recordings.context(store, layout, files, bus, environment)
    run.contexts[store.tenant] = context
    context.reservations = DeduplicationLocks()
    let started = jobs.compactMap { claimed in
      attempt(claimed, context, &run) { run throws -> Work? in
        guard let work = try start(claimed, context) else {
          run.totals.quarantined += 1
          return nil
        }
        _ = try advance(work) { $0.stage != .claimed }
        return work
      }
    }
    for work in started {
      attempt(work.claimed, context, &run) { run throws in
        if let pause = try advance(work, until: \.hasEnded) {
          try store.delay(work.claimed.lease, by: pause, for: "waits")
          run.totals.delayed += 1
        } else {
          try store.finish(work.claimed.lease)
          run.totals.finished += 1
        }
        end(work.claimed)
      }
    }
  }

  /// Performs a part of the work on a job under its lease. A fault ends the work on the job.
  @discardableResult private func attempt<Value>(
    _ claimed: ClaimedJob, _ context: JobContext, _ run: inout Run,
    _ body: (inout Run) throws -> Value?
  ) -> Value? {
    do {
      try check(claimed)
      return try body(&run)
    } catch {
      giveUp(claimed, context, because: error, &run.totals)
      return nil
    }
  }

  /// Throws if the work on a job must not begin.
  private func check(_ claimed: ClaimedJob) throws {
    if mustStop { throw Stopped() }
    guard leases.holds(claimed.lease) else { throw StoreError.leaseLost(claimed.session) }
  }

  private struct Stopped: Error {}

  /// Prepares the work on a recording. Nil if it was quarantined instead.
  private func start(_ claimed: ClaimedJob, _ context: JobContext) throws -> Work? {
    let store = context.store
    guard !claimed.isSpent else {
      let fault = StateFault(FaultText.analysisInterrupted, [.count: "\(claimed.mostAttempts)"])
      try quarantine(claimed, context, for: fault)
      return nil
    }
    let session = try store.session(claimed.session)
    let (header, state) = (try session.header(), try session.state())
    let files = try store.files(of: claimed)
    guard let header, let bytes = files.recording,
      header.recording.sha256 == Fingerprint.sha256(of: bytes)
    else {
      try quarantine(claimed, context, for: StateFault(FaultText.queueEntryDamaged))
      return nil
    }
    let name =
      RecordingSource.canBeNamed(header.recording.name)
      ? header.recording.name : "\(claimed.session.text).wav"
    let folder = layout.folder(of: claimed.session.text)
    let source = folder + "/" + name
    try self.files.create(source, bytes)
    if let sidecar = files.sidecar {
      try self.files.create(InboxNames.sidecar(of: source), sidecar)
    }
    var context = context
    context.settings.tiers = WantedTiers(rawValue: claimed.tiers) ?? .both
    var memory = Job.Memory(machine: context.state(at: JobState.Stage(resuming: state?.state)))
    (memory.fault, memory.duplicateOf) = (state?.fault, state?.duplicateOf)
    memory.reference = header.reference
    let job = Job(claimed.session, path: name, folder: folder, memory: memory)
    bus.claimed(job)
    return Work(claimed: claimed, job: job, context: context)
  }

  /// Performs steps under the lease until a stage.
  /// - Returns: The pause before the next step. Nil at the stage.
  private func advance(
    _ work: Work, until isReached: (JobState) -> Bool
  ) throws -> Duration? {
    var wait = settings.shortestWait
    while !isReached(work.machine) {
      guard let action = work.machine.pending.last else { return nil }
      if mustStop { throw Stopped() }
      do {
        let outcome = try work.context.store.holding(work.claimed.lease) {
          try work.context.perform(action, on: work.job)
        }
        switch outcome {
        case .event(let event): publish(event, of: work)
        case .deferred(let until):
          let pause = until - environment.elapsed()
          if pause > .zero { return pause }
        }
      } catch {
        try recover(work, from: error, &wait)
      }
    }
    if case .ended(let ending) = work.machine.stage { bus.ended(work.job, ending) }
    return nil
  }

  private func publish(_ event: JobState.Event, of work: Work) {
    let actions = work.job.memory.withLock { $0.machine.handle(event) }
    bus.publish(actions, of: work.job)
  }

  /// Waits after a transient fault while the lease lasts, and applies a permanent one. Throws others.
  private func recover(_ work: Work, from error: any Error, _ wait: inout Duration) throws {
    if let fault = error as? StoreError, case .leaseLost = fault { throw error }
    let fault = StepFault(error)
    let kind = work.context.kind(of: fault)
    switch kind {
    case .passing where leases.holds(work.claimed.lease):
      logger.warning("\(fault.reason)", metadata: work.claimed.metadata)
      sleep(&wait)
    case .permanent, .unremovable:
      work.job.memory.withLock { $0.fault = StateFault(fault) }
      publish(.fault(kind), of: work)
      if work.machine.isWaiting { throw error }
    case .passing, .source, .stubborn: throw error
    }
  }

  /// Ends the work on a job after a fault.
  private func giveUp(
    _ claimed: ClaimedJob, _ context: JobContext, because error: any Error,
    _ totals: inout WorkerTotals
  ) {
    defer { end(claimed) }
    do {
      switch error {
      case is Stopped:
        try context.store.giveBack(claimed.lease)
        totals.givenBack += 1
      case StoreError.leaseLost: throw error
      default: try deferOrQuarantine(claimed, context, because: error, &totals)
      }
    } catch {
      totals.lost += 1
      let reason = (error as? StoreError).map { RedactedReason($0).description } ?? "unknown fault"
      logger.warning("the job was not released: \(reason)", metadata: claimed.metadata)
    }
  }

  private func deferOrQuarantine(
    _ claimed: ClaimedJob, _ context: JobContext, because error: any Error,
    _ totals: inout WorkerTotals
  ) throws {
    // A word for the queue, without values of rows.
    let code =
      switch (error as? StoreError)?.outlook {
      case nil: "recording_fault"
      case .transient: "store_away"
      case .persistent, .permanent: "store_fault"
      }
    logger.warning("a job is deferred: \(code)", metadata: claimed.metadata)
    guard claimed.attempt < claimed.mostAttempts else {
      try quarantine(claimed, context, for: StateFault(FaultText.storeFault))
      return totals.quarantined += 1
    }
    try context.store.delay(
      claimed.lease, by: .seconds(1 << min(claimed.attempt, Self.longestDelay)), for: code)
    totals.delayed += 1
  }

  /// The exponent of the longest delay: 256 s [E].
  private static let longestDelay = 8

  /// Fails the session of a job, with the metadata of the recording.
  private func quarantine(
    _ claimed: ClaimedJob, _ context: JobContext, for fault: StateFault
  ) throws {
    let store = context.store
    var change = SessionChange("failed", state: StateRecord(.failed, fault: fault, phase: .error))
    var name: String?
    do throws(StoreError) {
      change.header = try store.session(claimed.session).header()
    } catch {
      guard error.isDamage else { throw error }
    }
    var sidecar: Sidecar?
    do {
      sidecar = try store.files(of: claimed).sidecar.map { try Sidecar(parsing: $0) }
      if try context.allows(.storage, sidecar) {
        name = change.header?.recording.name ?? "\(claimed.session.text).wav"
        change.header?.storage = nil
        if let sidecar { change.documents[.answers] = sidecar.answers.fileBytes }
      } else {
        change.header?.storage = .quickAnswer
      }
    } catch  where (error as? StoreError)?.isDamage ?? (error is SidecarFault) {
      // Of a damaged sidecar the consent is unknown, so the audio is not stored.
      change.header?.storage = .quickAnswer
    }
    // The job of a withdrawal stays until it succeeds.
    try store.holding(claimed.lease) {
      _ = try context.purgeIfWithdrawn(sidecar, except: claimed.session)
    }
    try store.quarantine(claimed.lease, change, fault, audio: name)
    bus.publish(.failed, of: claimed.session, code: fault.code)
    end(claimed)
  }

  private func end(_ claimed: ClaimedJob) {
    leases.remove(claimed.lease)
    try? WorkFolder.removeWhole(layout.folder(of: claimed.session.text), files)
  }

  private func sleep(_ wait: inout Duration) {
    if stopping.wait(timeout: .now() + wait / .seconds(1)) == .success { stopping.signal() }
    wait = min(wait * 2, settings.longestWait)
  }
}

extension ClaimedJob {
  fileprivate var metadata: Logger.Metadata {
    ["session": "\(session.text)", "attempt": "\(attempt)"]
  }
}

/// The number of jobs of a claim.
private struct Pace {
  private let settings: WorkerSettings
  private var average: Duration?

  init(_ settings: WorkerSettings) { self.settings = settings }

  /// One until the time of a recording is known.
  var jobs: Int {
    guard let average else { return 1 }
    return max(1, min(settings.mostJobs, Int(settings.batch / max(average, .microseconds(1)))))
  }

  mutating func took(_ duration: Duration) {
    average = average.map { $0 * 0.75 + duration * 0.25 } ?? duration
  }
}

/// The leases that a worker holds, as far as it knows. A thread renews them at a third of their length.
final class LeaseTable: Sendable {
  private struct Entry {
    let store: RecordStore
    /// When the lease was last known to be valid.
    var seen: Duration
  }

  private let duration: Duration
  private let environment: RunEnvironment
  private let logger: Logger
  private let entries = Mutex<[JobLease: Entry]>([:])
  private let stopping = DispatchSemaphore(value: 0)
  private let group = DispatchGroup()

  init(lasting duration: Duration, environment: RunEnvironment, logger: Logger) {
    (self.duration, self.environment, self.logger) = (duration, environment, logger)
  }

  func start() {
    group.runOnOwnThread {
      let interval = self.duration / .seconds(3)
      while self.stopping.wait(timeout: .now() + interval) == .timedOut { self.renew() }
    }
  }

  func stop() {
    stopping.signal()
    group.wait()
  }

  /// - Parameter time: The time before the claim.
  func add(_ leases: [JobLease], of store: RecordStore, at time: Duration) {
    entries.withLock { entries in
      for lease in leases { entries[lease] = Entry(store: store, seen: time) }
    }
  }

  func remove(_ lease: JobLease) { entries.withLock { _ = $0.removeValue(forKey: lease) } }

  /// Whether a lease may still be valid. The store alone knows.
  func holds(_ lease: JobLease) -> Bool {
    let now = environment.elapsed()
    return entries.withLock { $0[lease].map { now - $0.seen < duration } ?? false }
  }

  private func renew() {
    let now = environment.elapsed()
    let held = entries.withLock { $0.map { ($0.key, $0.value.store) } }
    for (_, group) in Dictionary(grouping: held, by: \.0.tenant) {
      guard let store = group.first?.1 else { continue }
      let leases = group.map(\.0)
      do throws(StoreError) {
        let valid = try store.renew(leases, for: duration)
        entries.withLock { entries in
          for lease in leases where entries[lease] != nil {
            if valid.contains(lease) { entries[lease]?.seen = now } else { entries[lease] = nil }
          }
        }
      } catch {
        logger.warning("leases were not renewed: \(error.description)")
      }
    }
  }
}
