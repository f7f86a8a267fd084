// Putting recordings on the board of a database, and taking them from there.

public import ArgumentParser
import Dispatch
import Glibc
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoicePipeline
public import VoiceTypes

struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit", abstract: "Put recordings on the board of a database.",
    discussion: """
      Prints a line of JSON for each file, once it is durable. The same recording of the same person is put in \
      once, however often it is given. The login is a member of sagevoice_ingest.
      """)

  @OptionGroup var choice: DatabaseChoice

  @OptionGroup var audio: AudioChoice

  @OptionGroup var key: BoardKeyFile

  @Option(help: "Whose they are: small letters, digits, '.', '_' and '-'.")
  var tenant: String

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
    let board = try choice.board(for: "submit", as: .ingest, audio, key)
    let makers = tier.map { ($0, DocumentMaker.ofThisVersion($0, environment: .ofThisMachine)) }
    for file in files {
      do throws(StoreError) {
        var submission = BoardSubmission(
          tenant: tenant, name: Self.name(of: file), bytes: try Self.read(file),
          wanted: Dictionary(makers) { first, _ in first })
        (submission.priority, submission.mostAttempts) = (priority, attempts)
        let receipt = try board.enqueue(submission)
        try? StandardOutput.write(
          Self.line(receipt, sha256: Fingerprint.sha256(of: submission.bytes)))
      } catch {
        Messages.logger.error("\(error.description)")
        throw ExitCode(error.outlook == .lasts ? Status.refused : Status.inputOutput)
      }
    }
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func read(_ path: String) throws(StoreError) -> [UInt8] {
    do throws(FileSystemError) {
      return try POSIXFileSystem().read(path, atMost: WatchSettings.mostRecordingBytes)
    } catch {
      throw .fileSystem(error)
    }
  }

  private static func line(_ receipt: BoardReceipt, sha256: String) -> String {
    JSONValue.object([
      .init("session", .string(receipt.session.text)), .init("sha256", .string(sha256)),
      .init("is_new", .bool(receipt.isNew)),
    ]).text(.compact) + "\n"
  }
}

extension Tier: ExpressibleByArgument {}

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

  @OptionGroup var key: BoardKeyFile

  @Option(help: "What the board calls this worker.")
  var name = "worker"

  @Option(help: "The seconds after which a worker that is not heard of has lost its recordings.")
  var lease = 30.0

  @Flag(help: "End when nothing is due.")
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
      for: "work", as: .worker, audio, key, isWaiting: true,
      sweepingEvery: min(.milliseconds(500), settings.lease / 4))
    let worker = BoardWorker(
      board, named: name, environment: .ofThisMachine, settings: settings,
      logger: Messages.logger)
    let queue = DispatchQueue(label: "sagevoice.signals")
    let signals = [SIGTERM, SIGINT].map { number in
      // Otherwise the process would end before the source hears of it.
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { worker.stop() }
      source.activate()
      return source
    }
    let totals = worker.run()
    for source in signals { source.cancel() }
    Messages.logger.notice(
      """
      finished \(totals.finished), put off \(totals.delayed), lost \(totals.lost), gave back \
      \(totals.givenBack)
      """)
  }
}
