/// An error that ends a command with a status and messages.
package protocol CommandError: Error {
  var fault: CommandFault { get }
}

/// The error of a command that ends without a document.
package struct CommandFault: CommandError {
  package let status: ExitStatus

  /// Messages, one line each.
  package let messages: [String]

  package init(status: ExitStatus, messages: [String]) {
    (self.status, self.messages) = (status, messages)
  }

  package init(_ status: ExitStatus, _ message: String) {
    self.init(status: status, messages: [message])
  }

  package var fault: CommandFault { self }

  /// Prints the messages to standard error and ends the command with the status.
  package func end() throws {
    messages.forEach(StandardStreams.note)
    try status.end()
  }
}
