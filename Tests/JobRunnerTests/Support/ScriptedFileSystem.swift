import RecordStore

/// A file system with a script that runs before each step, and may return its error.
struct ScriptedFileSystem: LayeredFileSystem {
  let real: any FileSystem
  private let script: @Sendable (FileOperation, String) -> Int32?

  init(
    wrapping real: any FileSystem = UnsyncedFileSystem(),
    _ script: @escaping @Sendable (FileOperation, String) -> Int32?
  ) {
    self.real = real
    self.script = script
  }

  func check(_ operation: FileOperation, _ path: String) throws(FileSystemError) {
    guard let code = script(operation, path) else { return }
    throw FileSystemError(code: code, operation: operation, path: path)
  }

  func writers(of path: String) -> WriterCheck {
    script(.writers, path) == nil ? real.writers(of: path) : .unknown
  }
}

/// The files of this machine without sync, for tests without power loss.
struct UnsyncedFileSystem: LayeredFileSystem {
  let real: any FileSystem = POSIXFileSystem()

  func check(_ operation: FileOperation, _ path: String) {}
  func synchronizeFile(_ path: String) {}
  func synchronizeFolder(_ path: String) {}
}

/// A file system in front of another one.
protocol LayeredFileSystem: FileSystem {
  var real: any FileSystem { get }

  /// Throws the error of a step instead of the step.
  func check(_ operation: FileOperation, _ path: String) throws(FileSystemError)
}

extension LayeredFileSystem {
  func makeFolder(_ path: String) throws(FileSystemError) {
    try check(.makeFolder, path)
    try real.makeFolder(path)
  }

  func list(_ folder: String) throws(FileSystemError) -> [String] {
    try check(.list, folder)
    return try real.list(folder)
  }

  func facts(of path: String) throws(FileSystemError) -> FileFacts? {
    try check(.facts, path)
    return try real.facts(of: path)
  }

  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    try check(.read, path)
    return try real.read(path)
  }

  func read(_ path: String, from offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    try check(.read, path)
    return try real.read(path, from: offset, count: count)
  }

  func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    try check(.read, path)
    return try real.read(path, atMost: limit)
  }

  func writers(of path: String) -> WriterCheck { real.writers(of: path) }

  func makePrivate(_ path: String) throws(FileSystemError) {
    try check(.makePrivate, path)
    try real.makePrivate(path)
  }

  func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    try check(.create, path)
    try real.create(path, bytes)
  }

  func synchronizeFile(_ path: String) throws(FileSystemError) {
    try check(.synchronizeFile, path)
    try real.synchronizeFile(path)
  }

  func synchronizeFolder(_ path: String) throws(FileSystemError) {
    try check(.synchronizeFolder, path)
    try real.synchronizeFolder(path)
  }

  func rename(_ source: String, to target: String, _ rule: RenameRule) throws(FileSystemError) {
    try check(.rename, source)
    try real.rename(source, to: target, rule)
  }

  func removeFile(_ path: String) throws(FileSystemError) {
    try check(.removeFile, path)
    try real.removeFile(path)
  }

  func removeFolder(_ path: String) throws(FileSystemError) {
    try check(.removeFolder, path)
    try real.removeFolder(path)
  }

  func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try check(.append, path)
    try real.append(bytes, to: path)
  }

  func truncate(_ path: String, to length: Int) throws(FileSystemError) {
    try check(.truncate, path)
    try real.truncate(path, to: length)
  }

  func copy(_ source: String, to target: String) throws(FileSystemError) {
    try check(.copy, source)
    try real.copy(source, to: target)
  }

  func lock(_ path: String, _ rule: LockRule) throws(FileSystemError) -> (any FileLock)? {
    try check(.lock, path)
    return try real.lock(path, rule)
  }
}
