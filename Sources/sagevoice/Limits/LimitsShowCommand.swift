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
      The output is Markdown. The first table lists each limit with its use, its basis, and the \
      people to whom the limit applies. The second table lists the share of recordings with a \
      finding, for limits computed without the speaker. The third table lists the minimum \
      requirements of a recording.
      """,
      examples: [
        "sagevoice limits show",
        "sagevoice limits show limits.json",
      ]))

  @Argument(
    help: ArgumentHelp(
      "File with reference limits. Default: the included limits.", valueName: "limits.json"),
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
