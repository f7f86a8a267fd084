package import ArgumentParser
import Glibc

extension ParsableCommand {
  /// Runs the work of a command and ends with its status. It prints the messages of a `CommandError`
  /// first.
  package func perform(_ work: () throws -> ExitStatus) throws {
    StandardStreams.ignoreBrokenPipes()
    let status: ExitStatus
    do {
      status = try work()
    } catch let error as any CommandError {
      return try error.fault.end()
    }
    try status.end()
  }
}

extension ParsableArguments {
  /// Ends the process with the status and the message of an error. Help and the version are results.
  package static func end(with error: any Error) -> Never {
    guard exitCode(for: error) == .success else { exit(withError: error) }
    end(printing: fullMessage(for: error))
  }

  /// Prints a result and ends the process: with status 74 if it cannot be written.
  package static func end(printing text: String) -> Never {
    StandardStreams.ignoreBrokenPipes()
    do throws(CommandFault) {
      if !text.isEmpty { try CommandOutput.write(text + "\n") }
    } catch {
      error.messages.forEach(StandardStreams.note)
      Glibc.exit(error.status.rawValue)
    }
    Glibc.exit(ExitStatus.success.rawValue)
  }
}

extension ParsableCommand {
  /// Answers `--version` without the parser, which takes longer to start than all the rest.
  package static func printVersionIfAsked(_ arguments: [String]) {
    if arguments == ["--version"] { end(printing: configuration.version) }
  }
}

extension AsyncParsableCommand {
  /// Parses the arguments, runs the command and ends the process.
  package static func parseAndRun(_ arguments: [String]) async {
    do {
      var command = try await parse(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// Parses the arguments of a named subcommand without its parent, which takes half of the time.
  /// Help and errors need the parent.
  private static func parse(_ arguments: [String]) async throws -> any ParsableCommand {
    let named = configuration.subcommands.first {
      $0.configuration.commandName == arguments.first && $0.configuration.subcommands.isEmpty
    }
    if let named = named as? any AsyncParsableCommand.Type,
      let command = try? await named.asyncParseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    return try await asyncParseAsRoot(arguments)
  }

  package func perform(_ work: () async throws -> ExitStatus) async throws {
    StandardStreams.ignoreBrokenPipes()
    let status: ExitStatus
    do {
      status = try await work()
    } catch let error as any CommandError {
      return try error.fault.end()
    }
    try status.end()
  }

  /// Runs asynchronous work on many recordings. Ctrl-C ends it between two recordings.
  package func performOnRecordings(_ work: () async throws -> ExitStatus) async throws {
    Interruption.watch()
    FreedMemory.retain()
    try await perform(work)
  }
}
