/// File operations that throw errors of the store.
struct Disk: Sendable {
  let fileSystem: any FileSystem

  /// Runs file operations and converts their error.
  func run<Value>(
    _ steps: (any FileSystem) throws(FileSystemError) -> Value
  ) throws(StoreError) -> Value {
    do {
      return try steps(fileSystem)
    } catch {
      throw .fileSystem(error)
    }
  }

  /// The content of a file. Nil if it is missing.
  func readIfPresent(_ path: String) throws(StoreError) -> [UInt8]? {
    do {
      return try fileSystem.read(path)
    } catch {
      if error.isMissing { return nil }
      throw .fileSystem(error)
    }
  }

  /// The content of a file of any origin. Nil if it is missing. Throws above `limit` bytes.
  func readIfPresent(_ path: String, atMost limit: Int) throws(StoreError) -> [UInt8]? {
    do {
      return try fileSystem.read(path, atMost: limit)
    } catch {
      if error.isMissing { return nil }
      throw .fileSystem(error)
    }
  }

  func facts(of path: String) throws(StoreError) -> FileFacts? {
    try run { files throws(FileSystemError) in try files.facts(of: path) }
  }

  /// The names in a folder. Empty if it is missing.
  func listIfPresent(_ folder: String) throws(StoreError) -> [String] {
    do {
      return try fileSystem.list(folder)
    } catch {
      if error.isMissing { return [] }
      throw .fileSystem(error)
    }
  }

  /// Removes a folder with its content. Links are removed, not followed.
  func removeTree(_ path: String) throws(StoreError) {
    try run { files throws(FileSystemError) in try files.removeTree(path) }
  }

  /// Removes a file if it exists.
  func removeIfPresent(_ path: String) throws(StoreError) {
    try run { files throws(FileSystemError) in try files.removeIfThere(path) }
  }
}
