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
      document(of: job, sound, tier, task), recordedAs: metadata.sidecar?.capture
    ).calibrated(by: metadata.sidecar?.notes.calibration)
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

// The comprehensive analysis of a recording, and its assessment for the person.

extension JobContext {
  /// Analyses a recording in full and commits the results once the wait for a sidecar has ended.
  func comprehensive(of job: Job) throws -> StepOutcome {
    let known = try session(of: job).header()
    let isAnalysed = job.memory.withLock { $0.document } != nil
    if isAnalysed, let known { return try comprehensive(of: job, known) }
    let sound = try sound(of: job)
    let header = header(of: job, sound)
    // Both documents of a session are of the same bytes.
    if let known, known.recording.sha256 != header.recording.sha256 { return try restart(job) }
    var task = RecordingTask.sustainedVowel
    if case .usable(let sidecar) = try readSidecar(
      at: job.sidecar, of: header.recording.sha256)
    {
      task = sidecar.notes.effectiveTask
    }
    _ = document(of: job, sound, .comprehensive, task)
    return try comprehensive(of: job, known ?? header, sound)
  }

  /// Commits the results of the comprehensive analysis. `analysed` are the analysed bytes if they
  /// are still in memory.
  func comprehensive(
    of job: Job, _ known: SessionHeader, _ analysed: HashedAudio? = nil
  ) throws -> StepOutcome {
    if let until = job.memory.withLock({ $0.sidecarDeadline }), until > environment.elapsed() {
      return .deferred(until: until)
    }
    settleSidecar(of: job)
    guard let document = job.memory.withLock({ $0.document }) else {
      preconditionFailure("the analysis must precede the storage of results")
    }
    var metadata = try metadata(of: job, known)
    let identity = identity(metadata)
    metadata.header.identity = identity
    // The person is known only now, and may already have the same recording.
    if identity != known.identity, let first = try another(with: identity, than: job) {
      return try duplicate(job, of: first, metadata)
    }
    if let refusal = document.refusal {
      return try refuse(job, for: StateFault(refusal), metadata, [.computed: document])
    }
    guard metadata.header.storage == nil else {
      return try refuse(job, for: Self.withheld(.storage), metadata, [:])
    }
    let again = { (pipeline: VoicePipeline) throws -> ResultsDocument? in
      let sound = try sound(of: job)
      guard metadata.header.recording.sha256 == sound.sha256 else { return nil }
      return analyse(job, for: .comprehensive) {
        $0.document(of: sound.bytes, name: job.name, by: pipeline)
      }
    }
    let results = try assessed(document, metadata.sidecar, again: again)
    let computed = results.json
    var change = SessionChange(
      "analysed", header: metadata.header, state: StateRecord(.comprehensiveDone, phase: .complete))
    change.documents[.quick] = try quick(
      of: session(of: job).read(.quick), metadata.task, again: again)
    change.documents[.computed] = computed.fileBytes
    change.documents[.answers] = metadata.sidecar?.answers.fileBytes
    let isFiled = try file(job, analysed, computed, with: &change)
    try commit(change, to: job)
    job.memory.withLock { memory in
      memory.document = nil
      memory.filedAs = isFiled ? analysed?.stamp : nil
      memory.shown = results
    }
    reporter.stored(
      results, of: job, metadata.header,
      results.quality.verdict == .fail ? .rerecordRequested : nil)
    return .event(.stored(.comprehensive))
  }

  /// A stored quick document that was measured for another task, for `task`; nil for any other.
  func quick(
    of stored: [UInt8]?, _ task: RecordingTask,
    again: (VoicePipeline) throws -> ResultsDocument?
  ) throws -> [UInt8]? {
    guard let stored, let json = try? JSONValue.parse(stored),
      let found = try? ResultsDocument(json: json), found.task != task
    else { return nil }
    return try document(found, for: task, again: again).json.fileBytes
  }

  /// The document for `task`, measured again if it is of another task. Without audio, `again`
  /// returns nil, and only the values that are valid for both tasks stay.
  private func document(
    _ found: ResultsDocument, for task: RecordingTask,
    again: (VoicePipeline) throws -> ResultsDocument?
  ) throws -> ResultsDocument {
    guard found.task != task else { return found }
    if let measured = try again(pipelines.pipeline(for: found.tier, task)) { return measured }
    return task == .sustainedVowel ? found : found.of(task)
  }

  /// The document of a tier. The comprehensive one stays in memory until the wait for a sidecar
  /// ends.
  func document(
    of job: Job, _ sound: HashedAudio, _ tier: Tier, _ task: RecordingTask
  ) -> ResultsDocument {
    if tier == .comprehensive, let document = job.memory.withLock({ $0.document }) {
      return document
    }
    reporter.publish(job, .analysing(tier))
    let known = job.memory.withLock { $0.firstPass.take() }
    let (document, firstPass) = analyse(job, for: tier) { analyzer in
      var firstPass = known
      let document = analyzer.document(
        of: sound.bytes, name: job.name, sha256: sound.sha256,
        by: pipelines.pipeline(for: tier, task), after: &firstPass)
      return (document, firstPass)
    }
    job.memory.withLock { memory in
      switch tier {
      case .quick: memory.firstPass = firstPass
      case .comprehensive: memory.document = document
      }
    }
    return document
  }

  /// The results for the task and the person of a sidecar. `again` repeats the analysis for
  /// another task, and if the baseline F0 of the person decides an open octave; it returns nil
  /// without audio.
  func assessed(
    _ document: ResultsDocument, _ sidecar: Sidecar?,
    again: (VoicePipeline) throws -> ResultsDocument?
  ) throws -> ResultsDocument {
    let task = sidecar?.notes.effectiveTask ?? .sustainedVowel
    let pipeline = pipelines.pipeline(for: .comprehensive, task)
    var document = pipeline.document(
      try self.document(document, for: task, again: again), recordedAs: sidecar?.capture
    ).calibrated(by: sidecar?.notes.calibration)
    guard let profile = try person(of: sidecar)?.profile else { return document }
    if document.leavesOctaveOpen, let usual = try baselineF0(of: profile),
      let decided = try again(pipeline.knowing(baselineF0: usual)), decided.refusal == nil,
      !decided.leavesOctaveOpen
    {
      document = pipeline.document(decided, recordedAs: sidecar?.capture)
        .calibrated(by: sidecar?.notes.calibration)
    }
    return VoicePipeline.assessed(document, for: profile, by: pipelines.assessor)
  }

  /// The baseline mean of F0; nil without a baseline.
  private func baselineF0(of profile: UserProfile) throws -> Hertz? {
    let user = store.userHash(of: profile.userID)
    return try store.baseline(for: user).flatMap(BaselineVersion.init)?.stored.baseline.baselineF0
  }
}

extension ResultsDocument {
  /// Reads a stored document; nil for a missing or unreadable one.
  init?(stored bytes: [UInt8]?) {
    guard let bytes, let json = try? JSONValue.parse(bytes),
      let document = try? ResultsDocument(json: json)
    else { return nil }
    self = document
  }

  /// Whether the recording alone leaves the octave of F0 open.
  fileprivate var leavesOctaveOpen: Bool {
    findings?.f0Candidates.map { $0.decidedBy == nil } ?? false
  }
}
