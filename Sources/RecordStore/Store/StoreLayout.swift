// Paths of stores of versions up to 0.24.

internal import VoiceTypes

/// The paths of an old store.
struct StoreLayout: Sendable {
  /// The store's own folder.
  let root: String

  var storeFile: String { "\(root)/store.json" }
  var secret: String { "\(root)/secret" }
  var auditLog: String { "\(root)/audit.log" }
  var sessions: String { "\(root)/sessions" }
  var failed: String { "\(root)/failed" }

  /// Files on their way to their places: on the same device, so that one renaming brings them.
  var staging: String { "\(root)/staging" }

  /// Held by whoever appends to a log.
  var appendLock: String { "\(root)/append.lock" }

  /// Held shared by every program that may write.
  var writersLock: String { "\(root)/writers.lock" }

  /// Held by the one watcher of the store.
  var watcherLock: String { "\(root)/watcher.lock" }

  /// What retention remembers.
  var retention: String { "\(root)/retention.json" }

  func folder(of session: SessionID) -> String { "\(sessions)/\(session.text)" }

  /// The path of a file that a line of the store's log names.
  func path(of name: String) -> String { "\(root)/\(name)" }

  /// The path of a file that a line of a session's log names.
  func path(of name: String, in session: SessionID) -> String {
    "\(folder(of: session))/\(name)"
  }

  /// Where a document waits; the name says whose it is and what it will be called.
  func staged(_ name: String, of owner: String, sha256: String) -> String {
    "\(staging)/\(StagedName(owner: owner, name: name, sha256: sha256).text)"
  }
}

/// The name of a file in the staging folder.
struct StagedName: Equatable {
  /// A session's id, or `store`.
  let owner: String

  /// The path that it will have from the folder of its owner.
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
