// The whole analysis of a recording, and how its numbers stand for the person it is of.

internal import BaselineService
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

extension JobContext {
  /// Analyses a recording in full and stores the results, once it is known whose they are or that
  /// nobody says.
  func comprehensive(of job: Job) throws -> StepOutcome {
    let known = try session(of: job).header()
    let isAnalysed = job.memory.withLock { $0.document } != nil
    if isAnalysed, let known { return try comprehensive(of: job, known) }
    let stamp = try facts(of: job.source).map { FileStamp($0) }
    let sound = HashedSound(try read(job))
    let header = header(of: job, sound)
    // The two documents of a session are of the same bytes.
    if let known, known.recording.sha256 != header.recording.sha256 { return try startAnew(job) }
    _ = document(of: job, sound.bytes, sha256: sound.sha256, .comprehensive)
    return try comprehensive(
      of: job, known ?? header, stamp.map { AnalysedSound(sound: sound, stamp: $0) })
  }

  /// Stores the results of an analysis in full; `analysed` is what it was of, where that is still at hand.
  func comprehensive(
    of job: Job, _ known: SessionHeader, _ analysed: AnalysedSound? = nil
  ) throws -> StepOutcome {
    if let until = job.memory.withLock({ $0.sidecarDeadline }), until > environment.elapsed() {
      return .park(until: until)
    }
    settleSidecar(of: job)
    guard let document = job.memory.withLock({ $0.document }) else {
      preconditionFailure("the analysis must precede the storage of results")
    }
    var told = try told(of: job, known)
    let identity = identity(told)
    told.header.identity = identity
    // It is known only now whose it is, and that person's may be here already.
    if identity != known.identity, let first = try another(with: identity, than: job) {
      return try duplicate(job, of: first, told)
    }
    if let refusal = document.refusal {
      return try refuse(job, for: StateFault(refusal), told, [.computed: document])
    }
    guard told.header.storage == nil else {
      return try refuse(job, for: Self.withheld(.storage), told, [:])
    }
    let results = try assessed(document, told.sidecar) { pipeline in
      let bytes = try read(job)
      guard told.header.recording.sha256 == Fingerprint.sha256(of: bytes) else { return document }
      return again(job, bytes, by: pipeline)
    }
    let computed = results.document.json
    var change = SessionChange(
      "analysed", header: told.header, state: StateRecord(.comprehensiveDone, phase: .complete),
      documents: try quickOfReading(told, of: job))
    change.documents[.computed] = computed.fileBytes
    change.documents[.answers] = results.answers?.answers.fileBytes
    change.verdict = results.document.quality.verdict
    let isFiled = try file(job, analysed, computed, with: &change)
    try commit(change, to: job)
    job.memory.withLock { memory in
      memory.document = nil
      memory.filedAs = isFiled ? analysed?.stamp : nil
    }
    reporter.assessed(job, results, told.header)
    return .event(.stored(.comprehensive))
  }

  /// The quick document of a recording that proved to be a reading after it was measured as a vowel.
  private func quickOfReading(
    _ told: ToldRecording, of job: Job
  ) throws -> [SessionDocument: [UInt8]] {
    guard told.sidecar?.notes.isReading ?? false else { return [:] }
    return try session(of: job).read(.quick).flatMap(Self.ofReading).map { [.quick: $0] } ?? [:]
  }

  /// A stored results document as that of a reading; nil for one that cannot be read.
  static func ofReading(_ document: [UInt8]) -> [UInt8]? {
    guard let json = try? JSONValue.parse(document), let found = try? ResultsDocument(json: json)
    else { return nil }
    return found.ofReading.json.fileBytes
  }

  /// The document of a tier; a comprehensive one is kept until it is known whose it is.
  func document(of job: Job, _ bytes: [UInt8], sha256: String?, _ tier: Tier) -> ResultsDocument {
    if tier == .comprehensive, let document = job.memory.withLock({ $0.document }) {
      return document
    }
    reporter.publish(job, .analysing(tier))
    let known = job.memory.withLock { $0.look.take() }
    // Marked once its turn has come: only what is really analysed is suspected.
    let (document, look) = analysts.lend(for: tier) { analyst in
      whileMarked(job) {
        var look = known
        let document = analyst.document(
          of: bytes, name: job.name, sha256: sha256, by: pipelines.pipeline(for: tier),
          after: &look)
        return (document, look)
      }
    }
    job.memory.withLock { memory in
      switch tier {
      case .quick: memory.look = look
      case .comprehensive: memory.document = document
      }
    }
    return document
  }

  /// The comprehensive document of a recording that is measured once more.
  private func again(_ job: Job, _ bytes: [UInt8], by pipeline: VoicePipeline) -> ResultsDocument {
    analysts.lend(for: .comprehensive) { analyst in
      whileMarked(job) { analyst.document(of: bytes, name: job.name, by: pipeline) }
    }
  }

  // MARK: - For a person

  /// The results of a recording for the person that its sidecar names.
  struct AssessedResults {
    let document: ResultsDocument
    var answers: Sidecar?
  }

  /// The results for the person whom a sidecar names; `again` measures the recording once more, for a
  /// person whose usual F0 decides an octave that it leaves open. A reading is not measured.
  func assessed(
    _ document: ResultsDocument, _ sidecar: Sidecar?,
    again: (VoicePipeline) throws -> ResultsDocument
  ) throws -> AssessedResults {
    var document = pipelines.comprehensive.document(document, recordedAs: sidecar?.capture)
    if sidecar?.notes.isReading ?? false {
      return AssessedResults(document: document.ofReading, answers: sidecar)
    }
    guard let profile = try person(of: sidecar)?.profile else {
      return AssessedResults(document: document, answers: sidecar)
    }
    if document.leavesOctaveOpen, let usual = try baselineF0(of: profile) {
      let decided = try again(pipelines.comprehensive.knowing(baselineF0: usual))
      if decided.refusal == nil, !decided.leavesOctaveOpen {
        document = pipelines.comprehensive.document(decided, recordedAs: sidecar?.capture)
      }
    }
    return AssessedResults(
      document: VoicePipeline.assessed(document, for: profile, by: pipelines.assessor),
      answers: sidecar)
  }

  /// What the F0 of a person usually is; nil where no baseline says it.
  private func baselineF0(of profile: UserProfile) throws -> Hertz? {
    let user = store.userHash(of: profile.userID)
    return try store.baseline(for: user).flatMap(BaselineVersion.init)?.stored.baseline.baselineF0
  }
}

extension ResultsDocument {
  /// Whether the recording alone does not say which octave its voice is in.
  fileprivate var leavesOctaveOpen: Bool {
    findings?.f0Candidates.map { $0.decidedBy == nil } ?? false
  }
}
