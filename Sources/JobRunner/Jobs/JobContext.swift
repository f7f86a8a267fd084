package import BaselineService
internal import Dispatch
internal import Logging
package import RecordStore
internal import Synchronization
package import VoicePipeline
internal import VoiceTypes

/// The pipelines and the assessor of recordings.
package struct JobPipelines: Sendable {
  let quick: VoicePipeline
  let comprehensive: VoicePipeline
  let assessor: Assessor
  let environment: RunEnvironment
  private let channel: Int

  /// The pipelines of the two tiers by the clinical preset.
  /// - Parameter channel: The analysed channel of each recording, counted from 1.
  package init(environment: RunEnvironment, assessor: Assessor, channel: Int = 1) {
    quick = Self.pipeline(.quick, environment: environment, channel: channel)
    comprehensive = Self.pipeline(.comprehensive, environment: environment, channel: channel)
    self.assessor = assessor
    self.environment = environment
    self.channel = channel
  }

  /// The pipeline of a tier by the clinical preset.
  static func pipeline(
    _ tier: Tier, environment: RunEnvironment, channel: Int = 1
  ) -> VoicePipeline {
    var settings = AnalysisSettings(tier: tier)
    settings.channel = channel
    return VoicePipeline(
      settings: settings, environment: environment, refusingFrom: RecordingLength.shortestTooLong)
  }

  /// The AVQI pipeline of a language; nil for a language without a cut-off.
  func index(in language: IndexLanguage?) -> IndexPipeline {
    var pipeline = IndexPipeline(.avqi03_01, language: language, environment: environment)
    pipeline.channel = channel
    return pipeline
  }

  /// The pipeline of a tier and a recording task.
  func pipeline(for tier: Tier, _ task: RecordingTask) -> VoicePipeline {
    (tier == .quick ? quick : comprehensive).measuring(task)
  }
}

/// The dependencies of all steps.
struct JobContext: Sendable {
  let store: RecordStore
  let files: any FileSystem
  let layout: InboxLayout
  var settings: WatchSettings
  let pipelines: JobPipelines
  let analyzers: AnalyzerPool
  var reservations = DeduplicationLocks()
  let reporter: EventBus

  /// Nil for a spool.
  var ledger: InboxLedger?

  let followUps = FollowUpCache()
  let retained: RetainedAudio

  /// Runs attempts concurrently, and those after a crash as barriers.
  let attempts = DispatchQueue(label: "attempts", attributes: .concurrent)

  /// Nil without `--report`.
  var pages: PageMaker?

  var environment: RunEnvironment { pipelines.environment }

  /// The hash of the settings of the highest tier.
  var settingsSHA256: String {
    (settings.tiers == .quick ? pipelines.quick : pipelines.comprehensive).settingsSHA256
  }
}

enum StepOutcome {
  case event(JobState.Event)
  /// The step waits, without a fault.
  case deferred(until: Duration)
}

extension JobContext {
  /// Performs the next step of a recording. Without a fault these are, in this order: `first` reads
  /// the bytes, their SHA-256 and the sidecar, and commits the quick document; `comprehensive`
  /// commits the other one; `finalize` follows up the person, archives the audio and clears the work
  /// folder.
  func perform(_ action: JobState.Action, on job: Job) throws -> StepOutcome {
    switch action {
    case .analyse(let tier):
      let stage = job.memory.withLock { $0.machine.stage }
      return stage == .claimed ? try first(tier, of: job) : try comprehensive(of: job)
    case .finalize(let ending): return try finalize(job, as: ending)
    case .publish, .wait: preconditionFailure("the action is not for a worker")
    }
  }

  func state(at stage: JobState.Stage) -> JobState {
    JobState(tiers: settings.tiers, policy: settings.retries, stage: stage)
  }
}

/// The fault of a step: of the claimed files, or of the store.
enum StepFault: Error {
  case source(FileSystemError)
  case store(StoreError)

  /// Sorts the error of a step.
  init(_ error: any Error) {
    switch error {
    case let fault as FileSystemError: self = .source(fault)
    case let fault as StoreError: self = .store(fault)
    case let fault as StepFault: self = fault
    default: preconditionFailure("a step throws faults of files and of the store, not \(error)")
    }
  }

  var reason: RedactedReason {
    switch self {
    case .source(let fault): RedactedReason(fault)
    case .store(let fault): RedactedReason(fault)
    }
  }

