// Instructions of a stage, counted by valgrind, independent of the load. The count is the difference between a process
// with more and one with fewer repetitions, without start and preparation.

import BenchmarkRecords

/// Counts instructions where valgrind is installed.
struct Instructions {
  private static let fewer = 1
  private static let more = 3

  /// This program without debug information, which valgrind may not read.
  private let program: String

  /// A counter; nil where valgrind or strip are not installed.
  init?(scratch: ScratchFolder) {
    program = "\(scratch.path)/stripped"
    guard (try? Shell.output(of: ["valgrind", "--version"], withMessages: true)) != nil,
      (try? Shell.output(of: ["strip", "-o", program, Shell.ownPath], withMessages: true)) != nil
    else { return nil }
  }

  /// The instructions of one execution of a stage on a recording; nil where the count failed.
  func count(_ stage: String, on path: String) -> Int? {
    guard let small = total(stage, path, Self.fewer), let large = total(stage, path, Self.more)
    else { return nil }
    return (large - small) / (Self.more - Self.fewer)
  }

  private func total(_ stage: String, _ path: String, _ count: Int) -> Int? {
    let output = try? Shell.output(
      of: [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "repeat", path,
        "--stage", stage, "--count", "\(count)",
      ], withMessages: true)
    let line = output?.split(separator: "\n").last { $0.contains("Collected :") }
    return line?.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) }
  }
}
