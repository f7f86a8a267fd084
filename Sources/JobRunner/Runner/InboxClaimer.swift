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
  func claim(
    _ ready: ReadyFile, for session: SessionID, with sidecar: String?
  ) throws(FileSystemError) -> String? {
    let folder = layout.folder(of: session.text)
    try files.ensureFolder(folder)
    do {
      // An unreadable file stays where people see it.
      _ = try files.read(ready.path, from: 0, count: 1)
      // The recording first: without it, its sidecar and checksum have no meaning.
      try move(ready, into: folder, of: session)
    } catch {
      ledger.forget(layout.relative(ready.path), of: session)
      // A link was put in place of the recording.
      guard error.isMissing || error.isLink else { throw error }
      try? WorkFolder.remove(folder, files)
      return nil
    }
    for path in [InboxNames.checksum(of: ready.path), sidecar].compactMap(\.self) {
      // A file that cannot be claimed now is a late one.
      guard let facts = (try? files.facts(of: path)) ?? nil, facts.kind == .file else { continue }
      try? claimCompanion(path, FileStamp(facts), into: folder, of: session)
    }
    return folder
  }

  /// Sets the reference of a job from its sidecar.
  func readReference(of job: Job) {
    guard let bytes = try? files.read(job.sidecar, atMost: WatchSettings.mostSidecarBytes) else {
      return
    }
    job.memory.withLock { $0.reference = Sidecar.reference(in: bytes) }
  }

  /// Removes the ledger entries of sessions that do not exist: with `AudioPolicy.keep`, their
  /// recordings would be skipped.
  func forgetUnstarted(_ store: RecordStore) throws(StoreError) {
    guard settings.audio == .keep else { return }
    let names = InboxNames()
    try ledger.forget { session throws(StoreError) -> Bool in
      let copies = (try? files.list(layout.folder(of: session.text))) ?? []
      if copies.contains(where: { names.kind(of: $0) == .recording }) { return false }
      // A purged recording is not analysed again.
      if try store.wasPurged(session) { return false }
      return try store.existingSession(session) == nil
    }
  }

  /// Whether a sidecar is too large for a copy.
  func mustStay(_ sidecar: ReadyFile) -> Bool {
    settings.audio == .keep && sidecar.stamp.size > WatchSettings.mostSidecarBytes
  }

  /// Moves or copies a recording into its folder. The ledger entry comes first: the next start
  /// detects one without a recording.
  private func move(
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
      // Without an entry, only late sidecars do not find the session.
      try? ledger.note(entry)
      try files.bring(ready.path, into: folder, atMost: limit)
    }
  }

  /// Moves or copies a sidecar or checksum into its folder. The ledger entry comes last: a
  /// repetition has the same effect.
  func claimCompanion(
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
