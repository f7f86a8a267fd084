import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoiceTypes

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print the status of a watcher, or of the job queue of a database.",
    discussion: """
      Of a folder: the watcher writes STORE/status.json at least every five seconds. --check reports by the exit \
      status whether the watcher is well.

      Of a database (--database): the jobs of the queue. The login is a member of sagevoice_worker; it sees those \
      transactions of others that pg_read_all_stats allows. --check reads the whole content too: audit chains, \
      anchors, documents and audio; its login sees every tenant (a superuser, or BYPASSRLS).

      Exit status: 0 the status was printed, and with --check all is well; 65 with --check: the watcher is degraded, \
      stopped or silent, or the database is not as it was written; 66 there is no store, or no status in it; 73 \
      metrics cannot be written, or the schema is another; 74 the database cannot be reached.
      """)

  @Argument(
    help: "The folder of the store; SAGEVOICE_STORE unless given.", completion: .directory)
  var store: String?

  @Option(
    help: ArgumentHelp(
      "A database instead of a folder, as a URL of PostgreSQL; SAGEVOICE_DATABASE unless a folder is named.",
      valueName: "url"))
  var database: String?

  @Flag(help: "Check, and report the result by the exit status.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "The age up to which a watcher's status is fresh, for --check.", valueName: "seconds"),
    takes: OptionValue.wholeNumber(from: 1))
  var maxAge = 30

  @Option(help: "The form of the output.")
  var format: DocumentFormat = .text

  @OptionGroup var audio: AudioChoice

  @OptionGroup var key: QueueKeyFile

  @Option(
    help: ArgumentHelp(
      "Write the status of a database as metrics too, for Prometheus' node exporter.",
      valueName: "file"))
  var metrics: String?

  @Option(
    help: ArgumentHelp(
      "With --check of a database: an anchor as `anchor` printed it, which the database must have.",
      valueName: "number:hash"))
  var anchor: [Anchor] = []

  private var folder: String { store ?? EnvironmentVariable.store.value ?? "" }

  /// The database URL from the option, or from the environment without a folder.
  private var address: String? {
    database ?? (folder.isEmpty ? EnvironmentVariable.database.value : nil)
  }

  func validate() throws {
    guard address == nil else {
      guard store == nil else { throw ValidationError("Give either a folder or --database.") }
      guard check || anchor.isEmpty else {
        throw ValidationError("--anchor takes effect with --check only.")
      }
      return
    }
    guard !folder.isEmpty else {
      throw ValidationError("Name the folder of the store, or set SAGEVOICE_STORE.")
    }
    guard metrics == nil, anchor.isEmpty, audio.audioFolder == nil, key.keyFile == nil else {
      throw ValidationError(
        "--metrics, --anchor, --audio-folder and --key-file take effect with --database only.")
    }
  }

  func run() throws {
    if let address {
      return try DatabaseStatus(choice: DatabaseChoice(address), options: self).run()
    }
    try perform { () throws(CommandFault) in
      let report = try WatcherReport(ofStore: folder, at: SystemClock().now())
      switch format {
      case .json: try CommandOutput.write(report.status.text(.pretty) + "\n")
      case .text: try CommandOutput.write(report.text)
      }
      guard check, let problem = report.problem(maxAgeSeconds: maxAge) else { return .success }
      StandardStreams.note(problem)
      return .refused
    }
  }
}

/// The status of the job queue of a database.
private struct DatabaseStatus {
  let choice: DatabaseChoice
  let options: StatusCommand

  func run() throws {
    let status = try choice.with("status") { connection throws(PostgresError) in
      try BoardStatus(connection)
    }
    try StandardOutput.write(
      options.format == .json ? status.json.text(.pretty) + "\n" : status.text)
    if let metrics = options.metrics, !MetricsFile(at: metrics).write(Array(status.metrics.utf8)) {
      Messages.logger.error("\(metrics) cannot be written; check its folder")
      throw ExitStatus.cannotCreateOutput.exitCode
    }
    if options.check { try checkContents() }
  }

  private func checkContents() throws {
    // Without its key, encrypted content is only checked against the audit chains.
    let form = options.key.source == .none ? nil : try choice.form(for: "status", options.key)
    let (contents, missing) = try choice.with("status") { connection throws(PostgresError) in
      let place = try SoundPlace.of(connection)
      let contents = try Contents.check(
        connection, sound: place.store(at: options.audio.audioFolder), form: form)
      var missing: [Anchor] = []
      for anchor in options.anchor where try !anchor.isKept(connection) { missing.append(anchor) }
      return (contents, missing)
    }
    Messages.logger.notice(
      """
      read: \(contents.sessions.counted("session")), \(contents.documents.counted("document")), \
      \(contents.auditLines.counted("audit line")) and \(contents.anchors.counted("anchor"))
      """)
    let problems =
      contents.problems + missing.map { "anchor \($0.number): it is not what was written down" }
    for problem in problems { Messages.logger.error("\(problem)") }
    guard problems.isEmpty else { throw ExitStatus.refused.exitCode }
  }
}
