// A file system in front of another one, for faults and counts of steps.

package import RecordStore

/// A file system in front of another one.
package protocol LayeredFileSystem: FileSystem {
  var real: any FileSystem { get }

  /// Throws the error of a step instead of the step.
  func check(_ operation: FileOperation, _ path: String) throws(FileSystemError)
}

extension LayeredFileSystem {
  package func makeFolder(_ path: String) throws(FileSystemError) {
    try check(.makeFolder, path)
    try real.makeFolder(path)
  }

  package func list(_ folder: String) throws(FileSystemError) -> [String] {
    try check(.list, folder)
    return try real.list(folder)
  }

  package func facts(of path: String) throws(FileSystemError) -> FileFacts? {
    try check(.facts, path)
    return try real.facts(of: path)
  }

  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    try check(.read, path)
    return try real.read(path)
  }

  package func read(_ path: String, from offset: Int, count: Int) throws(FileSystemError) -> [UInt8]
  {
    try check(.read, path)
    return try real.read(path, from: offset, count: count)
  }

  package func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    try check(.read, path)
    return try real.read(path, atMost: limit)
  }

  package func writers(of path: String) -> WriterCheck { real.writers(of: path) }

  package func makePrivate(_ path: String) throws(FileSystemError) {
    try check(.makePrivate, path)
    try real.makePrivate(path)
  }

  package func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    try check(.create, path)
    try real.create(path, bytes)
  }

  package func synchronizeFile(_ path: String) throws(FileSystemError) {
    try check(.synchronizeFile, path)
    try real.synchronizeFile(path)
  }

  package func synchronizeFolder(_ path: String) throws(FileSystemError) {
    try check(.synchronizeFolder, path)
    try real.synchronizeFolder(path)
  }

  package func rename(_ source: String, to target: String, _ rule: RenameRule)
    throws(FileSystemError)
  {
    try check(.rename, source)
    try real.rename(source, to: target, rule)
  }

  package func removeFile(_ path: String) throws(FileSystemError) {
    try check(.removeFile, path)
    try real.removeFile(path)
  }

  package func removeFolder(_ path: String) throws(FileSystemError) {
    try check(.removeFolder, path)
    try real.removeFolder(path)
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try check(.append, path)
    try real.append(bytes, to: path)
  }

  package func truncate(_ path: String, to length: Int) throws(FileSystemError) {
    try check(.truncate, path)
    try real.truncate(path, to: length)
  }

  package func copy(_ source: String, to target: String) throws(FileSystemError) {
    try check(.copy, source)
    try real.copy(source, to: target)
  }

  package func lock(_ path: String, _ rule: LockRule) throws(FileSystemError) -> (any FileLock)? {
    try check(.lock, path)
    return try real.lock(path, rule)
  }
}
