// A file system in memory that can lose power, with all or a part of the data that are not durable.
// Names are durable after a synchronization of their folder, bytes after one of their file.

package import RecordStore
internal import Synchronization

/// Files in memory with their durable state.
package final class MemoryFileSystem: FileSystem {
  /// Lost part of the data that are not durable.
  package enum Loss: Sendable {
    case everything
    /// Each folder and each file by chance.
    case byChance(seed: UInt64)
  }

  private final class Node {
    let number: UInt64
    var bytes: [UInt8] = []
    var durableBytes: [UInt8] = []
    var entries: [String: Node]?
    var durableEntries: [String: Node] = [:]

    init(number: UInt64, isFolder: Bool) {
      self.number = number
      entries = isFolder ? [:] : nil
    }
  }

  private struct State {
    var root = Node(number: 1, isFolder: true)
    var count: UInt64 = 1
  }

  private let state: Mutex<State>

  /// A file system with nothing but the folder `/`.
  package init() { state = Mutex(State()) }

  /// Discards data that are not durable.
  package func losePower(_ loss: Loss) {
    state.withLock { state in
      var chance: UInt64 = if case .byChance(let seed) = loss { seed } else { 0 }
      var seen: Set<UInt64> = []
      Self.revert(state.root, &seen) {
        guard case .byChance = loss else { return true }
        // Xorshift (Marsaglia 2003).
        chance ^= chance << 13
        chance ^= chance >> 7
        chance ^= chance << 17
        return chance & 1 == 0
      }
    }
  }

  private static func revert(_ node: Node, _ seen: inout Set<UInt64>, _ isLost: () -> Bool) {
    guard seen.insert(node.number).inserted else { return }
    if isLost() {
      node.bytes = node.durableBytes
      if node.entries != nil { node.entries = node.durableEntries }
    }
    node.durableBytes = node.bytes
    guard let entries = node.entries else { return }
    node.durableEntries = entries
    for name in entries.keys.sorted() {
      if let child = entries[name] { revert(child, &seen, isLost) }
    }
  }

  // MARK: - Paths

  private static func parts(_ path: String) -> (folder: [Substring], name: String) {
    let parts = path.split(separator: "/")
    return (parts.dropLast(), String(parts.last ?? ""))
  }

  private static func node(_ path: some Sequence<Substring>, _ state: State) -> Node? {
    path.reduce(state.root) { node, name in node?.entries?[String(name)] }
  }

  /// Runs `body` with a folder and a name in it.
  private func at<Value>(
    _ path: String, _ operation: FileOperation,
    _ body: (Node, String, inout State) throws(FileSystemError) -> Value
  ) throws(FileSystemError) -> Value where Value: Sendable {
    try state.withLock { state throws(FileSystemError) -> Value in
      let (folder, name) = Self.parts(path)
      guard let node = Self.node(folder, state), node.entries != nil else {
        throw FileSystemError(code: 2, operation: operation, path: path)
      }
      return try body(node, name, &state)
    }
  }

  private static func fault(_ code: Int32, _ operation: FileOperation, _ path: String)
    -> FileSystemError
  { FileSystemError(code: code, operation: operation, path: path) }

  private static func file(
    _ folder: Node, _ name: String, _ operation: FileOperation
  ) throws(FileSystemError) -> Node {
    let node = name.isEmpty ? folder : folder.entries?[name]
    guard let node else { throw fault(2, operation, name) }
    return node
  }

  // MARK: - Steps

  package func makeFolder(_ path: String) throws(FileSystemError) {
    try make(path, .makeFolder, isFolder: true, [])
  }

  package func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    try make(path, .create, isFolder: false, bytes)
  }

  private func make(
    _ path: String, _ operation: FileOperation, isFolder: Bool, _ bytes: [UInt8]
  ) throws(FileSystemError) {
    try at(path, operation) { folder, name, state throws(FileSystemError) in
      guard folder.entries?[name] == nil else { throw Self.fault(17, operation, path) }
      state.count += 1
      let node = Node(number: state.count, isFolder: isFolder)
      node.bytes = bytes
      folder.entries?[name] = node
    }
  }

  package func list(_ folder: String) throws(FileSystemError) -> [String] {
    try at(folder, .list) { parent, name, _ throws(FileSystemError) in
      let node = try Self.file(parent, name, .list)
      guard let entries = node.entries else { throw Self.fault(20, .list, folder) }
      return entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  package func facts(of path: String) throws(FileSystemError) -> FileFacts? {
    state.withLock { state in
      guard let node = Self.node(path.split(separator: "/"), state) else { return nil }
      return FileFacts(
        kind: node.entries == nil ? .file : .folder, size: node.bytes.count,
        modifiedNanoseconds: 0, place: (inode: node.number, device: 1))
    }
  }

  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    try at(path, .read) { folder, name, _ throws(FileSystemError) in
      try Self.file(folder, name, .read).bytes
    }
  }

  package func read(
    _ path: String, from offset: Int, count: Int
  ) throws(FileSystemError) -> [UInt8] {
    Array(try read(path).dropFirst(offset).prefix(count))
  }

  package func read(_ path: String, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    let bytes = try read(path)
    guard bytes.count <= limit else { throw Self.fault(27, .read, path) }
    return bytes
  }

  package func writers(of path: String) -> WriterCheck { .none }

  package func makePrivate(_ path: String) throws(FileSystemError) {
    try at(path, .makePrivate) { folder, name, _ throws(FileSystemError) in
      _ = try Self.file(folder, name, .makePrivate)
    }
  }

  package func synchronizeFile(_ path: String) throws(FileSystemError) {
    try at(path, .synchronizeFile) { folder, name, _ throws(FileSystemError) in
      let node = try Self.file(folder, name, .synchronizeFile)
      node.durableBytes = node.bytes
    }
  }

  package func synchronizeFolder(_ path: String) throws(FileSystemError) {
    try at(path, .synchronizeFolder) { folder, name, _ throws(FileSystemError) in
      let node = try Self.file(folder, name, .synchronizeFolder)
      node.durableEntries = node.entries ?? [:]
    }
  }

  package func rename(
    _ source: String, to target: String, _ rule: RenameRule
  ) throws(FileSystemError) {
    try at(source, .rename) { folder, name, state throws(FileSystemError) in
      let node = try Self.file(folder, name, .rename)
      let (path, newName) = Self.parts(target)
      guard let other = Self.node(path, state) else { throw Self.fault(2, .rename, target) }
      if rule == .keepingExisting, other.entries?[newName] != nil {
        throw Self.fault(17, .rename, target)
      }
      folder.entries?[name] = nil
      other.entries?[newName] = node
    }
  }

  package func removeFile(_ path: String) throws(FileSystemError) {
    try at(path, .removeFile) { folder, name, _ throws(FileSystemError) in
      _ = try Self.file(folder, name, .removeFile)
      folder.entries?[name] = nil
    }
  }

  package func removeFolder(_ path: String) throws(FileSystemError) {
    try at(path, .removeFolder) { folder, name, _ throws(FileSystemError) in
      let node = try Self.file(folder, name, .removeFolder)
      guard node.entries?.isEmpty ?? false else { throw Self.fault(39, .removeFolder, path) }
      folder.entries?[name] = nil
    }
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try at(path, .append) { folder, name, state throws(FileSystemError) in
      if folder.entries?[name] == nil {
        state.count += 1
        folder.entries?[name] = Node(number: state.count, isFolder: false)
      }
      try Self.file(folder, name, .append).bytes += bytes
    }
  }

  package func truncate(_ path: String, to length: Int) throws(FileSystemError) {
    try at(path, .truncate) { folder, name, _ throws(FileSystemError) in
      let node = try Self.file(folder, name, .truncate)
      node.bytes = Array(node.bytes.prefix(length))
    }
  }

  package func copy(_ source: String, to target: String) throws(FileSystemError) {
    try create(target, try read(source))
  }

  package func lock(
    _ path: String, _ rule: LockRule
  ) throws(FileSystemError) -> (any FileLock)? {
    FreeLock()
  }
}

/// A lock of a file system with a single program.
private struct FreeLock: FileLock {
  func share() {}
  func release() {}
}
