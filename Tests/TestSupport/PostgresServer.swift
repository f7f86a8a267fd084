// A PostgreSQL server of the tests, if it is installed: in a separate folder, on a socket. It ends with the process
// that started it.

import Foundation
package import PostgresStore
internal import RecordStore
import Synchronization

/// A running server.
package final class PostgresServer: Sendable {
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The programs of the newest version. Nil without one.
  package static let programs: String? = {
    let base = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    return versions.compactMap(Int.init).sorted().map { "\(base)/\($0)/bin" }
      .last { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  /// Whether a server is used: in trials, if it is installed.
  package static var isInstalled: Bool { Trials.areRun && programs != nil }

  /// The reason for skipped tests.
  package static let reason =
    "there is no /usr/lib/postgresql/*/bin/initdb (apt-get install postgresql)"

  private static let common = Result { try PostgresServer() }

  /// The server of all tests that do not stop it.
  package static func shared() throws -> PostgresServer { try common.get() }

  /// Runs until its input is closed, which happens at the end of the parent process.
  private static let script = """
    set -eu
    folder=$(mktemp -d "$2/sagevoice-pg.XXXXXX")
    trap '"$1/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
    "$1/initdb" -D "$folder/data" -A trust -U postgres -E UTF8 --locale=C --no-sync >/dev/null
    options="-c listen_addresses= -k $folder -c fsync=off -c max_connections=300"
    start() { "$1/pg_ctl" -D "$folder/data" -o "$options" -l "$folder/log" -w start >/dev/null; }
    start "$1"
    printf '%s\\n' "$folder"
    while read -r command; do
      "$1/pg_ctl" -D "$folder/data" -m "$command" -w stop >/dev/null
      start "$1"
      printf 'again\\n'
    done
    """

  private let folder: String
  private let input: FileHandle
  private let output: FileHandle
  private let numbers = Atomic(0)

  package init() throws {
    guard let programs = Self.programs else { throw Failure(description: Self.reason) }
    let root = TestFolder.root.path
    let (into, out) = (Pipe(), Pipe())
    let process = Process()
    // initdb refuses to run as root.
    let user = geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = user + ["sh", "-c", Self.script, "sh", programs, root]
    process.currentDirectoryURL = TestFolder.root
    (process.standardInput, process.standardOutput) = (into, out)
    try process.run()
    (input, output) = (into.fileHandleForWriting, out.fileHandleForReading)
    folder = try Self.line(of: output)
    try makeTemplate()
  }

  private static func line(of output: FileHandle) throws -> String {
    var line: [UInt8] = []
    while let byte = try output.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    throw Failure(description: "the server did not start")
  }

  /// Restarts the server.
  /// - Parameter mode: `immediate` as in a crash, `fast` as by an administrator.
  package func restart(_ mode: String) throws {
    try input.write(contentsOf: Data("\(mode)\n".utf8))
    _ = try Self.line(of: output)
  }

  package func address(of database: String, as login: String = "postgres") -> String {
    "host=\(folder) dbname=\(database) user=\(login)"
  }

  /// A login for each role, and a template database.
  private func makeTemplate() throws {
    let admin = try connection(to: "postgres")
    try admin.run("create database migrated template template0 encoding 'UTF8'")
    _ = try Migrator(connection(to: "migrated")).migrate()
    for role in DatabaseRole.allCases {
      try admin.run("create role \(role.login) login in role \(role.rawValue)")
    }
    try admin.run("create role login_unprivileged login")
    try admin.run("create role login_machine login in role sagevoice_worker, sagevoice_clinic")
  }

  /// A new database with the schema of this version: empty, or a copy of a database without connections.
  package func freshDatabase(like template: String = "migrated") throws -> String {
    let name = "trial_\(numbers.add(1, ordering: .relaxed).newValue)"
    try connection(to: "postgres").run("create database \(name) template \(template)")
    return name
  }

  /// Every row of a database as text, read by its owner without row security.
  package func everything(in database: String) throws -> String {
    let connection = try connection(to: database)
    let tables = try connection.run(
      "select tablename::text from pg_tables where schemaname = 'sagevoice' order by 1")
    var text = ""
    for table in tables {
      for row in try connection.run("select t::text from sagevoice.\(try table.text(0)) t") {
        text += try row.text(0) + "\n"
      }
    }
    return text
  }

  package func connection(
    to database: String, as login: String = "postgres"
  ) throws -> PostgresConnection {
    try PostgresConnection(ConnectionOptions(address(of: database, as: login), program: "tests"))
  }

  /// Connections as the login of a role.
  package func pool(to database: String, as role: DatabaseRole) -> ConnectionPool {
    ConnectionPool(ConnectionOptions(address(of: database, as: role.login), program: "tests"))
  }
}

extension DatabaseRole {
  /// The login of the role.
  package var login: String { "login_\(self)" }
}
