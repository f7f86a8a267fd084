// What goes into the session that amends another one.

import RecordStore
import VoicePipeline
import VoiceTypes

/// The contents of an amending session.
struct RecordsAmendment {
  /// The change that makes it.
  private(set) var change = SessionChange("amended")

  /// Whether the recording was measured again.
  private(set) var isAnalysedAnew = false

  /// What the user should know; nil for nothing.
  private(set) var note: String?

  private let former: StoredSession
  private let store: RecordStore

  /// What `former` holds, put right for the person of `profile` if there is one.
  init(
    of former: StoredSession, in store: RecordStore, for profile: UserProfile?
  ) throws(CommandFault) {
    self.former = former
    self.store = store
    change.header = try Records.stored { () throws(StoreError) in try former.header() }
    change.state = try Records.stored { () throws(StoreError) in try former.state() }
    for document in SessionDocument.allCases where document != .header && document != .state {
      change.documents[document] = try Records.stored { () throws(StoreError) in
        try former.read(document)
      }
    }
    if let profile { try putRight(for: profile) }
  }

  private mutating func putRight(for profile: UserProfile) throws(CommandFault) {
    change.documents[.answers] =
      SessionAnswers.json(puttingRight: profile.json, in: try formerAnswers()).fileBytes
    // Both rest on the answers that were put right.
    change.documents[.baseline] = nil
    change.documents[.bundle] = nil
    if let audio = change.documents[.audio] {
      try analyse(audio, for: profile)
    } else {
      try leaveOutAssessment()
    }
    take(profile)
  }

  private func formerAnswers() throws(CommandFault) -> JSONValue? {
    guard let bytes = change.documents[.answers] else { return nil }
    return try Records.json(bytes, of: "the session's answers")
  }

  private mutating func analyse(
    _ audio: [UInt8], for profile: UserProfile
  ) throws(CommandFault) {
    let name = change.header?.recording.name ?? "recording"
    var refusal: Refusal?
    for (tier, place) in [(Tier.quick, SessionDocument.quick), (.comprehensive, .computed)]
    where place == .computed || change.documents[place] != nil {
      let document = try RecordsAnalysis.document(of: audio, named: name, tier, for: profile)
      change.documents[place] = document.json.fileBytes
      change.header?.settingsSHA256 = document.provenance.settingsSHA256
      change.header?.version = document.provenance.version
      change.header?.recording.durationSeconds = document.recording.duration?.value
      refusal = document.refusal
    }
    isAnalysedAnew = true
    change.state =
      refusal.map { refusal in
        StateRecord(.refused, fault: StateFault(refusal), details: [.init("phase", "error")])
      } ?? StateRecord(.filed, details: [.init("phase", "complete")])
  }

  private mutating func leaveOutAssessment() throws(CommandFault) {
    note =
      "the recording was not kept, so nothing is analysed anew: the measures stay as they are and "
      + "the assessment is left out"
    for place in [SessionDocument.quick, .computed] {
      guard let bytes = change.documents[place], let json = try? JSONValue.parse(bytes),
        case .object(let members) = json
      else { continue }
      let kept = members.map { $0.key == "assessment" ? .init($0.key, .null) : $0 }
      change.documents[place] = JSONValue.object(kept).fileBytes
    }
  }

  /// The header names the person by hashes, as the watcher writes it.
  private mutating func take(_ profile: UserProfile) {
    guard var header = change.header else { return }
    header.take(profile, of: store)
    header.identity = store.identity(
      IdentityFacts(
        audioSHA256: header.recording.sha256, userID: profile.userID,
        settingsSHA256: header.settingsSHA256, version: header.version))
    change.header = header
  }
}
