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
    return task.isSpeech ? found.ofSpeech(task) : found
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
      try self.document(document, for: task, again: again), recordedAs: sidecar?.capture)
    guard let profile = try person(of: sidecar)?.profile else { return document }
    if document.leavesOctaveOpen, let usual = try baselineF0(of: profile),
      let decided = try again(pipeline.knowing(baselineF0: usual)), decided.refusal == nil,
      !decided.leavesOctaveOpen
    {
      document = pipeline.document(decided, recordedAs: sidecar?.capture)
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
