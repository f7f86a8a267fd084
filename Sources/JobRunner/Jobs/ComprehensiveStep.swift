// The whole analysis of a recording, and how its numbers stand for the person it is of.

internal import BaselineService
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

extension JobContext {
  /// Analyses a recording in full and stores the results, once it is known whose they are or that
  /// nobody says.
  func comprehensive(of job: Job) throws(StepFault) -> StepOutcome {
    let session = try session(of: job)
    let known = try stored { () throws(StoreError) in try session.header() }
    let isAnalysed = job.memory.withLock { $0.document } != nil
    if isAnalysed, let known { return try comprehensive(of: job, known) }
    let bytes = try read(job)
    let header = header(of: job, bytes)
    // The two documents of a session are of the same bytes.
    if let known, known.recording.sha256 != header.recording.sha256 { return try startAnew(job) }
    _ = document(of: job, bytes, .comprehensive)
    return try comprehensive(of: job, known ?? header)
  }

  /// Stores the results of an analysis in full.
  func comprehensive(
    of job: Job, _ known: SessionHeader
  ) throws(StepFault) -> StepOutcome {
    if case .awaited(let until) = job.memory.withLock({ $0.sidecar }),
      until > environment.elapsed()
    {
      return .park(until: until)
    }
    guard settleSidecar(of: job) else { return waitForSidecar }
    guard let document = job.memory.withLock({ $0.document }) else {
      preconditionFailure("results are stored after the analysis")
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
    let results = try assessed(document, told.sidecar)
    try commit(
      SessionChange(
        "analysed", header: told.header, state: StateRecord(.comprehensiveDone, phase: .complete),
        documents: results.documents), to: job)
    job.memory.withLock { $0.document = nil }
    reporter.assessed(job, results, told.header)
    return .event(.stored(.comprehensive))
  }

  /// The document of a tier; a comprehensive one is kept until it is known whose it is.
  func document(of job: Job, _ bytes: [UInt8], _ tier: Tier) -> ResultsDocument {
    if tier == .comprehensive, let document = job.memory.withLock({ $0.document }) {
      return document
    }
    reporter.publish(job, .analysing(tier))
    // Marked once its turn has come: only what is really analysed is suspected.
    let document = analysts.lend(for: tier) { analyst in
      whileMarked(job) {
        analyst.document(of: bytes, name: job.name, by: pipelines.pipeline(for: tier))
      }
    }
    if tier == .comprehensive { job.memory.withLock { $0.document = document } }
    return document
  }

  // MARK: - For a person

  /// The results of a recording for the person that its sidecar names.
  struct AssessedResults {
    let document: ResultsDocument
    var answers: Sidecar?
    var comparison: ComparisonDocument?

    /// The files of a session.
    var documents: [SessionDocument: [UInt8]] {
      var documents = [SessionDocument.computed: document.json.fileBytes]
      documents[.answers] = answers?.answers.fileBytes
      documents[.bundle] = comparison?.json.fileBytes
      return documents
    }
  }

  func assessed(
    _ document: ResultsDocument, _ sidecar: Sidecar?
  ) throws(StepFault) -> AssessedResults {
    guard let sidecar, let profile = sidecar.profile else {
      return AssessedResults(document: document, answers: sidecar)
    }
    let assessed = VoicePipeline.assessed(document, for: profile, by: pipelines.assessor)
    return AssessedResults(
      document: assessed, answers: sidecar,
      comparison: try comparison(of: assessed, sidecar, profile))
  }

  /// How the recording stands to what is usual for the person; nil where nothing is kept of that.
  private func comparison(
    of document: ResultsDocument, _ sidecar: Sidecar, _ profile: UserProfile
  ) throws(StepFault) -> ComparisonDocument? {
    let user = store.userHash(of: profile.userID)
    guard let stored = try stored({ () throws(StoreError) in try store.baseline(for: user) }),
      let kept = try? StoredBaseline(json: stored.baseline)
    else { return nil }
    let vowel = MeasuredVowel(
      document: document,
      origin: VowelOrigin(
        sessionID: sidecar.notes.sessionID ?? "1", recordedAt: sidecar.notes.recordedAt,
        deviceModel: sidecar.notes.deviceModel ?? profile.deviceModel, flags: sidecar.notes.flags))
    let result = BaselineComparison(
      with: kept.baseline, rule: .mustAgree, minimums: pipelines.assessor.minimums
    ).compare([vowel])
    return ComparisonDocument(
      baseline: BaselineReference(kept, sha256: stored.sha256),
      differences: result.differences, rule: .mustAgree, outcome: result.outcome,
      notes: result.notes, provenance: document.provenance,
      run: ComparisonRun(
        comparisonID: environment.newID(), comparedAt: environment.timestamp()))
  }
}
