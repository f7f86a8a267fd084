// Open files and locks. Every pointer is to a zero-terminated path, to a `stat` that is filled, or
// to a buffer with its length. None outlives its call.

internal import Glibc

/// Open file descriptor.
package struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let operation: FileOperation
  private let path: String

  init(
    _ path: String, _ flags: Int32, _ operation: FileOperation, newMode: mode_t = 0o600
  ) throws(FileSystemError) {
    let name = try POSIXFileSystem.name(path, operation)
    // Without O_NONBLOCK, opening a pipe blocks until it has a writer. Without O_NOCTTY, opening a
    // terminal would make it the controlling terminal.
    let all = flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = retrying { unsafe open(name, all, newMode) }
    guard descriptor >= 0 else { throw POSIXFileSystem.fault(operation, path) }
    self.descriptor = descriptor
    self.operation = operation
    self.path = path
  }

  /// Opens a file for reading and follows links, as containers mount secrets through links.
  package init(following path: String, _ operation: FileOperation) throws(FileSystemError) {
    try self.init(path, O_RDONLY, operation)
  }

  deinit { _ = close(descriptor) }

  private var fault: FileSystemError { POSIXFileSystem.fault(operation, path) }

  /// Metadata of the open file, even if its name now refers to another file.
  package func facts() throws(FileSystemError) -> FileFacts {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw fault }
    return FileFacts(status)
  }

  func size() throws(FileSystemError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw fault }
    return status.st_size
  }

  /// Sets the permissions of the open file.
  func set(_ access: FileAccess) throws(FileSystemError) {
    guard access.apply(to: descriptor) else { throw fault }
  }

  func synchronize() throws(FileSystemError) {
    guard retrying({ fsync(descriptor) }) == 0 else { throw fault }
  }

  /// Whether another process has the file open for writing. The system grants a read lease only
  /// without writers (fcntl(2), F_SETLEASE).
  func writers() -> WriterCheck {
    // A writer that opens the file during the lease causes a signal to this process. The default
    // SIGIO terminates it; SIGURG is ignored by default.
    guard fcntl(descriptor, Self.setSignal, SIGURG) == 0 else { return .unknown }
    if fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0 {
      _ = fcntl(descriptor, Self.setLease, Int32(F_UNLCK))
      return .none
    }
    return errno == EAGAIN ? .some : .unknown
  }

  /// F_SETSIG and F_SETLEASE, which Swift's Glibc does not export (Linux, fcntl.h).
  private static let setSignal: Int32 = 10
  private static let setLease: Int32 = 1024

  func write(_ bytes: [UInt8]) throws(FileSystemError) {
    var written = 0
    while written < bytes.count {
      // The buffer starts within `bytes` and ends at its end.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count >= 0 { written += count } else if errno != EINTR { throw fault }
    }
  }

  /// Reads `count` bytes, or up to the end if nil. `expected` is the initial capacity.
  package func read(
    from offset: Int, count: Int?, expecting expected: Int
  ) throws(FileSystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count ?? (expected + 1))
    var filled = 0
    while filled < bytes.count {
      // The system writes at most `room.count` bytes, the space after `filled`.
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return unsafe pread(descriptor, room.baseAddress, room.count, offset + filled)
      }
      if read < 0 && errno == EINTR { continue }
      guard read >= 0 else { throw fault }
      if read == 0 { break }
      filled += read
      if count == nil && filled == bytes.count { bytes += [UInt8](repeating: 0, count: filled) }
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }
}

/// Inherited file descriptor, which stays open.
package struct InheritedDescriptor {
  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Name in messages.
  package var name: String { "descriptor \(descriptor)" }

  private var fault: FileSystemError { POSIXFileSystem.fault(.read, name) }

  package func facts() throws(FileSystemError) -> FileFacts {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw fault }
    return FileFacts(status)
  }

  /// Reads up to the end or `limit` bytes. Blocks until the writer supplies data.
  package func read(atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var filled = 0
    while filled < limit {
      // The system writes at most `room.count` bytes, the space after `filled`.
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return unsafe Glibc.read(descriptor, room.baseAddress, room.count)
      }
      if read < 0 && errno == EINTR { continue }
      guard read >= 0 else { throw fault }
      if read == 0 { break }
      filled += read
    }
    return Array(bytes.prefix(filled))
  }
}

/// File lock for the lifetime of the open file.
final class LockedFile: FileLock {
  private let descriptor: Int32

  init?(_ path: String, _ rule: LockRule, _ access: FileAccess) throws(FileSystemError) {
    let name = try POSIXFileSystem.name(path, .lock)
    var opened = retrying { unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600)) }
    // A reader without write permission can still wait for writers.
    if opened < 0, errno == EACCES || errno == EROFS {
      opened = retrying { unsafe open(name, O_RDONLY | O_CLOEXEC) }
    }
    guard opened >= 0 else { throw POSIXFileSystem.fault(.lock, path) }
    descriptor = opened
    // A lock file of another owner keeps its permissions; a failure is ignored.
    if access.group != nil { _ = access.apply(to: opened) }
    let flags: Int32 =
      switch rule {
      case .exclusive: LOCK_EX
      case .shared: LOCK_SH
      case .exclusiveIfFree: LOCK_EX | LOCK_NB
      case .sharedIfFree: LOCK_SH | LOCK_NB
      }
    guard retrying({ flock(opened, flags) }) == 0 else {
      // `deinit` closes the descriptor, also after a failed initializer.
      if errno == EWOULDBLOCK { return nil }
      throw POSIXFileSystem.fault(.lock, path)
    }
  }

  /// Also unlocks: a child process between fork and exec shares the descriptor and its lock.
  deinit {
    release()
    _ = close(descriptor)
  }

  func share() { _ = flock(descriptor, LOCK_SH) }

  func release() { _ = flock(descriptor, LOCK_UN) }
}

/// Retries a system call after EINTR.
private func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
