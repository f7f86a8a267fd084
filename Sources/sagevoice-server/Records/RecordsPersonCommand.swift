import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsPersonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "Show, keep and list what people told about themselves.",
    discussion: """
      The store keeps what a person told, and what they told before; the newest counts. It goes with the \
      last of their sessions, and with `records purge --user`.
      """,
    subcommands: [
      RecordsPersonShowCommand.self, RecordsPersonSetCommand.self, RecordsPersonListCommand.self,
    ])
}

struct RecordsPersonShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print what a person told, with its number and when and why it was kept.",
    discussion: """
      `progress` says how far their baseline has come, what is missing, and when the next recording is due \
      (`next_due`); null where no baseline is made by itself. The log of an encrypted store says who was shown it.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(help: ArgumentHelp("The person.", valueName: "id"))
  var user: String

  @Option(help: "json, or text for a line per value.")
  var format: DocumentFormat = .json

  func validate() throws { try PersonOption.check(user) }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(toDiscloseTo: author)
      let hash = store.userHash(of: user)
      let kept = try Records.stored { () throws(StoreError) in try store.person(for: hash) }
      guard let kept else {
        throw CommandFault(
          status: .cannotOpenInput,
          messages: ["--user: nothing that this person told is kept; see `records person list`"])
      }
      try Records.stored { () throws(StoreError) in
        try store.disclose(.people([hash], document: nil))
      }
      let progress = try Records.stored { () throws(StoreError) in
        try store.read(.progress, of: hash)
      }
      let json: JSONValue = [
        "user": .string(hash.text), "number": .int(kept.number),
        "kept_at": .string(kept.keptAt.text), "reason": .string(kept.reason),
        "person": kept.person, "progress": progress ?? .null,
      ]
      try CommandOutput.write(format == .json ? json.fileText : FlattenedJSON.text(of: json))
      return .success
    }
  }
}

struct RecordsPersonSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Keep what a person told as what counts from now on.",
    discussion: """
      The file is a profile or a person, as `sagevoice profile check` looks at it; whose it is stands in \
      it. Keeping the same again changes nothing. Of a person whose \
      consent in the file is not one to storage nothing is kept, and all that was kept of them is purged, \
      unless what was kept says that they agreed later.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var choice: StoreCreationChoice

  @OptionGroup var author: ActorChoice

  @Option(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String

  @Option(help: ArgumentHelp("The person it must be of.", valueName: "id"))
  var user: String?

  @Option(help: "Why it is kept; it stands beside it.")
  var reason = "kept by hand"

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  func validate() throws {
    guard !reason.isEmpty else { throw ValidationError("--reason takes a text.") }
    if let user { try PersonOption.check(user) }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let person = try read()
      let store = try selection.open(
        for: author, creating: choice.creation, quiet ? .quiet : .usual)
      let user = store.userHash(of: person.profile.userID)
      let former = try Records.stored { () throws(StoreError) in try store.person(for: user) }
      if person.withdrawsStorageConsent(after: former) { return try withdraw(person, from: store) }
      let kept = try Records.stored { () throws(StoreError) in
        try store.keep(person, for: user, reason: reason)
      }
      if !quiet { StandardStreams.note("kept as number \(kept.number) of this person") }
      return .success
    }
  }

  /// Deletes all stored data of a person who withdraws consent to storage, and stores nothing new.
  private func withdraw(
    _ person: Person, from store: RecordStore
  ) throws(CommandFault) -> ExitStatus {
    let gone = try Records.stored { () throws(StoreError) in
      try store.withdraw(person.profile.userID, besides: nil)
    }
    try RecordsPurgeCommand.deleteEvents(of: store)
    guard !quiet else { return .success }
    StandardStreams.note(
      "the person does not agree to storage: nothing was kept, and all that was kept of them was "
        + "purged with \(gone.count.counted("session")); `records purge --user` names what "
        + "may lie elsewhere")
    return .success
  }

  private func read() throws(CommandFault) -> Person {
    let bytes = try OptionFile(option: "--profile", kind: "a profile").bytesOrInput(profile)
    let person: Person
    do {
      person = try Person(parsing: bytes, mode: .allFaults)
    } catch {
      let text = ProfileCheckText.text(of: ProfileCheck(parsing: bytes))
      throw CommandFault(
        status: .refused,
        messages: text.split(separator: "\n").map { "--profile: \($0)" } + ["nothing was kept"])
    }
    if let user, !user.utf8.elementsEqual(person.profile.userID.utf8) {
      throw CommandFault(
        status: .refused, messages: ["--user: the file is of another person; nothing was kept"])
    }
    if !quiet { person.warnings.forEach { StandardStreams.note("--profile: \($0)") } }
    return person
  }
}

struct RecordsPersonListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the people of whom something they told is kept.",
    discussion: """
      json prints a person per line, text a line per value. The log of an encrypted store says who was \
      shown them.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(help: ArgumentHelp("This person alone.", valueName: "id"))
  var user: String?

  @Option(help: "json, or text for a line per value.")
  var format: DocumentFormat = .json

  func validate() throws { if let user { try PersonOption.check(user) } }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(toDiscloseTo: author)
      let rows = try Records.stored { () throws(StoreError) in try self.rows(of: store) }
      try Records.stored { () throws(StoreError) in
        try store.disclose(.people(rows.map(\.user), document: nil))
      }
      try CommandOutput.write(
        rows.map { row in
          format == .json ? row.json.lineText : FlattenedJSON.text(of: row.json) + "\n"
        }.joined())
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
        "user": .string(user.text), "user_id": kept.person["user_id"] ?? .null,
        "number": .int(kept.number), "kept_at": .string(kept.keptAt.text),
        "stage": .optional(try kept.told().stage?.rawValue),
        "sessions": .int(try store.sessions(of: user).count), "open_alerts": .int(open),
      ]
      rows.append((user, json))
    }
    return rows
  }
}

/// Checks and look-ups for options that name a person.
enum PersonOption {
  static func check(_ user: String) throws {
    guard !user.isEmpty else { throw ValidationError("--user takes an id.") }
  }

  /// Returns the hash of the given person, or the hashes of all stored people.
  static func people(
    _ user: String?, in store: RecordStore
  ) throws(StoreError) -> [UserHash] {
    if let user { return [store.userHash(of: user)] }
    return try store.people()
  }
}

extension Person {
  /// Returns whether the new consent withdraws the stored consent to storage.
  func withdrawsStorageConsent(after former: KeptPerson?) -> Bool {
    let known = former.flatMap { try? $0.told() }?.consent
    return consent?.withdrawsStorageConsent(after: known) ?? false
  }
}
