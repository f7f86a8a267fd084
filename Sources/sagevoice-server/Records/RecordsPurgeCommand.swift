import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsPurgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Remove sessions for good, which leave tombstones, or their recordings alone.",
    discussion: """
      A tombstone says that a session was there, when it was made and purged, and why, and nothing of \
      the person. --user removes all that is kept of the person too, and what was put away as failed \
      and names them, with its session unless that is known to be somebody else's; --all all people and \
      all recordings that failed. What is kept of a person goes with their last session, and what \
      STORE/events.ndjson told of purged sessions with them. Bytes are unlinked, not overwritten. The \
      purged sessions are printed, the oldest first.

      Recordings of purged sessions that are still in the work folder of an inbox go too: of the inbox \
      that STORE/status.json names, and of every --inbox. A watcher that is at work there removes them \
      itself. What could not be read, or may name the person without that being certain, is named on \
      standard error and left.

      With --audio-only the chosen sessions stay, and only the recordings in them go, which their logs \
      say. Those that have one are printed. What was put away as failed, and what lies in inboxes, stays.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var author: ActorChoice

  @Option(
    help: ArgumentHelp("Sessions made more than so many days ago.", valueName: "days"),
    takes: OptionValue.wholeNumber(from: 0, through: Self.mostDays))
  var olderThan: Int?

  @Option(help: ArgumentHelp("Everything of this person.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp("This session; may be repeated.", valueName: "session"),
    transform: OptionValue.session)
  var session: [SessionID] = []

  @Flag(help: "All sessions; needs --yes or --dry-run.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "An inbox whose recordings go into the store; may be repeated.", valueName: "folder"),
    completion: .directory)
  var inbox: [String] = []

  @Flag(help: "Remove the recordings of the sessions, and leave all else of them.")
  var audioOnly = false

  @Flag(help: "Only print what would be purged.")
  var dryRun = false

  @Flag(help: "Purge --all without asking; nothing is ever asked on standard input.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "Why, for the tombstones, or the logs of the sessions; it must not tell who the person is.",
      valueName: "text"))
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
      throw ValidationError("--inbox takes no effect with --audio-only: only sessions are changed.")
    }
    guard user != "" else { throw ValidationError("--user takes an id.") }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try dryRun ? selection.open() : selection.open(for: author)
      if audioOnly { return try purgeAudio(store) }
      let noticed = store.notices.count
      let purged = try Records.stored { () throws(StoreError) in try purge(store) }
      store.notices.dropFirst(noticed).forEach { StandardStreams.note("--store: \($0)") }
      purged.remainders.forEach { StandardStreams.note($0.description) }
      if !dryRun { try Self.deleteEvents(of: store) }
      let status = try clearInboxes(of: store)
      let receipts = ReceiptOutput.deliver(purged.sessions.map { $0.text + "\n" }.joined())
      let sessions = purged.sessions.count.counted("session")
      StandardStreams.note(dryRun ? "\(sessions) would be purged" : "\(sessions) purged")
      return status.orWorse(receipts)
    }
  }

  private func purge(
    _ store: RecordStore
  ) throws(StoreError) -> (sessions: [SessionID], remainders: [Erasure.Remainder]) {
    let mode: PurgeMode = dryRun ? .dryRun : .forGood
    if let user {
      let erasure = try store.erase(user: user, reason: reason ?? "asked for the person", mode)
      return (erasure.sessions, erasure.remainders)
    }
    let choice = self.choice
    return (try store.purge(choice.sessions, reason: reason ?? choice.reason, mode), [])
  }

  /// The selection, except of a person, with its default reason.
  private var choice: (sessions: PurgeSelection, reason: String) {
    if let olderThan {
      let time = SystemClock().now().adding(days: -olderThan)
      return (.olderThan(time), "older than \(olderThan) days")
    }
    return all ? (.all, "all sessions") : (.sessions(session), "asked for the session")
  }

  private func purgeAudio(_ store: RecordStore) throws(CommandFault) -> ExitStatus {
    let purged = try Records.stored { () throws(StoreError) in
      var choice = self.choice
      if let user {
        let theirs = try store.sessions(ofUser: user, SessionQuery()).reversed().map(\.id)
        choice = (.sessions(theirs), "asked for the person")
      }
      return try store.purgeAudio(
        choice.sessions, reason: reason ?? choice.reason, dryRun ? .dryRun : .forGood)
    }
    let receipts = ReceiptOutput.deliver(purged.map { $0.text + "\n" }.joined())
    let recordings = purged.count.counted("recording")
    StandardStreams.note(dryRun ? "\(recordings) would be purged" : "\(recordings) purged")
    return receipts
  }

  /// Deletes events of purged sessions, concurrently with a running watcher.
  static func deleteEvents(of store: RecordStore) throws(CommandFault) {
    let events = EventLog(of: store, timestamp: RunEnvironment.ofThisMachine.timestamp)
    try Records.stored { () throws(StoreError) in
      do throws(FileSystemError) {
        try events.forget(purged: { (try? store.wasPurged($0)) == true })
      } catch {
        throw .fileSystem(error)
      }
    }
  }

  // MARK: - Inboxes

  /// Deletes purged recordings from inboxes and reports files outside the store's control.
  private func clearInboxes(of store: RecordStore) throws(CommandFault) -> ExitStatus {
    let person = user.map { PersonSearch(for: $0) }
    var status = ExitStatus.success
    for folder in Set(inbox + [WatchedInbox.path(of: store.root)].compactMap(\.self)).sorted() {
      let work = PurgedWork(in: folder, of: store, POSIXFileSystem())
      do throws(PurgedWorkFault) {
        if !dryRun { try work.remove(of: person) }
        try person.map { person throws(PurgedWorkFault) in
          try work.remainders(of: person).forEach { StandardStreams.note($0.description) }
        }
      } catch {
        StandardStreams.note("--inbox: \(error.description)")
        status = .inputOutputError
      }
    }
    return status
  }
}
