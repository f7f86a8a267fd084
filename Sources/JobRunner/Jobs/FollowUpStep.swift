// Follow-up of a recording before its source is removed: baseline and alerts of the person, AVQI, bundle and page.

package import BaselineService
package import RecordStore
package import VoicePipeline
package import VoiceTypes

extension JobContext {
  /// Adds the audio of a guest's recording to the change that stores its results, which saves the
  /// second commit: a guest has no follow-up.
  /// - Returns: False if a page is wanted, or a program may be writing to the recording.
  func file(
    _ job: Job, _ analysed: HashedAudio?, _ computed: JSONValue, with change: inout SessionChange
  ) throws -> Bool {
    guard settings.audio == .archive, pages == nil, let analysed, let stamp = analysed.stamp,
      let header = change.header, header.user == nil, header.storage == nil,
      header.createdAt != nil, (try? quiet(job)) == stamp
    else { return false }
    change.documents[.bundle] = try bundle(
      of: try session(of: job), header, with: change.documents,
      [.header: header.json(of: job.session), .computed: computed])
    change.documents[.audio] = analysed.bytes
    change.sha256[.audio] = analysed.sha256
    change.state = StateRecord(.filed, phase: .complete)
    return true
  }

  /// The documents of a filed session. They follow from stored documents, so that the step can be
  /// repeated. `sound` are the bytes of the recording if they were read already.
  func filed(_ job: Job, _ sound: [UInt8]?) throws -> [SessionDocument: [UInt8]] {
    func bytesLeft() throws -> [UInt8]? {
      if let sound { return sound }
      return try isThere(job.source) ? try bytes(of: job) : nil
    }
    let session = try session(of: job)
    let header = try session.header()
    let news = try header.flatMap { try follow(job.session, $0) }
    if let news, let header { reporter.followed(job, news, header) }
    var documents: [SessionDocument: [UInt8]] = [:]
    documents[.comparison] = news?.comparison?.json.fileBytes
    if let news {
      documents[.avqi] = try index(completedBy: job.session, news, bytesLeft)?.json.fileBytes
    }
    guard let header, header.storage == nil else { return documents }
    documents[.bundle] = try bundle(of: session, header, with: documents)
    let page = page(of: job.session, sound: bytesLeft)
    return documents.merging(page) { _, new in new }
  }

  /// Follows up the person of a recording whose results are stored; nil for a guest, or without
  /// consent to storage.
  func follow(_ id: SessionID, _ header: SessionHeader) throws -> PersonUpdate? {
    guard let user = header.user, header.storage == nil else { return nil }
    let results = try store.sessionResults(of: id)
    guard let person = try upToDate(user, Sidecar(stored: results?.answers)) else { return nil }
    // A baseline needs comprehensive results; the person is stored from the first recording on.
    guard results?.computed != nil else { return nil }
    return try PersonFollowUp(
      in: store, minimums: pipelines.assessor.minimums, environment: environment,
      intervals: settings.followUp, cache: followUps
    ).update(person, after: id, settings.baselines, reason: "recorded")
  }

  /// The stored person, merged with the metadata of the recording.
  private func upToDate(_ user: UserHash, _ sidecar: Sidecar?) throws -> Person? {
    let former = try storedPerson(user)
    guard var now = sidecar?.person else { return former }
    if let agreed = sidecar?.agreed { now.consent = agreed }
    let person = former.map { $0.merging(now) } ?? now
    if person != former {
      _ = try store.save(person, for: user, reason: "from a recording")
    }
    return person
  }

  /// All documents of a filed recording in one. `filed` are those not stored yet, `known` those
  /// parsed already.
  private func bundle(
    of session: StoredSession, _ header: SessionHeader,
    with filed: [SessionDocument: [UInt8]], _ known: [SessionDocument: JSONValue] = [:]
  ) throws -> [UInt8] {
    func parsed(_ bytes: [UInt8]?) -> JSONValue {
      bytes.flatMap { try? JSONValue.parse($0) } ?? .null
    }
    let baseline = try header.user.flatMap { try store.baseline(for: $0) }
    let assessor = pipelines.assessor
    let limits = [assessor.name] + [assessor.measuredName].compactMap { $0 }
    var members: [JSONValue.Member] = [.init("schema", "sagevoice/bundle/1")]
    for document in [SessionDocument.header, .answers, .quick, .computed] {
      let json = try known[document] ?? parsed(filed[document] ?? session.read(document))
      members.append(.init(document.rawValue, json))
    }
    members += [
      .init("comparison", parsed(filed[.comparison])), .init("avqi", parsed(filed[.avqi])),
      .init("baseline", baseline?.content ?? .null),
      .init("limits", .array(limits.map { LimitsName.shape.json(of: $0) })),
    ]
    return JSONValue.object(members).fileBytes
  }
}

