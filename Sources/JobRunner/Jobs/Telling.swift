// Taking in what is told of a claimed recording. What it says of whose the recording is has to be
// durable before a sidecar that cannot be used is put aside: without it the recording would be a
// guest's.

internal import BaselineService
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// What lies beside a recording.
enum ToldFile {
  case nothing
  case usable(Sidecar)
  case faulty(SidecarFault)
  /// Its SHA-256 is that of another recording.
  case ofAnother
}

/// A recording with what was told of it.
struct ToldRecording {
  var header: SessionHeader
  let sidecar: Sidecar?

  /// What the session keeps of it besides the header.
  var documents: [SessionDocument: [UInt8]] {
    guard header.storage == nil else { return [:] }
    return sidecar.map { [.answers: $0.answers.fileBytes] } ?? [:]
  }
}

extension JobContext {
  /// Takes what lies beside a recording into its header.
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
      // One that is its own may still come, and finds it by its bytes.
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

  /// Says once of a recording that something told of it has no effect.
  private func warn(of sidecar: Sidecar, _ job: Job) {
    let count = sidecar.unknownKeys.count
    let isNew = job.memory.withLock { memory in
      defer { memory.isWarnedOf = true }
      return !memory.isWarnedOf
    }
    if isNew, count > 0 { reporter.keptUnknownKeys(job.session, count) }
  }

  /// The file at a path, for a recording of these bytes.
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

  /// Whether a sidecar may be of a recording; nothing speaks against it where a hash is not known.
  private static func fits(_ told: String?, _ found: String?) -> Bool {
    guard let told, let found else { return true }
    return told == found
  }

  /// A sidecar that was put aside before a start still says that there is somebody.
  private func takeFormer(_ job: Job, _ header: inout SessionHeader) throws {
    guard let former = try session(of: job).header(), former.person == .unknown else { return }
    header.takeUnknownPerson()
    header.reference = former.reference
  }

  /// Puts a sidecar aside with what is wrong with it.
  func putAside(_ path: String, for fault: SidecarFault, of session: SessionID) throws {
    _ = try store.keepFailed(
      FailedFile(
        source: path, name: InboxLayout.name(of: path),
        fault: StateFault(
          FaultText.profileInvalid, [.problems: fault.problems.joined(separator: "; ")]),
        session: session, isCompanion: true))
    reporter.sidecarRefused(session, reference: fault.reference)
  }

  // MARK: - Of another recording

  /// Brings a claimed sidecar back to the inbox, where it waits for its own recording. Where another
  /// one has taken its name it is an orphan.
  /// - Parameter path: Its path from the inbox.
  func giveBack(_ claimed: String, to path: String, of session: SessionID) throws {
    try ledger.retract(path, of: session)
    let target = layout.root + "/" + path
    do {
      try files.rename(claimed, to: target, .keepingExisting)
    } catch {
      guard try files.facts(of: claimed) != nil else { return }
      // A source that stays in the inbox is still there.
      let limit = WatchSettings.mostSidecarBytes
      let isCopy = try? files.read(target, atMost: limit) == files.read(claimed, atMost: limit)
      guard isCopy ?? false else {
        return try orphan(claimed, .sidecar, because: .notPutBack)
      }
      try files.removeIfThere(claimed)
    }
  }

  /// Puts aside what belongs to no recording that is known.
  func orphan(_ path: String, _ kind: Orphan.Kind, because reason: Orphan.Reason) throws {
    _ = try store.keepFailed(
      FailedFile(
        source: path, name: InboxLayout.name(of: path), fault: Orphan.fault(kind, reason),
        session: nil, isCompanion: true))
    reporter.orphan(kind)
  }
}

extension SessionHeader {
  /// Takes in whose recording it is and how it was made.
  mutating func take(_ sidecar: Sidecar, of store: any SessionStore) {
    take(sidecar.profile, of: store)
    recordedAt = sidecar.notes.recordedAt?.text
    reference = sidecar.reference
    context = sidecar.context
    consent = sidecar.agreed?.json ?? sidecar.consent
  }

  /// Takes in that somebody was named in a way that cannot be used.
  mutating func take(_ fault: SidecarFault) {
    takeUnknownPerson()
    reference = fault.reference ?? reference
  }
}
