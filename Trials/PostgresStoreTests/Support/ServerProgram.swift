// `sagevoice-server` as a child process.

import Foundation

/// A running program.
struct ServerProgram {
  /// Exit status and output.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// Starts the program of the test bundle's folder on a database, with additional environment variables.
  init(_ arguments: [String], at address: String, with variables: [String: String] = [:]) throws {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    process.executableURL = bundle.deletingLastPathComponent()
      .appendingPathComponent("sagevoice-server")
    process.arguments = arguments + ["--database", address]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
  }

  /// Waits for the exit.
  static func outcome(of started: ServerProgram) throws -> Outcome {
    let written = try started.output.fileHandleForReading.readToEnd() ?? Data()
    let messages = try started.errors.fileHandleForReading.readToEnd() ?? Data()
    started.process.waitUntilExit()
    return Outcome(
      status: started.process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: messages, as: UTF8.self))
  }
}
