import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import sessions, people and baselines of an export.",
    discussion: HelpText.discussion(
      """
      Everything is checked first. Existing sessions with the same documents are skipped. A \
      conflict or a deleted session ends the import before any change. The command prints the \
      imported sessions. The folder of a plain store that has lost its database is imported too.
      """,
      examples: [
        "sagevoice records import --store store anna.zip"
      ]))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.store) var choice: StoreCreationChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(
    help: ArgumentHelp("Folder or ZIP file of `records export`.", valueName: "in"))
  var source: String

  func run() throws {
    try perform { () throws(CommandFault) in
      // With --create, a wrong path must not create a store.
      guard let found = try? POSIXFileSystem().facts(of: source), found.kind != .other else {
        throw CommandFault(
          status: .cannotOpenInput,
          messages: ["\(source): the folder or file does not exist; check the path"])
      }
      let store = try selection.open(
        for: author, creating: choice.creation, messages.verbosity)
      let report = try StoreProgressBar(messages.verbosity).during {
        progress throws(CommandFault) in
        try Records.exchanged { () throws(ExchangeError) in
          try store.importSessions(from: source, reporting: progress)
        }
      }
      let status = ReceiptOutput.deliver(report.imported.map { $0.text + "\n" }.joined())
      if !messages.quiet {
        StandardStreams.note(
          "\(report.imported.count.counted("session")) imported, \(report.present.count) already present"
        )
        if report.baselines > 0 {
          StandardStreams.note("\(report.baselines.counted("baseline")) imported")
        }
        if report.people > 0 {
          StandardStreams.note("people with new profiles: \(report.people)")
        }
      }
      return status
    }
  }
}

extension Records {
  /// Runs `body` and maps its exchange errors.
  static func exchanged<Value>(
    _ body: () throws(ExchangeError) -> Value
  ) throws(CommandFault) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFault(status: ExitStatus(of: error), messages: error.lines)
    }
  }
}

extension ExitStatus {
  /// Maps an exchange error to a status.
  fileprivate init(of error: ExchangeError) {
    switch error {
    case .store(let fault): self.init(of: fault)
    case .output: self = .cannotCreateOutput
    case .input: self = .cannotOpenInput
    case .findings, .damagedBackup, .unsound, .deidentified, .conflicts: self = .refused
    }
  }
}
