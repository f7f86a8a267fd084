// Commands on a database that several machines share: its schema, and how its board is.

import ArgumentParser
import Logging
import PostgresStore
import VoiceTypes

/// Which database.
struct DatabaseChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database, as a URL of PostgreSQL; SAGEVOICE_DATABASE unless given.", valueName: "url"))
  var database: String?

  /// The address, from the option or the environment.
  var address: String { database ?? ServerStore.variable("SAGEVOICE_DATABASE") ?? "" }

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
      """)

  @OptionGroup var choice: DatabaseChoice

  func run() throws {
    let connection = try choice.with("migrate") { $0 }
    do throws(MigrationError) {
      let applied = try Migrator(connection).migrate()
      for step in applied { Messages.logger.notice("applied step \(step.number): \(step.name)") }
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitCode(Status.cannotCreate)
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
      pg_read_all_stats lets it. With --check the whole content is read: chains of history, documents, sound.
      """)

  @OptionGroup var choice: DatabaseChoice

  @Option(help: "text or json.")
  var format: StatusFormat = .text

  @Flag(
    help: """
      Also check all that is stored; the login sees every tenant (a superuser, or BYPASSRLS). Exits with 65 \
      where something is not as it was written.
      """)
  var check = false

  func run() throws {
    let status = try choice.with("status") { connection throws(PostgresError) in
      try BoardStatus(connection)
    }
    try StandardOutput.write(format == .json ? status.json.text(.pretty) + "\n" : status.text)
    guard check else { return }
    let contents = try choice.with("status") { connection throws(PostgresError) in
      try Contents.check(connection)
    }
    Messages.logger.notice(
      """
      \(contents.sessions) sessions, \(contents.documents) documents and \(contents.auditLines) lines of \
      history were read
      """)
    for problem in contents.problems { Messages.logger.error("\(problem)") }
    guard contents.problems.isEmpty else { throw ExitCode(Status.refused) }
  }
}
