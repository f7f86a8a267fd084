import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsAlertsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "alerts", "List alerts about changes of voices.",
    """
    An alert states that the values differ from the baseline of the person. An alert is not a \
    diagnosis. The oldest alert of a person comes first. The history of an encrypted store \
    records each disclosure.
    """,
    examples: [
      "sagevoice records alerts --store store --open --format text",
      "sagevoice records alerts --store store --user anna",
    ])

  @OptionGroup var selection: AuditedStoreChoice

  @Option(help: ArgumentHelp("Only alerts of this person.", valueName: "id"))
  var user: String?

  @Flag(help: "Only alerts that are not acknowledged.")
  var open = false

  @Option(help: "Output format; json prints an alert per line.", otherwise: .json)
  var format: DocumentFormat

  func validate() throws { if let user { try PersonOption.check(user) } }

  func run() throws {
    try perform {
      let store = try selection.openToDisclose()
      let rows = try self.rows(of: store)
      try store.disclose(.people(rows.map(\.user), document: .alerts))
      switch format {
      case .json:
        try CommandOutput.write(rows.flatMap(\.alerts).map { row(of: $0).lineText }.joined())
      case .text:
        let alerts = try rows.flatMap(\.alerts).map { try compared($0, in: store) }
        try CommandOutput.write(AlertsText.text(of: alerts, open: open))
      }
      return .success
    }
  }

  /// Adds the recording time and the compared visit from the session of the store, unless it was
  /// deleted.
  private func compared(_ row: AlertOfPerson, in store: RecordStore) throws -> AlertOfPerson {
    guard let session = try store.existingSession(row.alert.raisedBy) else { return row }
    var row = row
    row.recordedAt = try session.header()?.recordedAt
    let json = try session.read(.comparison).flatMap { try? JSONValue.parse($0) }
    let document = json.flatMap { try? ComparisonDocument(json: $0) }
    row.visit = document?.findings?.sessions.first { $0.session.id == row.alert.sessionID }
    return row
  }

  private func row(of alert: AlertOfPerson) -> JSONValue {
    let heads: [JSONValue.Member] = [
      .init("user", .string(alert.user.text)), .init("user_id", .optional(alert.userID)),
    ]
    return .object(heads + alert.alert.json.members)
  }

  private func rows(
    of store: RecordStore
  ) throws(StoreError) -> [(user: UserHash, alerts: [AlertOfPerson])] {
    var rows: [(user: UserHash, alerts: [AlertOfPerson])] = []
    for user in try PersonOption.people(user, in: store) {
      let alerts = try store.alerts(for: user).filter { !open || $0.acknowledged == nil }
      guard !alerts.isEmpty else { continue }
      let userID = try store.userID(of: user)
      rows.append((user, alerts.map { AlertOfPerson(user: user, userID: userID, alert: $0) }))
    }
    return rows
  }
}

extension JSONValue {
  /// The members of an object; empty for another value.
  fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

struct RecordsAcknowledgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "acknowledge", "Acknowledge an alert.",
    """
    --actor is the name of the user. A second acknowledgement changes nothing. The command prints \
    the alert as JSON.
    """,
    examples: [
      "sagevoice records acknowledge --store store --user anna --alert ID --actor 'Dr. Lee' --note 'called'"
    ], status: "66 = the person does not have this alert.")

  @OptionGroup var selection: AuditedStoreChoice
  @OptionGroup var person: PersonOption

  @Option(help: ArgumentHelp("ID of the alert, as printed by `records alerts`.", valueName: "id"))
  var alert: String

  @Option(help: "Note to store with the alert.")
  var note: String?

  func run() throws {
    try perform {
      let store = try selection.open()
      let acknowledged = try store.acknowledge(
        alert, by: selection.actor.name, note: note, for: store.userHash(of: person.user))
      guard let acknowledged else {
        throw CommandFault(
          .cannotOpenInput,
          "--alert: the person does not have this alert; `sagevoice records alerts` lists them")
      }
      return ReceiptOutput.deliver(acknowledged.json.lineText)
    }
  }
}
