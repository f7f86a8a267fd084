package import VoiceTypes

extension SessionHeader {
  package func json(of session: SessionID) -> JSONValue {
    FiledHeader.shape.json(of: FiledHeader(session: session, header: self))
  }

  fileprivate init(
    _ recording: StoredRecording, madeWith: MadeWith, user: UserHash?, person: SessionPerson?
  ) {
    self.init(
      recording: recording, settingsSHA256: madeWith.settingsSHA256, version: madeWith.version)
    self.user = user
    if user == nil, person == .unknown { setUnknownPerson() }
    if let user, person == .anonymous { setUser(user, isAnonymous: true) }
  }
}

/// A header with its session.
package struct FiledHeader: Shaped {
  package var session: SessionID
  package var header: SessionHeader

  package init(session: SessionID, header: SessionHeader) {
    self.session = session
    self.header = header
  }

  package static let shape = Shape<FiledHeader>(allowed: "a person that matches the user") {
    Derived(schema: SessionHeader.schema)
    Field("session_id", \.session, .sessionID)
    Field("created_at", \.header.createdAt, .orNull(.time))
    Field("user", \.header.user, .orNull(.user))
    // Early versions have no member `person`.
    Field("person", \.header.person, ifThere: .choice)
    Derived("local_only", \.header.isLocalOnly, .flag)
    Field("profile", \.header.profile, .orNull(.anyText))
    Field("recording", \.header.recording, .shaped)
    Field("recorded_at", \.header.recordedAt, .orNull(.anyText))
    Field("reference", \.header.reference, .orNull(.anyText), ifMissing: nil)
    Field("context", \.header.context, .orNull(.anyText))
    Field("consent", \.header.consent, .anything)
    Field("storage", \.header.storage, ifThere: .choice)
    Field("identity", \.header.identity, .orNull(.identity))
    Field("provenance", { MadeWith($0.header) }, .shaped)
    Field("parent", \.header.parent, .orNull(.shaped))
    Field("reviewed", \.header.reviewed, ifThere: .shaped)
  } makeIfPossible: {
    session, created, user, person, profile, recording, time, reference, context, consent, storage,
    identity, madeWith, parent, reviewed in
    var header = SessionHeader(recording, madeWith: madeWith, user: user, person: person)
    guard person == nil || person == header.person else { return nil }
    (header.createdAt, header.recordedAt, header.parent) = (created, time, parent)
    (header.reference, header.context, header.consent) = (reference, context, consent)
    (header.storage, header.reviewed) = (storage, reviewed)
    (header.identity, header.profile) = (identity, header.person == .unknown ? nil : profile)
    return FiledHeader(session: session, header: header)
  }
}

/// Software and settings of the results.
private struct MadeWith: Shaped {
  var version: String
  var settingsSHA256: String

  static let shape = Shape(MadeWith.init(version:settingsSHA256:)) {
    Derived("software", always: "sagevoice", .notNeeded)
    Field("version", \.version, .anyText)
    Field("settings_sha256", \.settingsSHA256, .anyText)
  }
}

extension MadeWith {
  init(_ header: SessionHeader) {
    self.init(version: header.version, settingsSHA256: header.settingsSHA256)
  }
}

extension StoredRecording: Shaped {
  package static let shape = Shape(StoredRecording.init) {
    Field("name", \.name, .anyText)
    Field("sha256", \.sha256, .orNull(.hash))
    Field("size_bytes", \.sizeBytes, .count)
    Field("duration_s", \.durationSeconds, .orNull(.number))
  }
}

extension SessionParent: Shaped {
  package static let shape = Shape(SessionParent.init) {
    Field("session_id", \.session, .sessionID)
    Field("reason", \.reason, .anyText)
  }
}
