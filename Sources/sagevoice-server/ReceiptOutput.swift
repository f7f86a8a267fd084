import CommandSupport

/// The receipts of durable changes: lines on standard output. From the first line that standard output refuses, they
/// are on standard error.
struct ReceiptOutput {
  /// The exit status; not success after a failed write.
  private(set) var status = ExitStatus.success

  private let write: (String) throws(StreamError) -> Void

  init(
    _ write: @escaping (String) throws(StreamError) -> Void = { text throws(StreamError) in
      try StandardStreams.write(text)
    }
  ) {
    self.write = write
  }

  /// Writes receipts and returns the exit status.
  static func deliver(_ lines: String) -> ExitStatus {
    var receipts = ReceiptOutput()
    receipts.deliver(lines)
    return receipts.status
  }

  /// Writes a receipt; none is lost while one of the two streams is read.
  mutating func deliver(_ line: String) {
    if status == .success {
      do {
        return try write(line)
      } catch {
        let fault = CommandFault(error)
        status = fault.status
        (fault.messages + ["standard output failed; the other receipts are here"])
          .forEach(StandardStreams.note)
      }
    }
    StandardStreams.writeError(line)
  }
}

/// Standard output of commands that throw to the argument parser.
enum StandardOutput {
  /// Writes a text. A fault ends the command with its status.
  static func write(_ text: String) throws {
    do throws(CommandFault) {
      try CommandOutput.write(text)
    } catch {
      try error.end()
    }
  }
}
