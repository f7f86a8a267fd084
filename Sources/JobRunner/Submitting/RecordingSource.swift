// What a program hands over: a recording with its name, its bytes, and what is told of it.

internal import RecordStore

/// A recording that is submitted: a file of this machine, or bytes in memory.
public struct RecordingSource: Sendable {
  /// Where its bytes are.
  enum Contents: Sendable {
    case bytes([UInt8])
    case file(path: String)
  }

  /// The name that documents, tables and reports call it by, ending in `.wav`.
  public let name: String

  /// What is told of it: a JSON object as it would stand in `NAME.json` beside it; nil for nothing.
  public let sidecar: [UInt8]?

  let contents: Contents

  /// A recording in memory.
  public static func bytes(
    _ bytes: [UInt8], named name: String, sidecar: [UInt8]? = nil
  ) -> RecordingSource {
    RecordingSource(name: name, sidecar: sidecar, contents: .bytes(bytes))
  }

  /// A file, which is copied and stays where it is.
  /// - Parameter name: What to call it; the name of the file unless given.
  public static func file(
    at path: String, named name: String? = nil, sidecar: [UInt8]? = nil
  ) -> RecordingSource {
    RecordingSource(
      name: name ?? InboxLayout.name(of: path), sidecar: sidecar, contents: .file(path: path))
  }

  /// Whether the name can be that of a recording in a folder.
  var isNamed: Bool {
    let bytes = name.utf8
    return InboxNames().kind(of: name) == .recording && bytes.count <= Self.longestName
      && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
  }

  /// Names of companions and passing names are longer, and 255 bytes are what file systems hold.
  private static let longestName = 200
}

/// Why a recording was not taken. Nothing is left of it.
public enum SubmissionFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is as much to do as can be kept track of; the same call succeeds later.
  case busy
  /// The runner has not started, or has been stopped.
  case notRunning
  /// The session has a recording already, which is on its way or has ended: listen to its updates.
  case known
  /// The name is not that of a recording.
  case unusableName
  /// The recording or its sidecar has more bytes than are read, 64 MiB and 1 MiB.
  case tooLarge
  /// The recording could not be read, or could not be made durable. Whether that may pass of itself.
  case disk(reason: String, isTransient: Bool)

  /// What is wrong and what to do.
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
