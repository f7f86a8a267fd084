import ArgumentParser
import BaselineService
import CommandSupport
import VoiceTypes

struct BaselineShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Check a baseline file and print its content.",
    discussion: HelpText.discussion(examples: [
      "sagevoice baseline show base.json",
      "sagevoice baseline show --format json base.json",
    ]))

  @Option(name: .shortAndLong, help: "Output format.")
  var format: DocumentFormat = .text

  @Argument(
    help: ArgumentHelp("File of the baseline (JSON).", valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String

  func run() throws {
    try perform { () throws(CommandFault) in
      let file = try BaselineFile(at: baseline, for: baseline)
      switch format {
      case .json: try CommandOutput.write(file.json.fileText)
      case .text: try CommandOutput.write(BaselineReport.text(of: file.stored))
      }
      return .success
    }
  }
}
