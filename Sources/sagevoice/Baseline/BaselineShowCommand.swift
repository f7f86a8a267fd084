import ArgumentParser
import BaselineService
import CommandSupport
import VoiceTypes

struct BaselineShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Check the file of a baseline and print what it says.")

  @Option(help: "text for a table, or json.")
  var format: DocumentFormat = .text

  @Argument(
    help: ArgumentHelp("The file of a baseline.", valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String

  func run() throws {
    try perform { () throws(CommandFault) in
      let file = try BaselineFile(at: baseline, for: "baseline")
      switch format {
      case .json: try CommandOutput.write(file.json.fileText)
      case .text: try CommandOutput.write(BaselineReport.text(of: file.stored))
      }
      return .success
    }
  }
}
