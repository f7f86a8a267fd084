// A store can vanish under a program that has it open: a disk is taken away, a folder is renamed. Its
// path then leads nowhere, or to the empty folder that a disk was mounted on. Nothing must be made
// there, and that nothing is found there must not be taken for an answer.
//
// So each step that makes something asks first whether `store.json` is still the file that it was at
// opening, and each that finds nothing asks afterwards. What is done to files that are there needs no
// question.

internal import Synchronization

/// Knows the folder of an open store again.
final class StoreHome: Sendable {
  private struct Place: Equatable {
    var device: UInt64
    var inode: UInt64
  }

  private let path: String
  private let file: StoreFile
  private let place: Mutex<Place?>

  /// The folder of the store whose `store.json` says `file`.
  init(_ layout: StoreLayout, _ file: StoreFile) {
    path = layout.storeFile
    self.file = file
    place = Mutex(nil)
  }

  /// Fails with a fault that may pass unless the store is where it was.
  func check(_ files: any FileSystem) throws(FileSystemError) {
    guard let facts = try files.facts(of: path) else { throw .away(path) }
    let found = Place(device: facts.device, inode: facts.inode)
    if place.withLock({ $0 }) == found { return }
    // The same store on another device, as after mounting it again, is the same store.
    let bytes = try files.read(path)
    guard let other = try? StoreFile(parsing: bytes, file: path), other.id == file.id else {
      throw .away(path)
    }
    place.withLock { $0 = found }
  }
}

/// The files of an open store; those outside its folder are as they are.
struct HomeFileSystem: FileSystem {
  private let wrapped: any FileSystem
  private let home: StoreHome
  private let inside: String

  init(_ wrapped: any FileSystem, home: StoreHome, root: String) {
    self.wrapped = wrapped
    self.home = home
    inside = root + "/"
  }

  /// Before something is made.
  private func making(_ path: String) throws(FileSystemError) {
    if path.hasPrefix(inside) { try home.check(wrapped) }
  }

  /// A step that may find nothing.
  private func finding<Value>(
    _ path: String, _ step: () throws(FileSystemError) -> Value
  ) throws(FileSystemError) -> Value {
    do {
      return try step()
    } catch {
      if error.isMissing { try making(path) }
      throw error
    }
  }

  func makeFolder(_ path: String) throws(FileSystemError) {
    try making(path)
    try wrapped.makeFolder(path)
  }

  func list(_ folder: String) throws(FileSystemError) -> [String] {
    try finding(folder) { () throws(FileSystemError) in try wrapped.list(folder) }
  }

  func facts(of path: String) throws(FileSystemError) -> FileFacts? {
    if let facts = try wrapped.facts(of: path) { return facts }
    try making(path)
    return nil
  }

  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    try finding(path) { () throws(FileSystemError) in try wrapped.read(path) }
  }

  func read(
    _ path: String, from offset: Int, count: Int
  ) throws(FileSystemError) -> [UInt8] {
    try finding(path) { () throws(FileSystemError) in
      try wrapped.read(path, from: offset, count: count)
    }
  }

  func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    try finding(path) { () throws(FileSystemError) in try wrapped.read(path, atMost: limit) }
  }

  func writers(of path: String) -> WriterCheck { wrapped.writers(of: path) }

  func makePrivate(_ path: String) throws(FileSystemError) {
    try finding(path) { () throws(FileSystemError) in try wrapped.makePrivate(path) }
  }

  func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    try making(path)
    try wrapped.create(path, bytes)
  }

  func synchronizeFile(_ path: String) throws(FileSystemError) {
    try finding(path) { () throws(FileSystemError) in try wrapped.synchronizeFile(path) }
  }

  func synchronizeFolder(_ path: String) throws(FileSystemError) {
    try finding(path) { () throws(FileSystemError) in try wrapped.synchronizeFolder(path) }
  }

  func rename(
    _ source: String, to target: String, _ rule: RenameRule
  ) throws(FileSystemError) {
    try finding(source) { () throws(FileSystemError) in
      try wrapped.rename(source, to: target, rule)
    }
  }

  func removeFile(_ path: String) throws(FileSystemError) {
    try finding(path) { () throws(FileSystemError) in try wrapped.removeFile(path) }
  }

  func removeFolder(_ path: String) throws(FileSystemError) {
    try finding(path) { () throws(FileSystemError) in try wrapped.removeFolder(path) }
  }

  func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try making(path)
    try wrapped.append(bytes, to: path)
  }

  func truncate(_ path: String, to length: Int) throws(FileSystemError) {
    try finding(path) { () throws(FileSystemError) in try wrapped.truncate(path, to: length) }
  }

  func copy(_ source: String, to target: String) throws(FileSystemError) {
    try making(target)
    try wrapped.copy(source, to: target)
  }

  func lock(
    _ path: String, _ rule: LockRule
  ) throws(FileSystemError) -> (any FileLock)? {
    try making(path)
    return try wrapped.lock(path, rule)
  }
}
