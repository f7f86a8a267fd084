// Amendment of a filed session by a late sidecar: the session gets the person and an assessment
// from its stored results. So do the sessions of duplicates.

internal import BaselineService
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// A late sidecar in the work folder of its session.
struct LateSidecar: Sendable {
  let session: SessionID
  /// The path relative to the inbox, if known.
  let name: String
  let folder: String

  var path: String { folder + "/" + InboxLayout.name(of: name) }
}

extension JobContext {
  func amend(_ late: LateSidecar) throws {
    if try store.wasPurged(late.session) { return try WorkFolder.removeWhole(late.folder, files) }
    try apply(late)
    try remove(late)
  }

  /// Removes a late sidecar whose content is stored, and its work folder.
  func remove(_ late: LateSidecar) throws {
    try files.removeIfThere(late.path)
    try WorkFolder.remove(late.folder, files)
  }

  private func apply(_ late: LateSidecar) throws {
    guard let metadata = try store.metadata(of: late.session) else {
      return try orphan(late.path, because: .sessionIsGone)
    }
    switch try readSidecar(at: late.path, of: metadata.header?.recording.sha256) {
    case .nothing: return
    case .ofAnother: try returnToInbox(late.path, to: late.name, of: late.session)
    case .faulty(let fault): try apply(fault, late, metadata)
    case .usable(let sidecar):
      guard try isFor(metadata, sidecar) else {
        return try orphan(late.path, because: .anotherPersons)
      }
      let all = try same(as: metadata, sidecar)
      // A session without metadata gets the quick answer, as with a sidecar in time.
      let unmatched = all.filter(\.lacksMetadata)
      let isWithdrawn = try purgeIfWithdrawn(sidecar, except: late.session)
      for other in isWithdrawn ? unmatched : all { try amend(other, with: sidecar) }
      // Last: after a crash, nothing would resume a session that is gone.
      if isWithdrawn, !metadata.lacksMetadata {
        try purgeIfWithdrawn(sidecar, except: nil)
        return
      }
      let unknown = sidecar.unknownKeys.count
      if unknown > 0 { reporter.foundUnknownKeys(late.session, unknown) }
      try publishAmendment(late.session)
    }
  }

  private func publishAmendment(_ id: SessionID) throws {
    let session = try store.session(id)
    var payload = EventPayload(id, of: try session.header(), nil)
    for tier in [Tier.quick, .comprehensive] where try session.read(tier.document) != nil {
      payload.tier = tier
    }
    try reporter.amended(id, payload)
  }

  /// Notes that there is a person, unless the person is known.
  private func apply(_ fault: SidecarFault, _ late: LateSidecar, _ metadata: SessionMetadata) throws
  {
    if var header = metadata.header, metadata.lacksMetadata {
      header.apply(fault)
      if header.identity != nil {
        header.identity = identity(RecordingWithMetadata(header: header, sidecar: nil))
      }
      try store.session(late.session).commit(SessionChange("person_unknown", header: header))
    }
    try quarantineSidecar(late.path, for: fault, of: late.session)
  }

  /// Whether the sidecar may amend a session: one without metadata, with the same metadata, or of the same person.
  private func isFor(_ metadata: SessionMetadata, _ sidecar: Sidecar) throws -> Bool {
    if metadata.lacksMetadata || isSamePerson(metadata, sidecar) { return true }
    return try store.session(metadata.session).read(.answers) == sidecar.answers.fileBytes
  }

  private func isSamePerson(_ metadata: SessionMetadata, _ sidecar: Sidecar) -> Bool {
    guard let profile = sidecar.profile else { return false }
    return metadata.header?.user == store.userHash(of: profile.userID)
  }

