// The file system with the faults of the store, and the few combinations of steps it needs.

/// The files of a store.
struct Disk: Sendable {
  /// What does the steps.
  let fileSystem: any FileSystem

  /// Does steps, with their fault as one of the store.
  func run<Value>(
    _ steps: (any FileSystem) throws(FileSystemError) -> Value
  ) throws(StoreError) -> Value {
    do {
      return try steps(fileSystem)
    } catch {
      throw .fileSystem(error)
    }
  }

  /// The shared lock that keeps lines from being appended; nil in a store that this program may not write to.
  func lockAgainstAppending(_ layout: StoreLayout) throws(StoreError) -> (any FileLock)? {
    do {
      return try fileSystem.lock(layout.appendLock, .shared)
    } catch {
      guard error.isDenied || error.trouble == .readOnly else { throw .fileSystem(error) }
      return nil
    }
  }

  /// The bytes of a file; nil when there is none.
  func readIfPresent(_ path: String) throws(StoreError) -> [UInt8]? {
    do {
      return try fileSystem.read(path)
    } catch {
      if error.isMissing { return nil }
      throw .fileSystem(error)
    }
  }

  /// The bytes of a file that may be anybody's; nil when there is none. More than `limit` is a fault.
  func readIfPresent(_ path: String, atMost limit: Int) throws(StoreError) -> [UInt8]? {
    do {
      return try fileSystem.read(path, atMost: limit)
    } catch {
      if error.isMissing { return nil }
      throw .fileSystem(error)
    }
  }

  /// SHA-256 of a file, which need not fit into memory; nil when there is none.
  func sha256IfPresent(_ path: String) throws(StoreError) -> String? {
    do {
      return try fileSystem.sha256(of: path, atMost: .max)
    } catch {
      if error.isMissing { return nil }
      throw .fileSystem(error)
    }
  }

  func facts(of path: String) throws(StoreError) -> FileFacts? {
    try run { files throws(FileSystemError) in try files.facts(of: path) }
  }

  /// The names in a folder; none when it is missing.
  func listIfPresent(_ folder: String) throws(StoreError) -> [String] {
    do {
      return try fileSystem.list(folder)
    } catch {
      if error.isMissing { return [] }
      throw .fileSystem(error)
    }
  }

  /// Makes a folder unless it is there, and its name durable in the folder around it.
  func ensureFolder(_ path: String, in parent: String) throws(StoreError) {
    if try facts(of: path) != nil { return }
    try run { files throws(FileSystemError) in
      try files.ensureFolder(path)
      try files.synchronizeFolder(parent)
    }
  }

  /// Makes the names in a folder durable.
  func synchronizeFolder(_ path: String) throws(StoreError) {
    try run { files throws(FileSystemError) in try files.synchronizeFolder(path) }
  }

  /// Writes a file that does not exist yet, durably but for its name.
  func stage(_ bytes: [UInt8], at path: String) throws(StoreError) {
    try run { files throws(FileSystemError) in
      do throws(FileSystemError) {
        try files.create(path, bytes)
      } catch {
        // What an earlier try left under this name may be torn.
        guard error.isExisting else { throw error }
        try files.removeFile(path)
        try files.create(path, bytes)
      }
      try files.synchronizeFile(path)
    }
  }

  /// Gives a staged file its name in `folder`, durably.
  func settle(_ staged: String, at path: String, in folder: String) throws(StoreError) {
    try run { files throws(FileSystemError) in try files.settle(staged, at: path, in: folder) }
  }

  /// Removes a folder with everything in it; links are removed, not followed.
  func removeTree(_ path: String) throws(StoreError) {
    guard let kind = try facts(of: path)?.kind else { return }
    guard kind == .folder else { return try removeIfPresent(path) }
    for name in try listIfPresent(path) { try removeTree("\(path)/\(name)") }
    try run { files throws(FileSystemError) in try files.removeFolder(path) }
  }

  /// Removes a file if it is there.
  func removeIfPresent(_ path: String) throws(StoreError) {
    try run { files throws(FileSystemError) in try files.removeIfThere(path) }
  }
}
