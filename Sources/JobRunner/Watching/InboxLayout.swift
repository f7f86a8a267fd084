// Where things are in an inbox. What the watcher itself needs is in one hidden folder of it, on the
// same file system, so that a recording is claimed by renaming it.

/// The paths of an inbox.
package struct InboxLayout: Sendable, Equatable {
  /// The folder that people put recordings in.
  package let root: String

  /// The paths of an inbox at `root`.
  package init(root: String) {
    let trimmed = root.reversed().drop { $0 == "/" }.reversed()
    self.root = trimmed.isEmpty ? "/" : String(trimmed)
  }

  /// What belongs to the watcher.
  package var control: String { root + "/.sagevoice" }

  /// Claimed recordings, each in a folder named for its session.
  package var work: String { control + "/work" }

  /// Held by the one watcher of this inbox.
  package var lock: String { control + "/lock" }

  /// Which recordings went into which sessions.
  package var ledger: String { control + "/ledger.ndjson" }

  /// Which recordings are being read or analysed.
  package var looks: String { control + "/analysing" }

  /// What the watcher is doing.
  package var status: String { control + "/status.json" }

  /// The folder of a claimed recording.
  package func folder(of session: String) -> String { work + "/" + session }

  /// A path as people see it from the inbox.
  package func relative(_ path: String) -> String {
    path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
  }

  /// The folder that a path lies in.
  static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    // By byte, as the system does: a slash with an accent on it is another character.
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(path[path.utf8.index(after: $0)...])
    } ?? path
  }
}
