import ArgumentParser
import CommandSupport

struct LimitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits",
    abstract: "Print reference limits.",
    discussion: HelpText.discussion(examples: ["sagevoice limits show"]),
    subcommands: [LimitsShowCommand.self])
}
