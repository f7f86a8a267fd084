// A worker: takes jobs from a board, measures their recordings as the watcher does, and brings the documents
// back. One recording at a time: a recording that ends the program ends nobody else's analysis, and a
// machine with more cores runs more workers.

internal import Dispatch
package import Logging
internal import RecordStore
internal import Synchronization
package import VoicePipeline
package import VoiceTypes

/// How a worker goes about it.
package struct WorkerSettings: Sendable {
  /// How long a claim lasts without a word of the worker.
  package var lease: Duration = .seconds(30)

  /// As many jobs are claimed at a time as keep the worker busy for about this long: so much is held up
  /// when it is lost [E].
  package var batch: Duration = .milliseconds(500)

  /// At most so many.
  package var mostJobs = 32

  /// How long to wait when nothing is due, without being told of something.
  package var polling: Duration = .milliseconds(500)

  /// The first wait for a board that is away, doubled up to the longest.
  package var shortestWait: Duration = .milliseconds(100)
  package var longestWait: Duration = .seconds(5)

  /// When to end by itself.
  package var span: WatchSpan = .untilStopped

  package init() {}
}

/// What a worker has done.
package struct WorkerTotals: Sendable, Equatable {
  package var finished = 0
  /// Documents that were dropped because the lease was lost.
  package var lost = 0
  package var delayed = 0
  package var givenBack = 0

  package init() {}
}

/// A worker on one core.
package final class BoardWorker: Sendable {
  private let board: any JobBoard
  private let name: String
  private let settings: WorkerSettings
  private let environment: RunEnvironment
  private let logger: Logger
  private let held: HeldLeases
  private let isStopping = Atomic(false)
  private let stopping = DispatchSemaphore(value: 0)

  /// - Parameter name: What the board calls the worker; two may have one name.
  package init(
    _ board: any JobBoard, named name: String, environment: RunEnvironment,
    settings: WorkerSettings = WorkerSettings(), logger: Logger
  ) {
    (self.board, self.name, self.settings) = (board, name, settings)
    (self.environment, self.logger) = (environment, logger)
    held = HeldLeases(
      board, lease: settings.lease, environment: environment, logger: logger)
  }

  /// Lets the worker end with the recording that it is at; the others are given back.
  package func stop() {
    isStopping.store(true, ordering: .releasing)
    stopping.signal()
  }

  private var mustStop: Bool { isStopping.load(ordering: .acquiring) }

  /// Works until it is stopped, or nothing is due where that is when it ends. Blocks the thread.
  package func run() -> WorkerTotals {
    held.start()
    defer { held.stop() }
    var totals = WorkerTotals()
    var analyst = AnalysisSession()
    var pace = Pace(settings)
    var wait = settings.shortestWait
    while !mustStop {
      do throws(StoreError) {
        let claimed = environment.elapsed()
        let jobs = try board.claim(pace.jobs, for: settings.lease, by: name)
        wait = settings.shortestWait
        if jobs.isEmpty {
          if settings.span == .untilDrained { break }
          try board.awaitWork(settings.polling)
          continue
        }
        held.add(jobs.map(\.lease), at: claimed)
        defer { held.remove(jobs.map(\.lease)) }
        try work(on: jobs, &analyst, &pace, &totals)
      } catch {
        pause(for: error, &wait)
      }
    }
    return totals
  }

  private func work(
    on jobs: [ClaimedJob], _ analyst: inout AnalysisSession, _ pace: inout Pace,
    _ totals: inout WorkerTotals
  ) throws(StoreError) {
    var sounds = BatchSounds()
    for (index, job) in jobs.enumerated() {
      if mustStop { return try giveBack(jobs[index...], &totals) }
      // Somebody else's by now: a pause of this machine, or of the board.
      guard held.holds(job.lease) else {
        totals.lost += 1
        continue
      }
      let start = environment.elapsed()
      do throws(StoreError) {
        try finish(job, before: jobs[(index + 1)...], &sounds, &analyst, &totals)
      } catch {
        if case .keyNeeded = error {
          // No fault of the recordings: whoever has the key takes them.
          try giveBack(jobs[index...], &totals)
          throw error
        }
        try give(up: job, for: error, &totals)
      }
      pace.took(environment.elapsed() - start)
    }
  }

  private func giveBack(
    _ jobs: ArraySlice<ClaimedJob>, _ totals: inout WorkerTotals
  ) throws(StoreError) {
    try board.giveBack(jobs.map(\.lease))
    totals.givenBack += jobs.count
  }

  /// Does one job, and brings its document to the board however often that is away meanwhile.
  private func finish(
    _ job: ClaimedJob, before rest: ArraySlice<ClaimedJob>, _ sounds: inout BatchSounds,
    _ analyst: inout AnalysisSession, _ totals: inout WorkerTotals
  ) throws(StoreError) {
    var sound: KnownSound
    switch try self.sound(of: job, &sounds) {
    case .success(let found): sound = found
    case .failure(let fault): return try delay(job, because: fault, &totals)
    }
    let pipeline = JobPipelines.pipeline(job.tier, environment: environment)
    let document = analyst.document(
      of: sound.bytes, name: Self.fileName(of: sound), sha256: sound.sha256, by: pipeline,
      after: &sound.look)
    sounds.keep(sound, of: job, for: rest)
    let finished = FinishedJob(job, document: document.json.fileBytes, by: pipeline.maker)
    let kept = try persist(job) { () throws(StoreError) in try board.finish([finished]) }
    if kept.contains(job.lease) { totals.finished += 1 } else { drop(job, &totals) }
  }

  /// A job's recording.
  private func sound(
    of job: ClaimedJob, _ sounds: inout BatchSounds
  ) throws(StoreError) -> Result<KnownSound, BoardFault> {
    if let kept = sounds.take(job) { return .success(kept) }
    switch try persist(job, { () throws(StoreError) in try board.recording(of: job) }) {
    case .found(let bytes, let sha256): return .success(KnownSound(bytes: bytes, sha256: sha256))
    case .missing: return .failure(.recordingMissing)
    case .changed: return .failure(.recordingChanged)
    }
  }

  /// Ends with a job that the board did not take: it is somebody else's by now, or nobody's.
  private func give(
    up job: ClaimedJob, for fault: StoreError, _ totals: inout WorkerTotals
  ) throws(StoreError) {
    guard fault.outlook != .passes else { return drop(job, &totals) }
    logger.error("\(fault.description)", metadata: job.metadata)
    try board.quarantine(job.lease, because: .documentRefused)
  }

  private func drop(_ job: ClaimedJob, _ totals: inout WorkerTotals) {
    totals.lost += 1
    logger.warning("the lease was lost; the document is discarded", metadata: job.metadata)
  }

  /// What a document calls its recording: workers are not told the names of files, which may be those of people.
  private static func fileName(of sound: KnownSound) -> String { "\(sound.sha256).wav" }

  private func delay(
    _ job: ClaimedJob, because fault: BoardFault, _ totals: inout WorkerTotals
  ) throws(StoreError) {
    try board.delay(job.lease, by: .seconds(1 << min(job.attempt, 8)), because: fault)
    totals.delayed += 1
    logger.warning("a job is deferred: \(fault.rawValue)", metadata: job.metadata)
  }

  /// Does something with the board as often as it takes while the lease may still be held.
  private func persist<Value>(
    _ job: ClaimedJob, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    var wait = settings.shortestWait
    while true {
      do throws(StoreError) {
        return try body()
      } catch {
        guard error.outlook == .passes, held.holds(job.lease), !mustStop else { throw error }
        pause(for: error, &wait)
      }
    }
  }

  private func pause(for fault: StoreError, _ wait: inout Duration) {
    logger.warning("\(fault.description)")
    if stopping.wait(timeout: .now() + wait.interval) == .success { stopping.signal() }
    wait = min(wait * 2, settings.longestWait)
  }
}

