import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes

struct LimitsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the reference limits in force.",
    discussion: HelpText.discussion(
      """
      The output is Markdown. The first table has each limit with its use, the people it applies \
      to and its basis. The second has the rates of findings in people who were left out of the \
      limits. The third has the minimum requirements of a recording.
      """,
      examples: [
        "sagevoice limits show",
        "sagevoice limits show limits.json",
      ]))

  @Argument(
    help: ArgumentHelp(
      "File with reference limits. Default: the included sets.", valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var limits: String?

  func run() throws {
    try perform { () throws(CommandFault) in
      try CommandOutput.write(
        LimitsTable(of: LimitsFile.sets(from: limits, of: limits ?? "limits")).markdown)
      return .success
    }
  }
}
