import ArgumentParser
import CommandSupport
import VoiceTypes

struct CodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "codes", "List the codes of sessions, events, updates and verifications.",
    """
    `sagevoice explain --codes` lists the codes of documents. `sagevoice schema codes` \
    describes both lists.
    """,
    examples: ["sagevoice codes", "sagevoice codes --format json"])

  @Option(name: .shortAndLong, help: "Output format.")
  var format: DocumentFormat = .text

  func run() throws {
    try perform {
      let codes = MessageCatalog(StoreCodes.places, StoreCodes.all)
      try CommandOutput.write(format == .text ? codes.text : codes.json.fileText)
      return .success
    }
  }
}
