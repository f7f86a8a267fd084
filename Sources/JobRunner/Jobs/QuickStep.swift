// The first step of a recording: the read, the check for duplicates and refusals, and the quick
// analysis, in one durable change.

internal import BaselineService
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

extension JobContext {
  /// The interval at which a duplicate checks for the result of the first recording.
  private static let copyWait: Duration = .milliseconds(250)

  /// Reads a recording, analyses it by the first tier and commits the result.
  func first(_ tier: Tier, of job: Job) throws -> StepOutcome {
    switch try contents(of: job, tier) {
    case .refused(let refusal, let document, let header):
      return try refuse(
        job, for: StateFault(refusal), metadata(of: job, header), [tier.document: document])
    case .sound(let sound): return try first(tier, of: job, sound)
    }
  }

  private func first(_ tier: Tier, of job: Job, _ sound: HashedAudio) throws -> StepOutcome {
    var metadata = try metadata(of: job, header(of: job, sound))
    guard try allows(.analysis, metadata.sidecar) else {
      return try refuse(job, for: Self.withheld(.analysis), metadata, [:])
    }
    if let fault = try checksumFault(of: job, metadata.header) {
      return try refuse(job, for: fault, metadata, [:])
    }
    let identity = identity(metadata)
    if let outcome = try copyOutcome(of: job, identity, metadata) { return outcome }
    let task = metadata.task
    let document = pipelines.pipeline(for: tier, task).document(
      document(of: job, sound, tier, task), recordedAs: metadata.sidecar?.capture)
    metadata.header.recording.durationSeconds = document.recording.duration?.value
    if let refusal = document.refusal {
      return try refuse(job, for: StateFault(refusal), metadata, [tier.document: document])
    }
    metadata.header.identity = identity
    guard tier == .quick else { return try comprehensive(of: job, metadata.header) }
    try storeQuick(document, metadata, of: job)
    // Another program may have stored the same recording meanwhile; the earlier session counts.
    if let first = try another(with: identity, than: job) {
      return try duplicate(job, of: first, metadata)
    }
    return .event(.stored(.quick))
  }

  private func storeQuick(
    _ document: ResultsDocument, _ metadata: RecordingWithMetadata, of job: Job
  ) throws {
    var documents = metadata.documents
    documents[.quick] = document.json.fileBytes
    let phase: JobPhase = settings.tiers == .both ? .comprehensiveAnalysing : .quickComplete
    let change = SessionChange(
      "quick_analysed", header: metadata.header, state: StateRecord(.quickDone, phase: phase),
      documents: documents)
    try commit(change, to: job)
    job.memory.withLock { $0.shown = document }
    // Without a comprehensive document the same event is the result.
    reporter.stored(document, of: job, metadata.header, settings.tiers == .both ? .quickReady : nil)
  }

  /// The identity, which duplicates share.
  func identity(_ metadata: RecordingWithMetadata) -> RecordingIdentity {
    var facts = IdentityFacts(
      audioSHA256: metadata.header.recording.sha256, userID: metadata.sidecar?.profile?.userID,
      settingsSHA256: settingsSHA256, version: SoftwareVersion.current)
    facts.isSomebodys = metadata.header.person == .unknown
    return store.identity(facts)
  }

  /// The outcome of a duplicate of a stored recording or of one in progress; nil for a new one.
  private func copyOutcome(
    of job: Job, _ identity: RecordingIdentity, _ metadata: RecordingWithMetadata
  ) throws -> StepOutcome? {
    let now = environment.elapsed()
    guard reservations.reserve(identity, for: job.session) else {
      return .deferred(until: now + Self.copyWait)
    }
    job.memory.withLock { $0.identity = identity }
    guard let first = try another(with: identity, than: job) else { return nil }
    // A sidecar may still name another person, and then it is no duplicate.
    if let until = job.memory.withLock({ $0.sidecarDeadline }), until > now {
      return .deferred(until: until)
    }
    return try duplicate(job, of: first, metadata)
  }

  func another(with identity: RecordingIdentity, than job: Job) throws -> SessionID? {
    let first = try store.first(with: identity)
    return first == job.session ? nil : first
  }

