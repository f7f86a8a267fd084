import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write sessions to a folder, or to a ZIP file if its name ends in .zip.",
    discussion: """
      All arguments but the last are sessions, the last is what to write; it must not exist yet. Every \
      session is verified first. Sessions of an encrypted store are exported decrypted: guard the \
      export as you guard the key; the store's log says who exported what. Files that are written are \
      their owner's alone. With --user and --all the baselines that the store keeps of these \
      people are exported too, and what they told.

      --consented leaves out the sessions of people who did not agree to the purpose, and what is kept of \
      these people: the person's last word counts, and what was told with the recording; where nobody was \
      asked, nobody agreed. How many were left out is said.

      --deidentify leaves out recordings, logs, baselines, names, identifiers and every text in somebody's words, \
      keeps the year of dates, and tells ages over 89 as 90+; people are keyed hashes. Such an export \
      cannot be imported. Whether what is left tells who somebody is in your setting is for you to \
      judge.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(help: ArgumentHelp("All sessions of this person.", valueName: "id"))
  var user: String?

  @Flag(help: "All sessions but those of guests, whose recordings are to stay on this machine.")
  var all = false

  @Flag(help: "With --all, those of guests too.")
  var guests = false

  @Option(
    help: ArgumentHelp(
      "Only of those who agreed to this: analysis, storage, research or sharing.",
      valueName: "purpose"))
  var consented: ConsentPurpose?

  @Flag(help: "Leave out what tells who somebody is.")
  var deidentify = false

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  @Argument(
    help: ArgumentHelp(
      "Sessions, and the folder or ZIP file to write.", valueName: "session ... out"))
  var names: [String]

  /// Extensions of archives that an export does not write, in lower case.
  private static let otherArchives: Set<String> = [
    "7z", "bz2", "gz", "lz4", "rar", "tar", "tbz2", "tgz", "txz", "xz", "zst",
  ]

  func validate() throws {
    let sessions = names.dropLast()
    guard names.last != "" else { throw ValidationError("Name the folder or ZIP file to write.") }
    if let name = names.last, let dot = name.lastIndex(of: "."),
      Self.otherArchives.contains(name[name.index(after: dot)...].lowercased())
    {
      throw ValidationError(
        "\(name): an export is a folder or a ZIP file; name a folder or a file that ends in .zip.")
    }
    for name in sessions where SessionID(name) == nil {
      throw ValidationError(
        "'\(name)' is not the id of a session, as `sagevoice records list` prints it.")
    }
    guard all || !guests else {
      throw ValidationError("--guests adds to --all and to nothing else.")
    }
    guard [!sessions.isEmpty, user != nil, all].count(where: { $0 }) == 1 else {
      throw ValidationError("Choose one of sessions, --user and --all, and name what to write.")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(toDiscloseTo: author, quiet ? .quiet : .usual)
      let chosen = try Records.stored { () throws(StoreError) in try self.sessions(of: store) }
      let agreed = try consented.map { purpose throws(CommandFault) in
        try self.agreed(to: purpose, among: chosen.sessions, in: store)
      }
      var request = ExportRequest(
        of: agreed?.sessions ?? chosen.sessions, to: names.last ?? "",
        version: SoftwareVersion.current)
      request.form = deidentify ? .deidentified : .complete
      request.baselines = all ? (guests ? .all : .known) : user.map { .user($0) } ?? .none
      if let agreed, request.baselines != .none { request.baselines = .people(agreed.people) }
      let report = try StoreProgressBar(quiet ? .quiet : .usual).during {
        progress throws(CommandFault) in
        var told = request
        told.progress = progress
        return try Records.exchanged { () throws(ExchangeError) in try store.export(told) }
      }
      guard !quiet else { return .success }
      note(report, store)
      noteLeftOut(chosen.guests, because: "of guests; --guests exports them too")
      noteLeftOut(chosen.unnamed, because: "of people who are not known; --guests exports them too")
      if let consented {
        noteLeftOut(agreed?.leftOut ?? 0, because: "nobody agreed to \(consented.rawValue)")
      }
      return .success
    }
  }

  /// Returns the sessions of people with consent; throws without any.
  private func agreed(
    to purpose: ConsentPurpose, among sessions: [SessionID], in store: RecordStore
  ) throws(CommandFault) -> AgreedSessions {
    let agreed = try Records.stored { () throws(StoreError) in
      try AgreedSessions(to: purpose, among: sessions, in: store)
    }
    guard agreed.sessions.isEmpty, !sessions.isEmpty else { return agreed }
    throw CommandFault(
      status: .refused,
      messages: [
        "--consented: of \(sessions.count.counted("session")) nobody agreed to "
          + "\(purpose.rawValue); nothing was exported"
      ])
  }

  private func noteLeftOut(_ count: Int, because reason: String) {
    guard count > 0 else { return }
    StandardStreams.note("\(count.counted("session")) left out: \(reason)")
  }

  private func sessions(of store: RecordStore) throws(StoreError) -> ChosenSessions {
    if all { return try ChosenSessions(allOf: store, withGuests: guests) }
    if let user {
      let own = try store.sessions(ofUser: user, SessionQuery()).map(\.id)
      return ChosenSessions(sessions: own.sorted())
    }
    return ChosenSessions(sessions: Set(names.dropLast().compactMap { SessionID($0) }).sorted())
  }

  private func note(_ report: ExportReport, _ store: RecordStore) {
    StandardStreams.note(
      "\(report.sessions.counted("session")) in \(report.files.counted("file")) exported")
    if report.peopleWithBaselines > 0 {
      StandardStreams.note("people with the baselines kept of them: \(report.peopleWithBaselines)")
    }
    if report.baselinesLeftOut > 0 {
      StandardStreams.note(
        "people whose kept baselines were left out: \(report.baselinesLeftOut); a baseline is of no "
          + "use without the person it is of")
    }
    if report.people > 0 {
      StandardStreams.note("people with what they told: \(report.people)")
    }
    if report.peopleLeftOut > 0 {
      StandardStreams.note("people whose own account was left out: \(report.peopleLeftOut)")
    }
    if store.isEncrypted {
      StandardStreams.note("the store is encrypted and the export is not; guard it accordingly")
    }
    if report.guests > 0 {
      StandardStreams.note(
        "\(report.guests) of the sessions are of guests, whose recordings are to stay on this "
          + "machine")
    }
  }
}

/// The selected sessions, with the numbers of excluded ones.
private struct ChosenSessions {
  let sessions: [SessionID]
  var guests = 0
  var unnamed = 0
}

extension ChosenSessions {
  /// Selects all sessions of a store. An unreadable session is included: it fails the export
  /// instead of missing from it.
  init(allOf store: RecordStore, withGuests: Bool) throws(StoreError) {
    let all = try store.sessionIDs()
    let local =
      withGuests
      ? [] : try store.sessions(SessionQuery()).filter { $0.user == nil || $0.person == .anonymous }
    let ids = Set(local.map(\.id))
    sessions = all.filter { !ids.contains($0) }
    guests = local.count { $0.person?.isGuest ?? true }
    unnamed = local.count - guests
  }
}
