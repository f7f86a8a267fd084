import ArgumentParser
import CommandSupport

struct LimitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits",
    abstract: "Print reference limits.",
    subcommands: [LimitsShowCommand.self])
}