  /// The session and its duplicates without metadata, or of the same name and person.
  private func same(as metadata: SessionMetadata, _ sidecar: Sidecar) throws -> [SessionMetadata] {
    guard let recording = metadata.header?.recording, let sha256 = recording.sha256 else {
      return [metadata]
    }
    let all = try store.metadata(ofRecording: sha256)
    let others = all.filter { other in
      guard other.session != metadata.session, let name = other.header?.recording.name else {
        return false
      }
      let isNamesake = InboxNames.stem(of: name) == InboxNames.stem(of: recording.name)
      let isCopy =
        other.duplicateOf == metadata.session || metadata.duplicateOf == other.session
        || (metadata.duplicateOf != nil && metadata.duplicateOf == other.duplicateOf)
      return other.lacksMetadata ? isNamesake || isCopy : isNamesake && isSamePerson(other, sidecar)
    }
    return [metadata] + others
  }

  private func amend(_ metadata: SessionMetadata, with sidecar: Sidecar) throws {
    let session = try store.session(metadata.session)
    var change = SessionChange(
      metadata.lacksMetadata ? "amended_by_sidecar" : "corrected_by_sidecar")
    change.documents[.answers] = sidecar.answers.fileBytes
    guard var header = try session.header() else { return try session.commit(change) }
    header.apply(sidecar, of: store)
    try judgeStorage(&header, sidecar)
    let amended = RecordingWithMetadata(header: header, sidecar: sidecar)
    if header.identity != nil { header.identity = identity(amended) }
    change.header = header
    guard header.storage == nil else {
      change.documents = [:]
      change.removed = Set(SessionDocument.allCases).subtracting([.header, .state, .quick])
      return try session.commit(change)
    }
    try addResults(of: session, header.recording.name, sidecar, to: &change)
    if try !isSamePair(session, metadata, sidecar) { change.removed.insert(.avqi) }
    try session.commit(change)
    guard let news = try follow(metadata.session, header) else { return }
    let sound = { try session.read(.audio) }
    var found = page(of: metadata.session, sound: sound)
    found[.comparison] = news.comparison?.json.fileBytes
    found[.avqi] = try index(completedBy: metadata.session, news, sound)?.json.fileBytes
    if !found.isEmpty { try session.commit(SessionChange("compared", documents: found)) }
  }

  /// Whether the person, the session of several recordings and the task are the same as before, so
  /// that the AVQI stays.
  private func isSamePair(
    _ session: StoredSession, _ metadata: SessionMetadata, _ sidecar: Sidecar
  ) throws -> Bool {
    let stored = Sidecar(stored: try session.read(.answers))
    let (former, now) = (stored?.notes ?? RecordingMetadata(), sidecar.notes)
    return isSamePerson(metadata, sidecar) && former.sessionID == now.sessionID
      && former.effectiveTask == now.effectiveTask && former.vowel == now.vowel
      && former.language == now.language
  }

  /// Adds the results for the new person, from stored ones; the audio is analysed only if the
  /// baseline F0 decides an octave. The former results stay in the session.
  private func addResults(
    of session: StoredSession, _ name: String, _ sidecar: Sidecar, to change: inout SessionChange
  ) throws {
    let again = { (pipeline: VoicePipeline) throws -> ResultsDocument? in
      guard let audio = try session.read(.audio) else { return nil }
      return analyzers.lend(for: .comprehensive) {
        $0.document(of: audio, name: name, by: pipeline)
      }
    }
    change.documents[.quick] = try quick(
      of: session.read(.quick), sidecar.notes.effectiveTask, again: again)
    guard let computed = try session.read(.computed) else { return }
    change.removed.formUnion([.comparison, .page, .sheets])
    change.documents[.former] = computed
    guard let found = ResultsDocument(stored: computed) else {
      change.documents[.computed] = (try? JSONValue.parse(computed))?.withoutAssessment?.fileBytes
      return
    }
    var before = found
    if case .complete(var findings) = found.outcome {
      findings.assessment = nil
      before.outcome = .complete(findings)
    }
    change.documents[.computed] = try assessed(before, sidecar, again: again).json.fileBytes
  }
}

extension JSONValue {
  /// The object with null as its assessment; nil for another value.
  var withoutAssessment: JSONValue? {
    guard case .object(let members) = self else { return nil }
    return .object(members.map { $0.key == "assessment" ? Member($0.key, .null) : $0 })
  }
}
