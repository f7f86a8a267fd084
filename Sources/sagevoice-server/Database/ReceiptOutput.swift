import CommandSupport

/// The receipts of submitted recordings: lines on standard output, and on standard error from the first line on that
/// standard output does not take.
struct ReceiptOutput {
  /// What a failed write means for the exit status.
  private(set) var status = ExitStatus.success

  private let write: (String) throws(StreamError) -> Void

  init(
    _ write: @escaping (String) throws(StreamError) -> Void = { text throws(StreamError) in
      try StandardStreams.write(text)
    }
  ) {
    self.write = write
  }

  /// Writes a receipt; none is lost while one of the two streams is read.
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
