// Taking a recording out of the inbox, into a folder named for the session that it will be. From
// then on it is found there, whatever happens to the program.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Claims files of one inbox.
struct Claiming: Sendable {
  let layout: InboxLayout
  let settings: WatchSettings
  let files: any FileSystem
  let ledger: InboxLedger

  /// Claims a recording for a session; nil when it was taken away meanwhile.
  /// - Parameter sidecar: The path of what is told of it, if that is there and complete.
  func claim(
    _ ready: ReadyFile, for session: SessionID, with sidecar: String?
  ) throws(FileSystemError) -> String? {
    let folder = layout.folder(of: session.text)
    try files.ensureFolder(folder)
    do {
      // One that may be moved and not be read would only be lost sight of.
      _ = try files.read(ready.path, from: 0, count: 1)
      // The recording first: what belongs to it finds it later too, and is nothing without it.
      try take(ready, into: folder, of: session)
    } catch {
      ledger.forget(layout.relative(ready.path), of: session)
      // What is a link by now was swapped for the recording.
      guard error.isMissing || error.isLink else { throw error }
      try? WorkFolder.remove(folder, files)
      return nil
    }
    for path in [InboxNames.checksum(of: ready.path), sidecar].compactMap(\.self) {
      // One that cannot be taken now is as one that comes late.
      guard let facts = (try? files.facts(of: path)) ?? nil, facts.kind == .file else { continue }
      try? takeCompanion(path, FileStamp(facts), into: folder, of: session)
    }
    return folder
  }

  /// Reads what the caller knows a recording by, for those who are told that it was claimed.
  func readReference(of job: Job) {
    guard let bytes = try? files.read(job.sidecar, atMost: WatchSettings.mostSidecarBytes) else {
      return
    }
    job.memory.withLock { $0.reference = Sidecar.reference(in: bytes) }
  }

  /// What was noted for a session that never began is as if it had never been seen: where sources
  /// stay, it would be passed over.
  func forgetUnstarted(_ store: any SessionStore) throws(StoreError) {
    guard settings.audio == .keep else { return }
    let names = InboxNames()
    try ledger.forget { session throws(StoreError) -> Bool in
      let copies = (try? files.list(layout.folder(of: session.text))) ?? []
      if copies.contains(where: { names.kind(of: $0) == .recording }) { return false }
      // What was purged is not analysed again because it lies there still.
      if try store.wasPurged(session) { return false }
      return try store.existingSession(session) == nil
    }
  }

  /// Whether a sidecar is too large for the copy that is made of it where sources stay.
  func mustStay(_ sidecar: ReadyFile) -> Bool {
    settings.audio == .keep && sidecar.stamp.size > WatchSettings.mostSidecarBytes
  }

  /// Brings a recording to its folder, or a copy of it where sources stay. Noted first: a note
  /// without a recording is found to be so at the next start.
  private func take(
    _ ready: ReadyFile, into folder: String, of session: SessionID
  ) throws(FileSystemError) {
    let entry = InboxLedger.Entry(
      path: layout.relative(ready.path), stamp: ready.stamp, session: session)
    let limit = WatchSettings.mostRecordingBytes
    switch settings.audio {
    case .keep:
      try ledger.note(entry)
      try files.copyWhole(ready.path, into: folder, atMost: limit)
    case .archive, .delete:
      // Without the note, only what is told later does not find its session.
      try? ledger.note(entry)
      try files.bring(ready.path, into: folder, atMost: limit)
    }
  }

  /// Brings what belongs to a recording to its folder, or a copy of it where sources stay. Noted
  /// last: what is brought twice is the same both times.
  func takeCompanion(
    _ path: String, _ stamp: FileStamp, into folder: String, of session: SessionID
  ) throws(FileSystemError) {
    let limit = WatchSettings.mostSidecarBytes
    switch settings.audio {
    case .keep:
      try files.copyWhole(path, into: folder, atMost: limit)
      try? ledger.note(
        InboxLedger.Entry(path: layout.relative(path), stamp: stamp, session: session))
    case .archive, .delete:
      try files.bring(path, into: folder, atMost: limit)
    }
  }
}
