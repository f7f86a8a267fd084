// The first analysis of a recording: who else has analysed it already, whether it can be measured
// at all, and the numbers that somebody waits for. One durable change, so that they are there soon.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

extension JobContext {
  /// How long a copy waits before it asks again what became of the first.
  private static let copyWait: Duration = .milliseconds(250)

  /// Analyses a recording by the tier that comes first, and stores what that gives.
  func first(_ tier: Tier, of job: Job) throws(StepFault) -> StepOutcome {
    let bytes = try read(job)
    var header = header(of: job, bytes)
    if let fault = try checksumFault(of: job, header) {
      return try refuse(job, for: fault, header: header, documents: [:])
    }
    let sidecar = try sidecar(of: job)
    sidecar.map { header.take($0, of: store) }
    let identity = identity(header, sidecar)
    if let outcome = try copyOutcome(of: job, identity, header) { return outcome }
    let document = document(of: job, bytes, tier)
    header.recording.durationSeconds = document.recording.duration?.value
    if let refusal = document.refusal {
      return try refuse(
        job, for: StateFault(refusal), header: header, documents: [tier.document: document])
    }
    header.identity = identity
    guard tier == .quick else { return try comprehensive(of: job, header) }
    try storeQuick(document, header, sidecar, of: job)
    return try lostRace(job, identity) ?? .event(.stored(.quick))
  }

  private func storeQuick(
    _ document: ResultsDocument, _ header: SessionHeader, _ sidecar: Sidecar?, of job: Job
  ) throws(StepFault) {
    var documents = [SessionDocument.quick: document.json.fileBytes]
    documents[.answers] = sidecar?.answers.fileBytes
    let phase: JobPhase = settings.tiers == .both ? .comprehensiveAnalysing : .quickComplete
    try commit(
      SessionChange(
        "quick_analysed", header: header, state: StateRecord(.quickDone, phase: phase),
        documents: documents), to: job)
    reporter.analysed(job, document)
  }

  // MARK: - Copies

  /// What makes a recording a duplicate of another one.
  func identity(_ header: SessionHeader, _ sidecar: Sidecar?) -> RecordingIdentity {
    store.identity(
      IdentityFacts(
        audioSHA256: header.recording.sha256, userID: sidecar?.profile?.userID,
        settingsSHA256: settingsSHA256, version: SoftwareVersion.current))
  }

  /// The outcome for a copy of a recording that is here, or on its way; nil for a new one.
  private func copyOutcome(
    of job: Job, _ identity: RecordingIdentity, _ header: SessionHeader
  ) throws(StepFault) -> StepOutcome? {
    let now = environment.elapsed()
    guard reservations.reserve(identity, for: job.session) else {
      return .park(until: now + Self.copyWait)
    }
    job.memory.withLock { $0.identity = identity }
    guard let first = try another(with: identity, than: job) else { return nil }
    // Whose recording it is may still be told, and then it is no copy.
    if case .awaited(let until) = job.memory.withLock({ $0.sidecar }), until > now {
      return .park(until: until)
    }
    return try duplicate(job, of: first, header)
  }

  /// Another program may have stored the same recording meanwhile; the earlier one counts.
  private func lostRace(
    _ job: Job, _ identity: RecordingIdentity
  ) throws(StepFault) -> StepOutcome? {
    guard let first = try another(with: identity, than: job) else { return nil }
    return try duplicate(job, of: first, nil)
  }

  func another(
    with identity: RecordingIdentity, than job: Job
  ) throws(StepFault) -> SessionID? {
    let first = try stored { () throws(StoreError) in try store.first(with: identity)?.id }
    return first == job.session ? nil : first
  }

  func duplicate(
    _ job: Job, of first: SessionID, _ header: SessionHeader?
  ) throws(StepFault) -> StepOutcome {
    try commit(
      SessionChange(
        "duplicate", header: header,
        state: StateRecord(.duplicate, duplicateOf: first, phase: .complete)), to: job)
    job.memory.withLock { $0.duplicateOf = first }
    reporter.duplicate(job)
    return .event(.duplicate)
  }

  // MARK: - Refusals

  func refuse(
    _ job: Job, for fault: StateFault, header: SessionHeader,
    documents: [SessionDocument: ResultsDocument]
  ) throws(StepFault) -> StepOutcome {
    try commit(
      SessionChange(
        "refused", header: header, state: StateRecord(.refused, fault: fault, phase: .error),
        documents: documents.mapValues(\.json.fileBytes)), to: job)
    job.memory.withLock { $0.fault = fault }
    reporter.refused(job, fault, header.user)
    return .event(.refused)
  }

  /// Why the bytes are not those that the fingerprint beside them is of; nil when they are, or when
  /// there is none.
  private func checksumFault(
    of job: Job, _ header: SessionHeader
  ) throws(StepFault) -> StateFault? {
    guard let given = try ChecksumFile.digest(at: job.checksum, files) else { return nil }
    guard given != header.recording.sha256 else { return nil }
    return StateFault(
      "checksum_mismatch", message: "the bytes are not those that the .sha256 file is of",
      advice: "copy the recording again from where it was made, with its .sha256 file")
  }
}
