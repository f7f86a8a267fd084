// What steps read and write: the claimed files, the session, and what is told of a recording.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// Why a step did not come to its end.
enum StepFault: Error {
  case source(FileSystemError)
  case store(StoreError)

  /// What is wrong and what to do.
  var reason: PlainReason {
    switch self {
    case .source(let fault): PlainReason(fault)
    case .store(let fault): PlainReason(fault)
    }
  }

  /// What is wrong with the store; nil for a fault of the recording.
  var trouble: DiskFault? { if case .store(let fault) = self { fault.trouble } else { nil } }
}

/// The bytes of a recording with their SHA-256.
struct HashedSound {
  let bytes: [UInt8]
  let sha256: String

  init(_ bytes: [UInt8]) { (self.bytes, sha256) = (bytes, Fingerprint.sha256(of: bytes)) }
}

extension JobContext {
  /// The bytes of a claimed recording that is to be analysed.
  func read(_ job: Job) throws(StepFault) -> [UInt8] {
    try whileMarked(job) { () throws(StepFault) in try bytes(of: job) }
  }

  /// The bytes of a claimed recording.
  func bytes(of job: Job) throws(StepFault) -> [UInt8] {
    do {
      return try files.read(job.source, atMost: WatchSettings.mostRecordingBytes)
    } catch {
      throw .source(error)
    }
  }

  /// Does what a recording may end the program by.
  func whileMarked<Value, Failure: Error>(
    _ job: Job, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (marks, company) = job.memory.withLock { ($0.marks, $0.company) }
    return try looks.whileOpen(job.session, behind: marks, company, body)
  }

  /// Does something with the store.
  func stored<Value>(_ body: () throws(StoreError) -> Value) throws(StepFault) -> Value {
    do {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  /// Makes a change durable.
  func commit(_ change: SessionChange, to job: Job) throws(StepFault) {
    let session = try session(of: job)
    try stored { () throws(StoreError) in try session.commit(change) }
  }

  /// The session of a recording, which is opened once.
  func session(of job: Job) throws(StepFault) -> any OpenSession {
    if let session = job.memory.withLock({ $0.stored }) { return session }
    let session = try stored { () throws(StoreError) in try store.session(job.session) }
    job.memory.withLock { $0.stored = session }
    return session
  }

  /// What is known of a claimed recording from its bytes.
  func header(of job: Job, _ sound: HashedSound) -> SessionHeader {
    SessionHeader(
      recording: StoredRecording(
        name: job.name, sha256: sound.sha256, sizeBytes: sound.bytes.count, durationSeconds: nil),
      settingsSHA256: settingsSHA256, version: SoftwareVersion.current)
  }
}

extension StateRecord {
  /// A state with what a caller shows for it.
  init(
    _ state: SessionState, fault: StateFault? = nil, duplicateOf: SessionID? = nil, phase: JobPhase
  ) {
    self.init(
      state, fault: fault, duplicateOf: duplicateOf,
      details: [JSONValue.Member("phase", .string(phase.rawValue))])
  }
}

extension Tier {
  /// Where its document is kept.
  var document: SessionDocument {
    switch self {
    case .quick: .quick
    case .comprehensive: .computed
    }
  }
}
