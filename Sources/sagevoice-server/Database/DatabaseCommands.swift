import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoiceTypes

/// The database of a command.
struct DatabaseChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp("PostgreSQL database. Default: SAGEVOICE_DATABASE.", valueName: "url"))
  var database: String?

  init() {}

  /// Creates a choice with a database URL.
  init(_ address: String) { database = address }

  /// The database URL, from the option or the environment.
  var address: String { database ?? EnvironmentVariable.database.value ?? "" }

  func validate() throws {
    guard !address.isEmpty else {
      throw ValidationError("--database: name the database, or set SAGEVOICE_DATABASE.")
    }
  }

  /// Returns the connection options.
  func options(for command: String, as role: DatabaseRole? = nil) -> ConnectionOptions {
    ConnectionOptions(address, program: "sagevoice-server \(command)", as: role)
  }

  /// Runs `body` with a new connection. A fault ends the command.
  func with<Value>(
    _ command: String, as role: DatabaseRole? = nil,
    _ body: (PostgresConnection) throws(SQLError) -> Value
  ) throws -> Value {
    do throws(SQLError) {
      return try body(PostgresConnection(options(for: command, as: role)))
    } catch {
      Messages.logger.error("\(error.description)")
      throw (error.passes ? ExitStatus.inputOutputError : .cannotCreateOutput).exitCode
    }
  }
}

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Create or update the schema of a database.",
    discussion: HelpText.discussion(
      """
      The login creates roles and schemas (CREATEROLE, and CREATE on the database), or has the \
      role sagevoice_owner. Applied steps are skipped. --encrypt-board with a new first key in \
      the key file changes the key; submit, work, results and status --check then need the key \
      file.
      """,
      examples: [
        "sagevoice migrate --database postgresql:///voice",
        "sagevoice migrate --database postgresql:///voice --encrypt-board --key-file key",
      ]))

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice

  @OptionGroup(title: HelpText.Title.database) var key: QueueKeyFile

  @Option(
    help: ArgumentHelp(
      """
      Folder for the audio of new recordings, an absolute path that all machines share.
      """, valueName: "folder"), completion: .directory)
  var audioFolder: String?

  @Flag(help: "Store the audio of new recordings in the database.")
  var audioInDatabase = false

  @Flag(
    help: """
      Encrypt new entries of the job queue with the first key of --key-file.
      """)
  var encryptBoard = false

  func validate() throws {
    guard audioFolder == nil || !audioInDatabase else {
      throw ValidationError("--audio-folder and --audio-in-database exclude each other.")
    }
    guard audioFolder?.hasPrefix("/") ?? true else {
      throw ValidationError("--audio-folder: expected an absolute path.")
    }
    guard !encryptBoard || key.source != .none else {
      throw ValidationError(
        "--encrypt-board: give the key with --key-file or \(QueueKeyFile.variable.rawValue).")
    }
  }

  func run() throws {
    let connection = try choice.with("migrate") { $0 }
    do throws(MigrationError) {
      let applied = try Migrator(connection).migrate()
      for step in applied { Messages.logger.notice("applied step \(step.number): \(step.name)") }
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitStatus.cannotCreateOutput.exitCode
    }
    let place: SoundPlace? =
      if let audioFolder { .folder(audioFolder) } else { audioInDatabase ? .database : nil }
    try choice.with("migrate") { connection throws(SQLError) in try place?.set(connection) }
    if encryptBoard { try encrypt() }
  }

  private func encrypt() throws {
    let connection = try choice.with("migrate") { $0 }
    do throws(StoreError) {
      guard let keys = try key.source.keys() else { return }
      switch try BoardForm.seal(connection, with: keys, at: SystemClock().now()) {
      case .made: Messages.logger.notice("new entries of the job queue are encrypted")
      case .changed: Messages.logger.notice("the job queue has a new key")
      case .none: break
      }
    } catch {
      Messages.logger.error("\(error.description)")
      throw (error.isTransient ? ExitStatus.inputOutputError : .cannotCreateOutput).exitCode
    }
  }
}

extension Anchor: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

struct AnchorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anchor",
    abstract: "Print a hash of all audit chains of a database.",
    discussion: HelpText.discussion(
      """
      The output is NUMBER:HASH. Without new audit lines the command prints the last anchor \
      again. Store it outside the database, and check it later with `status --check --anchor`. \
      The login needs the role sagevoice_worker or sagevoice_clinic.
      """,
      examples: [
        "sagevoice anchor --database postgresql:///voice"
      ]))

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice

  func run() throws {
    let anchor = try choice.with("anchor") { connection throws(SQLError) in
      try Anchor.set(connection)
    }
    if let anchor { try StandardOutput.write(anchor.text + "\n") }
  }
}
