import ArgumentParser
import CommandSupport

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Check what a person told about themselves before it is used.",
    subcommands: [ProfileCheckCommand.self])
}
