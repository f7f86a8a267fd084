// Instructions of a stage, counted by valgrind: the same number in every run, however busy the
// machine is. Counted is the difference between a process that does the stage more often and one
// that does it less often, so that start and preparation fall out.

import BenchmarkRecords

/// Counts instructions where valgrind is installed.
enum Instructions {
  private static let fewer = 1
  private static let more = 3

  /// Whether valgrind is there.
  static var canBeCounted: Bool {
    (try? Shell.output(of: ["valgrind", "--version"], withMessages: true)) != nil
  }

  /// The instructions of one execution of a stage on a recording; nil where the count failed.
  static func of(_ stage: String, on path: String) -> Int? {
    guard let small = total(stage, path, Self.fewer), let large = total(stage, path, Self.more)
    else { return nil }
    return (large - small) / (Self.more - Self.fewer)
  }

  private static func total(_ stage: String, _ path: String, _ count: Int) -> Int? {
    let output = try? Shell.output(
      of: [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", Shell.ownPath, "repeat",
        path, "--stage", stage, "--count", "\(count)",
      ], withMessages: true)
    let line = output?.split(separator: "\n").last { $0.contains("Collected :") }
    return line?.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) }
  }
}
