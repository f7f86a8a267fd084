// Commands on a database that several machines share: its schema, and how its board is.

import ArgumentParser
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoiceTypes

/// Which database.
struct DatabaseChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database, as a URL of PostgreSQL; SAGEVOICE_DATABASE unless given.", valueName: "url"))
  var database: String?

  /// The address, from the option or the environment.
  var address: String { database ?? StoreFolder.variable("SAGEVOICE_DATABASE") ?? "" }

  func validate() throws {
    guard !address.isEmpty else {
      throw ValidationError("--database: name the database, or set SAGEVOICE_DATABASE.")
    }
  }

  /// How it is connected to.
  func options(for command: String, as role: DatabaseRole? = nil) -> ConnectionOptions {
    ConnectionOptions(address, program: "sagevoice-server \(command)", as: role)
  }

  /// Does something with a connection; a fault ends the command.
  func with<Value>(
    _ command: String, as role: DatabaseRole? = nil,
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws -> Value {
    do throws(PostgresError) {
      return try body(PostgresConnection(options(for: command, as: role)))
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitCode(error.passes ? Status.inputOutput : Status.cannotCreate)
    }
  }
}

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Bring a database to the schema of this version.",
    discussion: """
      The login makes roles and schemas (CREATEROLE, CREATE on the database), or is a member of sagevoice_owner \
      where both are there. What was applied already is left alone; two that migrate at a time do it once.

      With --audio-folder the sound of all recordings that are put in from then on lies in a folder that every \
      machine reaches; submit and work look for it there, or where their own --audio-folder says.

      With --encrypt-board what is put on the board from then on is encrypted by the programs, with the first key of \
      the key file: sound, names of files, documents. submit, work, results and status --check need it then. Given \
      again with another key before the former one it changes the key.
      """)

  @OptionGroup var choice: DatabaseChoice

  @OptionGroup var key: BoardKeyFile

  @Option(
    help: ArgumentHelp("From now on sound lies in this folder.", valueName: "folder"),
    completion: .directory)
  var audioFolder: String?

  @Flag(help: "From now on sound lies in the database again.")
  var audioInDatabase = false

  @Flag(help: "From now on what is put on the board is encrypted; takes a key file.")
  var encryptBoard = false

  func validate() throws {
    guard audioFolder == nil || !audioInDatabase else {
      throw ValidationError("--audio-folder and --audio-in-database exclude each other.")
    }
    guard audioFolder?.hasPrefix("/") ?? true else {
      throw ValidationError("--audio-folder takes a path from the root.")
    }
    guard !encryptBoard || key.source != .none else {
      throw ValidationError(
        "--encrypt-board: give the key with --key-file or \(BoardKeyFile.variable).")
    }
  }

  func run() throws {
    let connection = try choice.with("migrate") { $0 }
    do throws(MigrationError) {
      let applied = try Migrator(connection).migrate()
      for step in applied { Messages.logger.notice("applied step \(step.number): \(step.name)") }
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitCode(Status.cannotCreate)
    }
    let place: SoundPlace? =
      if let audioFolder { .folder(audioFolder) } else { audioInDatabase ? .database : nil }
    try choice.with("migrate") { connection throws(PostgresError) in try place?.set(connection) }
    if encryptBoard { try encrypt() }
  }

  private func encrypt() throws {
    let connection = try choice.with("migrate") { $0 }
    do throws(StoreError) {
      guard let keys = try key.source.keys() else { return }
      switch try BoardForm.seal(connection, with: keys, at: SystemClock().now()) {
      case .made: Messages.logger.notice("from now on what is put on the board is encrypted")
      case .changed: Messages.logger.notice("the board has the first of the keys now")
      case .none: break
      }
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitCode(error.isTransient ? Status.inputOutput : Status.cannotCreate)
    }
  }
}

enum StatusFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print how the board of a database is.",
    discussion: """
      The login is a member of sagevoice_worker; of the transactions of others it sees those that \
      pg_read_all_stats lets it. With --check the whole content is read: chains of history, anchors, documents, sound.
      """)

  @OptionGroup var choice: DatabaseChoice

  @OptionGroup var audio: AudioChoice

  @OptionGroup var key: BoardKeyFile

  @Option(help: "text or json.")
  var format: StatusFormat = .text

  @Option(
    help: ArgumentHelp(
      "Also write it as metrics, for the textfile collector of Prometheus' node exporter.",
      valueName: "file"))
  var metrics: String?

  @Option(
    help: ArgumentHelp(
      "With --check: an anchor as it was printed, which the database has to have.",
      valueName: "number:hash"))
  var anchor: [Anchor] = []

  @Flag(
    help: """
      Also check all that is stored; the login sees every tenant (a superuser, or BYPASSRLS). Exits with 65 \
      where something is not as it was written.
      """)
  var check = false

  func validate() throws {
    guard check || anchor.isEmpty else { throw ValidationError("--anchor goes with --check.") }
  }

  func run() throws {
    let status = try choice.with("status") { connection throws(PostgresError) in
      try BoardStatus(connection)
    }
    try StandardOutput.write(format == .json ? status.json.text(.pretty) + "\n" : status.text)
    if let metrics, !MetricsFile(at: metrics).write(Array(status.metrics.utf8)) {
      Messages.logger.error("\(metrics) cannot be written; check its folder")
      throw ExitCode(Status.cannotCreate)
    }
    if check { try checkContents() }
  }

  private func checkContents() throws {
    // Without its key what is encrypted is held against the histories alone.
    let form = key.source == .none ? nil : try choice.form(for: "status", key)
    let (contents, missing) = try choice.with("status") { connection throws(PostgresError) in
      let place = try SoundPlace.of(connection)
      let contents = try Contents.check(
        connection, sound: place.store(at: audio.audioFolder), form: form)
      var missing: [Anchor] = []
      for anchor in anchor where try !anchor.isKept(connection) { missing.append(anchor) }
      return (contents, missing)
    }
    Messages.logger.notice(
      """
      \(contents.sessions) sessions, \(contents.documents) documents, \(contents.auditLines) lines of \
      history and \(contents.anchors) anchors were read
      """)
    let problems =
      contents.problems + missing.map { "anchor \($0.number): it is not what was written down" }
    for problem in problems { Messages.logger.error("\(problem)") }
    guard problems.isEmpty else { throw ExitCode(Status.refused) }
  }
}

extension Anchor: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

struct AnchorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anchor",
    abstract: "Put all histories of a database that went on under one hash, and print it.",
    discussion: """
      Prints the number and the hash of the last anchor; where nothing went on that is the one before. Keep it where \
      nobody of the database writes: `status --check --anchor` says whether the database still has it. The login is \
      a member of sagevoice_worker or sagevoice_clinic.
      """)

  @OptionGroup var choice: DatabaseChoice

  func run() throws {
    let anchor = try choice.with("anchor") { connection throws(PostgresError) in
      try Anchor.set(connection)
    }
    if let anchor { try StandardOutput.write(anchor.text + "\n") }
  }
}
