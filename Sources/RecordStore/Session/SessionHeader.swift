// The header of a session: person, recording, software and settings.

package import VoiceTypes

/// The keyed hash of a person's identifier, in the store, logs and events.
package struct UserHash: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let text: String

  package init(text: String) { self.text = text }
}

/// A hash of person, recording, settings and version. Duplicates share it.
package struct RecordingIdentity: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let text: String

  package init(text: String) { self.text = text }
}

package struct IdentityFacts: Sendable {
  package var audioSHA256: String?
  package var userID: String?

  /// Whether the person is unknown. Such a recording is no duplicate of a guest's recording.
  package var isSomebodys = false

  package var settingsSHA256: String
  package var version: String

  /// Creates the facts. Guests have no user.
  package init(audioSHA256: String?, userID: String?, settingsSHA256: String, version: String) {
    (self.audioSHA256, self.userID, self.settingsSHA256) = (audioSHA256, userID, settingsSHA256)
    self.version = version
  }
}

/// The kind of person of a recording. The raw values are stored and never reused.
package enum SessionPerson: String, CaseIterable, Sendable {
  /// A person with an identifier.
  case known
  /// A guest without an identifier.
  case guest
  /// The sidecar is invalid, so the person is unknown.
  case unknown
  /// A guest with a generated identifier (`AnonymousID`).
  case anonymous

  package var isGuest: Bool { self == .guest || self == .anonymous }
}

/// Restrictions of the stored data. The raw values are stored and never reused.
package enum SessionStorage: String, CaseIterable, Sendable {
  /// The quick result only, because consent to storage is missing.
  case quickAnswer = "quick_answer"
}

package struct StoredRecording: Sendable, Equatable {
  /// The original file name.
  package var name: String

  /// SHA-256 of the bytes. Nil above the size limit of hashing.
  package var sha256: String?

  package var sizeBytes: Int

  /// The duration in seconds. Nil for an unreadable recording.
  package var durationSeconds: Double?

  package init(name: String, sha256: String?, sizeBytes: Int, durationSeconds: Double?) {
    (self.name, self.sha256, self.sizeBytes) = (name, sha256, sizeBytes)
    self.durationSeconds = durationSeconds
  }
}

/// The session that another one amends.
package struct SessionParent: Sendable, Equatable {
  package var session: SessionID

  /// The reason in free text.
  package var reason: String

  package init(_ session: SessionID, reason: String) {
    (self.session, self.reason) = (session, reason)
  }
}

package struct SessionHeader: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/session/1"

  /// The creation time. The store sets it once.
  package var createdAt: StoreTime?

  /// The person. Nil for guests without an identifier and for unknown people.
  package var user: UserHash?

  /// Whether `user` is a guest.
  private var isAnonymous = false

  /// Whether a nil `user` means an unknown person.
  private var isSomebodys = false

  /// A keyed hash of the profile. Nil without one.
  package var profile: String?

  package var recording: StoredRecording

  /// The time of the recording (ISO 8601), if known.
  package var recordedAt: String?

  /// The reference of the caller.
  package var reference: String?

  /// The place or occasion of the recording, such as `clinic`.
  package var context: String?

  /// The consent of the sidecar, unchanged.
  package var consent: JSONValue = .null

  /// The restriction of stored data. Nil for none.
  package var storage: SessionStorage?

  /// The identity that duplicates share.
  package var identity: RecordingIdentity?

  /// SHA-256 of the analysis settings.
  package var settingsSHA256: String

  /// The version of the program.
  package var version: String

  package var parent: SessionParent?

  /// The sign-off. Nil for none.
  package var reviewed: SessionReview?

  /// The header of a guest's recording.
  package init(recording: StoredRecording, settingsSHA256: String, version: String) {
    (self.recording, self.settingsSHA256, self.version) = (recording, settingsSHA256, version)
  }

  package var person: SessionPerson {
    if user != nil { return isAnonymous ? .anonymous : .known }
    return isSomebodys ? .unknown : .guest
  }

  /// Whether the session stays on this machine.
  package var isLocalOnly: Bool { person != .known }

  package mutating func setUnknownPerson() {
    (user, profile) = (nil, nil)
    (isSomebodys, isAnonymous) = (true, false)
  }

  /// Sets the person by the identifier.
  package mutating func setPerson(userID: String, of store: RecordStore) {
    setUser(store.userHash(of: userID), isAnonymous: AnonymousID.isAnonymous(userID))
  }

  /// Sets the person by the hash.
  mutating func setUser(_ user: UserHash, isAnonymous: Bool) {
    (self.user, self.isAnonymous) = (user, isAnonymous)
    isSomebodys = false
  }

  /// Sets person and profile. Nil for a guest.
  package mutating func setPerson(_ profile: UserProfile?, of store: RecordStore) {
    (isSomebodys, isAnonymous, user) = (false, false, nil)
    if let profile { setPerson(userID: profile.userID, of: store) }
    self.profile = profile.map { store.profileHash(of: $0) }
  }
}

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

package struct FiledHeader: Shaped {
  package var session: SessionID
  package var header: SessionHeader

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
