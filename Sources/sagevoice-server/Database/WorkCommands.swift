import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoicePipeline
import VoiceTypes

struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Put recordings into the job queue of a database.",
    discussion: HelpText.discussion(
      """
      Each line of the output is a JSON receipt of a stored file. The same recording of the \
      same person enters the queue once. Unreadable files are reported on standard error. The \
      login needs the role sagevoice_ingest.
      """,
      examples: [
        "sagevoice submit --database postgresql:///voice --tenant clinic a.wav b.wav",
        "sagevoice submit --tenant clinic --tier quick --priority 9 a.wav",
      ],
      status: """
        141 = the reader of the receipts closed its pipe; all files are submitted, and the other \
        receipts are on standard error.
        """))

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice

  @OptionGroup(title: HelpText.Title.database) var audio: AudioChoice

  @OptionGroup(title: HelpText.Title.database) var key: QueueKeyFile

  @Option(help: TenantName.help)
  var tenant: TenantName

  @Option(help: "Extent of the analysis. May be repeated.")
  var tier: [Tier] = Tier.allCases

  @Option(help: "Priority, 0 to 9; higher numbers run first.")
  var priority = 0

  @Option(help: "Attempts before a recording is quarantined, 1 to 100.")
  var attempts = 5

  @Argument(
    help: "WAV files.", completion: .file(extensions: ["wav"]))
  var files: [String]

  func validate() throws {
    guard (1...100).contains(attempts) else {
      throw ValidationError("--attempts: expected 1 to 100.")
    }
    for file in files { try OptionFile.refuseStandardInput(file, for: "FILES") }
    guard (0...9).contains(priority) else { throw ValidationError("--priority: expected 0 to 9.") }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    let board = try choice.board(for: "submit", as: .ingest, audio, key)
    var receipts = ReceiptOutput()
    let makers = tier.map { ($0, DocumentMaker.ofThisVersion($0, environment: .ofThisMachine)) }
    var worst: Int32 = 0
    for (number, file) in files.enumerated() {
      let bytes: [UInt8]
      do throws(FileSystemError) {
        bytes = try POSIXFileSystem().read(file, atMost: WatchSettings.mostRecordingBytes)
      } catch {
        Messages.logger.error("\(error.description)")
        worst = max(worst, Self.status(error))
        continue
      }
      do throws(StoreError) {
        var submission = BoardSubmission(
          tenant: tenant.text, name: Self.name(of: file), bytes: bytes,
          wanted: Dictionary(makers) { first, _ in first })
        (submission.priority, submission.mostAttempts) = (priority, attempts)
        let receipt = try board.enqueue(submission)
        receipts.deliver(Self.line(receipt, sha256: Fingerprint.sha256(of: bytes)))
      } catch {
        // The fault concerns the whole queue and would repeat for each file.
        let left = files.count - number
        Messages.logger.error(
          "\(error.description); \(left) of \(files.count.counted("file")) not submitted")
        throw (error.outlook == .lasts ? ExitStatus.refused : .inputOutputError).exitCode
      }
    }
    worst = max(worst, receipts.status.rawValue)
    if worst != 0 { throw ExitCode(worst) }
  }

  /// Returns the exit status of an unreadable file.
  private static func status(_ fault: FileSystemError) -> Int32 {
    if fault.isTooLarge { return ExitStatus.refused.rawValue }
    return fault.isTransient
      ? ExitStatus.inputOutputError.rawValue : ExitStatus.cannotOpenInput.rawValue
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func line(_ receipt: BoardReceipt, sha256: String) -> String {
    JSONValue.object([
      .init("session", .string(receipt.session.text)), .init("sha256", .string(sha256)),
      .init("is_new", .bool(receipt.isNew)),
    ]).text(.compact) + "\n"
  }
}

struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Analyse the recordings of a job queue.",
    discussion: HelpText.discussion(
      """
      The worker analyses one recording at a time until SIGTERM or Ctrl-C. The first signal \
      ends it after the current recording. The login needs the role sagevoice_worker, which \
      sees audio but no names.
      """,
      examples: [
        "sagevoice work --database postgresql:///voice",
        "sagevoice work --once --name worker-2",
      ]))

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice

  @OptionGroup(title: HelpText.Title.database) var audio: AudioChoice

  @OptionGroup(title: HelpText.Title.database) var key: QueueKeyFile

  @Option(help: "Name of this worker in the queue.")
  var name = "worker"

  @Option(
    help: """
      Seconds without a heartbeat after which a worker loses its recording, 0.1 to 3600.
      """)
  var lease = 30.0

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
    let board = try choice.board(
      for: "work", as: .worker, audio, key, isWaiting: !once,
      sweepingEvery: min(.milliseconds(500), settings.lease / 4))
    let worker = BoardWorker(
      board, named: name, environment: .ofThisMachine, settings: settings,
      logger: Messages.logger)
    let signals = WatchSignals { worker.stop() }
    let totals = worker.run()
    signals.cancel()
    Messages.logger.notice(
      """
      finished \(totals.finished), deferred \(totals.delayed), lost \(totals.lost), returned \
      \(totals.givenBack)
      """)
  }
}
