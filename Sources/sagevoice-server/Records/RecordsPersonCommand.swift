import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsPersonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "person", "Show, set and list the profiles of people.",
    """
    The store keeps former profiles. The newest profile is used. A profile is deleted with the \
    last session of the person, and by `records purge --user`.
    """,
    examples: [
      "sagevoice records person set --store store --profile anna.json",
      "sagevoice records person list --store store",
    ],
    subcommands: [
      RecordsPersonShowCommand.self, RecordsPersonSetCommand.self, RecordsPersonListCommand.self,
    ])
}

struct RecordsPersonShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "show", "Print the profile of a person, and the progress of the baseline.",
    """
    progress contains the state of the baseline, missing recordings and the due date of the next \
    recording. The history of an encrypted store records each disclosure.
    """,
    examples: ["sagevoice records person show --store store --user anna --format text"])

  @OptionGroup var selection: AuditedStoreChoice
  @OptionGroup var person: PersonOption

  @Option(otherwise: .json)
  var format: DocumentFormat

  func run() throws {
    try perform {
      let store = try selection.openToDisclose()
      let hash = store.userHash(of: person.user)
      guard let kept = try store.person(for: hash) else {
        throw CommandFault(
          .cannotOpenInput,
          "--user: no profile of this person is stored; see `records person list`")
      }
      try store.disclose(.people([hash], document: nil))
      let progress = try store.read(.progress, of: hash)
      let json: JSONValue = [
        "user": .string(hash.text), "number": .int(kept.number),
        "kept_at": .string(kept.savedAt.text), "reason": .string(kept.reason),
        "person": kept.content, "progress": progress ?? .null,
      ]
      try CommandOutput.write(
        format == .json ? json.fileText : PeopleText.text(of: kept, progress: progress))
      return .success
    }
  }
}

struct RecordsPersonSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "set", "Store the profile of a person.",
    """
    The file is a profile or a person with an ID; see `sagevoice profile check`. If the file has \
    no consent to storage, nothing is stored, and all stored data of the person are deleted. \
    This deletion needs --yes, and does not happen if a later consent is stored.
    """,
    examples: ["sagevoice records person set --store store --profile anna.json"])

  @OptionGroup var selection: CreatedStoreChoice

  @Option(
    help: ArgumentHelp("Profile or person (JSON); - is standard input.", valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String

  @Option(help: ArgumentHelp("Required ID of the person in the file.", valueName: "id"))
  var user: String?

  @Option(help: "Reason, stored with the profile.")
  var reason = "saved manually"

  @Flag(help: "Confirm the deletion of the person's data by a profile without consent to storage.")
  var yes = false

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func validate() throws {
    guard !reason.isEmpty else { throw ValidationError("--reason: expected a text.") }
    if let user { try PersonOption.check(user) }
  }

  func run() throws {
    try perform {
      let person = try read()
      let store = try selection.open(messages.verbosity)
      let user = store.userHash(of: person.profile.userID)
      let former = try store.person(for: user)
      if person.withdrawsStorageConsent(after: former) {
        if !yes { try checkNothingIsDeleted(of: person, former, in: store) }
        return try withdraw(person, from: store)
      }
      let kept = try store.save(person, for: user, reason: reason)
      if !messages.quiet {
        let state = kept.number == former?.number ? "unchanged" : "stored"
        StandardStreams.note("profile version \(kept.number) of this person \(state)")
      }
      return .success
    }
  }

  /// Refuses a withdrawal that deletes stored data.
  private func checkNothingIsDeleted(
    of person: Person, _ former: ProfileRecord?, in store: RecordStore
  ) throws {
    let sessions = try store.withdraw(person.profile.userID, except: nil, .dryRun)
    guard former != nil || !sessions.isEmpty else { return }
    throw CommandFault(
      .wrongUsage,
      "no consent to storage: \(sessions.count.counted("session")) and all other data of the "
        + "person would be deleted; confirm it with --yes")
  }

  /// Deletes all stored data of a person who withdraws consent to storage, and stores nothing new.
  private func withdraw(_ person: Person, from store: RecordStore) throws -> ExitStatus {
    let gone = try store.withdraw(person.profile.userID, except: nil)
    try RecordsPurgeCommand.deleteEvents(of: store, in: selection.folder)
    guard !messages.quiet else { return .success }
    StandardStreams.note(
      "no consent to storage: nothing was stored, and all data of the person were deleted with "
        + "\(gone.count.counted("session"))")
    return .success
  }

  private func read() throws -> Person {
    let bytes = try OptionFile(option: "--profile", kind: "a profile").bytes(at: profile)
    let person: Person
    do {
      person = try Person(parsing: bytes, mode: .allFaults)
    } catch {
      let text = ProfileCheckText.text(of: ProfileCheck(parsing: bytes))
      throw CommandFault(
        status: .refused,
        messages: text.split(separator: "\n").map { "--profile: \($0)" } + ["nothing was stored"])
    }
    if let user, !user.utf8.elementsEqual(person.profile.userID.utf8) {
      throw CommandFault(.refused, "--user: the file belongs to another person; nothing was stored")
    }
    if !messages.quiet { person.warnings.forEach { StandardStreams.note("--profile: \($0)") } }
    return person
  }
}

struct RecordsPersonListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "list", "List the people with a stored profile.",
    "json prints a person per line. The history of an encrypted store records each disclosure.",
    examples: ["sagevoice records person list --store store --format text"])

  @OptionGroup var selection: AuditedStoreChoice

  @Option(help: ArgumentHelp("Only this person.", valueName: "id"))
  var user: String?

  @Option(otherwise: .json)
  var format: DocumentFormat

  func validate() throws { if let user { try PersonOption.check(user) } }

  func run() throws {
    try perform {
      let store = try selection.openToDisclose()
      let rows = try self.rows(of: store)
      try store.disclose(.people(rows.map(\.user), document: nil))
      switch format {
      case .json: try CommandOutput.write(rows.map(\.json.lineText).joined())
      case .text: try CommandOutput.write(PeopleText.text(of: rows.map(\.json)))
      }
      return .success
    }
  }

  private func rows(
    of store: RecordStore
  ) throws(StoreError) -> [(user: UserHash, json: JSONValue)] {
    var rows: [(user: UserHash, json: JSONValue)] = []
    for user in try PersonOption.people(user, in: store) {
      guard let kept = try store.person(for: user) else { continue }
      let open = try store.alerts(for: user).count { $0.acknowledged == nil }
      let json: JSONValue = [
        "user": .string(user.text), "user_id": kept.content["user_id"] ?? .null,
        "number": .int(kept.number), "kept_at": .string(kept.savedAt.text),
        "stage": .optional(try kept.decoded().stage?.rawValue),
        "sessions": .int(try store.sessions(of: user).count), "open_alerts": .int(open),
      ]
      rows.append((user, json))
    }
    return rows
  }
}

struct PersonOption: ParsableArguments {
  @Option(help: ArgumentHelp("ID of the person.", valueName: "id"))
  var user: String

  func validate() throws { try Self.check(user) }

  static func check(_ user: String) throws {
    guard !user.isEmpty else { throw ValidationError("--user: expected an ID.") }
  }

  static func people(_ user: String?, in store: RecordStore) throws(StoreError) -> [UserHash] {
    if let user { return [store.userHash(of: user)] }
    return try store.people()
  }
}

extension Person {
  func withdrawsStorageConsent(after former: ProfileRecord?) -> Bool {
    let known = former.flatMap { try? $0.decoded() }?.consent
    return consent?.withdrawsStorageConsent(after: known) ?? false
  }
}
