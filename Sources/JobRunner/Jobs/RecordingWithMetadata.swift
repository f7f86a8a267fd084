// Metadata of a claimed recording. The fact that there is a person is stored before an invalid sidecar is quarantined.
// Otherwise the recording would be a guest's.

internal import BaselineService
package import RecordStore
internal import Synchronization
package import VoicePipeline
internal import VoiceTypes

enum SidecarReadResult {
  case nothing
  case usable(Sidecar)
  case faulty(SidecarFault)
  /// It contains the SHA-256 of another recording.
  case ofAnother
}

struct RecordingWithMetadata {
  var header: SessionHeader
  let sidecar: Sidecar?

  /// The recording task; a sustained vowel without a sidecar.
  var task: RecordingTask { sidecar?.notes.effectiveTask ?? .sustainedVowel }

  /// The documents of the metadata except the header.
  var documents: [SessionDocument: [UInt8]] {
    guard header.storage == nil else { return [:] }
    return sidecar.map { [.answers: $0.answers.fileBytes] } ?? [:]
  }
}

extension JobContext {
  /// Adds the sidecar of a recording to its header.
  func metadata(of job: Job, _ header: SessionHeader) throws -> RecordingWithMetadata {
    var metadata = try readMetadata(of: job, header)
    try judgeStorage(&metadata.header, metadata.sidecar)
    job.memory.withLock { $0.reference = metadata.header.reference }
    return metadata
  }

  private func readMetadata(of job: Job, _ header: SessionHeader) throws -> RecordingWithMetadata {
    var header = header
    switch try readSidecar(at: job.sidecar, of: header.recording.sha256) {
    case .usable(let sidecar):
      header.apply(sidecar, of: store)
      warn(of: sidecar, job)
      return RecordingWithMetadata(header: header, sidecar: sidecar)
    case .nothing: try applyFormer(job, &header)
    case .ofAnother:
      // A sidecar of this recording may still arrive, and is matched by its SHA-256.
      settleSidecar(of: job)
      let path = InboxNames.sidecar(of: job.path)
      job.memory.withLock { $0.files.removeAll { $0.path.hasSameBytes(as: path) } }
      try returnToInbox(job.sidecar, to: path, of: job.session)
    case .faulty(let fault):
      header.apply(fault)
      try commit(SessionChange("person_unknown", header: header), to: job)
      try quarantineSidecar(job.sidecar, for: fault, of: job.session)
    }
    return RecordingWithMetadata(header: header, sidecar: nil)
  }

  /// Ends the wait for a sidecar. A later one amends the session.
  func settleSidecar(of job: Job) { job.memory.withLock { $0.sidecarDeadline = nil } }

  /// The metadata of a recording that ends now.
  func finalMetadata(of job: Job, _ metadata: RecordingWithMetadata) throws -> RecordingWithMetadata
  {
    settleSidecar(of: job)
    return metadata.sidecar == nil ? try self.metadata(of: job, metadata.header) : metadata
  }

  /// Logs unknown keys, once per recording.
  private func warn(of sidecar: Sidecar, _ job: Job) {
    let count = sidecar.unknownKeys.count
    let isNew = job.memory.withLock { memory in
      defer { memory.isWarnedOf = true }
      return !memory.isWarnedOf
    }
    if isNew, count > 0 { reporter.foundUnknownKeys(job.session, count) }
  }

  /// Reads the sidecar at a path for a recording with this SHA-256.
  func readSidecar(at path: String, of sha256: String?) throws -> SidecarReadResult {
    let bytes: [UInt8]
    do {
      bytes = try files.read(path, atMost: WatchSettings.mostSidecarBytes)
    } catch {
      if error.isMissing { return .nothing }
      if error.isTooLarge { return .faulty(.tooLarge) }
      throw error
    }
    do {
      let sidecar = try Sidecar(parsing: bytes).with(settings.reportHeader)
      return Self.fits(sidecar.sha256, sha256) ? .usable(sidecar) : .ofAnother
    } catch {
      return Self.fits(error.sha256, sha256) ? .faulty(error) : .ofAnother
    }
  }

