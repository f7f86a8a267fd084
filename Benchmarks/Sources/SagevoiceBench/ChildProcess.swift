// The command line as a process: start, work and exit.
//
// A process inherits the peak memory of the one that starts it. So a child of the benchmarks, whose
// own memory is large, is started by a small process in between: `sagevoice-bench child`.

import ArgumentParser
import Glibc

/// Time and memory of a finished process.
struct ProcessUsage {
  let wallMilliseconds: Double
  let peakBytes: Double

  /// Runs a command through a small process in between, its output thrown away.
  static func of(_ command: [String]) throws -> ProcessUsage {
    let output = try Shell.output(
      of: [Shell.ownPath, ChildCommand.configuration.commandName ?? ""] + command)
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 3, numbers[2] == 0 else {
      throw BenchError("this command failed: \(command.joined(separator: " "))")
    }
    return ProcessUsage(wallMilliseconds: numbers[0], peakBytes: numbers[1])
  }
}

/// Starts one command and prints wall milliseconds, peak bytes and status.
struct ChildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "child", shouldDisplay: false)

  private static let bytesPerKibibyte = 1024.0

  @Argument(parsing: .captureForPassthrough) var command: [String]

  func run() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments = command.map { strdup($0) } + [nil]
    var child: pid_t = 0
    let start = Self.now()
    guard posix_spawnp(&child, command[0], &actions, nil, arguments, environ) == 0 else {
      throw BenchError("\(command[0]) cannot be started")
    }
    var (status, usage): (Int32, rusage) = (0, rusage())
    wait4(child, &status, 0, &usage)
    print(Self.now() - start, Double(usage.ru_maxrss) * Self.bytesPerKibibyte, status)
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// Calls of other programs.
enum Shell {
  /// The path of this program.
  static var ownPath: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return CommandLine.arguments[0] }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Output of a command, with its messages if asked for.
  static func output(of command: [String], withMessages: Bool = false) throws -> String {
    let quoted = command.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    let line = quoted.joined(separator: " ") + (withMessages ? " 2>&1" : "")
    guard let pipe = popen(line, "r") else { throw BenchError("no process can be started") }
    var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      bytes += buffer[..<count]
    }
    guard pclose(pipe) == 0 else { throw BenchError("this command failed: \(line)") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
