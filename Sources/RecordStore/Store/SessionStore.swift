// What a runner asks of a store, and nothing besides: nothing here is a folder of the store's.
//
// Two things lie on a disk of the machine that the runner is on: the recordings that it claimed, and
// what it says of itself. A store takes in the former by their bytes, and keeps the latter as a file
// or a row. Every call may be made again after a fault, whether it had happened by then or not, and by
// several threads at once; how a fault goes on is its `StoreError.outlook`.

package import VoiceTypes

/// A store of sessions, as a runner needs it.
package protocol SessionStore: Sendable {
  /// A session of it, opened.
  associatedtype Session: OpenSession

  /// What messages call it: the path of a folder, or the name of a database.
  var place: String { get }

  /// The right to fill the store, which one program has at a time; nil while another has it.
  func lockForWatching() throws(StoreError) -> (any FileLock)?

  /// Keeps what the runner says of itself in the place of what it said before.
  func keepStatus(_ bytes: [UInt8]) throws(StoreError)

  // MARK: - Names that tell nothing

  /// A person as logs and events know them; for ever the same, as are the hashes that follow.
  func userHash(of userID: String) -> UserHash

  /// What a header holds of a profile.
  func profileHash(of profile: UserProfile) -> String

  /// What two recordings share that are the same to the store.
  func identity(_ facts: IdentityFacts) -> RecordingIdentity

  /// What gives the form in which the memory of an inbox knows the name of a file.
  func inboxNameHash() -> @Sendable (String) -> String

  // MARK: - Sessions

  /// The session of that name, which is there from its first change on; one that was purged is a
  /// fault.
  func session(_ id: SessionID) throws(StoreError) -> Session

  /// The session of that name; nil when there is none.
  func existingSession(_ id: SessionID) throws(StoreError) -> Session?

  /// Whether there is a session of that name.
  func holds(_ id: SessionID) throws(StoreError) -> Bool

  /// Whether there was a session of that name, which was purged.
  func wasPurged(_ id: SessionID) throws(StoreError) -> Bool

  /// What a session was told; nil when there is no such session.
  func telling(of session: SessionID) throws(StoreError) -> SessionTelling?

  /// What the sessions of a recording were told, in the order in which they came.
  func tellings(ofRecording sha256: String) throws(StoreError) -> [SessionTelling]

  /// What is stored of a session; nil when there is no such session, or it was purged.
  func sessionResults(of session: SessionID) throws(StoreError) -> SessionResults?

  /// Whether another session amends this one, and counts in its place.
  func isAmended(_ session: SessionID) throws(StoreError) -> Bool

  /// The first session with this identity whose recording has, or may still get, results.
  func first(with identity: RecordingIdentity) throws(StoreError) -> SessionID?

  /// The sessions of a person, oldest first.
  func sessions(of user: UserHash) throws(StoreError) -> [SessionID]

  // MARK: - People

  /// What is kept of a person now; nil when nothing was.
  func person(for user: UserHash) throws(StoreError) -> KeptPerson?

  /// Keeps a person, who has the identifier of that hash, in the place of the former one. The same
  /// again leaves no trace.
  @discardableResult
  func keep(
    _ person: Person, for user: UserHash, reason: String
  ) throws(StoreError) -> KeptPerson

  /// The baseline of a person that counts; nil when none was kept.
  func baseline(for user: UserHash) throws(StoreError) -> KeptBaseline?

  /// All baselines of a person, oldest first.
  func baselines(for user: UserHash) throws(StoreError) -> [KeptBaseline]

  /// Keeps a baseline in the place of the former one, which is none for nil. What was kept by a call
  /// that did not say so is what this one says.
  /// - Returns: What counts now; nil where by now another one counts than `former`, and nothing was
  ///   kept.
  func keep(
    _ baseline: JSONValue, for user: UserHash, inPlaceOf former: KeptBaseline?, reason: String
  ) throws(StoreError) -> KeptBaseline?

  /// A document of a person; nil when there is none.
  func read(
    _ document: PersonDocument, of user: UserHash
  ) throws(StoreError) -> JSONValue?

  /// Keeps a document of a person in the place of the former one. The same again leaves no trace.
  func keep(
    _ value: JSONValue, as document: PersonDocument, of user: UserHash
  ) throws(StoreError)

  /// The alerts of a person, in the order in which they were raised.
  func alerts(for user: UserHash) throws(StoreError) -> [PersonAlert]

  /// Keeps alerts of a comparison, which the results of a session of the store are; those that are
  /// there already stay as they are.
  /// - Returns: Those that are new.
  @discardableResult
  func raise(
    _ alerts: [ComparisonFindings.Alert], by session: SessionID, for user: UserHash
  ) throws(StoreError) -> [PersonAlert]

  /// Says that somebody has taken note of an alert; one of which somebody has stays as it is.
  /// - Returns: The alert as it is now; nil when the person has none of that id.
  @discardableResult
  func acknowledge(
    _ id: String, by name: String, note: String?, for user: UserHash
  ) throws(StoreError) -> PersonAlert?

  // MARK: - Withdrawal and retention

  /// Purges what is kept of a person with their consent to storage: sessions with more than the quick
  /// answer, and all that is kept of the person. May be done again.
  /// - Parameter own: A session that is on its way, which stays; nil for none.
  /// - Returns: The sessions that went, oldest first.
  @discardableResult
  func withdraw(
    _ userID: String, besides own: SessionID?
  ) throws(StoreError) -> [SessionID]

  /// Announces what has been kept long enough, and purges what was announced long enough ago. What is
  /// kept of a person goes with the last of their sessions.
  func enforce(
    _ retention: Retention, telling tell: (RetentionNews) throws(StoreError) -> Void
  ) throws(StoreError)

  // MARK: - What cannot be used

  /// Whether a file of so many bytes can be put away.
  func canKeep(fileOf bytes: Int) -> Bool

  /// Puts a file of this machine away with a report; the file is gone from where it was when this
  /// returns. A fault of the file itself is one of the file system, with its path.
  func keepFailed(_ failed: FailedFile) throws(StoreError) -> FailureReport

  /// Says of a session's file that it cannot be read, and where it lies; a session has one report.
  func reportStranded(
    _ path: String, named name: String, of session: SessionID, for fault: StateFault
  ) throws(StoreError)

  /// Removes what was said of a session's file that is tried again.
  func removeStrandedReports(of session: SessionID) throws(StoreError)

  /// Says of a file that became no session that it cannot be taken, and where it lies; a path has one
  /// report.
  func reportLeft(_ path: String, named name: String, for fault: StateFault) throws(StoreError)

  /// Removes what was said of a file that was taken since, or is gone.
  func removeLeftReport(of path: String) throws(StoreError)

  /// The reports of all files that could not be put away.
  func strandedReports() throws(StoreError) -> [StrandedReport]
}

