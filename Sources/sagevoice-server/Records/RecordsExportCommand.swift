import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "export", "Export sessions to a folder or a ZIP file.",
    """
    The last argument is the folder or .zip file to write, the others are sessions. Every \
    session is verified first. The export of an encrypted store is not encrypted. --user and \
    --all also export baselines and profiles.

    --deidentify omits audio, histories, baselines, names, IDs and free text, reduces dates to \
    years, and reports ages over 89 as 90+. Check whether the remaining data identify people in \
    your setting. This export cannot be imported.
    """,
    examples: [
      "sagevoice records export --store store --user anna anna.zip",
      "sagevoice records export --store store --all --consented research --deidentify study.zip",
    ])

  @OptionGroup var selection: AuditedStoreChoice

  @Option(help: ArgumentHelp("Export all sessions of this person.", valueName: "id"))
  var user: String?

  @Flag(help: "Export all sessions except those of guests.")
  var all = false

  @Flag(help: "Also export sessions of guests. Needs --all.")
  var guests = false

  @Option(help: ArgumentHelp("Only people who consented to this purpose.", valueName: "purpose"))
  var consented: ConsentPurpose?

  @Flag(help: "Remove identifying data.")
  var deidentify = false

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(
    help: ArgumentHelp(
      "Sessions, then the folder or .zip file to write.", valueName: "session ... out"))
  var names: [String]

  func validate() throws {
    let sessions = names.dropLast()
    guard names.last != "" else { throw ValidationError("Name the folder or ZIP file to write.") }
    if let name = names.last, OutputFolder.namesFile(name), !name.lowercased().hasSuffix(".zip") {
      throw ValidationError(
        "\(name): an export is a folder or a ZIP file; name a folder or a file that ends in .zip.")
    }
    for name in sessions where SessionID(name) == nil {
      throw ValidationError(
        "'\(name)' is not the ID of a session, as `sagevoice records list` prints it.")
    }
    guard all || !guests else { throw ValidationError("--guests takes effect with --all only.") }
    guard [!sessions.isEmpty, user != nil, all].count(where: { $0 }) == 1 else {
      throw ValidationError(
        "Name the sessions, --user or --all, and then the folder or .zip file to write.")
    }
  }

  func run() throws {
    try perform {
      let store = try selection.openToDisclose(messages.verbosity)
      let chosen = try self.sessions(of: store)
      try checkPerson(of: chosen, in: store)
      let agreed = try consented.map { purpose in
        try self.agreed(to: purpose, among: chosen.sessions, in: store)
      }
      var request = ExportRequest(
        of: agreed?.sessions ?? chosen.sessions, to: names.last ?? "",
        version: SoftwareVersion.current)
      request.form = deidentify ? .deidentified : .complete
      request.baselines = all ? (guests ? .all : .known) : user.map { .user($0) } ?? .none
      if let agreed, request.baselines != .none { request.baselines = .people(agreed.people) }
      let report = try StoreProgressBar(messages.verbosity).during { progress in
        var monitored = request
        monitored.progress = progress
        return try store.export(monitored)
      }
      guard !messages.quiet else { return .success }
      note(report, store)
      noteLeftOut(
        chosen.guests,
        because: "sessions of guests and of files without a person; add --guests to export them")
      noteLeftOut(
        chosen.unnamed, because: "sessions of unknown people; add --guests to export them")
      if let consented {
        noteLeftOut(agreed?.leftOut ?? 0, because: "no consent to \(consented.rawValue)")
      }
      return .success
    }
  }

  /// Throws if the store knows nothing of the person of --user.
  private func checkPerson(of chosen: ChosenSessions, in store: RecordStore) throws {
    guard let user, chosen.sessions.isEmpty else { return }
    let person = try store.person(for: store.userHash(of: user))
    guard person == nil else { return }
    throw CommandFault(
      .cannotOpenInput, "--user: the store has neither a session nor a profile of this person")
  }

  /// Returns the sessions of people with consent; throws without any.
  private func agreed(
    to purpose: ConsentPurpose, among sessions: [SessionID], in store: RecordStore
  ) throws -> AgreedSessions {
    let agreed = try AgreedSessions(to: purpose, among: sessions, in: store)
    guard agreed.sessions.isEmpty, !sessions.isEmpty else { return agreed }
    throw CommandFault(
      .refused,
      "--consented: none of \(sessions.count.counted("session")) has consent to "
        + "\(purpose.rawValue); nothing was exported")
  }

  private func noteLeftOut(_ count: Int, because reason: String) {
    guard count > 0 else { return }
    StandardStreams.note("\(count.counted("session")) not exported: \(reason)")
  }

  private func sessions(of store: RecordStore) throws(StoreError) -> ChosenSessions {
    var chosen: ChosenSessions
    if all {
      chosen = try ChosenSessions(allOf: store, withGuests: guests)
    } else if let user {
      chosen = ChosenSessions(sessions: try store.sessions(ofUser: user, SessionQuery()).map(\.id))
    } else {
      chosen = ChosenSessions(sessions: Array(Set(names.dropLast().compactMap { SessionID($0) })))
    }
    guard chosen.sessions.count > 1 else { return chosen }
    // In the order of arrival, which an import keeps.
    let newestFirst = try store.sessions(SessionQuery()).map(\.id)
    let places = Dictionary(
      uniqueKeysWithValues: newestFirst.reversed().enumerated().map { ($1, $0) })
    chosen.sessions.sort { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
    return chosen
  }

  private func note(_ report: ExportReport, _ store: RecordStore) {
    StandardStreams.note(
      "\(report.sessions.counted("session")) in \(report.files.counted("file")) exported")
    if report.peopleWithBaselines > 0 {
      StandardStreams.note("\(report.peopleWithBaselines.counted("baseline")) exported")
    }
    if report.baselinesLeftOut > 0 {
      StandardStreams.note(
        "\(report.baselinesLeftOut.counted("baseline")) not exported. A baseline needs its person.")
    }
    if report.people > 0 { StandardStreams.note("\(report.people.counted("profile")) exported") }
    if report.peopleLeftOut > 0 {
      StandardStreams.note("\(report.peopleLeftOut.counted("profile")) not exported")
    }
    if store.isEncrypted {
      StandardStreams.note("the store is encrypted, the export is not; protect the export")
    }
    if report.guests > 0 {
      StandardStreams.note(
        "\(report.guests.counted("session")) of guests exported. Keep the export on this machine.")
    }
  }
}

/// The selected sessions, with the numbers of excluded ones.
private struct ChosenSessions {
  var sessions: [SessionID]
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
