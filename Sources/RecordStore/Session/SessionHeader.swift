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

/// The facts of an identity.
package struct IdentityFacts: Sendable {
  package var audioSHA256: String?
  package var userID: String?

  /// Whether the person is unknown. Such a recording is no duplicate of a guest's recording.
  package var isSomebodys = false

  package var settingsSHA256: String
  package var version: String

  /// Creates the facts. Guests have no user.
  package init(audioSHA256: String?, userID: String?, settingsSHA256: String, version: String) {
    self.audioSHA256 = audioSHA256
    self.userID = userID
    self.settingsSHA256 = settingsSHA256
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

  /// Whether the person is a guest.
  package var isGuest: Bool { self == .guest || self == .anonymous }
}

/// Restrictions of the stored data. The raw values are stored and never reused.
package enum SessionStorage: String, CaseIterable, Sendable {
  /// The quick result only, because consent to storage is missing.
  case quickAnswer = "quick_answer"
}

/// The keyed SHA-256 of a recording.
package struct RecordingHash: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let text: String

  init(text: String) { self.text = text }
}

/// The recording of a session.
package struct StoredRecording: Sendable, Equatable {
  /// The original file name.
  package var name: String

  /// SHA-256 of the bytes. Nil above the size limit of hashing.
  package var sha256: String?

  /// The size in bytes.
  package var sizeBytes: Int

  /// The duration in seconds. Nil for an unreadable recording.
  package var durationSeconds: Double?

  package init(name: String, sha256: String?, sizeBytes: Int, durationSeconds: Double?) {
    self.name = name
    self.sha256 = sha256
    self.sizeBytes = sizeBytes
    self.durationSeconds = durationSeconds
  }
}

/// The session that another one amends.
package struct SessionParent: Sendable, Equatable {
  /// The amended session.
  package var session: SessionID

  /// The reason in free text.
  package var reason: String

  package init(_ session: SessionID, reason: String) {
    self.session = session
    self.reason = reason
  }
}

/// The header of a session.
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

  /// The amended session.
  package var parent: SessionParent?

  /// The sign-off. Nil for none.
  package var reviewed: SessionReview?

  /// The header of a guest's recording.
  package init(recording: StoredRecording, settingsSHA256: String, version: String) {
    self.recording = recording
    self.settingsSHA256 = settingsSHA256
    self.version = version
  }

  /// The kind of person.
  package var person: SessionPerson {
    if user != nil { return isAnonymous ? .anonymous : .known }
    return isSomebodys ? .unknown : .guest
  }

  /// Whether the session stays on this machine.
  package var isLocalOnly: Bool { person != .known }

  /// Sets an unknown person.
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
