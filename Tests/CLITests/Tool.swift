// Runs the command lines as part of the test program: the same parser, commands and exit statuses as in the programs.

import ArgumentParser
import CommandSupport
import Foundation
import WAVIngest

@testable import sagevoice
@testable import sagevoice_server

/// `sagevoice`, which has the commands of `sagevoice-server` too.
enum Tool {
  /// The exit status and output of a run.
  struct Outcome: Sendable {
    let status: Int32
    /// The bytes of standard output.
    let bytes: [UInt8]
    let errors: String
    var wasKilledBySignal = false

    var output: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Runs a command.
  /// - Parameters:
  ///   - input: The path of the file that is standard input; nil for that of the tests.
  ///   - variables: Further environment variables. The language of the tests is English.
  ///   - outputError: The error of every write to standard output.
  ///   - atTerminal: Whether standard output counts as a terminal.
  static func run(
    _ arguments: [String], input: String? = nil, with variables: [String: String] = [:],
    outputError: StreamError? = nil, atTerminal: Bool = false
  ) async throws -> Outcome {
    let file = try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
    let environment = CommandEnvironment(
      variables: ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
        .merging(variables) { $1 }, outputError: outputError, outputIsTerminal: atTerminal)
    let (status, text) = await CommandEnvironment.$current.withValue(environment) {
      await InputBytes.$standardInput.withValue(file?.fileDescriptor ?? STDIN_FILENO) {
        isOfServer(arguments)
          ? await end(of: ServerCommand.self, arguments)
          : await end(of: SagevoiceCommand.self, arguments)
      }
    }
    let output = environment.output
    let errors = String(decoding: environment.errors, as: UTF8.self)
    return Outcome(
      status: status, bytes: status == 0 ? output + Array(text.utf8) : output,
      errors: status == 0 ? errors : errors + text)
  }

  /// Whether `sagevoice` hands a command to `sagevoice-server`.
  private static func isOfServer(_ arguments: [String]) -> Bool {
    StoreCommands.all.contains { $0.summary.name == arguments.first }
      || (arguments.first == "schema" && StoreProgram.schemas.contains(arguments.last ?? ""))
  }

  /// The exit status of a command, and the parser's last message.
  private static func end(
    of root: any ParsableCommand.Type, _ arguments: [String]
  ) async -> (status: Int32, text: String) {
    do {
      try root.checkSubcommands(in: arguments)
      var command = try root.parseAsRoot(
        root == ServerCommand.self ? SettingsFile.insert(into: arguments) : arguments)
      if var waiting = command as? any AsyncParsableCommand {
        try await waiting.run()
      } else {
        try command.run()
      }
      return (0, "")
    } catch {
      let text = root.fullMessage(for: error)
      return (root.exitCode(for: error).rawValue, text.isEmpty ? "" : text + "\n")
    }
  }
}

extension Sequence {
  /// The results of an asynchronous function, in order.
  func mapInOrder<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
