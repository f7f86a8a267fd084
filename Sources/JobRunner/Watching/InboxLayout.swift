// The paths of an inbox. The folder of the watcher is on the same file system, so that a claim is a
// rename.

internal import RecordStore

package struct InboxLayout: Sendable, Equatable {
  /// The folder that receives recordings.
  package let root: String

  package init(root: String) {
    let trimmed = root.reversed().drop { $0 == "/" }.reversed()
    self.root = trimmed.isEmpty ? "/" : String(trimmed)
  }

  /// The folder of the watcher.
  package var control: String { root + "/.sagevoice" }

  /// Claimed recordings, each in a folder named by its session.
  package var work: String { control + "/work" }

  /// The file with the identifier of the inbox in the store. A moved inbox keeps it.
  package var identifier: String { control + "/inbox" }

  /// The lock of the watcher.
  package var lock: String { control + "/lock" }

  /// The status of the watcher.
  package var status: String { control + "/status.json" }

  /// Returns the identifier of the inbox. The first call creates it.
  func readIdentifier(_ files: any FileSystem) throws(FileSystemError) -> String {
    let known = try files.facts(of: identifier) == nil ? [] : files.read(identifier)
    if let id = SessionID(String(decoding: known, as: UTF8.self)) { return id.text }
    let made = SessionID.fresh().text
    try files.replace(identifier, with: Array(made.utf8), durability: .synced)
    return made
  }

  /// The work folder of a claimed recording.
  package func folder(of session: String) -> String { work + "/" + session }

  /// The path relative to the inbox.
  package func relative(_ path: String) -> String {
    path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    // By byte, like the system: a slash with a combining accent is another character.
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(path[path.utf8.index(after: $0)...])
    } ?? path
  }
}
