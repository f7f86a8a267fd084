import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "list", "List sessions, the newest first.",
    """
    json prints a session per line. People appear as keyed hashes; text shows their first 8 \
    characters. `records person list` prints the hash of each ID. Instead of a hash, a session \
    of a guest has guest or anonymous, and a session with an invalid sidecar has unknown. text \
    shows local times, json and csv show UTC.
    """,
    examples: [
      "sagevoice records list --store store --format text",
      "sagevoice records list --store store --user anna --since 2026-01-01 --format csv",
      "sagevoice records list --store store --state failed --limit 20",
    ])

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice
  @OptionGroup(title: "Filter options") var filter: SessionFilter

  @Option(
    help: ArgumentHelp("Maximum number of sessions.", valueName: "count"),
    takes: OptionValue.wholeNumber(from: 1))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Continue the list after the session with this cursor.", valueName: "cursor"),
    transform: OptionValue.cursor)
  var after: SessionCursor?

  @Option(otherwise: .json)
  var format: OutputFormat

  @OptionGroup(title: HelpText.Title.output) var table: CellOptions

  func validate() throws { try table.check(isTable: format == .csv) }

  func run() throws {
    try perform {
      let store = try selection.open()
      let sessions = try self.sessions(of: store)
      let page = sessions.prefix(limit ?? sessions.count)
      let rows = page.map { RecordsRow(summary: $0) }
      try CommandOutput.write(RecordsTable.text(of: rows, format, table.cells))
      // JSON and CSV rows contain the cursor.
      if format == .text, page.count < sessions.count, let last = page.last {
        StandardStreams.note(commandText("list.more", ["cursor": last.cursor.text]))
      }
      return .success
    }
  }

  /// Returns the sessions of the page, plus one if there are more.
  private func sessions(of store: RecordStore) throws(StoreError) -> [SessionSummary] {
    var query = filter.query
    query.after = after
    query.limit = limit.map { $0 < .max ? $0 + 1 : $0 }
    guard let user = filter.user else { return try store.sessions(query) }
    return try store.sessions(ofUser: user, query)
  }
}

struct SessionFilter: ParsableArguments {
  @Option(help: ArgumentHelp("Only sessions of this person.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "Only sessions created on or after this day or time (UTC).", valueName: "date"),
    transform: OptionValue.date)
  var since: RecordsDate?

  @Option(
    help: ArgumentHelp(
      "Only sessions created on or before this day or time (UTC).", valueName: "date"),
    transform: OptionValue.date)
  var until: RecordsDate?

  @Option(
    help: ArgumentHelp(
      "Only sessions recorded on or after this day or time (UTC).", valueName: "date"),
    transform: OptionValue.date)
  var recordedSince: RecordsDate?

  @Option(
    help: ArgumentHelp(
      "Only sessions recorded on or before this day or time (UTC).", valueName: "date"),
    transform: OptionValue.date)
  var recordedUntil: RecordsDate?

  @Option(help: "Only sessions with this highest tier.")
  var tier: Tier?

  @Option(help: "Only sessions in this state. May be repeated. json prints complete as filed.")
  var state: [SessionState] = []

  @Option(
    help: ArgumentHelp(
      "Only sessions with this recording quality: pass, warn, fail or unknown.",
      valueName: "verdict"), transform: OptionValue.verdict)
  var verdict: Verdict?

  @Option(help: ArgumentHelp("Only sessions with this recording name.", valueName: "name"))
  var recordingName: String?

  @Option(help: ArgumentHelp("Only sessions with this context.", valueName: "text"))
  var context: String?

  @Option(
    help: ArgumentHelp(
      "Only sessions with this order number (reference in the sidecar).", valueName: "text"))
  var reference: String?

  func validate() throws {
    if let since, let until, since.start >= until.end {
      throw ValidationError("--since must be before --until.")
    }
    if let recordedSince, let recordedUntil, recordedSince.start >= recordedUntil.end {
      throw ValidationError("--recorded-since must be before --recorded-until.")
    }
  }

  /// The query with these filters, except the person.
  var query: SessionQuery {
    var query = SessionQuery()
    query.from = since?.start
    query.until = until?.end
    query.recordedFrom = recordedSince?.start
    query.recordedUntil = recordedUntil?.end
    query.tier = tier
    query.states = Set(state)
    query.verdict = verdict
    query.name = recordingName
    query.context = context
    query.reference = reference
    return query
  }
}
