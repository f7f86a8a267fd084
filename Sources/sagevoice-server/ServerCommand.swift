// Command line entry point of all commands with a store.

import ArgumentParser
import CommandSupport
import VoicePipeline

@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    // `sagevoice` runs this program under its own name.
    commandName: ProcessArguments.name == "sagevoice" ? "sagevoice" : "sagevoice-server",
    abstract: "Store, watch and serve voice recordings and their results.",
    discussion: """
      `sagevoice` runs this program for the commands that need a store: `sagevoice watch` is `sagevoice-server watch`. \
      The results are a measurement, not a diagnosis. Data stay on this machine, or in the database of --database.

      EXAMPLES:
        sagevoice store init store
        sagevoice watch inbox --store store
        sagevoice records list --store store

      \(HelpText.exitStatuses)
      """,
    version: SoftwareVersion.current,
    groupedSubcommands: [
      CommandGroup(
        name: "Store",
        subcommands: [
          StoreCommand.self, WatchCommand.self, StatusCommand.self, RecordsCommand.self,
          OnboardCommand.self, CodesCommand.self, SchemaCommand.self,
        ]),
      CommandGroup(
        name: "Server",
        subcommands: [ServeCommand.self, TokenCommand.self, PushCommand.self, PullCommand.self]),
      CommandGroup(
        name: "Database",
        subcommands: [
          MigrateCommand.self, SubmitCommand.self, WorkCommand.self, ResultsCommand.self,
          AnchorCommand.self,
        ]),
    ])

  static func main() async {
    var arguments = ProcessArguments.all
    StandardStreams.reserve()
    printVersionIfAsked(arguments)
    do {
      try checkSubcommands(in: arguments)
      arguments = try SettingsFile.insert(into: arguments)
    } catch {
      exit(withError: error)
    }
    await parseAndRun(arguments)
  }
}
