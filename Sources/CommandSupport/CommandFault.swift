// Why a command ends early, and with which status.

/// Why a command ends before there is a document.
package struct CommandFault: Error {
  package let status: ExitStatus

  /// A line each.
  package let messages: [String]

  package init(status: ExitStatus, messages: [String]) {
    (self.status, self.messages) = (status, messages)
  }

  /// Says it on standard error and ends the command.
  package func end() throws {
    messages.forEach(StandardStreams.note)
    try status.end()
  }
}