  func duplicate(_ job: Job, of first: SessionID, _ metadata: RecordingWithMetadata) throws
    -> StepOutcome
  {
    let person = metadata.header.user
    let metadata = try finalMetadata(of: job, metadata)
    // A recording of another person is no duplicate: the step starts again.
    guard metadata.header.user == person else { return .deferred(until: environment.elapsed()) }
    try commit(
      SessionChange(
        "duplicate", header: metadata.header,
        state: StateRecord(.duplicate, duplicateOf: first, phase: .complete),
        documents: metadata.documents), to: job)
    job.memory.withLock { $0.duplicateOf = first }
    reporter.publish(.duplicate, of: job.session)
    return .event(.duplicate)
  }

  func refuse(
    _ job: Job, for fault: StateFault, _ metadata: RecordingWithMetadata,
    _ documents: [SessionDocument: ResultsDocument]
  ) throws -> StepOutcome {
    let metadata = try finalMetadata(of: job, metadata)
    let all = metadata.documents.merging(documents.mapValues(\.json.fileBytes)) { _, new in new }
    try commit(
      SessionChange(
        "refused", header: metadata.header,
        state: StateRecord(.refused, fault: fault, phase: .error), documents: all), to: job)
    job.memory.withLock { memory in
      memory.fault = fault
      memory.shown = documents[.computed] ?? documents[.quick]
    }
    reporter.refused(job, fault, metadata.header)
    return .event(.refused)
  }

  /// The fault of a recording that does not match its checksum file; nil if it does, or without one.
  private func checksumFault(of job: Job, _ header: SessionHeader) throws -> StateFault? {
    switch try ChecksumFile.read(at: job.checksum, for: job.name, files) {
    case .none: return nil
    case .digest(let given): return given == header.recording.sha256 ? nil : ChecksumFile.mismatch
    case .unusable(let found): return ChecksumFile.unusable(found)
    }
  }
}

/// The result of reading a recording.
enum RecordingContents {
  case sound(HashedAudio)
  /// It is refused by its size or header.
  case refused(Refusal, ResultsDocument, SessionHeader)
}

extension JobContext {
  /// Reads a claimed recording, unless its size or header refuses it.
  func contents(of job: Job, _ tier: Tier) throws -> RecordingContents {
    if let sound = job.memory.withLock({ $0.sound?.sound }) { return .sound(sound) }
    return try countingAttempt(job) {
      if let refused = try unreadRefusal(of: job, tier) { return refused }
      return .sound(try read(job))
    }
  }

  /// The refusal of a recording by its size or header; nil if it is to be analysed.
  private func unreadRefusal(of job: Job, _ tier: Tier) throws -> RecordingContents? {
    let pipeline = tier == .quick ? pipelines.quick : pipelines.comprehensive
    let limit = WatchSettings.mostRecordingBytes
    let (size, beginning) = try beginning(of: job)
    var file = UnreadFile(name: job.name, sizeBytes: size)
    guard size > limit || pipeline.refusal(of: file, beginning: beginning) != nil else {
      return nil
    }
    file.sha256 = try sha256(of: job)
    let document =
      size > limit
      ? pipeline.refusal(of: file, above: limit) : pipeline.refusal(of: file, beginning: beginning)
    guard let document, let refusal = document.refusal else { return nil }
    return .refused(
      refusal, document,
      header(
        of: StoredRecording(
          name: file.name, sha256: file.sha256, sizeBytes: file.sizeBytes,
          durationSeconds: document.recording.duration?.value)))
  }

  /// The size of a recording, and the bytes of its header.
  private func beginning(of job: Job) throws -> (size: Int, bytes: [UInt8]) {
    // Reading a missing file throws.
    let size = try files.facts(of: job.source)?.size ?? 0
    let count = min(size, FileBeginning.bytesWanted)
    return (size, try files.read(job.source, from: 0, count: count))
  }

  /// SHA-256 of a claimed recording, read by blocks; nil above the size limit of hashing.
  func sha256(of job: Job) throws -> String? {
    try files.sha256(of: job.source, atMost: Self.mostBytesHashed)
  }

  /// More than any recording that is analysed [E].
  private static let mostBytesHashed = 1 << 32

  /// The header of a recording that ends before it was analysed, as far as it can be read.
  func headerUnread(of job: Job) -> SessionHeader {
    let facts = (try? files.facts(of: job.source)) ?? nil
    return header(
      of: StoredRecording(
        name: job.name, sha256: (try? sha256(of: job)) ?? nil, sizeBytes: facts?.size ?? 0,
        durationSeconds: nil))
  }
}
