// The AVQI of a session with a vowel and a reading. It is measured when the second of them is
// filed, on the audio of both. If the audio of the first is gone by then, the document says what is
// missing; therefore a partner that is still in the work folder is used as well.

internal import BaselineService
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

extension JobContext {
  /// The AVQI that a recording completes; nil if a recording is missing or there is one already.
  /// - Parameter sound: The bytes of the recording; nil if they are gone.
  func index(
    completedBy id: SessionID, _ news: PersonUpdate, _ sound: () throws -> [UInt8]?
  ) throws -> IndexDocument? {
    guard let own = news.vowels.all.last(where: { $0.session == id }), own.isFitForIndex,
      let session = own.notes.sessionID
    else { return nil }
    let members = news.vowels.all.filter { $0.notes.sessionID == session }
    for member in members where try hasIndex(member.session) { return nil }
    let others = members.filter { $0.isFitForIndex && $0.notes.isReading != own.notes.isReading }
    guard let other = others.last else {
      return try index(of: own, withOneInWorkOf: session, sound)
    }
    let (vowel, reading) = own.notes.isReading ? (other, own) : (own, other)
    let language = reading.notes.indexLanguage
    let sounds = (own: try sound(), other: try storedAudio(of: other.session))
    guard let mine = sounds.own, let theirs = sounds.other else {
      guard let ofVowel = try store.document(of: vowel),
        let ofReading = try store.document(of: reading)
      else { return nil }
      return pipelines.index(in: language).document(
        ofVowel: ofVowel, speech: ofReading,
        without: (sounds.own == nil) == own.notes.isReading ? .speech : .vowel)
    }
    return measured(
      own, mine, NamedBytes(other.measured.results.recording.name, theirs), in: language)
  }

  /// Whether a session has a complete AVQI.
  private func hasIndex(_ id: SessionID) throws -> Bool {
    let bytes = try store.existingSession(id)?.read(.avqi)
    return bytes.flatMap { try? JSONValue.parse($0) }?["state"] == "complete"
  }

  /// The audio of a session, or of its recording in the work folder.
  private func storedAudio(of id: SessionID) throws -> [UInt8]? {
    let kept = try store.existingSession(id)?.read(.audio)
    if let kept { return kept }
    return try inWork(id)?.bytes
  }

  private func measured(
    _ own: StoredVowel, _ sound: [UInt8], _ other: NamedBytes, in language: IndexLanguage?
  ) -> IndexDocument {
    let mine = NamedBytes(own.measured.results.recording.name, sound)
    let isReading = own.notes.isReading
    return analyzers.lend(for: .comprehensive) { analyzer in
      analyzer.document(
        ofVowel: isReading ? other : mine, speech: isReading ? mine : other,
        by: pipelines.index(in: language))
    }
  }

  /// The AVQI with a claimed recording without results. A partner that cannot be measured is
  /// ignored.
  private func index(
    of own: StoredVowel, withOneInWorkOf session: String, _ sound: () throws -> [UInt8]?
  ) throws -> IndexDocument? {
    // Archived audio is there when the other recording is filed.
    guard settings.audio != .archive, let mine = try sound() else { return nil }
    for name in (try? files.list(layout.work)) ?? [] {
      guard let id = SessionID(name), id != own.session, let other = try inWork(id),
        let sidecar = other.sidecar, try isPartner(sidecar, of: own, in: session)
      else { continue }
      let language = (own.notes.isReading ? own.notes : sidecar.notes).indexLanguage
      let found = measured(own, mine, NamedBytes(other.name, other.bytes), in: language)
      if found.findings != nil { return found }
    }
    return nil
  }

  /// Whether a recording is the partner, with consent to analysis and storage.
  private func isPartner(
    _ sidecar: Sidecar, of own: StoredVowel, in session: String
  ) throws -> Bool {
    guard sidecar.notes.sessionID == session, sidecar.notes.isVowelOfIndexOrReading,
      sidecar.notes.isReading != own.notes.isReading, let profile = sidecar.profile
    else { return false }
    let header = try store.existingSession(own.session)?.header()
    guard header?.user == store.userHash(of: profile.userID), try allows(.analysis, sidecar)
    else { return false }
    return try allows(.storage, sidecar)
  }

  /// A recording in the work folder with its sidecar; nil if there is none.
  private func inWork(
    _ id: SessionID
  ) throws -> (name: String, bytes: [UInt8], sidecar: Sidecar?)? {
    let folder = layout.folder(of: id.text)
    // It may be archived meanwhile.
    guard let name = WorkFolder.recording(in: folder, files),
      let bytes = try? files.read(folder + "/" + name, atMost: WatchSettings.mostRecordingBytes)
    else { return nil }
    let path = InboxNames.sidecar(of: folder + "/" + name)
    guard case .usable(let sidecar) = try readSidecar(at: path, of: Fingerprint.sha256(of: bytes))
    else { return (name, bytes, nil) }
    return (name, bytes, sidecar)
  }
}

extension StoredVowel {
  /// Whether it is a reading or a usable vowel of the AVQI.
  fileprivate var isFitForIndex: Bool {
    measured.results.refusal == nil && measured.results.verdict != .fail
      && notes.isVowelOfIndexOrReading
  }
}

extension RecordingMetadata {
  /// Whether it is a reading, or a vowel of the AVQI or of unknown kind.
  fileprivate var isVowelOfIndexOrReading: Bool {
    isReading || effectiveTask == .sustainedVowel && (vowel ?? "a") == "a"
  }

  /// Nil for a language without a cut-off.
  fileprivate var indexLanguage: IndexLanguage? { language.flatMap { IndexLanguage(code: $0) } }
}
