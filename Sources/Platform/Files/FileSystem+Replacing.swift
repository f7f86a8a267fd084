/// Durability of a file after power loss.
package enum Durability: Sendable {
  case synced
  /// Only of current interest.
  case eventual
}

extension FileSystem {
  /// Writes a file atomically and replaces an existing one. `synced` includes the name in the folder.
  package func replace(
    _ path: String, with bytes: [UInt8], durability: Durability
  ) throws(FileSystemError) {
    let temporary = path + ".new"
    try removeIfThere(temporary)
    try create(temporary, bytes)
    guard durability == .synced else { return try rename(temporary, to: path, .replacing) }
    try synchronizeFile(temporary)
    try settle(temporary, at: path, in: FileName.folder(of: path))
  }

  /// Renames a file and fsyncs the folder.
  package func settle(
    _ passing: String, at path: String, in folder: String, _ rule: RenameRule = .replacing
  ) throws(FileSystemError) {
    try rename(passing, to: path, rule)
    try synchronizeFolder(folder)
  }

  /// Copies a file through a temporary name with fsync, so that the final name never has partial
  /// content.
  package func copyDurably(
    _ source: String, to path: String, in folder: String, by passing: String
  ) throws(FileSystemError) {
    try removeIfThere(passing)
    try copy(source, to: passing)
    try synchronizeFile(passing)
    try settle(passing, at: path, in: folder)
  }

  /// Removes a file if it exists.
  package func removeIfThere(_ path: String) throws(FileSystemError) {
    do {
      try removeFile(path)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Removes a folder with its content, or a file, if it exists. Links are removed, not followed.
  package func removeTree(_ path: String) throws(FileSystemError) {
    guard let kind = try facts(of: path)?.kind else { return }
    guard kind == .folder else { return try removeIfThere(path) }
    do {
      for name in try list(path) { try removeTree("\(path)/\(name)") }
      try removeFolder(path)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Creates a folder if it does not exist.
  package func ensureFolder(_ path: String) throws(FileSystemError) {
    do {
      try makeFolder(path)
    } catch {
      if !error.isExisting { throw error }
    }
  }
}
