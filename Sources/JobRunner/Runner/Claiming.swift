// Taking a recording out of the inbox, into a folder named for the session that it will be. From
// then on it is found there, whatever happens to the program.

internal import RecordStore
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
      // What belongs to the recording goes first: once the recording is here, it begins.
      for path in [sidecar, InboxNames.checksum(of: ready.path)].compactMap(\.self)
      where try files.facts(of: path)?.kind == .file {
        try take(path, into: folder, of: session)
      }
      try take(ready.path, into: folder, of: session)
    } catch {
      guard error.isMissing else { throw error }
      try? WorkFolder.remove(folder, files)
      return nil
    }
    return folder
  }

  /// Brings a file to a folder of the work folder, or a copy of it where sources stay.
  func take(_ path: String, into folder: String, of session: SessionID) throws(FileSystemError) {
    guard let facts = try files.facts(of: path) else {
      throw FileSystemError(code: Self.noSuchFile, operation: .facts, path: path)
    }
    let target = folder + "/" + InboxLayout.name(of: path)
    let entry = InboxLedger.Entry(
      path: layout.relative(path), stamp: FileStamp(facts), session: session)
    switch settings.audio {
    case .keep:
      // Noted first: a note without a copy is found to be so, a copy without a note is not.
      try ledger.note(entry)
      try files.copyWhole(path, to: target)
    case .archive, .delete:
      try files.bring(path, to: target)
      // Without the note, only what is told later does not find its session.
      try? ledger.note(entry)
    }
  }

  /// ENOENT: there is no such file or folder.
  private static let noSuchFile: Int32 = 2
}
