// Open files and locks, as the system gives them. Every pointer handed over is that of a path that
// ends with a zero, of a `stat` that is filled, or of a buffer whose length goes with it; none
// outlives its call.

internal import Glibc

/// An open file descriptor.
package struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let operation: FileOperation
  private let path: String

  init(
    _ path: String, _ flags: Int32, _ operation: FileOperation, newMode: mode_t = 0o600
  ) throws(FileSystemError) {
    let name = try POSIXFileSystem.name(path, operation)
    // Without O_NONBLOCK, opening a pipe waits for somebody to write; without O_NOCTTY, opening
    // a terminal would attach the program to it.
    let all = flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = retrying { unsafe open(name, all, newMode) }
    guard descriptor >= 0 else { throw POSIXFileSystem.fault(operation, path) }
    self.descriptor = descriptor
    self.operation = operation
    self.path = path
  }

  /// Opens a file to read it, through links, as secrets are mounted into containers.
  package init(following path: String, _ operation: FileOperation) throws(FileSystemError) {
    try self.init(path, O_RDONLY, operation)
  }

  deinit { _ = close(descriptor) }

  private var fault: FileSystemError { POSIXFileSystem.fault(operation, path) }

  /// What is known of the file that was opened, whatever has its name meanwhile.
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

  /// Leaves what was opened to those who may read it.
  func set(_ access: FileAccess) throws(FileSystemError) {
    guard access.apply(to: descriptor) else { throw fault }
  }

  func synchronize() throws(FileSystemError) {
    guard retrying({ fsync(descriptor) }) == 0 else { throw fault }
  }

  /// Whether somebody else has the file open for writing: the system gives a lease for reading
  /// only while nobody has (fcntl(2), F_SETLEASE).
  func writers() -> WriterCheck {
    // Somebody who opens the file for writing while the lease is held would have this process told
    // so by SIGIO, which ends it; SIGURG is ignored unless it is asked for.
    guard fcntl(descriptor, Self.setSignal, SIGURG) == 0 else { return .unknown }
    if fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0 {
      _ = fcntl(descriptor, Self.setLease, Int32(F_UNLCK))
      return .none
    }
    return errno == EAGAIN ? .some : .unknown
  }

  /// F_SETSIG and F_SETLEASE, which Swift's Glibc does not offer (Linux, fcntl.h).
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

  /// `count` bytes, or all to the end without a count; room for `expected` is made at first.
  package func read(
    from offset: Int, count: Int?, expecting expected: Int
  ) throws(FileSystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count ?? (expected + 1))
    var filled = 0
    while filled < bytes.count {
      // The system writes at most `room.count` bytes, which is the room behind `filled`.
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

/// A descriptor that whoever started the program left open, which stays so.
package struct InheritedFile {
  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// How messages name it.
  package var name: String { "descriptor \(descriptor)" }

  private var fault: FileSystemError { POSIXFileSystem.fault(.read, name) }

  package func facts() throws(FileSystemError) -> FileFacts {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw fault }
    return FileFacts(status)
  }

  /// What comes until the end, or so many bytes of it; waits for whoever writes.
  package func read(atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var filled = 0
    while filled < limit {
      // The system writes at most `room.count` bytes, which is the room behind `filled`.
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

/// A file that is locked as long as it is open.
final class LockedFile: FileLock {
  private let descriptor: Int32

  init?(_ path: String, _ rule: LockRule, _ access: FileAccess) throws(FileSystemError) {
    let name = try POSIXFileSystem.name(path, .lock)
    var opened = retrying { unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600)) }
    // A reader of a store that is not theirs to write can still wait for its writers.
    if opened < 0, errno == EACCES || errno == EROFS {
      opened = retrying { unsafe open(name, O_RDONLY | O_CLOEXEC) }
    }
    guard opened >= 0 else { throw POSIXFileSystem.fault(.lock, path) }
    descriptor = opened
    // Whoever only reads waits for writers too; of a lock of somebody else nothing is changed.
    if access.group != nil { _ = access.apply(to: opened) }
    let flags: Int32 =
      switch rule {
      case .exclusive: LOCK_EX
      case .shared: LOCK_SH
      case .exclusiveIfFree: LOCK_EX | LOCK_NB
      case .sharedIfFree: LOCK_SH | LOCK_NB
      }
    guard retrying({ flock(opened, flags) }) == 0 else {
      // The descriptor is closed by `deinit`, which runs for an initializer that gives up here.
      if errno == EWOULDBLOCK { return nil }
      throw POSIXFileSystem.fault(.lock, path)
    }
  }

  /// Unlocks too: a process that is just being started shares the descriptor until it becomes its program, and
  /// the lock with it.
  deinit {
    release()
    _ = close(descriptor)
  }

  func share() { _ = flock(descriptor, LOCK_SH) }

  func release() { _ = flock(descriptor, LOCK_UN) }
}

/// Repeats a system call that a signal interrupted.
private func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
