internal import BaselineService
package import RecordStore
internal import VoicePipeline
package import VoiceTypes

/// The content of a session that amends another one.
package struct SessionAmendment {
  package private(set) var change = SessionChange("amended")

  /// Whether the audio was analysed again.
  package private(set) var isReanalysed = false

  package private(set) var note: String?

  private let former: StoredSession
  private let store: RecordStore
  private let pipelines: JobPipelines

  /// Copies `former`, corrected for the person of `profile` if there is one.
  package init(
    of former: StoredSession, in store: RecordStore, for profile: UserProfile?,
    by pipelines: JobPipelines
  ) throws(StoreError) {
    self.former = former
    self.store = store
    self.pipelines = pipelines
    change.header = try former.header()
    change.state = try former.state()
    for document in SessionDocument.allCases where document != .header && document != .state {
      change.documents[document] = try former.read(document)
    }
    if let profile { try correct(for: profile) }
  }

  /// Stores the amending session; the former one stays.
  package func file(as id: SessionID, reason: String) throws(StoreError) {
    try store.amend(former.id, by: id, reason: reason, change)
  }

  /// Updates automatic baselines of both people, and compares the new session. Can be repeated.
  package func follow(as id: SessionID) throws(StoreError) {
    let user = change.header?.user
    let others = [try former.header()?.user].compactMap(\.self).filter { $0 != user }
    for other in others { _ = try update(other, after: nil) }
    guard let user, let comparison = try update(user, after: id)?.comparison else { return }
    try store.session(id).commit(
      SessionChange("compared", documents: [.comparison: comparison.json.fileBytes]))
  }

  /// Updates the baseline of a person. Nil for an unknown person, or a manual baseline.
  private func update(_ user: UserHash, after id: SessionID?) throws(StoreError) -> PersonUpdate? {
    let answers = id == nil ? try former.read(.answers) : change.documents[.answers]
    let given = Sidecar(stored: answers)?.person.flatMap { given in
      store.userHash(of: given.profile.userID) == user ? given : nil
    }
    guard let person = try store.person(user, merging: given) else { return nil }
    let isMade = try store.read(.progress, of: user) != nil
    return try PersonFollowUp(
      in: store, minimums: pipelines.assessor.minimums, environment: pipelines.environment
    ).update(person, after: id, isMade ? .made : .byHand, reason: "a session was amended")
  }

  private mutating func correct(for profile: UserProfile) throws(StoreError) {
    change.documents[.answers] =
      SessionAnswers.json(puttingRight: profile.json, in: try formerAnswers()).fileBytes
    // These documents depend on the corrected answers.
    change.documents[.comparison] = nil
    change.documents[.avqi] = nil
    change.documents[.bundle] = nil
    for page in SessionDocument.drawn { change.documents[page] = nil }
    if let audio = change.documents[.audio] {
      analyse(audio, for: profile)
    } else {
      reassess(for: profile)
    }
    apply(profile)
  }

  private func formerAnswers() throws(StoreError) -> JSONValue? {
    guard let bytes = change.documents[.answers] else { return nil }
    do {
      return try JSONValue.parse(bytes)
    } catch {
      throw .damaged(path: "the session's answers", problem: error.description)
    }
  }

  private mutating func analyse(_ audio: [UInt8], for profile: UserProfile) {
    let recording = ArchivedRecording(
      audio, named: change.header?.recording.name ?? "recording",
      environment: pipelines.environment)
    let stored = (change.documents[.computed] ?? change.documents[.quick]).flatMap {
      try? JSONValue.parse($0)
    }
    var refusal: Refusal?
    for (tier, place) in [(Tier.quick, SessionDocument.quick), (.comprehensive, .computed)]
    where place == .computed || change.documents[place] != nil {
      let document = recording.document(
        tier, like: stored, for: profile,
        whoIsAnother: change.header?.user != store.userHash(of: profile.userID),
        by: pipelines.assessor)
      change.documents[place] = document.json.fileBytes
      change.header?.settingsSHA256 = document.provenance.settingsSHA256
      change.header?.version = document.provenance.version
      change.header?.recording.durationSeconds = document.recording.duration?.value
      refusal = document.refusal
    }
    isReanalysed = true
    change.state =
      refusal.map { refusal in
        StateRecord(.refused, fault: StateFault(refusal), details: [.init("phase", "error")])
      } ?? StateRecord(.filed, details: [.init("phase", "complete")])
  }

  /// Assesses the stored measures again, without the audio.
  private mutating func reassess(for profile: UserProfile) {
    note =
      "the audio is not stored, so the session is not analysed again: the measures stay, and the "
      + "assessment uses them"
    for place in [SessionDocument.quick, .computed] {
      guard let bytes = change.documents[place],
        let kept = (try? JSONValue.parse(bytes))?.withoutAssessment
      else { continue }
      change.documents[place] = kept.fileBytes
      // The baseline F0 of another person may have decided the octave.
      guard place == .computed, let document = try? ResultsDocument(json: kept),
        document.findings?.f0Candidates?.decidedBy == nil
      else { continue }
      change.documents[place] =
        VoicePipeline.assessed(document, for: profile, by: pipelines.assessor).json.fileBytes
    }
  }

  /// Sets the hashed person of the header.
  private mutating func apply(_ profile: UserProfile) {
    guard var header = change.header else { return }
    header.setPerson(profile, of: store)
    header.identity = store.identity(
      IdentityFacts(
        audioSHA256: header.recording.sha256, userID: profile.userID,
        settingsSHA256: header.settingsSHA256, version: header.version))
    change.header = header
  }
}
