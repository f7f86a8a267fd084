import ArgumentParser
import CommandSupport
import FoundationEssentials
import Glibc
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoicePipeline
import VoiceTypes

struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "submit", "Put recordings into the job queue of a tenant.",
    """
    The metadata of a.wav are in a.json, as in a watched folder. Each line of the output is a \
    JSON receipt of a stored file. The same recording of the same person enters the queue \
    once. Unreadable files and invalid sidecars are reported on standard error. The tenant \
    needs a store (`store init`), and the login the role sagevoice_ingest.
    """,
    examples: [
      "sagevoice submit --database postgresql:///voice --tenant clinic a.wav b.wav",
      "sagevoice submit --tenant clinic --tier quick --priority 9 a.wav",
    ],
    status: """
      141 = the reader of the receipts closed its pipe; all files are submitted, and the other \
      receipts are on standard error.
      """)

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice
  @OptionGroup(title: HelpText.Title.database) var key: KeyChoice

  @Option(help: TenantName.help)
  var tenant: TenantName

  @Option(help: "Extent of the analysis. May be repeated.")
  var tier: [Tier] = Tier.allCases

  @Option(help: "Priority, 0 to 9; higher numbers run first.")
  var priority = 0

  @Option(help: "Attempts before a recording is quarantined, 1 to 100.")
  var attempts = 5

  @Argument(help: "WAV files.", completion: .file(extensions: ["wav"]))
  var files: [String]

  private var tiers: WantedTiers {
    Set(tier).count > 1 ? .both : tier.contains(.quick) ? .quick : .comprehensive
  }

  func validate() throws {
    guard (1...100).contains(attempts) else {
      throw ValidationError("--attempts: expected 1 to 100.")
    }
    for file in files { try OptionFile.refuseStandardInput(file, for: "FILES") }
    guard (0...9).contains(priority) else { throw ValidationError("--priority: expected 0 to 9.") }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    let store = try choice.store(of: tenant, for: "submit", as: .ingest, key.source)
    var receipts = ReceiptOutput()
    var worst: Int32 = 0
    for (number, file) in files.enumerated() {
      do {
        let session = try newSession(file, for: store)
        let result = try store.enqueue(session)
        receipts.deliver(Self.line(result, sha256: session.header.recording.sha256))
      } catch let error as StoreError {
        // The fault concerns the whole queue and would repeat for each file.
        let left = files.count - number
        throw Messages.end(
          error.outlook == .permanent ? .refused : .inputOutputError,
          "\(error.description); \(left) of \(files.count.counted("file")) not submitted")
      } catch let error as SubmissionFault {
        Messages.logger.error("\(file): \(error.description)")
        worst = max(worst, ExitStatus.refused.rawValue)
      } catch let error as SidecarFault {
        Messages.logger.error(
          "\(InboxNames.sidecar(of: file)): \(error.problems.joined(separator: "; "))")
        worst = max(worst, ExitStatus.refused.rawValue)
      } catch let error as FileSystemError {
        Messages.logger.error("\(error.description)")
        worst = max(worst, Self.status(error))
      }
    }
    worst = max(worst, receipts.status.rawValue)
    if worst != 0 { throw ExitCode(worst) }
  }

  private func newSession(_ path: String, for store: RecordStore) throws -> NewSession {
    let files = POSIXFileSystem()
    let bytes = try files.read(path, atMost: WatchSettings.mostRecordingBytes)
    let sidecar = InboxNames.sidecar(of: path)
    var metadata: [UInt8]?
    do throws(FileSystemError) {
      metadata = try files.read(sidecar, atMost: WatchSettings.mostSidecarBytes)
    } catch {
      guard error.isMissing else { throw error }
    }
    let name = InboxLayout.name(of: path)
    guard RecordingSource.canBeNamed(name) else { throw SubmissionFault.unusableName }
    var session = try NewSession(
      bytes, named: name, sidecar: metadata, tiers, for: store, environment: .ofThisMachine)
    session.job?.priority = priority
    session.job?.mostAttempts = attempts
    return session
  }

  private static func status(_ fault: FileSystemError) -> Int32 {
    if fault.isTooLarge { return ExitStatus.refused.rawValue }
    return fault.isTransient
      ? ExitStatus.inputOutputError.rawValue : ExitStatus.cannotOpenInput.rawValue
  }

  private static func line(_ result: EnqueueResult, sha256: String?) -> String {
    JSONValue.object([
      .init("session", .string(result.session.text)), .init("sha256", .optional(sha256)),
      .init("is_new", .bool(result.isNew)),
    ]).text(.compact) + "\n"
  }
}

struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "work", "Process the recordings of the job queues of a database.",
    """
    The worker performs the steps of `watch` for each recording until SIGTERM or Ctrl-C: \
    results, person, baseline, comparison and alerts are in the store of the tenant. The first \
    signal ends the worker after the current step. The login needs the roles sagevoice_worker \
    and sagevoice_clinic. Jobs of tenants without a matching --key-file wait for other workers.

    The worker claims up to 16 recordings at a time and keeps them in memory. Their steps run one \
    after the other.
    """,
    examples: [
      "sagevoice work --database postgresql:///voice",
      "sagevoice work --once --name worker-2 --key-file clinic.key --key-file study.key",
    ])

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice
  @OptionGroup(title: HelpText.Title.database) var keys: KeyFiles
  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice
  @OptionGroup(title: HelpText.Title.person) var people: PeopleChoice

  @Option(help: "Name of this worker in the queue.")
  var name = "worker"

  @Option(help: "Seconds without a renewal after which a worker loses its recording, 0.1 to 3600.")
  var lease = 30.0

  @Option(
    help: ArgumentHelp(
      "No effect since version 0.30; recordings of an earlier version in it are deleted.",
      valueName: "folder", visibility: .hidden), completion: .directory)
  var spool: String?

  @Flag(help: "Delete audio after its results are stored.")
  var deleteAudio = false

  @Flag(help: "Exit when no job is due.")
  var once = false

  func validate() throws {
    guard (0.1...3600).contains(lease) else {
      throw ValidationError("--lease: expected 0.1 to 3600 seconds.")
    }
  }

  func run() throws {
    var settings = WorkerSettings()
    settings.lease = .seconds(lease)
    settings.span = once ? .untilDrained : .untilStopped
    settings.recordings.keepsAudio = !deleteAudio
    people.choose(in: &settings.recordings)
    if let limits = reference.limits {
      do throws(CommandFault) {
        settings.recordings.limits = try LimitsFile.read(from: limits)
      } catch {
        error.messages.forEach { Messages.logger.error("\($0)") }
        throw error.status.exitCode
      }
    }
    try choice.checkSchema(for: "work", isWaiting: !once)
    let tenants = TenantStores(choice, try keys.all())
    removeEarlierSpools()
    let worker = QueueWorker(
      tenants.source, named: name, settings, environment: .ofThisMachine, logger: Messages.logger)
    let signals = WatchSignals { worker.stop() }
    defer { signals.cancel() }
    let totals = worker.run()
    Messages.logger.notice(
      """
      finished \(totals.finished), deferred \(totals.delayed), lost \(totals.lost), returned \
      \(totals.givenBack), quarantined \(totals.quarantined)
      """)
  }

  /// Removes the recordings of killed workers of version 0.29 or earlier.
  private func removeEarlierSpools() {
    let (temporary, files) = (FileManager.default.temporaryDirectory.path, POSIXFileSystem())
    if let spool { QueueWorker.removeRecordings(ofSpool: spool) }
    for name in (try? files.list(temporary)) ?? [] where name.hasPrefix("sagevoice-work-") {
      QueueWorker.removeRecordings(ofSpool: "\(temporary)/\(name)")
      try? files.removeFolder("\(temporary)/\(name)")
    }
  }
}
