// The store behind the watched folder: a folder per session, an audit log in each, one log that
// holds the heads of all of them, and an index that can be thrown away.
// How it changes, and what a crash leaves, is told in Transaction.swift and Recovery.swift.
//
// A final class and no actor: the calls wait for the disk, not for other tasks, and the order of
// lines has to be that in which callers hold the lock; an actor would let others in at each wait.
// Within the process `writing` keeps that order, among programs a lock on a file does.

internal import Synchronization
package import VoiceTypes

/// A store of sessions.
public final class RecordStore: Sendable {
  /// The folder.
  package let root: String

  /// What opening found and mended, for the log of the program.
  package var notices: [String] { noticesFound.withLock { $0 } }

  let options: StoreOptions
  let layout: StoreLayout
  let disk: Disk
  let file: StoreFile
  let secrets: StoreSecrets
  let sealing: Sealing?
  let index: SessionIndex
  let writing: Mutex<StoreWriting>
  /// The owner of the store's own documents in the staging folder.
  static let ownName = "store"

  /// Sessions whose rows in the index are not what their folders say.
  let staleSessions = Mutex<Set<SessionID>>([])

  private let noticesFound = Mutex<[String]>([])
  private let presence: (any FileLock)?

  /// Opens a store; with access for writing it is made where there is none, and what a crash left
  /// is put in order unless another program is writing.
  package init(at root: String, _ options: StoreOptions) throws(StoreError) {
    self.root = root
    self.options = options
    layout = StoreLayout(root: root)
    let group: UInt32?
    do throws(FileSystemError) {
      group = try layout.group(options.fileSystem)
    } catch {
      throw .fileSystem(error)
    }
    let files = options.fileSystem.shared(with: options.group ?? group)
    let found = Disk(fileSystem: files)
    let opening = StoreOpening(layout: layout, disk: found, options: options)
    let opened = try opening.open()
    file = opened.file
    // Who only reads makes nothing, and says what there is.
    disk =
      options.access == .reading
      ? found
      : Disk(
        fileSystem: HomeFileSystem(
          files, home: StoreHome(layout, opened.file), root: root))
    secrets = opened.secrets
    sealing = opened.sealing
    writing = Mutex(StoreWriting())
    let presence = try opening.joinWriters()
    self.presence = presence.lock
    index = SessionIndex(at: layout.index, disk: disk, access: options.access)
    if options.access == .writing { try checkThatLogGoesOn() }
    if let text = index.notice { notice(text) }
    if options.access == .writing { try beginLog() }
    if presence.isAlone { try putInOrder() }
    if options.access == .writing { try takeFirstKey() }
    try bringIndexUpToDate()
    if presence.isAlone { try finishPeople() }
    if options.access == .writing { try finishForgetting() }
    if options.access == .writing, let wanted = options.group, wanted != group {
      try share(with: wanted)
    }
    presence.lock?.share()
  }

  /// Adds to what opening found.
  func notice(_ text: String) { noticesFound.withLock { $0.append(text) } }

  /// The form in which a person's identifier may appear in logs and events.
  package func userHash(of userID: String) -> UserHash {
    StoreNames(secrets).user(userID)
  }

  /// The form in which the index knows a recording, by the SHA-256 of its bytes.
  package func recordingHash(of sha256: String) -> RecordingHash {
    secrets.recordingHash(of: sha256)
  }

  /// What gives the form in which the memory of an inbox knows the name of a file.
  package func inboxNameHash() -> @Sendable (String) -> String {
    StoreNames(secrets).inboxName()
  }

  /// What a header holds of a profile.
  package func profileHash(of profile: UserProfile) -> String {
    StoreNames(secrets).profile(profile)
  }

  /// What two recordings share that are the same to the store.
  package func identity(_ facts: IdentityFacts) -> RecordingIdentity {
    StoreNames(secrets).identity(facts)
  }

  /// The session of that name; its folder is made with its first change. What a crash left of it is
  /// put in order.
  package func session(_ id: SessionID) throws(StoreError) -> StoredSession {
    try checkThatNotPurged(id)
    try checkThatFolder(layout.folder(of: id))
    return try StoredSession(id, in: self)
  }

  /// Whether there was a session of that name, which was purged. The log is asked where there is a
  /// tombstone, and only there.
  package func wasPurged(_ id: SessionID) throws(StoreError) -> Bool {
    guard try disk.facts(of: layout.path(of: Tombstone.name(of: id))) != nil else { return false }
    return try isPurge(of: id, in: storeLog())
  }

  func checkThatNotPurged(_ id: SessionID) throws(StoreError) {
    if try wasPurged(id) { throw .purged(id) }
  }

  /// Whether there is a session of that name.
  package func holds(_ id: SessionID) throws(StoreError) -> Bool {
    try disk.facts(of: layout.folder(of: id)) != nil
  }

  /// The session of that name; nil when there is none.
  package func existingSession(_ id: SessionID) throws(StoreError) -> StoredSession? {
    try holds(id) ? session(id) : nil
  }

  /// The names of all session folders, in order.
  package func sessionIDs() throws(StoreError) -> [SessionID] {
    try disk.listIfPresent(layout.sessions).compactMap(SessionID.init)
  }
}
