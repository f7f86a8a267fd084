// What steps read and write: the claimed files, the session, and what is told of a recording.

internal import BaselineService
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
}

extension JobContext {
  /// The bytes of a claimed recording.
  func read(_ job: Job) throws(StepFault) -> [UInt8] {
    do {
      return try files.read(job.source)
    } catch {
      throw .source(error)
    }
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
  func session(of job: Job) throws(StepFault) -> StoredSession {
    if let session = job.memory.withLock({ $0.stored }) { return session }
    let session = try stored { () throws(StoreError) in try store.session(job.session) }
    job.memory.withLock { $0.stored = session }
    return session
  }

  /// What is known of a claimed recording from its bytes.
  func header(of job: Job, _ bytes: [UInt8]) -> SessionHeader {
    SessionHeader(
      recording: StoredRecording(
        name: job.name, sha256: FileBeginning.sha256(of: bytes), sizeBytes: bytes.count,
        durationSeconds: nil),
      settingsSHA256: settingsSHA256, version: SoftwareVersion.current)
  }

  // MARK: - Sidecars

  /// What is told of a recording; nil when nothing is, or nothing that can be used.
  func sidecar(of job: Job) throws(StepFault) -> Sidecar? {
    try sidecar(at: job.sidecar, of: job.session)
  }

  /// The sidecar in a claimed file. One that cannot be used is put aside with what is wrong with it.
  func sidecar(at path: String, of session: SessionID) throws(StepFault) -> Sidecar? {
    let bytes: [UInt8]
    do {
      bytes = try files.read(path)
    } catch {
      if error.isMissing { return nil }
      throw .source(error)
    }
    do {
      return try Sidecar(parsing: bytes)
    } catch {
      try stored { () throws(StoreError) in
        _ = try store.keepFailed(
          FailedFile(
            source: path, name: InboxLayout.name(of: path),
            fault: StateFault(
              SidecarFault.code, message: error.problems.joined(separator: "; "),
              advice: SidecarFault.advice),
            session: session))
      }
      reporter.sidecarRefused(session)
      return nil
    }
  }
}

extension SessionHeader {
  /// Takes in whose recording it is and how it was made.
  mutating func take(_ sidecar: Sidecar, of store: RecordStore) {
    take(sidecar.profile, of: store)
    recordedAt = sidecar.notes.recordedAt?.text
    reference = sidecar.reference
    context = sidecar.context
    consent = sidecar.consent
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
