package enum CommandOutput {
  package static func write(_ text: String) throws(CommandFault) { try write(Array(text.utf8)) }

  package static func write(_ bytes: [UInt8]) throws(CommandFault) {
    do {
      try StandardStreams.write(bytes)
    } catch {
      throw CommandFault(error)
    }
  }

  /// Writes a file atomically.
  package static func write(
    _ text: String, to path: String, for readers: OutputAccess = .byUmask
  ) throws(CommandFault) {
    try write(Array(text.utf8), to: path, for: readers)
  }

  /// Writes a file of bytes atomically.
  package static func write(
    _ bytes: [UInt8], to path: String, for readers: OutputAccess
  ) throws(CommandFault) {
    let place = OutputFolder.place(of: path)
    do {
      try OutputFolder(creating: place.folder, for: readers).write(bytes, as: place.name)
    } catch {
      throw CommandFault(error.status, error.message)
    }
  }
}

extension StreamError: CommandError {
  package var fault: CommandFault { CommandFault(self) }
}

extension CommandFault {
  /// Maps a write error. A closed reader pipe gives no message.
  package init(_ error: StreamError) {
    if error.isReaderGone {
      self.init(status: .readerGone, messages: [])
    } else if error.isClosed {
      self.init(
        status: .inputOutputError,
        messages: ["standard output is closed; name a file or a pipe for the results"])
    } else {
      self.init(
        status: .inputOutputError,
        messages: [
          "cannot write the results: \(error.description); check the output and its free space"
        ])
    }
  }
}
