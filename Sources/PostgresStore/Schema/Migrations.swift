// The schema as numbered steps, each applied once and in order, all or none, by one program at a time.

internal import EmbeddedFiles
package import RecordStore
internal import VoicePipeline

/// A step from one schema to the next. Released steps never change.
package struct Migration: Sendable {
  package let number: Int
  package let name: String
  /// The last step that a program must know to work with the schema after this one.
  package let needs: Int
  let sql: [UInt8]

  /// - Parameter needs: Default: only programs that know this step can work with it.
  package init(number: Int, name: String, needs: Int? = nil, sql: [UInt8]) {
    (self.number, self.name, self.needs, self.sql) = (number, name, needs ?? number, sql)
  }

  /// Creates the step from the embedded SQL file of its number and name.
  private init(_ number: Int, _ name: String, needs: Int? = nil) {
    let digits = String("000\(number)".suffix(4))
    let sql = EmbeddedFiles.migrations["migration-\(digits)-\(name).sql"]
    self.init(number: number, name: name, needs: needs, sql: sql)
  }

  /// All steps, oldest first.
  package static let all = [
    Migration(1, "roles"), Migration(2, "records"), Migration(3, "board"), Migration(4, "rights"),
    Migration(5, "keeping"), Migration(6, "serving"), Migration(7, "lean", needs: 5),
    Migration(8, "versions", needs: 5), Migration(9, "anchors", needs: 5),
    Migration(10, "settings", needs: 5), Migration(11, "sealing", needs: 5),
    Migration(12, "sealed-board", needs: 5), Migration(13, "rekeying", needs: 5),
    Migration(14, "quarantine-time", needs: 5), Migration(15, "person-reads", needs: 5),
    Migration(16, "queue"), Migration(17, "no-board"), Migration(18, "inbox", needs: 17),
  ]

  /// The number of the last step.
  package static var last: Int { all.last?.number ?? 0 }

  var sha256: String { Fingerprint.sha256(of: sql) }
}

/// The reason for a missing or different schema.
package enum MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
  case database(SQLError)
  /// The schema is of a later version.
  case newer(found: Int, known: Int)
  /// Steps that this version needs are missing.
  case older(found: Int, known: Int)
  /// An applied step differs from that of this version.
  case changed(number: Int)
  /// The database is not UTF-8; documents and their columns are.
  case encoding(String)

  /// Whether the same call may succeed later without a change.
  package var passes: Bool {
    if case .database(let fault) = self { fault.passes } else { false }
  }

  package var description: String {
    switch self {
    case .database(let fault): fault.description
    case .newer(let found, let known):
      "the schema of the database is \(found), and this version knows \(known); use a newer version"
    case .older(let found, let known):
      "the schema of the database is \(found), and this version needs \(known); run `sagevoice migrate`"
    case .changed(let number):
      "step \(number) of the schema was applied with other content; restore the database, or use the "
        + "version that applied it"
    case .encoding(let found):
      "the encoding of the database is \(found); create a database with `createdb --encoding UTF8 --template template0`"
    }
  }
}

/// Updates a database to the schema of this version.
package struct Migrator: Sendable {
  /// The number of the advisory lock for schema changes; no other lock of the program has it.
  private static let lock: Int64 = 0x5361_6765_766F_6963

  private let connection: PostgresConnection

  /// - Parameter connection: Of a login that may create roles and schemas, or has created them.
  package init(_ connection: PostgresConnection) { self.connection = connection }

  /// Applies missing steps.
  /// - Returns: The applied steps.
  package func migrate(_ steps: [Migration] = Migration.all) throws(MigrationError) -> [Migration] {
    try Self.read {
      let rows = try connection.run("select current_setting('server_encoding')")
      let encoding = try rows.first?.text(0) ?? ""
      guard encoding == "UTF8" else { throw MigrationError.encoding(encoding) }
      try connection.run("begin")
      do {
        try connection.run("select pg_advisory_xact_lock($1)", [.int(Self.lock)])
        let missing = try missing(of: steps)
        for step in missing { try apply(step) }
        try connection.run("commit")
        return missing
      } catch {
        _ = try? connection.run("rollback")
        throw error
      }
    }
  }

  /// The number of the last step of a database; 0 for one without.
  package static func version(_ connection: PostgresConnection) throws(SQLError) -> Int {
    let found = try connection.run("select to_regclass('sagevoice.migration') is not null")
    guard try found.first?.bool(0) ?? false else { return 0 }
    return try connection.run("select coalesce(max(number), 0) from sagevoice.migration").first?
      .int(0) ?? 0
  }

  private func missing(of steps: [Migration]) throws -> [Migration] {
    guard try Self.version(connection) > 0 else { return steps }
    var applied: [Int: String] = [:]
    for row in try connection.run("select number, sha256 from sagevoice.migration") {
      applied[try row.int(0)] = try row.text(1)
    }
    let known = steps.last?.number ?? 0
    if let last = applied.keys.max(), last > known {
      throw MigrationError.newer(found: last, known: known)
    }
    for step in steps {
      if let found = applied[step.number], found != step.sha256 {
        throw MigrationError.changed(number: step.number)
      }
    }
    return steps.filter { applied[$0.number] == nil }
  }

  private func apply(_ step: Migration) throws(SQLError) {
    try connection.runScript(String(decoding: step.sql, as: UTF8.self))
    // Each step sets its own role.
    try connection.runScript("reset role; set local role sagevoice_owner")
    try connection.runScript(Self.table)
    try connection.run(
      "insert into sagevoice.migration (number, name, sha256, needs) values ($1, $2, $3, $4)",
      [.int(Int64(step.number)), .text(step.name), .text(step.sha256), .int(Int64(step.needs))])
    try connection.runScript("reset role")
  }

  private static let table = """
    set local client_min_messages = warning;
    create table if not exists sagevoice.migration (
      number integer primary key, name text not null, sha256 text not null,
      applied_at timestamptz not null default clock_timestamp());
    alter table sagevoice.migration add column if not exists needs integer not null default 0;
    grant select on sagevoice.migration
      to sagevoice_ingest, sagevoice_worker, sagevoice_clinic
    """

  /// Runs `body`, which throws errors of the database and of the migration only.
  static func read<Value>(_ body: () throws -> Value) throws(MigrationError) -> Value {
    do {
      return try body()
    } catch let error as MigrationError {
      throw error
    } catch {
      throw .database(error as? SQLError ?? .unreadable("\(error)"))
    }
  }
}

// Compatibility of a program with the schema of a database. During an upgrade the schema may be of a later or an
// earlier version.

extension Migrator {
  /// Checks whether this version can work with a database.
  /// - Returns: The number of its last step, possibly a later compatible one.
  @discardableResult
  package static func checkFit(
    _ connection: PostgresConnection, with steps: [Migration] = Migration.all
  ) throws(MigrationError) -> Int {
    let known = steps.last?.number ?? 0
    return try read {
      let found = try version(connection)
      guard found >= known else { throw MigrationError.older(found: found, known: known) }
      guard found > known else { return found }
      let rows = try connection.run(
        "select max(needs) from sagevoice.migration where number > $1", [.int(Int64(known))])
      guard try rows.first?.int(0) ?? known <= known else {
        throw MigrationError.newer(found: found, known: known)
      }
      return found
    }
  }

  package static func checkFit(of options: ConnectionOptions) throws(MigrationError) -> Int {
    try checkFit(read { try PostgresConnection(options) })
  }
}
