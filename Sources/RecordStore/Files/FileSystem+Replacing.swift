// The few combinations of steps that everybody needs who writes durably.

extension FileSystem {
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
