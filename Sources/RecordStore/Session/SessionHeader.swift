// What a session is of: the recording, the person as far as the store may know them, and what the
// results were made with.

package import VoiceTypes

/// A person, as the store, logs and events know them: a keyed hash of their identifier.
package struct UserHash: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let text: String

  package init(text: String) { self.text = text }
}

/// A recording of a person by settings and a version: two of the same are duplicates.
package struct RecordingIdentity: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let text: String

  package init(text: String) { self.text = text }
}

/// What a recording's identity is made of.
package struct IdentityFacts: Sendable {
  package var audioSHA256: String?
  package var userID: String?

  /// Whether it is somebody's of whom nobody said who it is: no guest's recording is the same.
  package var isSomebodys = false

  package var settingsSHA256: String
  package var version: String

  /// States the facts; no user for a guest.
  package init(audioSHA256: String?, userID: String?, settingsSHA256: String, version: String) {
    self.audioSHA256 = audioSHA256
    self.userID = userID
    self.settingsSHA256 = settingsSHA256
    self.version = version
  }
}

/// What is known of whose a recording is; the raw values are written and never reused.
package enum SessionPerson: String, CaseIterable, Sendable {
  /// A person whom the header names.
  case known
  /// Nobody said that there is a person to be known.
  case guest
  /// Somebody's, and it was not told in a way that can be used whose.
  case unknown
  /// A person who did not say who they are: the header names an identifier made for them
  /// (`AnonymousID`).
  case anonymous

  /// Whether nobody can ask for it by a name of their own.
  package var isGuest: Bool { self == .guest || self == .anonymous }
}

/// What may be kept of a recording, where that is not all; the raw values are written and never reused.
package enum SessionStorage: String, CaseIterable, Sendable {
  /// No more than the quick answer: nobody agreed to storage.
  case quickAnswer = "quick_answer"
}

/// The SHA-256 of a recording as the index knows it: a keyed hash.
package struct RecordingHash: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let text: String

  init(text: String) { self.text = text }
}

/// The facts of a recording that a session holds.
package struct StoredRecording: Sendable, Equatable {
  /// The file's name as it was found.
  package var name: String

  /// SHA-256 of its bytes; nil for one of more bytes than are hashed.
  package var sha256: String?

  /// Its bytes.
  package var sizeBytes: Int

  /// Its length in seconds; nil when it could not be read.
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
  /// The session that stays as it is.
  package var session: SessionID

  /// Why, in a person's words.
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

  /// When the session was made; the store sets it once.
  package var createdAt: StoreTime?

  /// The person; nil for a guest and for somebody who is not known, whose recordings stay on this
  /// machine, as those of somebody anonymous do.
  package var user: UserHash?

  /// Of a header with a user: whether they did not say who they are.
  private var isAnonymous = false

  /// Of a header without a user: whether it is somebody's, and only not known whose.
  private var isSomebodys = false

  /// A keyed hash of the profile that was given; nil without one.
  package var profile: String?

  /// The recording.
  package var recording: StoredRecording

  /// When it was made, as far as that was told (ISO 8601).
  package var recordedAt: String?

  /// The caller's own reference to it, as it was given.
  package var reference: String?

  /// What it was made in, such as `clinic`.
  package var context: String?

  /// What the person agreed to, as it was given.
  package var consent: JSONValue = .null

  /// What may be kept of it, where that is not all; nil for all.
  package var storage: SessionStorage?

  /// What duplicates share.
  package var identity: RecordingIdentity?

  /// SHA-256 of the settings of the results.
  package var settingsSHA256: String

  /// The version of the program.
  package var version: String

  /// The session that this one amends.
  package var parent: SessionParent?

  /// Who has looked at the results; nil for nobody.
  package var reviewed: SessionReview?

  /// A header of a guest's recording.
  package init(recording: StoredRecording, settingsSHA256: String, version: String) {
    self.recording = recording
    self.settingsSHA256 = settingsSHA256
    self.version = version
  }

  /// What is known of whose recording it is.
  package var person: SessionPerson {
    if user != nil { return isAnonymous ? .anonymous : .known }
    return isSomebodys ? .unknown : .guest
  }

  /// Whether nothing of the session may leave this machine.
  package var isLocalOnly: Bool { person != .known }

  /// Takes in that it is somebody's recording, and not known whose.
  package mutating func takeUnknownPerson() {
    (user, profile) = (nil, nil)
    (isSomebodys, isAnonymous) = (true, false)
  }

  /// Takes in whose recording it is, by their identifier.
  package mutating func take(userID: String, of store: RecordStore) {
    takeUser(store.userHash(of: userID), isAnonymous: AnonymousID.isOne(userID))
  }

  /// Takes in whose recording it is, by the hash that the store knows them by.
  mutating func takeUser(_ user: UserHash, isAnonymous: Bool) {
    (self.user, self.isAnonymous) = (user, isAnonymous)
    isSomebodys = false
  }

  /// Takes in whose recording it is, by the hashes that the store knows them by; nil for a guest.
  package mutating func take(_ profile: UserProfile?, of store: RecordStore) {
    (isSomebodys, isAnonymous, user) = (false, false, nil)
    if let profile { take(userID: profile.userID, of: store) }
    self.profile = profile.map { store.profileHash(of: $0) }
  }
}