// The report page of a recording. A page that cannot be made is logged and blocks nothing.

/// The content of a report page.
package struct ReportInput: Sendable {
  /// The document of the highest tier.
  package let document: ResultsDocument

  /// Nil for a guest.
  package let profile: UserProfile?

  /// The present baseline of the person; nil without one.
  package let baseline: VocalBaseline?

  /// The comparison of the session with the baseline of its time; nil without one. That of the newest
  /// session has all its vowels, also those stored after this recording.
  package let comparison: ComparisonDocument?

  /// Nil if the sidecar does not say it.
  package let recordedAt: String?

  /// Entries of the page head from the sidecar; nil without any.
  package let header: ReportHeader?

  /// The sessions of the person; nil for a guest.
  package let history: VoiceHistory?

  /// Nil if the audio is not stored.
  package var sound: [UInt8]?

  /// The pipeline of the results; nil if they have other settings, since its figures would differ.
  package let pipeline: VoicePipeline?

  /// Reads a session without its audio; nil without results.
  package init?(
    of id: SessionID, in store: RecordStore, by pipelines: JobPipelines,
    intervals: FollowUpIntervals = FollowUpIntervals()
  ) throws(StoreError) {
    guard let session = try store.existingSession(id) else { return nil }
    var bytes = try session.read(.computed)
    if bytes == nil { bytes = try session.read(.quick) }
    guard let document = ResultsDocument(stored: bytes) else { return nil }
    let answers = Sidecar(stored: try session.read(.answers))
    let given = answers?.person
    (self.document, self.header) = (document, answers?.notes.reportHeader)
    let stored = try session.read(.comparison).flatMap { try? JSONValue.parse($0) }
      .flatMap { try? ComparisonDocument(json: $0) }
    let header = try session.header()
    let user = header?.user
    recordedAt = header?.recordedAt
    let person = try store.person(user, merging: given)
    profile = person?.profile
    if let user, let person {
      let follow = PersonFollowUp(
        in: store, minimums: pipelines.assessor.minimums, environment: pipelines.environment,
        intervals: intervals)
      history = try follow.history(of: person)
      comparison = try stored.flatMap { stored throws(StoreError) in
        try follow.newestComparison(of: person, containing: id) ?? stored
      }
      baseline = try store.baseline(for: user).flatMap(BaselineVersion.init)?.stored.baseline
    } else {
      (history, baseline, comparison) = (nil, nil, stored)
    }
    let usual = pipelines.pipeline(for: document.tier, document.task)
    let candidates = [usual] + (baseline?.baselineF0.map { [usual.knowing(baselineF0: $0)] } ?? [])
    pipeline = candidates.first { $0.settingsSHA256 == document.provenance.settingsSHA256 }
  }
}

/// The reason for a missing page.
package struct PageFault: Error {
  /// The reason and advice, without names and paths.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Makes report pages.
package struct PageMaker: Sendable {
  /// The document of the session that a page becomes.
  package let document: SessionDocument

  let make: @Sendable (ReportInput) -> Result<[UInt8], PageFault>

  package init(
    of document: SessionDocument,
    _ make: @escaping @Sendable (ReportInput) -> Result<[UInt8], PageFault>
  ) {
    (self.document, self.make) = (document, make)
  }
}

extension JobContext {
  /// The report page of a session with stored results; empty without a requested or possible page.
  func page(of id: SessionID, sound: () throws -> [UInt8]?) -> [SessionDocument: [UInt8]] {
    guard let maker = pages else { return [:] }
    do {
      guard
        var filed = try ReportInput(of: id, in: store, by: pipelines, intervals: settings.followUp)
      else { return [:] }
      filed.sound = try sound()
      switch maker.make(filed) {
      case .success(let page): return [maker.document: page]
      case .failure(let fault): reporter.pageMissing(id, fault.reason)
      }
    } catch {
      reporter.pageMissing(id, "\(StepFault(error).reason)")
    }
    return [:]
  }
}
