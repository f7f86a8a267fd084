// Metadata of a claimed recording. That there is a person must be durable before an invalid sidecar
// is quarantined: without it, the recording would be a guest's.

internal import BaselineService
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// The result of reading the sidecar of a recording.
enum ToldFile {
  case nothing
  case usable(Sidecar)
  case faulty(SidecarFault)
  /// It contains the SHA-256 of another recording.
  case ofAnother
}

/// A recording with its metadata.
struct ToldRecording {
  var header: SessionHeader
  let sidecar: Sidecar?

  /// The documents of the metadata besides the header.
  var documents: [SessionDocument: [UInt8]] {
    guard header.storage == nil else { return [:] }
    return sidecar.map { [.answers: $0.answers.fileBytes] } ?? [:]
  }
}

extension JobContext {
  /// Adds the sidecar of a recording to its header.
  func told(of job: Job, _ header: SessionHeader) throws -> ToldRecording {
    var told = try takeTold(of: job, header)
    try judgeStorage(&told.header, told.sidecar)
    job.memory.withLock { $0.reference = told.header.reference }
    return told
  }

  private func takeTold(of job: Job, _ header: SessionHeader) throws -> ToldRecording {
    var header = header
    switch try toldFile(at: job.sidecar, of: header.recording.sha256) {
    case .usable(let sidecar):
      header.take(sidecar, of: store)
      warn(of: sidecar, job)
      return ToldRecording(header: header, sidecar: sidecar)
    case .nothing: try takeFormer(job, &header)
    case .ofAnother:
      // A sidecar of this recording may still arrive, and is matched by its SHA-256.
      settleSidecar(of: job)
      try giveBack(job.sidecar, to: InboxNames.sidecar(of: job.path), of: job.session)
    case .faulty(let fault):
      header.take(fault)
      try commit(SessionChange("person_unknown", header: header), to: job)
      try putAside(job.sidecar, for: fault, of: job.session)
    }
    return ToldRecording(header: header, sidecar: nil)
  }

  /// Ends the wait for a sidecar. A later one amends the session.
  func settleSidecar(of job: Job) { job.memory.withLock { $0.sidecarDeadline = nil } }

  /// The metadata of a recording that ends now.
  func lastTold(of job: Job, _ told: ToldRecording) throws -> ToldRecording {
    settleSidecar(of: job)
    return told.sidecar == nil ? try self.told(of: job, told.header) : told
  }

  /// Logs unknown keys, once per recording.
  private func warn(of sidecar: Sidecar, _ job: Job) {
    let count = sidecar.unknownKeys.count
    let isNew = job.memory.withLock { memory in
      defer { memory.isWarnedOf = true }
      return !memory.isWarnedOf
    }
    if isNew, count > 0 { reporter.keptUnknownKeys(job.session, count) }
  }

  /// Reads the sidecar at a path for a recording with this SHA-256.
  func toldFile(at path: String, of sha256: String?) throws -> ToldFile {
    let bytes: [UInt8]
    do {
      bytes = try files.read(path, atMost: WatchSettings.mostSidecarBytes)
    } catch {
      if error.isMissing { return .nothing }
      if error.isTooLarge { return .faulty(.tooLarge) }
      throw error
    }
    do {
      let sidecar = try Sidecar(parsing: bytes)
      return Self.fits(sidecar.sha256, sha256) ? .usable(sidecar) : .ofAnother
    } catch {
      return Self.fits(error.sha256, sha256) ? .faulty(error) : .ofAnother
    }
  }

  /// Whether two SHA-256 are equal, or one of them is unknown.
  private static func fits(_ told: String?, _ found: String?) -> Bool {
    guard let told, let found else { return true }
    return told == found
  }

  /// A sidecar that an earlier run quarantined still says that there is a person.
  private func takeFormer(_ job: Job, _ header: inout SessionHeader) throws {
    guard let former = try session(of: job).header(), former.person == .unknown else { return }
    header.takeUnknownPerson()
    header.reference = former.reference
  }

  /// Quarantines an invalid sidecar.
  func putAside(_ path: String, for fault: SidecarFault, of session: SessionID) throws {
    let problems = fault.problems.joined(separator: "; ")
    try quarantine(
      path, for: StateFault(FaultText.profileInvalid, [.problems: problems]), of: session)
    reporter.sidecarRefused(session, reference: fault.reference)
  }

  // MARK: - Of another recording

  /// Moves a claimed sidecar back into the inbox, where it waits for its recording. If its name is
  /// in use there, it is quarantined.
  /// - Parameter path: Its path relative to the inbox.
  func giveBack(_ claimed: String, to path: String, of session: SessionID) throws {
    try ledger.retract(path, of: session)
    let target = layout.root + "/" + path
    do {
      try files.rename(claimed, to: target, .keepingExisting)
    } catch {
      guard try files.facts(of: claimed) != nil else { return }
      // With `AudioPolicy.keep`, the source is still in the inbox.
      let limit = WatchSettings.mostSidecarBytes
      let isCopy = try? files.read(target, atMost: limit) == files.read(claimed, atMost: limit)
      guard isCopy ?? false else {
        return try orphan(claimed, .sidecar, because: .notPutBack)
      }
      try files.removeIfThere(claimed)
    }
  }

  /// Quarantines a sidecar or checksum that matches no recording.
  func orphan(_ path: String, _ kind: Orphan.Kind, because reason: Orphan.Reason) throws {
    try quarantine(path, for: Orphan.fault(kind, reason), of: nil)
    reporter.orphan(kind)
  }
}

extension SessionHeader {
  /// Applies a sidecar.
  mutating func take(_ sidecar: Sidecar, of store: any SessionStore) {
    take(sidecar.profile, of: store)
    recordedAt = sidecar.notes.recordedAt?.text
    reference = sidecar.reference
    context = sidecar.context
    consent = sidecar.agreed?.json ?? sidecar.consent
  }

  /// Applies an invalid sidecar: there is a person, who is unknown.
  mutating func take(_ fault: SidecarFault) {
    takeUnknownPerson()
    reference = fault.reference ?? reference
  }
}
