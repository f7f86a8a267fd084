// How the work of a command begins and ends.

package import ArgumentParser

extension ParsableCommand {
  /// Does the work of a command and ends it with the status that comes of it; a fault is said first.
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
  /// The same for work that waits.
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

  /// The same for work on many recordings, which Ctrl-C ends between two of them.
  package func performOnRecordings(
    _ work: () async throws(CommandFault) -> ExitStatus
  ) async throws {
    Interruption.watch()
    FreedMemory.keep()
    try await perform(work)
  }
}
