// Command line entry point, without any analysis.

import ArgumentParser
import CommandSupport
import VoicePipeline

@main
struct SagevoiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sagevoice",
    abstract: "Measure sustained vowels: F0, jitter, shimmer, HNR and CPPS.",
    discussion: """
      The results are a measurement, not a diagnosis. Results go to standard output, messages to standard error. \
      At a terminal, text is the default of --format. In a pipe or a file, results are JSON.

      EXAMPLES:
        sagevoice analyze vowel.wav
        sagevoice report vowel.wav --output page.html
        sagevoice watch inbox --store store

      \(HelpText.exitStatuses)
      If several apply, the first in this order counts: 130, 141, 70, 74, 73, 66, 69, 65.
      """,
    version: SoftwareVersion.current,
    subcommands: [
      AnalyzeCommand.self, PlotCommand.self, ReportCommand.self, IndexCommand.self,
      AVQICommand.self,
      FricativeCommand.self, SenselabCommand.self,
      BaselineCommand.self, LimitsCommand.self, ProfileCommand.self, SynthCommand.self,
      ExplainCommand.self, CodebookCommand.self, SchemaCommand.self,
    ],
    groupedSubcommands: [
      // Without the closure, each type would be cast at run time.
      CommandGroup(name: "Store and server", subcommands: StoreCommands.all.map { $0 })
    ])

  static func main() async {
    let arguments = ProcessArguments.all
    StandardStreams.reserve()
    printVersionIfAsked(arguments)
    StoreCommands.printCompletionsIfAsked(arguments)
    StoreCommands.runIfNamed(arguments)
    do {
      try checkSubcommands(in: arguments)
    } catch {
      exit(withError: error)
    }
    await parseAndRun(arguments)
  }
}
