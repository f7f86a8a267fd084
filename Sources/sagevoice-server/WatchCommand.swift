// A folder of recordings whose results go into a database that several machines share.

import ArgumentParser
import BaselineService
import Dispatch
import FoundationEssentials
import Glibc
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoicePipeline

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Analyse recordings as they appear in a folder, and keep them in a database.",
    discussion: """
      Does with INBOX what `sagevoice watch` does, with a tenant's sessions and people in the database in \
      place of a folder. While the database is away, recordings wait in the inbox and in the spool beside it. \
      One watcher fills a tenant's sessions at a time. The login is a member of sagevoice_clinic.

      With --key-file what is kept of people and recordings is encrypted before it goes into the database, if \
      it is when the tenant's store is made; the database has neither the key nor what opens it.

      SIGTERM or Ctrl-C end the watch after the recordings in hand.
      """)

  @Argument(help: "The folder to watch.", completion: .directory)
  var inbox: String

  @OptionGroup var choice: DatabaseChoice

  @Option(help: TenantName.help)
  var tenant: TenantName

  @OptionGroup var key: KeyFile

  @Option(help: "What becomes of a recording: it stays, goes into its session, or is removed.")
  var audio: AudioPolicy = .archive

  @Option(help: "The seconds for which a file must stay the same that was not seen to be closed.")
  var settle = 2.0

  @Option(help: "Look this often, in seconds, instead of being told of changes.")
  var poll: Double?

  @Option(help: "The seconds that the assessment waits for NAME.json; 5, or 0 with --once.")
  var sidecarWait: Double?

  @Option(help: "Recordings that are analysed at a time; as many as there are cores unless given.")
  var jobs: Int?

  @Option(help: "How many days what guests recorded is kept.")
  var guestRetention = 90

  @Option(help: "How many days what anyone recorded is kept; for ever unless given.")
  var retention: Int?

  @Flag(help: "End when nothing is left to do.")
  var once = false

  func validate() throws {
    guard (0...86_400).contains(settle), (0...86_400).contains(sidecarWait ?? 0) else {
      throw ValidationError("--settle and --sidecar-wait take 0 to 86400 seconds.")
    }
    guard (0.05...86_400).contains(poll ?? 1) else {
      throw ValidationError("--poll takes 0.05 to 86400 seconds.")
    }
    guard jobs ?? 1 > 0, guestRetention > 0, retention ?? 1 > 0 else {
      throw ValidationError("--jobs and retentions take whole numbers from 1 up.")
    }
  }

  private var settings: WatchSettings {
    var settings = WatchSettings(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    settings.audio = audio
    settings.patience.settle = .seconds(settle)
    settings.polling = poll.map { .seconds($0) }
    settings.sidecarWait = .seconds(sidecarWait ?? (once ? 0 : 5))
    settings.span = once ? .untilDrained : .untilStopped
    settings.retention = Retention(
      guestDays: guestRetention, everyoneDays: retention, audioDays: nil, graceDays: 7)
    return settings
  }

  func run() async throws {
    let watcher = try makeWatcher()
    let signals = Self.signals { watcher.stop() }
    defer { for signal in signals { signal.cancel() } }
    let result: WatchResult
    do throws(WatchError) {
      result = try await watcher.runOnItsOwnThread()
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitCode(Status.cannotCreate)
    }
    guard once else { return }
    if result.unfinished > 0 { throw ExitCode(Status.inputOutput) }
    if result.refused > 0 { throw ExitCode(Status.refused) }
  }

  /// A database that is away is waited for, but where the watch is to end.
  private func openStore() throws -> PostgresSessionStore {
    do throws(StoreError) {
      return try TenantStore.open(
        choice.options(for: "watch", as: .clinic), tenant: tenant.text, keys: key.source.keys(),
        once ? .none : .waiting)
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitCode(error.outlook == .passes ? Status.inputOutput : Status.cannotCreate)
    }
  }

  private func makeWatcher() throws -> Watcher {
    let store = try openStore()
    let environment = RunEnvironment.ofThisMachine
    var parts = Watcher.Parts(
      store: store,
      pipelines: JobPipelines(environment: environment, assessor: try Assessor.embedded()),
      environment: environment, logger: Messages.logger)
    parts.processID = getpid()
    parts.inboxPath = URL(fileURLWithPath: inbox).standardizedFileURL.path
    return Watcher(of: inbox, settings, parts)
  }

  /// Calls at SIGTERM and Ctrl-C.
  private static func signals(
    _ body: @escaping @Sendable () -> Void
  ) -> [any DispatchSourceSignal] {
    let queue = DispatchQueue(label: "sagevoice.signals")
    return [SIGTERM, SIGINT].map { number in
      // Otherwise the process would end before the source hears of it.
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: body)
      source.activate()
      return source
    }
  }
}

extension AudioPolicy: ExpressibleByArgument {}
