import ArgumentParser
import RecordStore
import VoiceTypes

struct RecordsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List sessions, the newest first.",
    discussion: """
      json prints a row per line. People appear as the keyed hash that the store knows them by.
      """)

  @OptionGroup var selection: StoreChoice

  @Option(help: ArgumentHelp("Only those of this person.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "Only those made on this day (UTC) or at this time, or later.", valueName: "date"),
    transform: OptionValue.date)
  var from: RecordsDate?

  @Option(
    help: ArgumentHelp(
      "Only those made on this day (UTC) or at this time, or earlier.", valueName: "date"),
    transform: OptionValue.date)
  var to: RecordsDate?

  @Option(help: "Only those whose highest tier with results this is.")
  var tier: Tier?

  @Option(help: "Only those in this state; may be repeated.")
  var state: [SessionState] = []

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

  @Option(help: "json, csv or text.")
  var format: OutputFormat = .json

  func validate() throws {
    if let from, let to, from.start >= to.end {
      throw ValidationError("--from lies behind --to.")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open()
      let rows = try Records.stored { () throws(StoreError) in try self.rows(of: store) }
      try CommandOutput.write(
        RecordsTable.header(format) + rows.map { $0.rendered(format) }.joined())
      return .success
    }
  }

  private func rows(of store: RecordStore) throws(StoreError) -> [RecordsRow] {
    var query = SessionQuery()
    query.from = from?.start
    query.until = to?.end
    query.tier = tier
    query.states = Set(state)
    query.context = context
    query.reference = reference
    query.limit = limit
    let summaries =
      if let user { try store.sessions(ofUser: user, query) } else { try store.sessions(query) }
    var rows: [RecordsRow] = []
    for summary in summaries {
      // A header that cannot be read is for `verify` to report; the session is listed all the same.
      let header = try? store.existingSession(summary.id)?.header()
      rows.append(RecordsRow(summary: summary, header: header))
    }
    return rows
  }
}
