import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import PostgresStore
import RecordStore
import VoiceTypes

struct DatabaseChoice: ParsableArguments {
  @Option(help: ArgumentHelp("PostgreSQL database. Default: SAGEVOICE_DATABASE.", valueName: "url"))
  var database: String?

  init() {}

  init(_ address: String) { database = address }

  var address: String { database ?? EnvironmentVariable.database.value ?? "" }

  func validate() throws {
    guard !address.isEmpty else {
      throw ValidationError("--database: name the database, or set SAGEVOICE_DATABASE.")
    }
  }

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
      throw Messages.end(error.passes ? .inputOutputError : .cannotCreateOutput, error.description)
    }
  }

  /// Opens the store of a tenant. A fault ends the command.
  func store(
    of tenant: TenantName, for command: String, as role: DatabaseRole, _ key: StoreKeySource,
    _ access: StoreAccess = .writing
  ) throws -> RecordStore {
    do throws(StoreError) {
      return try RecordStore(
        of: tenant, in: options(for: command, as: role), keys: key.keys(), for: access)
    } catch {
      let fault = CommandFault(openingTenant: error, error.description)
      for message in fault.messages { Messages.logger.error("\(message)") }
      throw fault.status.exitCode
    }
  }

  /// Checks the version of the schema. A fault ends the command. With `isWaiting` it retries while the
  /// database is unavailable.
  func checkSchema(for command: String, isWaiting: Bool) throws {
    do throws(MigrationError) {
      let retry: DatabaseRetry = isWaiting ? .waiting : .none
      let last = try retry.run(whileTransient: \.passes) { () throws(MigrationError) in
        try Migrator.checkFit(of: options(for: command))
      }
      if last > Migration.last {
        Messages.logger.notice(
          "the schema has step \(last), of a later version; the command continues")
      }
    } catch {
      throw Messages.end(error.passes ? .inputOutputError : .cannotCreateOutput, error.description)
    }
  }
}

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "migrate", "Create or update the schema of a database.",
    """
    The login creates roles and schemas (CREATEROLE, and CREATE on the database), or has the \
    role sagevoice_owner. Applied steps are skipped. Recordings in the job queue of version \
    0.25 or earlier move into the stores of their tenants: the login then also needs the role \
    sagevoice_clinic, and the keys of an encrypted queue and of encrypted stores. The command \
    may be interrupted and repeated.
    """,
    examples: [
      "sagevoice migrate --database postgresql:///voice",
      "sagevoice migrate --database postgresql:///voice --key-file queue.key --key-file clinic.key",
    ])

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice
  @OptionGroup(title: HelpText.Title.database) var keys: KeyFiles

  func run() throws {
    let connection = try choice.with("migrate") { $0 }
    let keys = try keys.all()
    let stores = PostgresDatabase(
      ConnectionPool(choice.options(for: "migrate", as: .clinic)), with: BoardMove.steps)
    do {
      let (steps, moved) = try BoardMove.migrate(connection, keys: keys) {
        tenant, first throws(StoreError) in
        try TenantStores.open(stores, tenant, keys, creating: .ifMissing, under: first)
      }
      for step in steps { Messages.logger.notice("applied step \(step.number): \(step.name)") }
      if moved > 0 {
        Messages.logger.notice(
          "moved \(moved.counted("recording")) of the job queue into the stores of their tenants")
      }
    } catch {
      let isTransient = (error as? StoreError)?.outlook == .transient
      throw Messages.end(isTransient ? .inputOutputError : .cannotCreateOutput, "\(error)")
    }
  }
}

extension Anchor: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

struct AnchorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "anchor", "Print a hash of all audit chains of a database.",
    """
    The output is NUMBER:HASH. Without new audit lines the command prints the last anchor again. \
    Store the anchor outside the database, and check it later with `status --check --anchor`. \
    The login needs the role sagevoice_worker or sagevoice_clinic.
    """,
    examples: ["sagevoice anchor --database postgresql:///voice"])

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice

  func run() throws {
    let anchor = try choice.with("anchor") { connection throws(SQLError) in
      try Anchor.set(connection)
    }
    if let anchor { try StandardOutput.write(anchor.text + "\n") }
  }
}
