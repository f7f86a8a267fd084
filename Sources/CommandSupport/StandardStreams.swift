// Standard output for data, standard error for messages, both in order with write(2).

import Glibc

package struct StreamError: Error {
  /// The errno value.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The reader closed its end of the pipe.
  package static let readerGone = StreamError(number: EPIPE)

  /// Whether the descriptor is closed, as by `>&-` of a shell.
  package var isClosed: Bool { number == EBADF }

  /// Whether the reader closed its end of the pipe, as `head` does.
  package var isReaderGone: Bool { number == EPIPE }

  /// The error text of the operating system.
  package var description: String {
    // strerror returns a C string that stays valid until the next call on this thread.
    unsafe String(cString: strerror(number))
  }
}

package enum StandardStreams {
  /// Opens /dev/null at closed standard descriptors, so that no other file gets their numbers. The
  /// access mode is the opposite one, so that reads and writes still fail (gnulib, stdopen).
  package static func reserve() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free descriptor is `descriptor`.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ignores SIGPIPE, so that a write to a closed pipe returns an error.
  package static func ignoreBrokenPipes() {
    if CommandEnvironment.current == nil { _ = signal(SIGPIPE, SIG_IGN) }
  }

  package static var outputIsTerminal: Bool {
    CommandEnvironment.current?.outputIsTerminal ?? (isatty(STDOUT_FILENO) == 1)
  }

  package static var errorIsTerminal: Bool {
    CommandEnvironment.current == nil && isatty(STDERR_FILENO) == 1
  }

  /// Returns whether the reader of standard output closed its end, without a write.
  package static func isReaderGone(of environment: CommandEnvironment? = .current) -> Bool {
    guard environment == nil else { return false }
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    // Polls one descriptor without waiting.
    guard unsafe poll(&request, 1, 0) > 0 else { return false }
    return Int32(request.revents) & POLLERR != 0
  }

  package static func write(_ text: String) throws(StreamError) { try write(Array(text.utf8)) }

  /// Writes bytes to standard output.
  package static func write(
    _ bytes: [UInt8], of environment: CommandEnvironment? = .current
  ) throws(StreamError) {
    if let environment { return try environment.write(bytes) }
    try write(bytes, to: STDOUT_FILENO)
  }

  /// Writes a message line to standard error and ignores write errors.
  ///
  /// Control characters of file names are replaced, because a terminal interprets them.
  package static func note(_ message: String) { writeError("sagevoice: \(message.printable)\n") }

  package static func writeError(_ text: String, of environment: CommandEnvironment? = .current) {
    if let environment { return environment.writeError(Array(text.utf8)) }
    try? write(Array(text.utf8), to: STDERR_FILENO)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(StreamError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The buffer spans exactly the elements of `rest`.
      let written = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        throw StreamError(number: errno)
      }
    }
  }
}