  /// The fault of the store for the status; nil for a fault of the recording.
  var trouble: DiskFault? { if case .store(let fault) = self { fault.trouble } else { nil } }
}

/// The bytes of a recording with their SHA-256.
struct HashedAudio {
  let bytes: [UInt8]
  let sha256: String
  /// The state of the file before it was read.
  let stamp: FileStamp?

  init(_ bytes: [UInt8], _ stamp: FileStamp? = nil) {
    (self.bytes, sha256) = (bytes, Fingerprint.sha256(of: bytes))
    self.stamp = stamp
  }
}

extension JobContext {
  /// The bytes of a recording for its analysis, which are read if they are not in memory.
  func sound(of job: Job) throws -> HashedAudio {
    if let sound = job.memory.withLock({ $0.sound?.sound }) { return sound }
    return try countingAttempt(job) { try read(job) }
  }

  /// Reads a recording, and retains its bytes for later steps.
  func read(_ job: Job) throws -> HashedAudio {
    let stamp = try facts(of: job.source).map { FileStamp($0) }
    let sound = HashedAudio(try bytes(of: job), stamp)
    job.memory.withLock { memory in
      memory.sound = retained.retain(sound)
      memory.readAs = stamp
    }
    return sound
  }

  func bytes(of job: Job) throws -> [UInt8] {
    try files.read(job.source, atMost: WatchSettings.mostRecordingBytes)
  }

  func commit(_ change: SessionChange, to job: Job) throws {
    var change = change
    change.files = job.memory.withLock { $0.files }
    try session(of: job).commit(change)
    job.memory.withLock { $0.files.removeAll { change.files.contains($0) } }
  }

  /// The session of a recording, which is opened once.
  func session(of job: Job) throws -> StoredSession {
    if let session = job.memory.withLock({ $0.stored }) { return session }
    let session = try store.session(job.session)
    job.memory.withLock { $0.stored = session }
    return session
  }

  func header(of recording: StoredRecording) -> SessionHeader {
    SessionHeader(
      recording: recording, settingsSHA256: settingsSHA256, version: SoftwareVersion.current)
  }

  /// The header of a recording that was read.
  func header(of job: Job, _ sound: HashedAudio) -> SessionHeader {
    header(
      of: StoredRecording(
        name: job.name, sha256: sound.sha256, sizeBytes: sound.bytes.count, durationSeconds: nil))
  }
}

extension StateRecord {
  /// A state with its message for callers.
  package init(
    _ state: SessionState, fault: StateFault? = nil, duplicateOf: SessionID? = nil, phase: JobPhase
  ) {
    self.init(
      state, fault: fault, duplicateOf: duplicateOf,
      details: [JSONValue.Member("phase", .string(phase.rawValue))])
  }
}

extension Tier {
  /// Where its document is kept.
  var document: SessionDocument { self == .quick ? .quick : .computed }
}

/// The recordings that are being analysed, by identity: the second of two copies waits for the first.
final class DeduplicationLocks: Sendable {
  private let holders = Mutex<[RecordingIdentity: SessionID]>([:])

  /// Reserves the recording for this session. False if another session analyses it.
  func reserve(_ identity: RecordingIdentity, for session: SessionID) -> Bool {
    holders.withLock { holders in
      let holder = holders[identity] ?? session
      holders[identity] = holder
      return holder == session
    }
  }

  func release(_ identity: RecordingIdentity, of session: SessionID) {
    holders.withLock { holders in
      if holders[identity] == session { holders[identity] = nil }
    }
  }
}

// The bytes of recordings between their steps: a recording is read once, unless too many are in progress.

/// The memory for recordings between their steps.
final class RetainedAudio: Sendable {
  /// A recording in memory. Its bytes count until it is released.
  final class Entry: Sendable {
    let sound: HashedAudio
    private let memory: RetainedAudio

    fileprivate init(_ sound: HashedAudio, in memory: RetainedAudio) {
      (self.sound, self.memory) = (sound, memory)
    }

    deinit { memory.bytes.subtract(sound.bytes.count, ordering: .relaxed) }
  }

  private let mostBytes: Int
  private let bytes = Atomic(0)

  /// Creates a memory for at most this number of bytes.
  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// Retains a recording; nil if the memory is full.
  func retain(_ sound: HashedAudio) -> Entry? {
    let count = sound.bytes.count
    guard bytes.add(count, ordering: .relaxed).newValue <= mostBytes else {
      bytes.subtract(count, ordering: .relaxed)
      return nil
    }
    return Entry(sound, in: self)
  }
}
