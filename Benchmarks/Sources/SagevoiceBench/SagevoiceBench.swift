// The benchmarks' command line.

import ArgumentParser

@main
struct SagevoiceBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sagevoice-bench",
    abstract: "Measures how fast sagevoice is; run it from the top of the repository.",
    subcommands: [
      RunCommand.self, PeersCommand.self, CompareCommand.self, PlotCommand.self, PlansCommand.self,
      TimeCommand.self, RepeatCommand.self, ChildCommand.self,
    ])
}

/// What a user can do about a failure.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
