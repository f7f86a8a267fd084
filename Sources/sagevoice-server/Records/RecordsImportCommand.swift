import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take in the sessions, people and baselines of an export, a folder or a ZIP file.",
    discussion: """
      Everything is checked before anything is taken in; a session that \
      is there already with the same documents is passed over, and one with other contents, or one \
      that was purged, ends the import before it begins; so does another baseline, or something else \
      told, that the store keeps of the same person. The sessions taken in are printed.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var choice: StoreCreationChoice

  @OptionGroup var author: ActorChoice

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  @Argument(help: ArgumentHelp("What `records export` wrote.", valueName: "in"))
  var source: String

  func run() throws {
    try perform { () throws(CommandFault) in
      // With --create, a wrong path must not create a store.
      guard let found = try? POSIXFileSystem().facts(of: source), found.kind != .other else {
        throw CommandFault(
          status: .cannotOpenInput,
          messages: ["\(source): there is no such folder or file; check the path"])
      }
      let store = try selection.open(
        for: author, creating: choice.creation, quiet ? .quiet : .usual)
      let report = try StoreProgressBar(quiet ? .quiet : .usual).during {
        progress throws(CommandFault) in
        try Records.exchanged { () throws(ExchangeError) in
          try store.importSessions(from: source, telling: progress)
        }
      }
      let status = ReceiptOutput.deliver(report.imported.map { $0.text + "\n" }.joined())
      if !quiet {
        StandardStreams.note(
          "\(report.imported.count.counted("session")) imported, \(report.present.count) there already"
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
