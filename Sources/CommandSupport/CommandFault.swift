/// The error of a command that ends without a document.
package struct CommandFault: Error {
  package let status: ExitStatus

  /// Messages, one line each.
  package let messages: [String]

  package init(status: ExitStatus, messages: [String]) {
    (self.status, self.messages) = (status, messages)
  }

  /// Prints the messages to standard error and ends the command with the status.
  package func end() throws {
    messages.forEach(StandardStreams.note)
    try status.end()
  }
}