  /// Whether two SHA-256 are equal, or one of them is unknown.
  private static func fits(_ given: String?, _ found: String?) -> Bool {
    guard let given, let found else { return true }
    return given == found
  }

  /// A sidecar in quarantine still shows that there is a person.
  private func applyFormer(_ job: Job, _ header: inout SessionHeader) throws {
    guard let former = try session(of: job).header(), former.person == .unknown else { return }
    header.setUnknownPerson()
    header.reference = former.reference
  }

  func quarantineSidecar(_ path: String, for fault: SidecarFault, of session: SessionID) throws {
    let problems = fault.problems.joined(separator: "; ")
    try quarantine(
      path, for: StateFault(FaultText.profileInvalid, [.problems: problems]), of: session)
    reporter.sidecarRefused(session, reference: fault.reference)
  }

  /// Moves a claimed sidecar back into the inbox, where it waits for its recording. If its name is
  /// in use there, it is quarantined.
  /// - Parameter path: Its path relative to the inbox.
  func returnToInbox(_ claimed: String, to path: String, of session: SessionID) throws {
    try ledger?.retract(path, of: session)
    let target = layout.root + "/" + path
    do {
      try files.rename(claimed, to: target, .keepingExisting)
    } catch {
      guard try files.facts(of: claimed) != nil else { return }
      // With `AudioPolicy.keep`, the source is still in the inbox.
      let limit = WatchSettings.mostSidecarBytes
      let isCopy = try? files.read(target, atMost: limit) == files.read(claimed, atMost: limit)
      guard isCopy ?? false else {
        return try orphan(claimed, because: .notPutBack)
      }
      try files.removeIfThere(claimed)
    }
  }

  /// Quarantines a sidecar or checksum that matches no recording.
  func orphan(_ path: String, because reason: OrphanText) throws {
    try quarantine(path, for: StateFault(reason), of: nil)
    reporter.orphan(reason)
  }
}

extension SessionHeader {
  mutating func apply(_ sidecar: Sidecar, of store: RecordStore) {
    setPerson(sidecar.profile, of: store)
    recordedAt = sidecar.notes.recordedAt?.text
    reference = sidecar.reference
    context = sidecar.context
    consent = sidecar.agreed?.json ?? sidecar.consent
  }

  /// Applies an invalid sidecar: there is a person, who is unknown.
  mutating func apply(_ fault: SidecarFault) {
    setUnknownPerson()
    reference = fault.reference ?? reference
  }
}

extension NewSession {
  /// - Parameters:
  ///   - name: The file name, which ends in `.wav`.
  ///   - sidecar: The bytes of `NAME.json`. Nil for none.
  package init(
    _ recording: [UInt8], named name: String, sidecar bytes: [UInt8]?, _ tiers: WantedTiers,
    for store: RecordStore, environment: RunEnvironment
  ) throws(SidecarFault) {
    let sidecar = try bytes.map { bytes throws(SidecarFault) in try Sidecar(parsing: bytes) }
    let sha256 = Fingerprint.sha256(of: recording)
    if let given = sidecar?.sha256, given != sha256 {
      throw SidecarFault(problems: ["sha256: the file belongs to another recording"])
    }
    let pipeline = JobPipelines.pipeline(
      tiers == .quick ? .quick : .comprehensive, environment: environment)
    var header = SessionHeader(
      recording: StoredRecording(
        name: name, sha256: sha256, sizeBytes: recording.count, durationSeconds: nil),
      settingsSHA256: pipeline.settingsSHA256, version: SoftwareVersion.current)
    if let sidecar { header.apply(sidecar, of: store) }
    header.identity = store.identity(
      IdentityFacts(
        audioSHA256: sha256, userID: sidecar?.profile?.userID,
        settingsSHA256: pipeline.settingsSHA256, version: SoftwareVersion.current))
    var job = NewJob(
      recording: recording, sidecar: bytes, tiers: tiers.rawValue, engine: JobEngine.current)
    if tiers == .comprehensive { job.stage = .comprehensive }
    self.init(header: header, state: StateRecord(.claimed, phase: .idle), job: job)
  }
}

extension JobEngine {
  /// The number of this version.
  package static var current: Int64 { number(of: SoftwareVersion.current) }
}
