import ArgumentParser
import BaselineService
import CommandSupport
import FoundationEssentials
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoicePipeline
import VoiceTypes

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Analyse recordings as they appear in a folder.",
    discussion: """
      A recording that is complete in INBOX gets a session in STORE: the quick document at once, the \
      comprehensive one right after. Who it is of may be told in NAME.json beside NAME.wav, and its \
      fingerprint in NAME.wav.sha256. Recordings that cannot be measured go to STORE/failed with what \
      to do about them. What the watcher is doing stands in INBOX/.sagevoice/status.json and \
      STORE/status.json, which `sagevoice status STORE` prints and checks.

      What was kept as long as --guest-retention and --retention say is announced, and goes \
      --retention-grace days later if the clock was right all the time; so do recordings by \
      --audio-retention, whose results stay.

      With --database and --tenant sessions and people lie in a PostgreSQL database; the login is a member of \
      sagevoice_clinic. While the database is unavailable, recordings wait in the inbox and in the spool \
      beside it. One watcher fills a tenant's sessions at a time. --file-group, --events, --socket and \
      --on-result need a store in a folder.

      SIGTERM or Ctrl-C end the watch after the recordings in hand, with status 0; what was claimed \
      and not finished goes on at the next start. A second one ends it now.
      """)

  /// Maximum duration of options: a day, in seconds.
  private static let longest = 86_400.0

  /// Minimum polling interval, in seconds. Shorter intervals would use a whole core.
  private static let leastPolling = 0.05

  @Argument(help: "The folder to watch.", completion: .directory)
  var inbox: String

  @OptionGroup var selection: AnyStoreChoice

  @OptionGroup var choice: StoreCreationChoice

  @OptionGroup var author: ActorChoice

  @Option(
    help: ArgumentHelp(
      "Let this group read the store too, and the socket; a store stays shared.",
      valueName: "name|number"))
  var fileGroup: String?

  @Option(help: "Which documents a recording gets.")
  var tier: WantedTiers = .both

  @Option(
    help: ArgumentHelp(
      "How long size and time of a file must stay the same that was not seen to be closed.",
      valueName: "seconds"),
    takes: OptionValue.seconds(in: 0...Self.longest))
  var settle = 2.0

  @Option(
    help: ArgumentHelp(
      "How long a file may stay as it is that is shorter than its header says.",
      valueName: "seconds"),
    takes: OptionValue.seconds(in: 0...Self.longest))
  var deadline = 60.0

  @Option(
    help: ArgumentHelp(
      "Look this often instead of being told of changes; network folders are looked at anyway.",
      valueName: "seconds"),
    takes: OptionValue.seconds(in: Self.leastPolling...Self.longest))
  var poll: Double?

  @Option(
    help: ArgumentHelp(
      "Look through the whole inbox this often although changes are told.", valueName: "seconds"),
    takes: OptionValue.seconds(in: Self.leastPolling...Self.longest))
  var rescan = 60.0

  @Option(
    help: ArgumentHelp(
      "How long the assessment waits for NAME.json; 5, or 0 with --once.", valueName: "seconds"),
    takes: OptionValue.seconds(in: 0...Self.longest))
  var sidecarWait: Double?

  @Option(
    help: "The channel to measure, of recordings that have several: its number, left or right.",
    takes: OptionValue.channel)
  var channel = 1

  @OptionGroup var reference: LimitsChoice

  @Flag(help: "Watch subfolders too.")
  var recursive = false

  @Option(
    help: ArgumentHelp("Ignore files and folders of this name too.", valueName: "glob"))
  var ignore: [String] = []

  @Option(help: "What becomes of a recording: it stays, goes into its session, or is removed.")
  var audio: AudioPolicy = .archive

  @OptionGroup var people: PeopleChoice

  @OptionGroup var pages: WatchPageChoice

  @Flag(help: "End when nothing is left to do.")
  var once = false

  @Option(
    help: "Recordings analysed at a time; the number of cores unless given.", takes: Jobs.number
  )
  var jobs: Int?

  @Flag(help: "Write a line per event to STORE/events.ndjson, for programs on this machine.")
  var events = false

  @Flag(help: "Print a line of JSON per step of a recording; see `sagevoice schema update`.")
  var updates = false

  @OptionGroup var socket: UpdateSocketChoice

  @Option(
    help: ArgumentHelp(
      "Write what is counted to a file too, for Prometheus' node exporter; it ends in .prom.",
      valueName: "file"),
    completion: .file())
  var metrics: String?

  @Option(help: "How the log is written: text, or a line of JSON per message.")
  var logFormat: DocumentFormat = .text

  @OptionGroup var onResult: ResultProgramChoice

  @Option(
    help: ArgumentHelp("How long what guests recorded is kept.", valueName: "days"),
    takes: OptionValue.wholeNumber(from: 1))
  var guestRetention = 90

  @Option(
    help: ArgumentHelp(
      "How long what anyone recorded is kept; for ever unless given.", valueName: "days"),
    takes: OptionValue.wholeNumber(from: 1))
  var retention: Int?

  @Option(
    help: ArgumentHelp(
      "How long recordings are kept in their sessions, which stay; as long as these unless given.",
      valueName: "days"),
    takes: OptionValue.wholeNumber(from: 1))
  var audioRetention: Int?

  @Option(
    help: ArgumentHelp(
      "How long a session stays announced whose time is over, before it goes.", valueName: "days"),
    takes: OptionValue.wholeNumber(from: 0))
  var retentionGrace = 7

  @Flag(help: "Log warnings and errors only.")
  var quiet = false

  func validate() throws {
    guard !inbox.isEmpty else { throw ValidationError("Name the folder to watch.") }
    if selection.isDatabase {
      guard fileGroup == nil, !events, socket.socket == nil, onResult.onResult == nil else {
        throw ValidationError(
          "--file-group, --events, --socket and --on-result take effect with --store only.")
      }
      return
    }
    let folder = StoreFolder.path(inbox)
    guard !FolderNesting.isWithin(selection.folder, folder) else {
      throw ValidationError("--store: the store must not lie in the inbox that it is filled from.")
    }
    guard !FolderNesting.isWithin(folder, selection.folder) else {
      throw ValidationError("--store: the inbox must not lie in the store that it fills.")
    }
  }

  func run() async throws {
    if once { FreedMemory.keep() }
    try await perform { () async throws(CommandFault) in
      let logger = WatchLogger.make(quiet ? .quiet : .usual, logFormat)
      let running = RunningWatch()
      let writer = updates ? UpdateWriter(of: running, logger) : nil
      let program = onResult.program(
        ofStore: URL(fileURLWithPath: selection.folder).standardizedFileURL.path, logger)
      let group = try self.fileGroup.map { text throws(CommandFault) in try UserGroup(text) }
      let folder = try selection.isDatabase ? nil : openFolder(for: group, logger)
      let store: any SessionStore = if let folder { folder } else { try openTenant(logger) }
      let readers =
        if let folder { try socket.open(on: folder, for: group) } else { nil as UpdateSocket? }
      defer { readers?.stop() }
      let watcher = try makeWatcher(logger, store, events: events ? folder : nil) { update in
        writer?.enqueue(update)
        program?.enqueue(update)
        readers?.tell(update)
      }
      readers?.start()
      running.began(watcher)
      let signals = WatchSignals { watcher.stop() }
      defer { signals.cancel() }
      let result: WatchResult
      do throws(WatchError) {
        result = try await watcher.runOnItsOwnThread()
      } catch {
        throw CommandFault(status: .cannotOpenInput, messages: [error.description])
      }
      program?.finish()
      if let fault = writer?.finish() { throw CommandFault(fault) }
      return status(of: result, logger)
    }
  }

  private func status(of result: WatchResult, _ logger: Logger) -> ExitStatus {
    guard once else { return .success }
    if result.unfinished > 0 {
      let text =
        "not finished: \(result.unfinished.counted("recording")); see above, and start again"
      if logFormat == .json { logger.error("\(text)") } else { StandardStreams.note(text) }
    }
    return (result.unfinished > 0 ? ExitStatus.inputOutputError : .success)
      .orWorse(result.refused > 0 ? .refused : .success)
  }

  // MARK: - Parts

  private var settings: WatchSettings {
    var settings = WatchSettings(jobs: Jobs.count(jobs))
    settings.tiers = tier
    settings.patience.settle = .seconds(settle)
    settings.patience.deadline = .seconds(deadline)
    settings.polling = poll.map { .seconds($0) }
    settings.rescan = .seconds(rescan)
    settings.sidecarWait = .seconds(sidecarWait ?? (once ? 0 : 5))
    settings.depth = recursive ? .recursive : .flat
    settings.ignoring = ignore
    settings.audio = audio
    people.choose(in: &settings)
    settings.span = once ? .untilDrained : .untilStopped
    settings.retention = Retention(
      guestDays: guestRetention, everyoneDays: retention, audioDays: audioRetention,
      graceDays: retentionGrace)
    return settings
  }

  private func openFolder(
    for group: UserGroup?, _ logger: Logger
  ) throws(CommandFault) -> RecordStore {
    do {
      var address = try selection.folderAddress(writtenBy: author.chosen)
      address.group = group?.number
      let store = try address.open(creating: choice.creation)
      store.notices.forEach { logger.warning("\($0)") }
      return store
    } catch {
      throw CommandFault(opening: error, for: .writing, error.descriptionForLogs)
    }
  }

  /// Opens the store of a tenant. It retries while the database is unavailable, except with
  /// `--once`.
  private func openTenant(_ logger: Logger) throws(CommandFault) -> PostgresSessionStore {
    do {
      return try selection.openTenant(
        for: "watch", once ? .none : .waiting, creating: choice.creation)
    } catch {
      throw CommandFault(openingTenant: error, error.descriptionForLogs)
    }
  }

  private func makeWatcher(
    _ logger: Logger, _ store: any SessionStore, events log: RecordStore?,
    telling listener: @escaping @Sendable (JobUpdate) -> Void
  ) throws(CommandFault) -> Watcher {
    let environment = RunEnvironment.ofThisMachine
    var parts = Watcher.Parts(
      store: store,
      pipelines: JobPipelines(
        environment: environment, assessor: try reference.assessor(), channel: channel),
      environment: environment, logger: logger)
    parts.processID = WatchSignals.processID
    parts.inboxPath = URL(fileURLWithPath: inbox).standardizedFileURL.path
    if let file = metrics.map(MetricsFile.init(at:)) { parts.metrics = { file.write($0) } }
    if let manager = ServiceManager() { parts.heartbeat = { manager.notify($0) } }
    parts.listener = listener
    parts.pages = pages.maker
    parts.eventLog = log.map { EventLog(of: $0, timestamp: environment.timestamp) }
    return Watcher(of: inbox, settings, parts)
  }
}

extension WantedTiers: ExpressibleByArgument {}
extension AudioPolicy: ExpressibleByArgument {}
