// Paths of stores of versions up to 0.24.

internal import VoiceTypes

/// The paths of an old store.
struct StoreLayout: Sendable {
  /// The folder of the store.
  let root: String

  var storeFile: String { "\(root)/store.json" }
  var secret: String { "\(root)/secret" }
  var auditLog: String { "\(root)/audit.log" }
  var sessions: String { "\(root)/sessions" }
  var failed: String { "\(root)/failed" }

  /// Temporary files, on the same device as their final paths.
  var staging: String { "\(root)/staging" }

  /// The lock for appending to a history.
  var appendLock: String { "\(root)/append.lock" }

  /// The shared lock of all writers.
  var writersLock: String { "\(root)/writers.lock" }

  /// The lock of the watcher.
  var watcherLock: String { "\(root)/watcher.lock" }

  /// The state of retention.
  var retention: String { "\(root)/retention.json" }

  func folder(of session: SessionID) -> String { "\(sessions)/\(session.text)" }

  /// The path of a file in the history of the store.
  func path(of name: String) -> String { "\(root)/\(name)" }

  /// The path of a file in the history of a session.
  func path(of name: String, in session: SessionID) -> String {
    "\(folder(of: session))/\(name)"
  }

  /// The temporary path of a document. The name contains the owner and the final name.
  func staged(_ name: String, of owner: String, sha256: String) -> String {
    "\(staging)/\(StagedName(owner: owner, name: name, sha256: sha256).text)"
  }
}

/// The name of a temporary file.
struct StagedName: Equatable {
  /// A session id, or `store`.
  let owner: String

  /// The final path from the folder of the owner.
  let name: String

  /// SHA-256 of the bytes.
  let sha256: String

  init(owner: String, name: String, sha256: String) {
    self.owner = owner
    self.name = name
    self.sha256 = sha256
  }

  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let name = Hex.bytes(of: Array(parts[2].utf8)) else { return nil }
    owner = String(parts[0])
    sha256 = String(parts[1])
    self.name = FileName.text(of: name)
  }

  var text: String { "\(owner)=\(sha256)=\(Hex.text(of: FileName.bytes(of: name)))" }
}

extension StoreLayout {
  private static let groupMayRead: UInt16 = 0o040

  /// The group that may read the store, by the mode of `store.json`. Nil: its owner alone.
  func group(_ files: any FileSystem) throws(FileSystemError) -> UInt32? {
    guard let facts = try files.facts(of: storeFile), facts.kind == .file,
      facts.permissions & Self.groupMayRead != 0
    else { return nil }
    return facts.group
  }
}
