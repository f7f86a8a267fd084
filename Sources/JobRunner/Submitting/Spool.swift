// Where submitted recordings lie until their results are in the store. A recording comes into the work folder
// by one rename of a folder that is durable by then, with what is told of it: it is there whole or not
// at all, and from then on it is as a file that a watcher claimed.

internal import RecordStore
internal import VoiceTypes

/// The folder of submitted recordings.
struct Spool: Sendable {
  let layout: InboxLayout
  let files: any FileSystem

  private static let recordingFile = "/recording.wav"

  /// Where recordings are while they are being written.
  private var incoming: String { layout.control + "/incoming" }

  /// Makes what is needed, and removes what a run left that ended while it was written: nobody was told
  /// that it was taken.
  func prepare() throws(FileSystemError) {
    try files.ensureFolder(incoming)
    for name in try files.list(incoming) {
      try WorkFolder.removeWhole(incoming + "/" + name, files)
    }
  }

  /// Brings a recording to the work folder durably; where that fails nothing is left of it.
  /// - Returns: Its folder.
  func take(_ source: RecordingSource, as session: SessionID) throws(SubmissionFault) -> String {
    guard source.isNamed else { throw .unusableName }
    guard source.sidecar?.count ?? 0 <= WatchSettings.mostSidecarBytes else { throw .tooLarge }
    let folder = incoming + "/" + session.text
    do {
      let bytes = try bytes(of: source)
      try WorkFolder.removeWhole(folder, files)
      try files.makeFolder(folder)
      try write(bytes, to: folder + "/" + source.name)
      if let sidecar = source.sidecar {
        try write(sidecar, to: InboxNames.sidecar(of: folder + "/" + source.name))
      }
      try files.synchronizeFolder(folder)
      try files.rename(folder, to: layout.folder(of: session.text), .keepingExisting)
      try files.synchronizeFolder(layout.work)
    } catch {
      try? WorkFolder.removeWhole(folder, files)
      if error.isTooLarge { throw .tooLarge }
      throw .disk(reason: error.description, isTransient: error.isTransient)
    }
    return layout.folder(of: session.text)
  }

  /// Creates an empty file for a recording that is being made, which only the user can read: 0600 in a folder 0700.
  func makeRecordingFile(_ id: String) throws(FileSystemError) -> String {
    let folder = incoming + "/" + id
    try files.makeFolder(folder)
    try files.create(folder + Self.recordingFile, [])
    return folder + Self.recordingFile
  }

  /// Deletes a file that `makeRecordingFile` created, with its folder.
  func deleteRecordingFile(_ path: String) throws(FileSystemError) {
    try WorkFolder.removeWhole(String(path.dropLast(Self.recordingFile.count)), files)
  }

  private func bytes(of source: RecordingSource) throws(FileSystemError) -> [UInt8] {
    switch source.contents {
    case .bytes(let bytes):
      guard bytes.count <= WatchSettings.mostRecordingBytes else {
        throw .tooLarge(source.name, .read)
      }
      return bytes
    case .file(let path): return try files.read(path, atMost: WatchSettings.mostRecordingBytes)
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try files.create(path, bytes)
    try files.synchronizeFile(path)
  }
}
