// The spool of submitted recordings. A recording enters the work folder by one rename of a durable
// folder with its sidecar: whole or not at all. From then on it is like a claimed file.

internal import RecordStore
internal import VoiceTypes

struct Spool: Sendable {
  let layout: InboxLayout
  let files: any FileSystem
  private static let recordingFile = "/recording.wav"

  /// The folder of incomplete recordings.
  private var incoming: String { layout.control + "/incoming" }

  /// Creates the folders, and removes incomplete recordings of an earlier run.
  func prepare() throws(FileSystemError) {
    try files.ensureFolder(incoming)
    for name in try files.list(incoming) {
      try WorkFolder.removeWhole(incoming + "/" + name, files)
    }
  }

  /// Adds a recording durably; nothing is left of it after a fault.
  /// - Returns: Its work folder.
  func add(_ source: RecordingSource, as session: SessionID) throws(SubmissionFault) -> String {
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

  /// Creates an empty file that only the user can read: 0600 in a folder 0700.
  func makeRecordingFile(_ id: String) throws(FileSystemError) -> String {
    let folder = incoming + "/" + id
    try files.makeFolder(folder)
    try files.create(folder + Self.recordingFile, [])
    return folder + Self.recordingFile
  }

  /// Deletes a file of `makeRecordingFile` with its folder.
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
