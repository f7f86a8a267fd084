import ArgumentParser
import CommandSupport
import VoicePipeline
import VoiceTypes

struct CodebookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codebook",
    abstract: "Describe the columns of the tables of analyze.",
    discussion: HelpText.discussion(
      """
      Each output row describes one column or measure: name, table, label, unit, values, formula \
      and source. table is csv, long, both (for columns of both formats) or measure. A measure \
      is a column in csv and a row in long.
      """,
      examples: [
        "sagevoice codebook",
        "sagevoice codebook --format text",
      ]))

  @Option(otherwise: .csv)
  var format: OutputFormat

  func run() throws {
    try perform { () throws(CommandFault) in
      try CommandOutput.write(Codebook.current.rendered(format))
      return .success
    }
  }
}
