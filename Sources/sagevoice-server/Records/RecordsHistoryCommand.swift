import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoiceTypes

struct RecordsHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "history", "Print the measures of a person over time.",
    """
    Each session (the recordings with one session_id) is a row; csv has a row per session and \
    measure. The personal range comes from the last baseline before the session. The results are a \
    measurement, not a diagnosis.
    """,
    examples: ["sagevoice records history --store store --user anna --format text"])

  @OptionGroup var selection: AuditedStoreChoice
  @OptionGroup(title: HelpText.Title.comparison) var limits: LimitsChoice
  @OptionGroup var person: PersonOption

  @Option(otherwise: .json)
  var format: OutputFormat

  func run() throws {
    try perform {
      let store = try selection.openToDisclose()
      let known = try Records.person(person.user, in: store)
      let minimums = try limits.minimums()
      try store.disclose(.people([store.userHash(of: person.user)], document: nil))
      let history = try Records.follow(store, minimums).history(of: known)
      guard !history.sessions.isEmpty else {
        throw CommandFault(
          .cannotOpenInput, "--user: this person has no session in the store; check the ID")
      }
      switch format {
      case .json: try CommandOutput.write(history.json.fileText)
      case .csv: try CommandOutput.write(HistoryTable.text(of: history))
      case .text:
        let alerts = try store.alerts(for: store.userHash(of: person.user))
        try CommandOutput.write(
          HistoryReport.text(of: history, alerted: Set(alerts.map(\.sessionID))))
      }
      return .success
    }
  }
}