extension ClaimedJob {
  fileprivate var metadata: Logger.Metadata {
    ["session": "\(session.text)", "tier": "\(tier.rawValue)", "attempt": "\(attempt)"]
  }
}

extension VoicePipeline {
  /// What documents of this pipeline depend on.
  fileprivate var maker: DocumentMaker {
    DocumentMaker(engine: SoftwareVersion.current, settingsSHA256: settingsSHA256)
  }
}

extension DocumentMaker {
  /// What workers of this version make documents of a tier by.
  package static func ofThisVersion(
    _ tier: Tier, environment: RunEnvironment
  ) -> DocumentMaker {
    JobPipelines.pipeline(tier, environment: environment).maker
  }
}

/// How many jobs are claimed at a time.
private struct Pace {
  private let settings: WorkerSettings
  private var average: Duration?

  init(_ settings: WorkerSettings) { self.settings = settings }

  /// Those of whole recordings, as most are wanted with each tier; one recording until it is known how long
  /// they take.
  var jobs: Int {
    let tiers = Tier.allCases.count
    guard let average else { return tiers }
    let busy = Int(settings.batch / max(average, .microseconds(1)))
    return max(tiers, min(settings.mostJobs, busy / tiers * tiers))
  }

  mutating func took(_ duration: Duration) {
    average = average.map { $0 * 0.75 + duration * 0.25 } ?? duration
  }
}
