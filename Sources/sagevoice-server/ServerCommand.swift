// The server's command line: parse, open, serve, exit code.

import ArgumentParser
import VoicePipeline

@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sagevoice-server",
    abstract: "Serves the onboarding page: record in a browser, see the result, keep a baseline.",
    discussion: """
      A measurement, not a diagnosis. Everything stays on this machine.

      Exit status: 0 done, or ended by SIGTERM or Ctrl-C, 64 wrong usage, 65 a file of options cannot be used or \
      a token is not there, 69 built \
      without the server, 73 the store or its folders cannot be made or opened, 74 the address or its \
      certificate cannot be used.
      """,
    version: SoftwareVersion.current, subcommands: [ServeCommand.self, TokenCommand.self])
}
