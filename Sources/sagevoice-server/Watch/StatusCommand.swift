import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoiceTypes

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "status", "Print the status of a watcher, or of a job queue in a database.",
    """
    A watcher updates the status at least every five seconds. With --database the command prints \
    the jobs of the queue; the login needs the role sagevoice_worker. With --database, --check \
    also verifies audit chains, anchors and documents. This needs a login that sees all tenants \
    (superuser or BYPASSRLS). `records failed` lists refused files.
    """,
    examples: [
      "sagevoice status store",
      "sagevoice status store --check",
      "sagevoice status --database postgresql:///voice --format json",
    ], status: "65 = --check failed; 66 = no store or no status.")

  @Argument(help: "Folder of the store. Default: SAGEVOICE_STORE.", completion: .directory)
  var store: String?

  @Option(
    help: ArgumentHelp(
      "PostgreSQL database, instead of a folder. Default without a folder: SAGEVOICE_DATABASE.",
      valueName: "url"))
  var database: String?

  @Flag(help: "Check the watcher or the database, and report the result as exit status.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Maximum age of the watcher's status in seconds, for --check.", valueName: "seconds"),
    takes: OptionValue.wholeNumber(from: 1))
  var maxAge = 30

  @Option(name: .shortAndLong, help: "Output format.")
  var format: DocumentFormat = .text

  @Option(help: ArgumentHelp("File for Prometheus metrics of a database.", valueName: "file"))
  var metrics: String?

  @Option(
    help: ArgumentHelp(
      """
      Anchor that the database must contain, as printed by `anchor`. Needs --check; may be \
      repeated.
      """, valueName: "number:hash"))
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
    guard metrics == nil, anchor.isEmpty else {
      throw ValidationError("--metrics and --anchor take effect with --database only.")
    }
  }

  func run() throws {
    if let address {
      return try DatabaseStatus(choice: DatabaseChoice(address), options: self).run()
    }
    try perform {
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

private struct DatabaseStatus {
  let choice: DatabaseChoice
  let options: StatusCommand

  func run() throws {
    let status = try choice.with("status") { connection throws(SQLError) in
      try QueueStatus(connection)
    }
    try StandardOutput.write(
      options.format == .json ? status.json.text(.pretty) + "\n" : status.text)
    if let metrics = options.metrics, !Metric.write(Array(status.metrics.utf8), to: metrics) {
      throw Messages.end(.cannotCreateOutput, "\(metrics) cannot be written; check its folder")
    }
    if options.check { try checkContents() }
  }

  private func checkContents() throws {
    let (contents, missing) = try choice.with("status") { connection throws(SQLError) in
      let contents = try Contents.check(connection)
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
      contents.problems
      + missing.map { "anchor \($0.number): the database has no anchor with this hash" }
    for problem in problems { Messages.logger.error("\(problem)") }
    guard problems.isEmpty else { throw ExitStatus.refused.exitCode }
  }
}
