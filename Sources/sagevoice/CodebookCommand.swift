import ArgumentParser
import CommandSupport
import VoicePipeline
import VoiceTypes

struct CodebookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codebook",
    abstract: "Print what every column of the tables of `analyze` is.",
    discussion: """
      A row per column: its name, the table that it stands in (csv, long, both, or measure for a measure, \
      which is a column of csv and a value of the column measure of long), label, unit, what its values \
      may be, and of a measure the formula and the source. `sagevoice explain MEASURE` says more.
      """)

  @Option(help: "csv, json or text.")
  var format: OutputFormat = .csv

  func run() throws {
    try perform { () throws(CommandFault) in
      try CommandOutput.write(Codebook.current.rendered(format))
      return .success
    }
  }
}
