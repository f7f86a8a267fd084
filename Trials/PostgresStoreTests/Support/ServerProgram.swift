// `sagevoice-server` as a process of its own.

import Foundation

/// The program at work.
struct ServerProgram {
  /// What it said when it had ended.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// Starts the program, which stands beside the test bundle, on a database, with more in its environment.
  init(_ arguments: [String], at address: String, with variables: [String: String] = [:]) throws {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    process.executableURL = bundle.deletingLastPathComponent()
      .appendingPathComponent("sagevoice-server")
    process.arguments = arguments + ["--database", address]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
  }

  /// Waits until it ends.
  static func outcome(of started: ServerProgram) throws -> Outcome {
    let written = try started.output.fileHandleForReading.readToEnd() ?? Data()
    let said = try started.errors.fileHandleForReading.readToEnd() ?? Data()
    started.process.waitUntilExit()
    return Outcome(
      status: started.process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }
}
