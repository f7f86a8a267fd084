// The few combinations of steps that everybody needs who writes durably.

/// Whether a file has to outlive a loss of power.
package enum Durability: Sendable {
  case synced
  /// It tells of the present only.
  case eventual
}

extension FileSystem {
  /// Writes a file whole or not at all, in place of the one that is there.
  package func replace(
    _ path: String, with bytes: [UInt8], durability: Durability
  ) throws(FileSystemError) {
    let temporary = path + ".new"
    try removeIfThere(temporary)
    try create(temporary, bytes)
    if durability == .synced { try synchronizeFile(temporary) }
    try rename(temporary, to: path, .replacing)
  }

  /// Gives a file its name in `folder`, durably.
  package func settle(
    _ passing: String, at path: String, in folder: String, _ rule: RenameRule = .replacing
  ) throws(FileSystemError) {
    try rename(passing, to: path, rule)
    try synchronizeFolder(folder)
  }

  /// Copies a file durably, under a passing name first, so that a name never stands for half a file.
  package func copyDurably(
    _ source: String, to path: String, in folder: String, by passing: String
  ) throws(FileSystemError) {
    try removeIfThere(passing)
    try copy(source, to: passing)
    try synchronizeFile(passing)
    try settle(passing, at: path, in: folder)
  }

  /// Removes a file unless it is gone.
  package func removeIfThere(_ path: String) throws(FileSystemError) {
    do {
      try removeFile(path)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Makes a folder unless it is there.
  package func ensureFolder(_ path: String) throws(FileSystemError) {
    do {
      try makeFolder(path)
    } catch {
      if !error.isExisting { throw error }
    }
  }
}
