// The comprehensive analysis of a recording, and its assessment for the person.

internal import BaselineService
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

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
    _ = document(of: job, sound, .comprehensive)
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
    let results = try assessed(document, metadata.sidecar) { pipeline in
      let sound = try sound(of: job)
      guard metadata.header.recording.sha256 == sound.sha256 else { return document }
      return analyse(job, for: .comprehensive) {
        $0.document(of: sound.bytes, name: job.name, by: pipeline)
      }
    }
    let computed = results.json
    var change = SessionChange(
      "analysed", header: metadata.header, state: StateRecord(.comprehensiveDone, phase: .complete),
      documents: try quickOfReading(metadata, of: job))
    change.documents[.computed] = computed.fileBytes
    change.documents[.answers] = metadata.sidecar?.answers.fileBytes
    change.verdict = results.quality.verdict
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

  /// The quick document of a reading that was analysed as a vowel.
  private func quickOfReading(
    _ metadata: RecordingWithMetadata, of job: Job
  ) throws -> [SessionDocument: [UInt8]] {
    guard metadata.sidecar?.notes.isReading ?? false else { return [:] }
    return try session(of: job).read(.quick).flatMap(Self.ofReading).map { [.quick: $0] } ?? [:]
  }

  /// A stored results document changed to that of a reading; nil if it cannot be parsed.
  static func ofReading(_ document: [UInt8]) -> [UInt8]? {
    ResultsDocument(stored: document)?.ofReading.json.fileBytes
  }

  /// The document of a tier. The comprehensive one stays in memory until the wait for a sidecar
  /// ends.
  func document(of job: Job, _ sound: HashedAudio, _ tier: Tier) -> ResultsDocument {
    if tier == .comprehensive, let document = job.memory.withLock({ $0.document }) {
      return document
    }
    reporter.publish(job, .analysing(tier))
    let known = job.memory.withLock { $0.firstPass.take() }
    let (document, firstPass) = analyse(job, for: tier) { analyzer in
      var firstPass = known
      let document = analyzer.document(
        of: sound.bytes, name: job.name, sha256: sound.sha256, by: pipelines.pipeline(for: tier),
        after: &firstPass)
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

  /// The results for the person of a sidecar. `again` repeats the analysis if the baseline F0 of
  /// the person decides an open octave. A reading is not measured.
  func assessed(
    _ document: ResultsDocument, _ sidecar: Sidecar?,
    again: (VoicePipeline) throws -> ResultsDocument
  ) throws -> ResultsDocument {
    var document = pipelines.comprehensive.document(document, recordedAs: sidecar?.capture)
    if sidecar?.notes.isReading ?? false { return document.ofReading }
    guard let profile = try person(of: sidecar)?.profile else { return document }
    if document.leavesOctaveOpen, let usual = try baselineF0(of: profile) {
      let decided = try again(pipelines.comprehensive.knowing(baselineF0: usual))
      if decided.refusal == nil, !decided.leavesOctaveOpen {
        document = pipelines.comprehensive.document(decided, recordedAs: sidecar?.capture)
      }
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
