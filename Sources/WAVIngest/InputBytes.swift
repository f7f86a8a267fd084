// Input from a path or from standard input; the only file of this module that calls the system.

internal import Glibc
internal import Platform

/// Reader of whole inputs into memory, up to a size limit.
///
/// It reads regular files and pipes to their end. It refuses devices and sockets by path, because
/// they may have no end; for standard input the size limit is the end. Opening a named pipe blocks
/// until a writer opens it, as with `cat`.
package enum InputBytes {
  private static let blockBytes = 1 << 20

  /// Descriptor of standard input; a test runs a command with another one.
  @TaskLocal package static var standardInput: Int32 = STDIN_FILENO

  /// Reads the file or pipe at `path`.
  package static func read(
    path: String, limit: Int = IngestLimits.mostBytes
  ) throws(IngestError) -> [UInt8] {
    // The system would end the path at the zero byte.
    guard !path.utf8.contains(0) else { throw .notFound }
    let file = try OpenFile(path: path)
    let status = try file.status()
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: break
    case S_IFDIR: throw .isADirectory
    default: throw .notReadable(reason: "device or socket")
    }
    guard status.st_size <= limit else { throw .tooLarge(.bytes(limit: limit)) }
    return try readToEnd(file, expecting: status.st_size, limit: limit)
  }

  /// Reads standard input to its end.
  package static func readStandardInput(
    limit: Int = IngestLimits.mostBytes
  ) throws(IngestError) -> [UInt8] {
    try readToEnd(.standardInput(), expecting: 0, limit: limit)
  }

  /// Reads the next recording of a stream on standard input: its length in 4 bytes, little-endian, and
  /// its bytes. Returns nil at the end of the stream.
  package static func readRecordingOfStandardInput() throws(IngestError) -> [UInt8]? {
    let prefix = try readStandardInput(count: 4)
    guard !prefix.isEmpty else { return nil }
    let length = prefix.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= IngestLimits.mostBytes else {
      throw .tooLarge(.bytes(limit: IngestLimits.mostBytes))
    }
    let contents = try readStandardInput(count: length)
    guard prefix.count == 4, contents.count == length else {
      throw .notReadable(reason: "the stream ends within a recording")
    }
    return contents
  }

  /// Reads `count` bytes, or fewer at the end of standard input.
  private static func readStandardInput(count: Int) throws(IngestError) -> [UInt8] {
    let file = OpenFile.standardInput()
    var contents = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let added = try file.read(into: &contents, from: filled)
      guard added > 0 else { break }
      filled += added
    }
    contents.removeLast(count - filled)
    return contents
  }

  private static func readToEnd(
    _ file: borrowing OpenFile, expecting expected: Int, limit: Int
  ) throws(IngestError) -> [UInt8] {
    // One byte more than the file size detects the end without growing the buffer.
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
    OpenFile(descriptor: InputBytes.standardInput, closesAtEnd: false)
  }

  deinit {
    if closesAtEnd { _ = close(descriptor) }
  }

  func status() throws(IngestError) -> stat {
    var status = stat()
    // `fstat` writes one `stat`, the type of `status`.
    guard unsafe fstat(descriptor, &status) == 0 else { throw IngestError(readFailure: errno) }
    return status
  }

  /// Reads into `block` from `start` on and returns the number of bytes; zero at the end.
  func read(into block: inout [UInt8], from start: Int) throws(IngestError) -> Int {
    precondition(start >= 0 && start <= block.count, "start is a position of the block")
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

  /// Waits for input; another process that shares standard input may have made it non-blocking.
  private func waitForInput() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // One request is passed, and its count is one.
    _ = unsafe poll(&request, 1, -1)
  }
}

/// Retries a system call that a signal interrupted.
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
    // `strerror` returns a zero-terminated text, which is copied before any other call.
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) }
    self = .notReadable(reason: reason ?? "system error \(code)")
  }
}
