import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoiceTypes

struct RecordsHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Print a person's measures over time, with what is usual for them.",
    discussion: """
      A row per session, from the results that are stored; the usual range is that of the baseline that \
      was there before the session. csv has a row per session and measure. The log of an encrypted store \
      says who was shown it.

      A measurement, not a diagnosis.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @OptionGroup var limits: LimitsChoice

  @Option(help: ArgumentHelp("The person.", valueName: "id"))
  var user: String

  @Option(help: "json, csv, or text for a table.")
  var format: OutputFormat = .json

  func validate() throws { try PersonOption.check(user) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(toDiscloseTo: author)
      let known = try Records.person(user, in: store)
      let minimums = try limits.minimums()
      let history = try Records.stored { () throws(StoreError) in
        try store.disclose(.people([store.userHash(of: user)], document: nil))
        return try Records.follow(store, minimums).history(of: known)
      }
      guard !history.sessions.isEmpty else {
        throw CommandFault(
          status: .cannotOpenInput,
          messages: ["--user: the store has no session of this person"])
      }
      switch format {
      case .json: try CommandOutput.write(history.json.fileText)
      case .csv: try CommandOutput.write(HistoryTable.text(of: history))
      case .text: try CommandOutput.write(HistoryReport.text(of: history))
      }
      return .success
    }
  }
}
