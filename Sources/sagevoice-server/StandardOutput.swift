// What the commands give is written with write(2), whole.

import ArgumentParser
import Glibc

/// The output of the process.
enum StandardOutput {
  /// Writes a text.
  static func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        // The pointer and the count are those of one buffer, which lives as long as the call.
        unsafe Glibc.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ExitCode(Status.inputOutput) }
      rest = rest.dropFirst(count)
    }
  }
}
