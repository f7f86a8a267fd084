// Command line entry point of all commands with a store.

import ArgumentParser
import CommandSupport
import VoicePipeline

@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sagevoice-server",
    abstract: "Stores, watches and serves voice recordings and their results.",
    discussion: """
      `sagevoice` runs this program for the commands that need a store: `sagevoice watch` is `sagevoice-server watch`.

      A measurement, not a diagnosis. Everything stays on this machine, or in the database that is named. migrate, \
      submit, work, results, anchor and tidy are for several machines that share a PostgreSQL database; watch, status, \
      serve and records rekey work on a folder or on such a database.

      Exit status: 0 done, or ended by SIGTERM or Ctrl-C, 64 wrong usage, 65 a recording was refused, or stored \
      data are not as they were written, 66 an input or a store cannot be opened, 69 built without the server, 73 \
      output, a store or a schema cannot be created, 74 input/output error, or the database cannot be reached.
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
          AnchorCommand.self, TidyCommand.self,
        ]),
    ])

  static func main() async {
    var arguments = ProcessArguments.all
    StandardStreams.reserve()
    do {
      try checkSubcommands(in: arguments)
      arguments = try RenamedOption.replace(in: arguments)
    } catch {
      exit(withError: error)
    }
    await main(arguments)
  }
}
