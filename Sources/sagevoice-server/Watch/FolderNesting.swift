// With nested inbox and store, a watch would import its own files without end.

import RecordStore

enum FolderNesting {
  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  /// Returns whether an absolute path equals another one or is below it, by name or through links.
  /// For a missing folder, its nearest existing ancestor counts.
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

  /// Returns the identity of the folder at a path; `/.` follows a link.
  private static func identity(_ path: String) -> Identity? {
    guard let facts = try? POSIXFileSystem().facts(of: path + "/.") else { return nil }
    return Identity(device: facts.device, inode: facts.inode)
  }
}
