import CommandSupport

/// Output of submission receipts: lines on standard output. After a write error the remaining lines
/// go to standard error.
struct ReceiptOutput {
  /// The exit status of a failed write.
  private(set) var status = ExitStatus.success

  private let write: (String) throws(StreamError) -> Void

  init(
    _ write: @escaping (String) throws(StreamError) -> Void = { text throws(StreamError) in
      try StandardStreams.write(text)
    }
  ) {
    self.write = write
  }

  /// Writes a receipt. No receipt is lost while one of the two streams has a reader.
  mutating func deliver(_ line: String) {
    if status == .success {
      do {
        return try write(line)
      } catch {
        let fault = CommandFault(error)
        status = fault.status
        (fault.messages + ["standard output takes no receipts; the remaining ones follow here"])
          .forEach(StandardStreams.note)
      }
    }
    StandardStreams.writeError(line)
  }
}
