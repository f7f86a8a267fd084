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
    help: ArgumentHelp(
      "The database, as a URL of PostgreSQL; SAGEVOICE_DATABASE unless given.", valueName: "url"))
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
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws -> Value {
    do throws(PostgresError) {
      return try body(PostgresConnection(options(for: command, as: role)))
    } catch {
      Messages.logger.error("\(error.description)")
      throw (error.passes ? ExitStatus.inputOutputError : .cannotCreateOutput).exitCode
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

  @OptionGroup var key: QueueKeyFile

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
