import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes

struct LimitsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a measured set beside the limits of the literature.",
    discussion: """
      A table in Markdown. The columns typical and outer are the limits in force. The percentile behind \
      a typical limit has its 90 % interval, and stands in brackets where there are fewer people than \
      a limit needs. Below it stand the minimums of a recording, by age and group.
      """)

  @Argument(
    help: ArgumentHelp(
      "A file that limits measure wrote; the measured set that ships unless given.",
      valueName: "limits.json"),
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
