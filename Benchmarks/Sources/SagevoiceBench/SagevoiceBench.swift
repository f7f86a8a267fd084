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

  /// What may lie idle, in bytes.
  private static let mostKept: Int32 = 1 << 30

  /// Keeps all memory that a stage gives back for the next. Of short recordings the C library does so
  /// by itself; those of large ones it would return to the system, which gives them out anew page by
  /// page, at a price that is the machine's and not the stage's.
  static func main() {
    mallopt(M_MMAP_MAX, 0)
    mallopt(M_TRIM_THRESHOLD, mostKept)
    main(nil)
  }
}

/// What a user can do about a failure.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
