import ArgumentParser
import CommandSupport

struct LimitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits",
    abstract: "Measure reference limits on a corpus, and print them.",
    subcommands: [LimitsMeasureCommand.self, LimitsShowCommand.self])
}
