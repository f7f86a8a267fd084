// Claims: a recording moves from the inbox into the work folder of its new session, where every
// later run finds it.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Claims files of one inbox.
struct InboxClaimer: Sendable {
  let layout: InboxLayout
  let settings: WatchSettings
  let files: any FileSystem
  let ledger: InboxLedger

  /// Claims a recording for a session; nil if it is gone.
  /// - Parameter sidecar: The path of its sidecar, if that is complete.
  /// - Returns: The work folder, and the files for the store.
  func claim(
    _ ready: ReadyFile, for session: SessionID, with sidecar: String?
  ) throws(FileSystemError) -> (folder: String, files: [ClaimedFile])? {
    let folder = layout.folder(of: session.text)
    let path = layout.relative(ready.path)
    try files.ensureFolder(folder)
    do {
      // An unreadable file stays where people see it.
      _ = try files.read(ready.path, from: 0, count: 1)
      // The recording first: without it, its sidecar and checksum have no meaning.
      try move(ready, into: folder)
    } catch {
      ledger.forget(path)
      // A link was put in place of the recording.
      guard error.isMissing || error.isLink else { throw error }
      try? WorkFolder.remove(folder, files)
      return nil
    }
    var claimed = [ledger.file(path, ready.stamp)]
    for path in [InboxNames.checksum(of: ready.path), sidecar].compactMap(\.self) {
      // A file that cannot be claimed now is a late one.
      guard let facts = (try? files.facts(of: path)) ?? nil, facts.kind == .file else { continue }
      if let file = (try? claimCompanion(path, FileStamp(facts), into: folder)) ?? nil {
        claimed.append(file)
      }
    }
    return (folder, claimed)
  }

  /// Sets the reference of a job from its sidecar.
  func readReference(of job: Job) {
    guard let bytes = try? files.read(job.sidecar, atMost: WatchSettings.mostSidecarBytes) else {
      return
    }
    job.memory.withLock { $0.reference = Sidecar.reference(in: bytes) }
  }

  /// Remembers the recordings that an earlier run claimed and that stay in the inbox.
  func rememberClaimed() {
    guard settings.audio == .keep else { return }
    for session in (try? files.list(layout.work)) ?? [] {
      let folder = layout.folder(of: session)
      guard WorkFolder.recording(in: folder, files) != nil,
        let origin = Origin(in: folder, files)
      else { continue }
      ledger.remember(origin.path, origin.stamp)
    }
  }

  /// Whether a sidecar is too large for a copy.
  func mustStay(_ sidecar: ReadyFile) -> Bool {
    settings.audio == .keep && sidecar.stamp.size > WatchSettings.mostSidecarBytes
  }

  /// Moves or copies a recording into its folder. Its origin comes first: the next start ignores one
  /// without a recording.
  private func move(_ ready: ReadyFile, into folder: String) throws(FileSystemError) {
    let origin = Origin(path: layout.relative(ready.path), stamp: ready.stamp)
    let limit = WatchSettings.mostRecordingBytes
    switch settings.audio {
    case .keep:
      try origin.write(to: folder, files)
      ledger.remember(origin.path, ready.stamp)
      try files.copyWhole(ready.path, into: folder, atMost: limit)
    case .archive, .delete:
      if origin.path.utf8.contains(UInt8(ascii: "/")) { try origin.write(to: folder, files) }
      try files.bring(ready.path, into: folder, atMost: limit)
    }
  }

  /// Moves or copies a sidecar or checksum into its folder.
  /// - Returns: A file that stays in the inbox, for the store.
  func claimCompanion(
    _ path: String, _ stamp: FileStamp, into folder: String
  ) throws(FileSystemError) -> ClaimedFile? {
    let limit = WatchSettings.mostSidecarBytes
    guard settings.audio == .keep else {
      try files.bring(path, into: folder, atMost: limit)
      return nil
    }
    try files.copyWhole(path, into: folder, atMost: limit)
    let name = layout.relative(path)
    ledger.remember(name, stamp)
    return ledger.file(name, stamp)
  }
}

/// The place of a claimed recording in its inbox. Its work folder has it if the name of the recording does not show it.
struct Origin {
  /// The path relative to the inbox.
  let path: String
  let stamp: FileStamp

  private static let file = "/.origin"
  private static let mostBytes = 1 << 14

  init(path: String, stamp: FileStamp) { (self.path, self.stamp) = (path, stamp) }

  /// Reads the origin in a work folder; nil without one.
  init?(in folder: String, _ files: any FileSystem) {
    guard let bytes = try? files.read(folder + Self.file, atMost: Self.mostBytes) else {
      return nil
    }
    // The path may begin with a line feed.
    let parts = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let stamp = FileStamp(String(decoding: parts[0], as: UTF8.self)) else {
      return nil
    }
    self.init(path: String(decoding: parts[1], as: UTF8.self), stamp: stamp)
  }

  func write(to folder: String, _ files: any FileSystem) throws(FileSystemError) {
    try files.removeIfThere(folder + Self.file)
    try files.create(folder + Self.file, Array("\(stamp.text)\n\(path)".utf8))
  }
}
