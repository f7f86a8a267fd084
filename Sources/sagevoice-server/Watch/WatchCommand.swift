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
    "watch", "Analyse recordings as they appear in a folder.",
    """
    Each complete recording in INBOX gets a session in STORE, with a quick and a \
    comprehensive document. NAME.json next to NAME.wav contains the person, NAME.wav.sha256 \
    the checksum. `sagevoice records failed` lists refused files with a message.

    SIGTERM and Ctrl-C end the watcher after the current recordings, with status 0. A second \
    signal ends the watcher at once. `sagevoice status STORE` shows and checks the watcher.

    With --database and --tenant the store is in PostgreSQL; the login needs the role \
    sagevoice_clinic. Only one watcher per store or tenant runs at a time.
    """,
    examples: [
      "sagevoice watch inbox --store store --create",
      "sagevoice watch inbox --store store --once --report pdf",
      "sagevoice watch inbox --database postgresql:///voice --tenant clinic",
    ])

  @Argument(help: "Folder to watch.", completion: .directory)
  var inbox: String

  @OptionGroup var settingsFile: SettingsChoice
  @OptionGroup(title: HelpText.Title.store) var selection: AnyStoreChoice
  @OptionGroup(title: HelpText.Title.store) var choice: StoreCreationChoice
  @OptionGroup(title: HelpText.Title.audit) var author: ActorChoice

  @Option(
    help: ArgumentHelp(
      "Unix group that may read the store and the socket. The store keeps this setting.",
      valueName: "name|number"))
  var fileGroup: String?

  @OptionGroup(title: "Inbox options") var inboxOptions: InboxOptions
  @OptionGroup(title: HelpText.Title.analysis) var analysis: WatchAnalysisOptions
  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice
  @OptionGroup(title: HelpText.Title.person) var people: PeopleChoice
  @OptionGroup(title: HelpText.Title.page) var pages: WatchPageChoice
  @OptionGroup(title: HelpText.Title.page) var head: HeaderOption
  @OptionGroup(title: "Retention options") var retention: RetentionOptions
  @OptionGroup(title: HelpText.Title.output) var output: WatchOutputOptions
  @OptionGroup(title: HelpText.Title.output) var socket: UpdateSocketChoice
  @OptionGroup(title: HelpText.Title.output) var onResult: ResultProgramChoice
  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func validate() throws {
    guard !inbox.isEmpty else { throw ValidationError("Name the folder to watch.") }
    if selection.isDatabase {
      guard fileGroup == nil, !output.events, socket.socket == nil, onResult.onResult == nil else {
        throw ValidationError(
          "--file-group, --events, --socket and --on-result take effect with --store only.")
      }
      return
    }
    let folder = StoreFolder.path(inbox)
    guard !FolderNesting.isWithin(selection.folder, folder) else {
      throw ValidationError("--store: the store must not be inside the inbox.")
    }
    guard !FolderNesting.isWithin(folder, selection.folder) else {
      throw ValidationError("--store: the inbox must not be inside the store.")
    }
  }

  func run() async throws {
    if inboxOptions.once { FreedMemory.retain() }
    try await perform {
      let logger = WatchLogger.make(messages.verbosity, output.logFormat)
      let running = RunningWatch()
      let writer = output.updates ? UpdateWriter(of: running, logger) : nil
      let program = onResult.program(
        ofStore: URL(fileURLWithPath: selection.folder).standardizedFileURL.path, logger)
      let group = try self.fileGroup.map { text in try UserGroup(text) }
      let store = try selection.isDatabase ? openTenant(logger) : openFolder(for: group, logger)
      let readers = try socket.open(on: store, for: group)
      defer { readers?.stop() }
      let watcher = try makeWatcher(logger, store) { update in
        writer?.enqueue(update)
        program?.enqueue(update)
        readers?.publish(update)
      }
      readers?.start()
      running.began(watcher)
      let signals = WatchSignals { watcher.stop() }
      defer { signals.cancel() }
      let result: WatchResult
      do throws(WatchError) {
        result = try await watcher.runOnThread()
      } catch {
        throw CommandFault(.cannotOpenInput, error.description)
      }
      program?.finish()
      if let fault = writer?.finish() { throw fault }
      return status(of: result, logger)
    }
  }

  private func status(of result: WatchResult, _ logger: Logger) -> ExitStatus {
    guard inboxOptions.once else { return .success }
    if result.unfinished > 0 {
      let text =
        "not finished: \(result.unfinished.counted("recording")); see above, and start again"
      if output.logFormat == .json { logger.error("\(text)") } else { StandardStreams.note(text) }
    }
    return (result.unfinished > 0 ? ExitStatus.inputOutputError : .success)
      .orWorse(result.refused > 0 ? .refused : .success)
  }

  // MARK: - Parts

  private func settings() throws(CommandFault) -> WatchSettings {
    var settings = WatchSettings(jobs: Jobs.count(analysis.jobs))
    settings.tiers = analysis.tier
    inboxOptions.choose(in: &settings)
    people.choose(in: &settings)
    settings.audio = retention.audio
    settings.retention = retention.retention
    settings.reportHeader = try head.entries()
    return settings
  }

  private func openFolder(for group: UserGroup?, _ logger: Logger) throws -> RecordStore {
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
  private func openTenant(_ logger: Logger) throws -> RecordStore {
    do {
      return try selection.openTenant(
        for: "watch", inboxOptions.once ? .none : .waiting, creating: choice.creation)
    } catch {
      throw CommandFault(openingTenant: error, error.descriptionForLogs)
    }
  }

  private func makeWatcher(
    _ logger: Logger, _ store: RecordStore,
    notifying listener: @escaping @Sendable (JobUpdate) -> Void
  ) throws -> Watcher {
    let environment = RunEnvironment.ofThisMachine
    var parts = Watcher.Parts(
      store: store,
      pipelines: JobPipelines(
        environment: environment, assessor: try reference.assessor(), channel: analysis.channel),
      environment: environment, logger: logger)
    parts.processID = WatchSignals.processID
    parts.inboxPath = URL(fileURLWithPath: inbox).standardizedFileURL.path
    if let path = output.metrics { parts.metrics = { Metric.write($0, to: path) } }
    if let manager = ServiceManager() { parts.heartbeat = { manager.notify($0) } }
    parts.listener = listener
    parts.pages = pages.maker
    if output.events, let root = store.root {
      parts.eventLog = EventLog(
        at: EventLog.path(in: root), of: store, timestamp: environment.timestamp)
    }
    return Watcher(of: inbox, try settings(), parts)
  }
}
