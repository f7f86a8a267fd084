import ArgumentParser
import CommandSupport
import VoiceTypes

struct CodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codes",
    abstract: "List the codes of sessions, events, updates and verifications.",
    discussion: HelpText.discussion(
      """
      `sagevoice explain --codes` lists the codes of documents. `sagevoice schema codes` \
      describes both lists.
      """,
      examples: [
        "sagevoice codes",
        "sagevoice codes --format json",
      ]))

  @Option(name: .shortAndLong, help: "Output format.")
  var format: DocumentFormat = .text

  func run() throws {
    try perform { () throws(CommandFault) in
      let codes = MessageCatalog(StoreCodes.places, StoreCodes.all)
      try CommandOutput.write(format == .text ? codes.text : codes.json.fileText)
      return .success
    }
  }
}
