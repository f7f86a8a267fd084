// The benchmarks' command line.

import ArgumentParser
import CAllocator

@main
struct SagevoiceBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sagevoice-bench",
    abstract: "Measures how fast sagevoice is; run it from the top of the repository.",
    subcommands: [
      RunCommand.self, PeersCommand.self, CompareCommand.self, PlotCommand.self, PlansCommand.self,
      TimeCommand.self, RepeatCommand.self, ChildCommand.self,
    ])

  /// Limit of unused memory in bytes.
  private static let mostKept: Int32 = 1 << 30

  /// Keeps the freed memory of a stage for the next one. The C library returns large blocks to the system, and page faults
  /// of new ones would count as time of the stage.
  static func main() {
    mallopt(M_MMAP_MAX, 0)
    mallopt(M_TRIM_THRESHOLD, mostKept)
    main(nil)
  }
}

/// An error with an advice.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
