import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsAlertsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts",
    abstract: "List changes of people's voices that were told, and who has taken note of them.",
    discussion: """
      json prints an alert per line, text a line per value, the oldest of a person first. An alert is \
      that a measurement differs from the person's own earlier ones, and nothing more. The log of an \
      encrypted store says who was shown them.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(help: ArgumentHelp("Those of this person.", valueName: "id"))
  var user: String?

  @Flag(help: "Those that nobody has taken note of.")
  var open = false

  @Option(help: "json, or text for a line per value.")
  var format: DocumentFormat = .json

  func validate() throws { if let user { try PersonOption.check(user) } }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(toDiscloseTo: author)
      let rows = try Records.stored { () throws(StoreError) in try self.rows(of: store) }
      try Records.stored { () throws(StoreError) in
        try store.disclose(.people(rows.map(\.user), document: .alerts))
      }
      try CommandOutput.write(rows.flatMap(\.alerts).map(rendered).joined())
      return .success
    }
  }

  private func rendered(_ json: JSONValue) -> String {
    format == .json ? json.lineText : FlattenedJSON.text(of: json) + "\n"
  }

  private func rows(
    of store: RecordStore
  ) throws(StoreError) -> [(user: UserHash, alerts: [JSONValue])] {
    var rows: [(user: UserHash, alerts: [JSONValue])] = []
    for user in try PersonOption.people(user, in: store) {
      let alerts = try store.alerts(for: user).filter { !open || $0.acknowledged == nil }
      guard !alerts.isEmpty else { continue }
      let userID = try store.userID(of: user)
      let heads: [JSONValue.Member] = [
        .init("user", .string(user.text)), .init("user_id", .optional(userID)),
      ]
      rows.append((user, alerts.map { .object(heads + $0.json.members) }))
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
    commandName: "acknowledge",
    abstract: "Say that somebody has taken note of an alert.",
    discussion: """
      Who it was is the --actor. An alert that somebody has taken note of before stays as it is. The \
      alert is printed as JSON. Status 66 says that the person has no such alert.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(help: ArgumentHelp("The person.", valueName: "id"))
  var user: String

  @Option(help: ArgumentHelp("The alert, as `records alerts` prints its id.", valueName: "id"))
  var alert: String

  @Option(help: "What there is to say about it; kept with the alert.")
  var note: String?

  func validate() throws { try PersonOption.check(user) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(for: author)
      let told = try Records.stored { () throws(StoreError) in
        try store.acknowledge(
          alert, by: author.chosen.name, note: note, for: store.userHash(of: user))
      }
      guard let told else {
        throw CommandFault(
          status: .cannotOpenInput,
          messages: ["--alert: the person has no such alert; `sagevoice records alerts` lists them"]
        )
      }
      return ReceiptOutput.deliver(told.json.lineText)
    }
  }
}
