// Whether one folder is inside another. A watch whose inbox and store are nested files its own files without end.

import RecordStore

/// The place of a folder among others.
enum FolderNesting {
  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  /// Whether an absolute path is another one or below it, by name or through links. A missing folder counts as in its
  /// nearest ancestor that exists.
  static func isWithin(_ folder: String, _ other: String) -> Bool {
    if "\(folder)/".hasPrefix(other == "/" ? other : "\(other)/") { return true }
    guard let wanted = identity(other) else { return false }
    var path = folder
    while identity(path) == nil, let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
    }
    // At the root of the file system `..` is the root.
    while let found = identity(path), found != identity(path + "/..") {
      if found == wanted { return true }
      path += "/.."
    }
    return false
  }

  /// The folder at the end of a path; `.` follows a link.
  private static func identity(_ path: String) -> Identity? {
    guard let facts = try? POSIXFileSystem().facts(of: path + "/.") else { return nil }
    return Identity(device: facts.device, inode: facts.inode)
  }
}
