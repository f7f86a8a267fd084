package import ArgumentParser

extension ParsableCommand {
  /// Runs the work of a command and ends with its status. It prints the messages of a fault first.
  package func perform(_ work: () throws(CommandFault) -> ExitStatus) throws {
    StandardStreams.ignoreBrokenPipes()
    let status: ExitStatus
    do {
      status = try work()
    } catch {
      return try error.end()
    }
    try status.end()
  }
}

extension AsyncParsableCommand {
  /// Runs asynchronous work of a command and ends with its status.
  package func perform(_ work: () async throws(CommandFault) -> ExitStatus) async throws {
    StandardStreams.ignoreBrokenPipes()
    let status: ExitStatus
    do {
      status = try await work()
    } catch {
      return try error.end()
    }
    try status.end()
  }

  /// Runs asynchronous work on many recordings. Ctrl-C ends it between two recordings.
  package func performOnRecordings(
    _ work: () async throws(CommandFault) -> ExitStatus
  ) async throws {
    Interruption.watch()
    FreedMemory.keep()
    try await perform(work)
  }
}
