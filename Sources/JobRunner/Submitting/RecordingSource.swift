internal import RecordStore

/// A submitted recording with its name and metadata: a local file, or bytes in memory.
public struct RecordingSource: Sendable {
  enum Contents: Sendable {
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

  /// Whether the name is that of a recording in a folder.
  var isNamed: Bool {
    let bytes = name.utf8
    return InboxNames().kind(of: name) == .recording && bytes.count <= Self.longestName
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
