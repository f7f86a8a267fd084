// Why a command ends early, and with which status.

/// Why a command ends before there is a document.
struct CommandFault: Error {
  let status: ExitStatus

  /// A line each.
  let messages: [String]

  /// Says it on standard error and ends the command.
  func end() throws {
    messages.forEach(StandardStreams.note)
    try status.end()
  }
}
