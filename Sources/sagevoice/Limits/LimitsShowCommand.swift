import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes

struct LimitsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print measured limits next to limits from the literature.",
    discussion: HelpText.discussion(
      """
      The output is a Markdown table. Columns typical and outer contain the limits in force. A \
      percentile has its 90 % interval; brackets mark fewer speakers than a limit needs. A \
      second table contains the recording minimums.
      """,
      examples: [
        "sagevoice limits show",
        "sagevoice limits show limits.json",
      ]))

  @Argument(
    help: ArgumentHelp(
      "File of limits measure. Default: the included measured set.", valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var limits: String?

  func run() throws {
    try perform { () throws(CommandFault) in
      let table = LimitsTable(
        of: limits == nil ? try LimitsFile.measured() : try LimitsFile.read(from: limits),
        beside: try LimitsFile.read(from: nil))
      try CommandOutput.write(table.markdown)
      return .success
    }
  }
}
