// Files in memory. The recordings of a queue worker never reach a disk of its machine.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// The files of claimed jobs. Every folder exists.
final class MemoryFiles: FileSystem {
  /// ENOENT and EEXIST.
  private static let (missing, exists): (Int32, Int32) = (2, 17)

  private let files = Mutex<[UTF8Key: [UInt8]]>([:])

  func makeFolder(_ path: String) {}

  func list(_ folder: String) -> [String] {
    files.withLock { Array($0.keys) }.map(\.text)
      .filter { FileName.folder(of: $0) == folder }.map(InboxLayout.name).sorted()
  }

  func facts(of path: String) -> FileFacts? {
    files.withLock { $0[UTF8Key(path)]?.count }.map {
      FileFacts(kind: .file, size: $0, modifiedNanoseconds: 0, place: (0, 0))
    }
  }

  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    if let bytes = files.withLock({ $0[UTF8Key(path)] }) { return bytes }
    throw FileSystemError(code: Self.missing, operation: .read, path: path)
  }

  func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    let bytes = try read(path)
    guard bytes.count <= limit else { throw .tooLarge(path, .read) }
    return bytes
  }

  func read(_ path: String, from offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    Array(try read(path).dropFirst(offset).prefix(count))
  }

  func writers(of path: String) -> WriterCheck { .none }
  func makePrivate(_ path: String) {}
  func synchronizeFile(_ path: String) {}
  func synchronizeFolder(_ path: String) {}

  func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    let isNew = files.withLock { files in
      defer { files[UTF8Key(path)] = files[UTF8Key(path)] ?? bytes }
      return files[UTF8Key(path)] == nil
    }
    if !isNew { throw FileSystemError(code: Self.exists, operation: .create, path: path) }
  }

  func copy(_ source: String, to target: String) throws(FileSystemError) {
    try create(target, try read(source))
  }

  func rename(_ source: String, to target: String, _ rule: RenameRule) throws(FileSystemError) {
    let bytes = try read(source)
    if rule == .replacing { try removeIfThere(target) }
    try create(target, bytes)
    try removeFile(source)
  }

  func removeFile(_ path: String) throws(FileSystemError) {
    guard files.withLock({ $0.removeValue(forKey: UTF8Key(path)) }) == nil else { return }
    throw FileSystemError(code: Self.missing, operation: .removeFile, path: path)
  }

  func removeFolder(_ path: String) {}

  func append(_ bytes: [UInt8], to path: String) {
    files.withLock { $0[UTF8Key(path), default: []] += bytes }
  }

  func truncate(_ path: String, to length: Int) throws(FileSystemError) {
    let bytes = try read(path)
    files.withLock { $0[UTF8Key(path)] = Array(bytes.prefix(length)) }
  }

  func lock(_ path: String, _ rule: LockRule) -> (any FileLock)? { nil }
}
