import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsPurgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "purge", "Delete sessions, or only their audio, permanently.",
    """
    ID, times and reason of each deleted session remain. --user also deletes profile, baselines, \
    alerts and refused files of the person; --all deletes all people and refused files. Audio in \
    the work folders of inboxes is also deleted. Files that possibly belong to the person are \
    listed on standard error and not deleted. Rows of the database are overwritten, files are \
    unlinked. The command prints the deleted sessions.
    """,
    examples: [
      "sagevoice records purge --store store --older-than 365 --dry-run",
      "sagevoice records purge --store store --user anna",
      "sagevoice records purge --store store --older-than 30 --audio-only",
    ], status: "66 = a session does not exist, or the store has no data of the person.")

  @OptionGroup var selection: AuditedStoreChoice

  @Option(
    help: ArgumentHelp("Sessions older than this number of days, 0 to 100000.", valueName: "days"),
    takes: OptionValue.wholeNumber(from: 0, through: Self.mostDays))
  var olderThan: Int?

  @Option(help: ArgumentHelp("All data of this person.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp("This session. May be repeated.", valueName: "session"),
    transform: OptionValue.session)
  var session: [SessionID] = []

  @Flag(help: "All sessions. Needs --yes or --dry-run.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Inbox of the store with work files to delete. May be repeated.", valueName: "folder"),
    completion: .directory)
  var inbox: [String] = []

  @Flag(help: "Delete only the audio; the sessions stay.")
  var audioOnly = false

  @Flag(help: "Print the sessions to delete, and delete nothing.")
  var dryRun = false

  @Flag(help: "Confirm --all.")
  var yes = false

  @Option(
    help: ArgumentHelp("Reason for the history, without identifying data.", valueName: "text"))
  var reason: String?

  private static let mostDays = 100_000

  func validate() throws {
    let chosen = [olderThan != nil, user != nil, !session.isEmpty, all].count { $0 }
    guard chosen == 1 else {
      throw ValidationError("Choose one of --older-than, --user, --session and --all.")
    }
    guard !all || yes || dryRun else {
      let what = audioOnly ? "recording" : "session"
      throw ValidationError("--all removes every \(what); confirm it with --yes, or see --dry-run.")
    }
    guard !audioOnly || inbox.isEmpty else {
      throw ValidationError("--inbox has no effect with --audio-only.")
    }
    guard user != "" else { throw ValidationError("--user: expected an ID.") }
  }

  func run() throws {
    try perform {
      let store = try dryRun ? selection.openToRead() : selection.open()
      if audioOnly { return try purgeAudio(store) }
      let noticed = store.notices.count
      let isKnown = try holds(user, in: store)
      let purged = try purge(store)
      store.notices.dropFirst(noticed).forEach { StandardStreams.note("--store: \($0)") }
      purged.remainders.forEach { StandardStreams.note($0.description) }
      if !dryRun { try Self.deleteEvents(of: store, in: selection.folder) }
      let status = try clearInboxes(of: store)
      let receipts = ReceiptOutput.deliver(purged.sessions.map { $0.text + "\n" }.joined())
      let sessions = purged.sessions.count.counted("session")
      StandardStreams.note(dryRun ? "\(sessions) would be deleted" : "\(sessions) deleted")
      guard isKnown || purged.hasData else {
        StandardStreams.note("--user: the store has no data of this person. Check the ID.")
        return status.orWorse(receipts).orWorse(.cannotOpenInput)
      }
      return status.orWorse(receipts)
    }
  }

  /// Whether the store has data of a person; true without a person.
  private func holds(_ user: String?, in store: RecordStore) throws(StoreError) -> Bool {
    guard let user else { return true }
    return try store.people().contains(store.userHash(of: user))
  }

  private func purge(
    _ store: RecordStore
  ) throws(StoreError) -> (sessions: [SessionID], remainders: [Erasure.Remainder], hasData: Bool) {
    let mode: PurgeMode = dryRun ? .dryRun : .forGood
    if let user {
      let erasure = try store.erase(user: user, reason: reason ?? "asked for the person", mode)
      return (erasure.sessions, erasure.remainders, !erasure.isEmpty)
    }
    let choice = self.choice
    return (try store.purge(choice.sessions, reason: reason ?? choice.reason, mode), [], true)
  }

  /// The selection, except of a person, with its default reason.
  private var choice: (sessions: PurgeSelection, reason: String) {
    if let olderThan {
      let time = SystemClock().now().adding(days: -olderThan)
      return (.olderThan(time), "older than \(olderThan) days")
    }
    return all ? (.all, "all sessions") : (.sessions(session), "asked for the session")
  }

  private func purgeAudio(_ store: RecordStore) throws -> ExitStatus {
    var choice = self.choice
    if let user {
      let theirs = try store.sessions(ofUser: user, SessionQuery()).reversed().map(\.id)
      choice = (.sessions(theirs), "asked for the person")
    }
    let purged = try store.purgeAudio(
      choice.sessions, reason: reason ?? choice.reason, dryRun ? .dryRun : .forGood)
    let receipts = ReceiptOutput.deliver(purged.map { $0.text + "\n" }.joined())
    let recordings = purged.count.counted("recording")
    StandardStreams.note(dryRun ? "\(recordings) would be deleted" : "\(recordings) deleted")
    return receipts
  }

  /// Deletes events of purged sessions, concurrently with a running watcher.
  static func deleteEvents(of store: RecordStore, in folder: String) throws {
    let events = EventLog(
      at: EventLog.path(in: folder), of: store, timestamp: RunEnvironment.ofThisMachine.timestamp)
    do {
      try events.delete(purged: { (try? store.wasPurged($0)) == true })
    } catch {
      throw StoreError.fileSystem(error)
    }
  }

  // MARK: - Inboxes

  /// Deletes purged recordings from inboxes and reports files outside the store's control.
  private func clearInboxes(of store: RecordStore) throws -> ExitStatus {
    let person = user.map { PersonalDataSearch(for: $0) }
    var status = ExitStatus.success
    for folder in Set(inbox + [StatusReport.inbox(ofStore: selection.folder)].compactMap(\.self))
      .sorted()
    {
      let work = InboxPurge(in: folder, of: store, POSIXFileSystem())
      do {
        if !dryRun { try work.remove(of: person) }
        let remainders = try person.map { try work.remainders(of: $0) } ?? []
        for remainder in remainders { StandardStreams.note(remainder.description) }
      } catch {
        StandardStreams.note("--inbox: \(error)")
        status = .inputOutputError
      }
    }
    return status
  }
}
