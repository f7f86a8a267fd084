import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import", "Import sessions, people and baselines of an export.",
    """
    The whole export is checked first. Existing sessions with the same documents are skipped. A \
    conflict or a deleted session ends the import before any change. The command prints the \
    imported sessions. The command can also import the folder of a plain store without its \
    database.
    """,
    examples: ["sagevoice records import --store store anna.zip"])

  @OptionGroup var selection: CreatedStoreChoice
  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(help: ArgumentHelp("Folder or ZIP file of `records export`.", valueName: "in"))
  var source: String

  func run() throws {
    try perform {
      // With --create, a wrong path must not create a store.
      guard let found = try? POSIXFileSystem().facts(of: source), found.kind != .other else {
        throw CommandFault(
          .cannotOpenInput, "\(source): the folder or file does not exist; check the path")
      }
      let store = try selection.open(messages.verbosity)
      let report = try StoreProgressBar(messages.verbosity).during { progress in
        try store.importSessions(from: source, reporting: progress)
      }
      let status = ReceiptOutput.deliver(report.imported.map { $0.text + "\n" }.joined())
      if !messages.quiet {
        StandardStreams.note(
          "\(report.imported.count.counted("session")) imported, \(report.present.count) already present"
        )
        if report.baselines > 0 {
          StandardStreams.note("\(report.baselines.counted("baseline")) imported")
        }
        if report.people > 0 { StandardStreams.note("people with new profiles: \(report.people)") }
      }
      return status
    }
  }
}
