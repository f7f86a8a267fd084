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
    commandName: "submit", abstract: "Put recordings on the board of a database.",
    discussion: """
      Prints a line of JSON for each file, once it is durable. The same recording of the same person is put in \
      once, however often it is given. A file that cannot be read is said, and the others are put in. The login is \
      a member of sagevoice_ingest.

      Exit status: 0 all were put in, 64 wrong usage, 65 one has too many bytes, or the database refuses them, 66 one \
      cannot be opened, 73 the schema is not that of this version, 74 one could not be read, a receipt could not be \
      written, or the database cannot be reached, 141 the reader of the receipts closed its pipe; all files are \
      submitted, and the remaining receipts are on standard error. When several apply: 141, then 74, 66, 65.
      """)

  @OptionGroup var choice: DatabaseChoice

  @OptionGroup var audio: AudioChoice

  @OptionGroup var key: QueueKeyFile

  @Option(help: TenantName.help)
  var tenant: TenantName

  @Option(help: "How much to measure; quick and comprehensive unless given.")
  var tier: [Tier] = Tier.allCases

  @Option(help: "Of what waits, that with a higher number comes first: 0 to 9.")
  var priority = 0

  @Option(help: "Put a recording aside once it has lost so many workers.")
  var attempts = 5

  @Argument(help: "The files.", completion: .file(extensions: ["wav"]))
  var files: [String]

  func validate() throws {
    guard (1...100).contains(attempts) else {
      throw ValidationError("--attempts takes 1 to 100.")
    }
    guard (0...9).contains(priority) else { throw ValidationError("--priority takes 0 to 9.") }
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
    abstract: "Analyse what is on the board of a database, until SIGTERM or Ctrl-C.",
    discussion: """
      One recording at a time; a machine with more cores runs more of them. At the first signal it ends with \
      the recording that it is at, and gives the others back. The login is a member of sagevoice_worker, \
      which sees sound and no names.
      """)

  @OptionGroup var choice: DatabaseChoice

  @OptionGroup var audio: AudioChoice

  @OptionGroup var key: QueueKeyFile

  @Option(help: "What the board calls this worker.")
  var name = "worker"

  @Option(help: "The seconds after which a worker that is not heard of has lost its recordings.")
  var lease = 30.0

  @Flag(help: "End when nothing is due, with status 74 if the database cannot be reached.")
  var once = false

  func validate() throws {
    guard (0.1...3600).contains(lease) else {
      throw ValidationError("--lease takes 0.1 to 3600 seconds.")
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
      finished \(totals.finished), put off \(totals.delayed), lost \(totals.lost), gave back \
      \(totals.givenBack)
      """)
  }
}
