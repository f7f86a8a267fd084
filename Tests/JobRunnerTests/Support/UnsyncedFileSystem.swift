import RecordStore

/// The files of this machine without sync, for tests without power loss.
struct UnsyncedFileSystem: FileSystem {
  private let real = POSIXFileSystem()

  func makeFolder(_ path: String) throws(FileSystemError) { try real.makeFolder(path) }
  func list(_ folder: String) throws(FileSystemError) -> [String] { try real.list(folder) }
  func facts(of path: String) throws(FileSystemError) -> FileFacts? { try real.facts(of: path) }
  func read(_ path: String) throws(FileSystemError) -> [UInt8] { try real.read(path) }

  func read(
    _ path: String, from offset: Int, count: Int
  ) throws(FileSystemError) -> [UInt8] {
    try real.read(path, from: offset, count: count)
  }

  func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    try real.read(path, atMost: limit)
  }

  func writers(of path: String) -> WriterCheck { real.writers(of: path) }
  func makePrivate(_ path: String) throws(FileSystemError) { try real.makePrivate(path) }

  func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    try real.create(path, bytes)
  }

  func synchronizeFile(_ path: String) throws(FileSystemError) {}
  func synchronizeFolder(_ path: String) throws(FileSystemError) {}

  func rename(
    _ source: String, to target: String, _ rule: RenameRule
  ) throws(FileSystemError) {
    try real.rename(source, to: target, rule)
  }

  func removeFile(_ path: String) throws(FileSystemError) { try real.removeFile(path) }
  func removeFolder(_ path: String) throws(FileSystemError) { try real.removeFolder(path) }

  func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try real.append(bytes, to: path)
  }

  func truncate(_ path: String, to length: Int) throws(FileSystemError) {
    try real.truncate(path, to: length)
  }

  func copy(_ source: String, to target: String) throws(FileSystemError) {
    try real.copy(source, to: target)
  }

  func lock(
    _ path: String, _ rule: LockRule
  ) throws(FileSystemError) -> (any FileLock)? {
    try real.lock(path, rule)
  }
}
