// The server's command line: parse, open, serve, exit code.

import ArgumentParser
import VoicePipeline

@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sagevoice-server",
    abstract: "Serves the onboarding page: record in a browser, see the result, keep a baseline.",
    discussion: """
      A measurement, not a diagnosis. Everything stays on this machine, or in the database that is named: migrate, \
      submit, work, results, watch, status, anchor, tidy and rekey are for several machines that share one. push and \
      pull have a store of this machine and a server hold the same.

      Exit status: 0 done, or ended by SIGTERM or Ctrl-C, 64 wrong usage, 65 a file of options cannot be used, \
      a token is not there or the database refuses what it is given, 66 a recording, a store or a token to \
      pass on by, or what is to be re-encrypted, cannot be opened, 69 built without the server, 73 the store, its \
      folders or the schema cannot be made or opened, 74 the address or its certificate cannot be used, or the \
      database cannot be reached.
      """,
    version: SoftwareVersion.current,
    subcommands: [
      ServeCommand.self, TokenCommand.self, MigrateCommand.self, StatusCommand.self,
      SubmitCommand.self, WorkCommand.self, ResultsCommand.self, WatchCommand.self,
      AnchorCommand.self, TidyCommand.self, RekeyCommand.self, PushCommand.self,
      PullCommand.self,
    ])
}
