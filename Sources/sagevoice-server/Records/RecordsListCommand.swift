import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List sessions, the newest first.",
    discussion: """
      json prints a row per line. People appear as the keyed hash that the store knows them by. What is \
      listed comes from the index of the store; --user looks into imported sessions too. A list goes on \
      behind a row with --after and the cursor of that row, whatever came or went meanwhile.
      """)

  @OptionGroup var selection: StoreChoice

  @Option(help: ArgumentHelp("Only those of this person.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "Only those made on this day (UTC) or at this time, or later.", valueName: "date"),
    transform: OptionValue.date)
  var since: RecordsDate?

  @Option(
    help: ArgumentHelp(
      "Only those made on this day (UTC) or at this time, or earlier.", valueName: "date"),
    transform: OptionValue.date)
  var until: RecordsDate?

  @Option(
    help: ArgumentHelp(
      "Only those recorded on this day (UTC) or at this time, or later.", valueName: "date"),
    transform: OptionValue.date)
  var recordedSince: RecordsDate?

  @Option(
    help: ArgumentHelp(
      "Only those recorded on this day (UTC) or at this time, or earlier.", valueName: "date"),
    transform: OptionValue.date)
  var recordedUntil: RecordsDate?

  @Option(help: "Only those whose highest tier with results this is.")
  var tier: Tier?

  @Option(help: "Only those in this state; may be repeated.")
  var state: [SessionState] = []

  @Option(
    help: ArgumentHelp(
      "Only those whose recording's quality is pass, warn, fail or unknown.", valueName: "verdict"),
    transform: OptionValue.verdict)
  var verdict: Verdict?

  @Option(help: ArgumentHelp("Only those of recordings of this name.", valueName: "name"))
  var recordingName: String?

  @Option(help: ArgumentHelp("Only those with this context.", valueName: "text"))
  var context: String?

  @Option(
    help: ArgumentHelp(
      "Only those with this reference, which their sidecar gave.", valueName: "text"))
  var reference: String?

  @Option(
    help: ArgumentHelp("The newest so many.", valueName: "count"),
    takes: OptionValue.wholeNumber(from: 1))
  var limit: Int?

  @Option(
    help: ArgumentHelp("Only those behind the row that has this cursor.", valueName: "cursor"),
    transform: OptionValue.cursor)
  var after: SessionCursor?

  @Option(help: "json, csv or text.")
  var format: OutputFormat = .json

  @OptionGroup var table: CellOptions

  func validate() throws {
    try table.check(isTable: format == .csv)
    if let since, let until, since.start >= until.end {
      throw ValidationError("--since must be before --until.")
    }
    if let recordedSince, let recordedUntil, recordedSince.start >= recordedUntil.end {
      throw ValidationError("--recorded-since must be before --recorded-until.")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open()
      let sessions = try Records.stored { () throws(StoreError) in try self.sessions(of: store) }
      let page = sessions.prefix(limit ?? sessions.count)
      try CommandOutput.write(
        RecordsTable.header(format)
          + page.map { RecordsRow(summary: $0).rendered(format, table.cells) }.joined())
      // JSON and CSV rows contain the cursor.
      if format == .text, page.count < sessions.count, let last = page.last {
        StandardStreams.note("more sessions: --after \(last.cursor.text)")
      }
      return .success
    }
  }

  /// Returns the sessions of the page, plus one if there are more.
  private func sessions(of store: RecordStore) throws(StoreError) -> [SessionSummary] {
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
    query.after = after
    query.limit = limit.map { $0 < .max ? $0 + 1 : $0 }
    guard let user else { return try store.sessions(query) }
    return try store.sessions(ofUser: user, query)
  }
}
