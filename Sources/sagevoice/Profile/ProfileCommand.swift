import ArgumentParser
import CommandSupport

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Check the profile of a speaker.",
    discussion: HelpText.discussion(examples: ["sagevoice profile check person.json"]),
    subcommands: [ProfileCheckCommand.self])
}