extension SessionStore {
  /// Whether there is a session of that name, which is opened to see that.
  package func holds(_ id: SessionID) throws(StoreError) -> Bool {
    try existingSession(id) != nil
  }

  /// Keeps how far the onboarding of a person has come.
  package func keepJourney(_ journey: JSONValue, for user: UserHash) throws(StoreError) {
    try keep(journey, as: .journey, of: user)
  }

  /// How far the onboarding of a person has come; nil when nothing was kept.
  package func journey(for user: UserHash) throws(StoreError) -> JSONValue? {
    try read(.journey, of: user)
  }
}

/// A session of a store: documents that change as a whole.
package protocol OpenSession: Sendable {
  /// Its name.
  var id: SessionID { get }

  /// The header; nil before it was written.
  func header() throws(StoreError) -> SessionHeader?

  /// The state; nil before it was written.
  func state() throws(StoreError) -> StateRecord?

  /// A document as it was given; nil when there is none.
  func read(_ document: SessionDocument) throws(StoreError) -> [UInt8]?

  /// Makes a change durable, all of it or none. What is stored already is left alone, and a change
  /// that changes nothing leaves no trace.
  func commit(_ change: SessionChange) throws(StoreError)

  /// Notes something in the history of the session, unless the same was noted before.
  func noteOnce(_ action: String, field: String, new: String) throws(StoreError)
}

extension OpenSession {
  /// Writes the state.
  package func record(_ state: StateRecord) throws(StoreError) {
    try commit(SessionChange("state", state: state))
  }

  /// Keeps a recording in the session: its source may be removed as soon as this returns.
  /// - Parameter sha256: That of the bytes.
  package func archiveAudio(
    _ bytes: [UInt8], sha256: String, state: StateRecord? = nil,
    with documents: [SessionDocument: [UInt8]] = [:]
  ) throws(StoreError) {
    let all = documents.merging([.audio: bytes]) { _, audio in audio }
    var change = SessionChange("archived", state: state, documents: all)
    change.sha256[.audio] = sha256
    try commit(change)
  }
}

extension StoredSession: OpenSession {}

extension RecordStore: SessionStore {
  package var place: String { root }

  package func keepStatus(_ bytes: [UInt8]) throws(StoreError) {
    try disk.run { files throws(FileSystemError) in
      try files.replace("\(root)/status.json", with: bytes, durability: .eventual)
    }
  }
}
