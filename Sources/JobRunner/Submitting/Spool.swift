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
    guard RecordingSource.canBeNamed(source.name) else { throw .unusableName }
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

/// A submitted recording with its name and metadata: a local file, or bytes in memory.
public struct RecordingSource: Sendable {
  package enum Contents: Sendable {
    case bytes([UInt8])
    case file(path: String)
  }

  /// The name in documents, tables and reports, ending in `.wav`.
  public let name: String

  /// The metadata: a JSON object as in `NAME.json`; nil for none.
  public let sidecar: [UInt8]?

  let contents: Contents

  /// A recording in memory.
  public static func bytes(
    _ bytes: [UInt8], named name: String, sidecar: [UInt8]? = nil
  ) -> RecordingSource {
    RecordingSource(name: name, sidecar: sidecar, contents: .bytes(bytes))
  }

  /// A file, which is copied.
  /// - Parameter name: The file name unless given.
  public static func file(
    at path: String, named name: String? = nil, sidecar: [UInt8]? = nil
  ) -> RecordingSource {
    RecordingSource(
      name: name ?? InboxLayout.name(of: path), sidecar: sidecar, contents: .file(path: path))
  }

  /// Whether a name can be that of a recording in a folder.
  package static func canBeNamed(_ name: String) -> Bool {
    let bytes = name.utf8
    return InboxNames().kind(of: name) == .recording && bytes.count <= longestName
      && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
  }

  /// Names of sidecars and temporary files are longer, and file systems allow 255 bytes.
  private static let longestName = 200
}

/// Why a recording was not accepted. Nothing is left of it.
public enum SubmissionFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The limit of recordings in progress; a later call succeeds.
  case busy
  /// The runner has not started, or has been stopped.
  case notRunning
  /// The session has a recording, in progress or filed: use its updates.
  case known
  /// The name is not that of a recording.
  case unusableName
  /// The recording has more than 64 MiB, or its sidecar more than 1 MiB.
  case tooLarge
  /// The recording could not be read or made durable; whether the fault is transient.
  case disk(reason: String, isTransient: Bool)

  /// The problem and the advice.
  public var description: String {
    switch self {
    case .busy: "the limit of recordings in progress is reached; submit the recording again later"
    case .notRunning: "the runner is not running; start it first"
    case .known: "the session has a recording already; listen to its updates"
    case .unusableName:
      "the name of the recording is invalid; use a name that ends in .wav, without a slash"
    case .tooLarge: "the recording or its metadata are too large"
    case .disk(let reason, _): reason
    }
  }
}
