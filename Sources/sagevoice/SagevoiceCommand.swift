// Command line entry point, without any analysis.

import ArgumentParser
import CommandSupport
import VoicePipeline

@main
struct SagevoiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sagevoice",
    abstract: "Measures sustained vowels: F0, jitter, shimmer, harmonicity.",
    discussion: """
      A measurement, not a diagnosis. Results go to standard output, messages to standard error.

      Exit status: 0 every input analysed, 64 wrong usage, 65 at least one recording refused, 66 an input cannot be \
      opened, 69 sagevoice-server is missing, 70 internal fault, 73 output cannot be created, 74 input/output error, \
      130 interrupted, 141 the reader of the results closed its pipe.
      """,
    version: SoftwareVersion.current,
    subcommands: [
      AnalyzeCommand.self, PlotCommand.self, ReportCommand.self, AVQICommand.self,
      BaselineCommand.self, LimitsCommand.self, ProfileCommand.self, SynthCommand.self,
      ExplainCommand.self, CodebookCommand.self, SchemaCommand.self,
    ],
    groupedSubcommands: [
      CommandGroup(name: "Store and server", subcommands: StoreCommands.all)
    ])

  static func main() async {
    var arguments = ProcessArguments.all
    StandardStreams.reserve()
    StoreCommands.runIfNamed(arguments)
    do {
      try checkSubcommands(in: arguments)
      arguments = try RenamedOption.replace(in: arguments)
    } catch {
      exit(withError: error)
    }
    await main(arguments)
  }
}
