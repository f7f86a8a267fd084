import PostgresStore
import RecordStore
import TestSupport
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct MigrationTests {
  private let server: PostgresServer
  private let database: String

  init() throws {
    server = try .shared()
    database = try server.freshDatabase()
  }

  private func connection() throws -> PostgresConnection { try server.connection(to: database) }

  @Test func `a database that has the schema is left as it is`() throws {
    #expect(try Migrator(connection()).migrate().isEmpty)
    #expect(try Migrator.version(connection()) == Migration.last)
  }

  @Test func `steps are numbered from 1 without a gap`() {
    #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
  }

  @Test func `an empty database has no version, and gets all steps once by two programs at a time`()
    async throws
  {
    try connection().runScript("drop schema sagevoice cascade")
    #expect(try Migrator.version(connection()) == 0)

    async let first = Migrator(connection()).migrate().count
    async let second = Migrator(connection()).migrate().count

    #expect(try await first + second == Migration.all.count)
    #expect(try Migrator.version(connection()) == Migration.last)
  }

  @Test func `a migration that was applied in another form is reported`() throws {
    try connection().run("update sagevoice.migration set sha256 = 'other' where number = 2")

    #expect(throws: MigrationError.changed(number: 2)) { try Migrator(connection()).migrate() }
  }

  @Test func `a schema of a later version is left alone`() throws {
    try connection().run("insert into sagevoice.migration values (99, 'later', 'sha')")

    #expect(throws: MigrationError.newer(found: 99, known: Migration.last)) {
      try Migrator(connection()).migrate()
    }
  }

  @Test func `a step that fails leaves the schema as it was`() throws {
    let failing = Migration(
      number: Migration.last + 1, name: "failing", sql: Array("create table sagevoice.a (); x".utf8)
    )

    #expect(throws: MigrationError.self) {
      try Migrator(connection()).migrate(Migration.all + [failing])
    }

    #expect(try Migrator.version(connection()) == Migration.last)
    #expect(
      try connection().run("select to_regclass('sagevoice.a') is null").first?.bool(0) == true)
  }

  @Test func `sessions that were there before lists are found by them`() throws {
    try connection().runScript("drop schema sagevoice cascade")
    _ = try Migrator(connection()).migrate(Array(Migration.all.prefix(5)))
    let connection = try connection()
    for (header, state) in [
      (#"{"recording": {"name": "a.wav"}, "context": "clinic"}"#, #"{"state": "filed"}"#),
      (#"{"recording": {"name": "b\u0000"}}"#, #"{"state": "claimed"}"#),
    ] {
      try connection.run(
        """
        insert into sagevoice.kept_session (tenant, id, header, state)
        values ('a', gen_random_uuid(), $1, $2)
        """, [.bytes(Array(header.utf8)), .bytes(Array(state.utf8))])
    }
    try connection.run(
      """
      insert into sagevoice.kept_document (tenant, session, name, bytes)
      select tenant, id, name, convert_to('{"quality": {"verdict": "' || verdict || '"}}', 'UTF8')
      from sagevoice.kept_session, (values ('quick', 'warn'), ('computed', 'pass')) d(name, verdict)
      where place = (select min(place) from sagevoice.kept_session)
      """)

    _ = try Migrator(connection).migrate()

    let rows = try connection.run(
      """
      select state_name, recording_name, context, tier, verdict from sagevoice.kept_session order by place
      """)
    #expect(
      rows.map(\.values) == [
        [.text("filed"), .text("a.wav"), .text("clinic"), .text("comprehensive"), .text("pass")],
        [.text("claimed"), .null, .null, .null, .null],
      ])
  }

  @Test func `a database of another encoding is refused`() throws {
    let latin = "\(database)_latin"
    try server.connection(to: "postgres").run(
      "create database \(latin) template template0 encoding 'LATIN1' locale 'C'")

    #expect(throws: MigrationError.encoding("LATIN1")) {
      try Migrator(server.connection(to: latin)).migrate()
    }
  }

  @Test func `every table is the owner's, with security of rows that holds for the owner too`()
    throws
  {
    let open = try connection().run(
      """
      select relname::text from pg_class where relnamespace = 'sagevoice'::regnamespace
        and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
        and relname <> 'migration'
      """)
    let others = try connection().run(
      """
      select relname::text from pg_class where relnamespace = 'sagevoice'::regnamespace
        and relowner <> 'sagevoice_owner'::regrole
      """)

    #expect(open == [])
    #expect(others == [])
  }

  @Test func `a program works with a later schema that says it can, and with no earlier one`()
    throws
  {
    let connection = try connection()
    let own = Migration.last
    let later = { (needs: Int) in
      Migration(number: own + 1, name: "later", needs: needs, sql: Array("do $$ begin end $$".utf8))
    }
    #expect(throws: MigrationError.older(found: own, known: own + 1)) {
      try Migrator.checkFit(connection, with: Migration.all + [later(own)])
    }

    _ = try Migrator(connection).migrate(Migration.all + [later(own)])
    #expect(try Migrator.checkFit(connection) == own + 1)

    try connection.run("update sagevoice.migration set needs = number")
    #expect(throws: MigrationError.newer(found: own + 1, known: own)) {
      try Migrator.checkFit(connection)
    }
  }

  @Test func `a store opens on a fitting schema, and advises on another`() throws {
    let connection = try connection()
    let pool = ConnectionPool(ConnectionOptions(server.address(of: database), program: "store"))
    _ = try RecordStore(PostgresDatabase(pool), tenant: "a")

    try connection.run(
      "delete from sagevoice.migration where number = $1", [.int(Int64(Migration.last))])
    let older = #expect(throws: StoreError.self) {
      try RecordStore(PostgresDatabase(pool), tenant: "a")
    }
    #expect(older?.description.contains("run `sagevoice migrate`") == true)
    #expect(older?.outlook == .permanent)

    try connection.run(
      "insert into sagevoice.migration (number, name, sha256, needs) values (9999, 'later', '', 9999)"
    )
    let newer = #expect(throws: StoreError.self) {
      try RecordStore(PostgresDatabase(pool), tenant: "a")
    }
    #expect(newer?.description.contains("use a newer version") == true)
  }

  @Test func `the schema needed by a version is not newer than the version`() {
    #expect(Migration.all.allSatisfy { $0.needs <= $0.number })
  }
}
