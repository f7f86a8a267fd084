// Runs the built program as a process. Both output streams are read while it runs, so that a full pipe never
// blocks it, and a tool that hangs is killed.

import Foundation
import Synchronization
import Testing

/// The executable `sagevoice` of the build that the tests belong to.
enum ToolProcess {
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Far above the duration of any test on two cores.
  private static let patience: DispatchTimeInterval = .seconds(120)

  /// The program is in the folder of the test bundle, whose executable is running.
  static var executable: URL {
    get throws {
      let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      let tool = bundle.deletingLastPathComponent().appendingPathComponent("sagevoice")
      guard FileManager.default.isExecutableFile(atPath: tool.path) else {
        throw Missing(description: "there is no sagevoice next to \(bundle.lastPathComponent)")
      }
      return tool
    }
  }

  /// Runs the tool to its end.
  /// - Parameter whenItWrites: Called with the process at the first bytes of each output stream.
  static func run(
    _ arguments: [String], whenItWrites: @escaping @Sendable (pid_t) -> Void = { _ in }
  ) throws -> Tool.Outcome {
    let pipe = Pipe()
    let process = try make(arguments, output: pipe)
    return try finish(process, output: Reader(pipe), whenItWrites: whenItWrites)
  }

  /// Runs the tool with its standard output going to a file or to a pipe without a reader.
  static func run(_ arguments: [String], output: FileHandle) throws -> Tool.Outcome {
    try finish(make(arguments, output: output), output: nil) { _ in }
  }

  /// Runs a line of shell in which `"$0"` is the tool and `"$@"` are the arguments.
  static func runShell(_ line: String, _ arguments: [String] = []) throws -> Tool.Outcome {
    let pipe = Pipe()
    let process = try make([], output: pipe)
    process.arguments = ["-c", line, try executable.path] + arguments
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    return try finish(process, output: Reader(pipe)) { _ in }
  }

  private static func make(_ arguments: [String], output: Any) throws -> Process {
    let process = Process()
    process.executableURL = try executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.environment = environment
    return process
  }

  /// The environment of the tests, in English: pages and figures are in its language.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
  }

  private static func finish(
    _ process: Process, output: Reader?, whenItWrites: @escaping @Sendable (pid_t) -> Void
  ) throws -> Tool.Outcome {
    let errorPipe = Pipe()
    let errors = Reader(errorPipe)
    process.standardError = errorPipe
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let identifier = process.processIdentifier
    errors.start { whenItWrites(identifier) }
    output?.start { whenItWrites(identifier) }
    if ended.wait(timeout: .now() + patience) == .timedOut {
      Issue.record("the tool did not end: \(process.arguments ?? [])")
      kill(identifier, SIGKILL)
      ended.wait()
    }
    return Tool.Outcome(
      status: process.terminationStatus, bytes: output?.contents() ?? [],
      errors: String(decoding: errors.contents(), as: UTF8.self),
      wasKilledBySignal: process.terminationReason == .uncaughtSignal)
  }
}

/// Reads a pipe to its end on a separate thread.
private final class Reader: Sendable {
  private let pipe: Pipe
  private let bytes = Mutex(Data())
  private let done = DispatchGroup()

  init(_ pipe: Pipe) { self.pipe = pipe }

  func start(whenItWrites: @escaping @Sendable () -> Void) {
    // Our copy of the writing end would keep the pipe open.
    try? pipe.fileHandleForWriting.close()
    let handle = pipe.fileHandleForReading
    DispatchQueue.global().async(group: done) {
      while true {
        let chunk = handle.availableData
        guard !chunk.isEmpty else { return }
        let isFirst = self.bytes.withLock { bytes in
          defer { bytes.append(chunk) }
          return bytes.isEmpty
        }
        if isFirst { whenItWrites() }
      }
    }
  }

  /// All of it, once the pipe is closed.
  func contents() -> [UInt8] {
    done.wait()
    return bytes.withLock { Array($0) }
  }
}
