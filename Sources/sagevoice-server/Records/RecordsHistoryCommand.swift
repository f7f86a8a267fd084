import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoiceTypes

struct RecordsHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Print the measures of a person over time.",
    discussion: HelpText.discussion(
      """
      Each session is a row; csv has a row per session and measure. The personal range is that \
      of the baseline before the session. The results are a measurement, not a diagnosis.
      """,
      examples: [
        "sagevoice records history --store store --user anna --format text"
      ]))

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @OptionGroup(title: HelpText.Title.comparison) var limits: LimitsChoice

  @Option(
    help: ArgumentHelp("Id of the person.", valueName: "id"))
  var user: String

  @Option(otherwise: .json)
  var format: OutputFormat

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
          messages: ["\(user) has no session in this store"])
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
