// The bytes of an input, from a path or from standard input; the only file that calls the system.
//
// Regular files and pipes are read to their end. Devices and sockets are refused by path, because
// they need not have an end; standard input may be anything, and the bound on its size ends it.
// Opening a named pipe waits for its writer, as `cat` does.

internal import Glibc
internal import Platform

/// Reads whole inputs into memory, up to a bound.
package enum InputBytes {
  private static let blockBytes = 1 << 20

  /// The bytes of the file or pipe at `path`.
  package static func read(
    path: String, limit: Int = IngestLimits.mostBytes
  ) throws(IngestError) -> [UInt8] {
    // The system would take the path to end at the zero.
    guard !path.utf8.contains(0) else { throw .notFound }
    let file = try OpenFile(path: path)
    let status = try file.status()
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: break
    case S_IFDIR: throw .isADirectory
    default: throw .notReadable(reason: "it is a device or a socket")
    }
    guard status.st_size <= limit else { throw .tooLarge(.bytes(limit: limit)) }
    return try readToEnd(file, expecting: status.st_size, limit: limit)
  }

  /// The bytes of standard input.
  package static func readStandardInput(
    limit: Int = IngestLimits.mostBytes
  ) throws(IngestError) -> [UInt8] {
    try readToEnd(.standardInput(), expecting: 0, limit: limit)
  }

  private static func readToEnd(
    _ file: borrowing OpenFile, expecting expected: Int, limit: Int
  ) throws(IngestError) -> [UInt8] {
    // One byte more than the file is said to have tells its end without growing.
    let room = expected > 0 ? min(expected, limit) + 1 : blockBytes
    var contents = [UInt8](repeating: 0, count: room)
    var filled = 0
    while true {
      let count = try file.read(into: &contents, from: filled)
      guard count > 0 else { break }
      filled += count
      guard filled <= limit else { throw .tooLarge(.bytes(limit: limit)) }
      if filled == contents.count { contents += [UInt8](repeating: 0, count: filled) }
    }
    contents.removeLast(contents.count - filled)
    return contents
  }
}

/// An open file descriptor.
private struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let closesAtEnd: Bool

  private init(descriptor: Int32, closesAtEnd: Bool) {
    self.descriptor = descriptor
    self.closesAtEnd = closesAtEnd
  }

  init(path: String) throws(IngestError) {
    // Without O_NOCTTY, opening a terminal by mistake would attach the program to it.
    let name = FileName.systemPath(of: path)
    // The name ends with a zero and outlives the call.
    let descriptor = retrying { unsafe open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw IngestError(openFailure: errno) }
    self.init(descriptor: descriptor, closesAtEnd: true)
  }

  static func standardInput() -> OpenFile {
    OpenFile(descriptor: STDIN_FILENO, closesAtEnd: false)
  }

  deinit {
    if closesAtEnd { _ = close(descriptor) }
  }

  func status() throws(IngestError) -> stat {
    var status = stat()
    // `fstat` writes one `stat`, which `status` is.
    guard unsafe fstat(descriptor, &status) == 0 else { throw IngestError(readFailure: errno) }
    return status
  }

  /// Fills `block` from `start` on, and returns how many bytes that were; zero at the end.
  func read(into block: inout [UInt8], from start: Int) throws(IngestError) -> Int {
    precondition(start >= 0 && start <= block.count, "there is room behind the start")
    while true {
      // The system writes at most `room.count` bytes, which is the length of `room`.
      let count = unsafe block.withUnsafeMutableBytes { buffer in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        return unsafe Glibc.read(descriptor, room.baseAddress, room.count)
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitForInput()
      default: throw IngestError(readFailure: errno)
      }
    }
  }

  /// Standard input may have been made non-blocking by whoever shares it.
  private func waitForInput() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // One request is passed, and its count is one.
    _ = unsafe poll(&request, 1, -1)
  }
}

/// Repeats a system call that a signal interrupted.
private func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

extension IngestError {
  fileprivate init(openFailure code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound
    case EISDIR: self = .isADirectory
    case EACCES, EPERM: self = .notReadable(reason: "permission denied")
    default: self.init(readFailure: code)
    }
  }

  fileprivate init(readFailure code: Int32) {
    if code == EISDIR {
      self = .isADirectory
      return
    }
    // `strerror` returns text that ends with a zero and is copied before anything else runs.
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) }
    self = .notReadable(reason: reason ?? "system error \(code)")
  }
}
