// The first analysis of a recording: who else has analysed it already, whether it can be measured
// at all, and the numbers that somebody waits for. One durable change, so that they are there soon.

internal import BaselineService
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

extension JobContext {
  /// How long a copy waits before it asks again what became of the first.
  private static let copyWait: Duration = .milliseconds(250)

  /// Analyses a recording by the tier that comes first, and stores what that gives.
  func first(_ tier: Tier, of job: Job) throws -> StepOutcome {
    switch try contents(of: job, tier) {
    case .refused(let document, let header): return try refuse(job, document, header, tier)
    case .bytes(let bytes): return try first(tier, of: job, bytes)
    }
  }

  private func first(_ tier: Tier, of job: Job, _ bytes: [UInt8]) throws -> StepOutcome {
    var told = try told(of: job, header(of: job, HashedSound(bytes)))
    guard try allows(.analysis, told.sidecar) else {
      return try refuse(job, for: Self.withheld(.analysis), told, [:])
    }
    if let fault = try checksumFault(of: job, told.header) {
      return try refuse(job, for: fault, told, [:])
    }
    let identity = identity(told)
    if let outcome = try copyOutcome(of: job, identity, told) { return outcome }
    let isReading = told.sidecar?.notes.isReading ?? false
    let found = pipelines.pipeline(for: tier).document(
      document(of: job, bytes, sha256: told.header.recording.sha256, tier),
      recordedAs: told.sidecar?.capture)
    let document = isReading && tier == .quick ? found.ofReading : found
    told.header.recording.durationSeconds = document.recording.duration?.value
    if let refusal = document.refusal {
      return try refuse(job, for: StateFault(refusal), told, [tier.document: document])
    }
    told.header.identity = identity
    guard tier == .quick else { return try comprehensive(of: job, told.header) }
    try storeQuick(document, told, of: job)
    return try lostRace(job, identity, told) ?? .event(.stored(.quick))
  }

  private func storeQuick(_ document: ResultsDocument, _ told: ToldRecording, of job: Job) throws {
    var documents = told.documents
    documents[.quick] = document.json.fileBytes
    let phase: JobPhase = settings.tiers == .both ? .comprehensiveAnalysing : .quickComplete
    var change = SessionChange(
      "quick_analysed", header: told.header, state: StateRecord(.quickDone, phase: phase),
      documents: documents)
    change.verdict = document.quality.verdict
    try commit(change, to: job)
    reporter.analysed(
      job, document,
      settings.tiers == .both ? EventFacts(job.session, of: told.header, document) : nil)
  }

  // MARK: - Copies

  /// What makes a recording a duplicate of another one.
  func identity(_ told: ToldRecording) -> RecordingIdentity {
    var facts = IdentityFacts(
      audioSHA256: told.header.recording.sha256, userID: told.sidecar?.profile?.userID,
      settingsSHA256: settingsSHA256, version: SoftwareVersion.current)
    facts.isSomebodys = told.header.person == .unknown
    return store.identity(facts)
  }

  /// The outcome for a copy of a recording that is here, or on its way; nil for a new one.
  private func copyOutcome(
    of job: Job, _ identity: RecordingIdentity, _ told: ToldRecording
  ) throws -> StepOutcome? {
    let now = environment.elapsed()
    guard reservations.reserve(identity, for: job.session) else {
      return .park(until: now + Self.copyWait)
    }
    job.memory.withLock { $0.identity = identity }
    guard let first = try another(with: identity, than: job) else { return nil }
    // Whose recording it is may still be told, and then it is no copy.
    if let until = job.memory.withLock({ $0.sidecarDeadline }), until > now {
      return .park(until: until)
    }
    return try duplicate(job, of: first, told)
  }

  /// Another program may have stored the same recording meanwhile; the earlier one counts.
  private func lostRace(
    _ job: Job, _ identity: RecordingIdentity, _ told: ToldRecording
  ) throws -> StepOutcome? {
    guard let first = try another(with: identity, than: job) else { return nil }
    return try duplicate(job, of: first, told)
  }

  func another(with identity: RecordingIdentity, than job: Job) throws -> SessionID? {
    let first = try store.first(with: identity)
    return first == job.session ? nil : first
  }

  func duplicate(_ job: Job, of first: SessionID, _ told: ToldRecording) throws -> StepOutcome {
    let person = told.header.user
    let told = try lastTold(of: job, told)
    // A recording of another person is no duplicate: the step starts again.
    guard told.header.user == person else { return .park(until: environment.elapsed()) }
    try commit(
      SessionChange(
        "duplicate", header: told.header,
        state: StateRecord(.duplicate, duplicateOf: first, phase: .complete),
        documents: told.documents), to: job)
    job.memory.withLock { $0.duplicateOf = first }
    reporter.duplicate(job)
    return .event(.duplicate)
  }

  // MARK: - Refusals

  /// Refuses a recording that need not be read for that.
  private func refuse(
    _ job: Job, _ document: ResultsDocument, _ header: SessionHeader, _ tier: Tier
  ) throws -> StepOutcome {
    guard let refusal = document.refusal else {
      preconditionFailure("a refused recording has a fault")
    }
    return try refuse(
      job, for: StateFault(refusal), told(of: job, header), [tier.document: document])
  }

  func refuse(
    _ job: Job, for fault: StateFault, _ told: ToldRecording,
    _ documents: [SessionDocument: ResultsDocument]
  ) throws -> StepOutcome {
    let told = try lastTold(of: job, told)
    let all = told.documents.merging(documents.mapValues(\.json.fileBytes)) { _, new in new
    }
    try commit(
      SessionChange(
        "refused", header: told.header,
        state: StateRecord(.refused, fault: fault, phase: .error), documents: all), to: job)
    job.memory.withLock { memory in
      memory.fault = fault
      memory.shown = documents[.computed] ?? documents[.quick]
    }
    reporter.refused(job, fault, told.header)
    return .event(.refused)
  }

  /// Why the bytes are not those that the fingerprint beside them is of; nil when they are, or when
  /// there is none.
  private func checksumFault(of job: Job, _ header: SessionHeader) throws -> StateFault? {
    switch try ChecksumFile.read(at: job.checksum, for: job.name, files) {
    case .none: return nil
    case .digest(let given): return given == header.recording.sha256 ? nil : ChecksumFile.mismatch
    case .unusable(let found): return ChecksumFile.unusable(found)
    }
  }
}
