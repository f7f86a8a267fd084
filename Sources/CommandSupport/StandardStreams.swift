// Standard output is data, standard error is for messages; both written with write(2), whole and
// in order.

import Glibc

/// A stream that could not be written to.
package struct StreamError: Error {
  /// The operating system's number for what went wrong.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Whoever read the stream went away.
  package static let readerGone = StreamError(number: EPIPE)

  /// Whether the stream is closed, as by `>&-` of a shell.
  package var isClosed: Bool { number == EBADF }

  /// Whether whoever read the stream went away, as `head` does when it has seen enough.
  package var isReaderGone: Bool { number == EPIPE }

  /// What went wrong, in the operating system's words.
  package var description: String {
    // strerror returns a C string that stays valid until the next call on this thread.
    unsafe String(cString: strerror(number))
  }
}

/// The two output streams of the process.
package enum StandardStreams {
  /// Opens /dev/null at the descriptors of standard streams that are closed, so that no file of the program is opened
  /// there; in the other direction, so that reading and writing fail as before (gnulib, stdopen).
  package static func reserve() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free descriptor is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Lets a closed pipe come back as an error instead of ending the process.
  package static func ignoreBrokenPipes() {
    if CommandEnvironment.current == nil { _ = signal(SIGPIPE, SIG_IGN) }
  }

  /// Whether messages are read by a person at a terminal.
  package static var errorIsTerminal: Bool {
    CommandEnvironment.current == nil && isatty(STDERR_FILENO) == 1
  }

  /// Whether whoever read standard output went away, which is otherwise known at the next write.
  package static func isReaderGone(of environment: CommandEnvironment? = .current) -> Bool {
    guard environment == nil else { return false }
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    // One request is looked at, without waiting.
    guard unsafe poll(&request, 1, 0) > 0 else { return false }
    return Int32(request.revents) & POLLERR != 0
  }

  /// Writes text to standard output.
  package static func write(_ text: String) throws(StreamError) {
    try write(Array(text.utf8))
  }

  /// Writes bytes to standard output.
  package static func write(
    _ bytes: [UInt8], of environment: CommandEnvironment? = .current
  ) throws(StreamError) {
    if let environment { return environment.write(bytes) }
    try write(bytes, to: STDOUT_FILENO)
  }

  /// Writes a message line to standard error; there is nowhere to report a failure to.
  ///
  /// File names may hold control characters, which a terminal would obey.
  package static func note(_ message: String) {
    writeError("sagevoice: \(message.printable)\n")
  }

  /// Writes to standard error as it is.
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
