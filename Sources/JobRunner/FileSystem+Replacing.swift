// The few combinations of steps that the watcher needs besides those of the store.

internal import RecordStore

/// Whether a file has to outlive a loss of power.
enum Durability {
  case synced
  /// It tells of the present only.
  case eventual
}

extension FileSystem {
  /// Writes a file whole or not at all, in place of the one that is there.
  func replace(
    _ path: String, with bytes: [UInt8], durability: Durability
  ) throws(FileSystemError) {
    let temporary = path + ".new"
    try removeIfThere(temporary)
    try create(temporary, bytes)
    if durability == .synced { try synchronizeFile(temporary) }
    try rename(temporary, to: path, .replacing)
  }

  /// Removes a file unless it is gone.
  func removeIfThere(_ path: String) throws(FileSystemError) {
    do {
      try removeFile(path)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Makes a folder unless it is there.
  func ensureFolder(_ path: String) throws(FileSystemError) {
    do {
      try makeFolder(path)
    } catch {
      if !error.isExisting { throw error }
    }
  }

  /// Brings a file to another name: at once on the same device; else as a durable copy under a
  /// passing name first, so that a name never stands for half a file.
  func bring(_ source: String, to target: String) throws(FileSystemError) {
    do {
      try rename(source, to: target, .replacing)
    } catch {
      guard error.isCrossDevice else { throw error }
      try copyWhole(source, to: target)
      try removeFile(source)
    }
  }

  /// Copies a file durably, under a passing name first.
  func copyWhole(_ source: String, to target: String) throws(FileSystemError) {
    let temporary = target + PassingName.ending
    try removeIfThere(temporary)
    try copy(source, to: temporary)
    try synchronizeFile(temporary)
    try rename(temporary, to: target, .replacing)
  }
}

/// Names that stand for files still being made.
enum PassingName {
  static let ending = ".part"
}
