import PostgresStore
import RecordStore
import TestSupport
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct ConnectionTests {
  private let server: PostgresServer
  private let connection: PostgresConnection

  init() throws {
    server = try .shared()
    connection = try server.connection(to: "postgres")
  }

  @Test(arguments: [
    ("$1::bool", SQLValue.bool(true)), ("$1::int8", .int(.min)), ("$1::int8", .int(-1)),
    ("$1::float8", .number(-1.5e-300)), ("$1::text", .text("naïve ' \" \\ 声")),
    ("$1::text", .text("")), ("$1::bytea", .bytes([0, 1, 255, 39, 92, 0])),
    ("$1::bytea", .bytes([])), ("$1::text", .null),
  ])
  func `a value comes back as it went`(sql: String, value: SQLValue) throws {
    #expect(try connection.run("select \(sql)", [value]).map(\.values) == [[value]])
  }

  @Test func `a large value is returned complete`() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    #expect(try connection.run("select $1::bytea", [.bytes(bytes)]).first?.bytes(0) == bytes)
  }

  @Test func `smaller numbers, names and documents are read`() throws {
    let rows = try connection.run(
      """
      select (-3)::int2, (-70000)::int4, 'a'::name, '{"b": [1]}'::jsonb,
        '00112233-4455-6677-8899-aabbccddeeff'::uuid, 'c'::varchar
      """)

    #expect(
      rows.first?.values == [
        .int(-3), .int(-70000), .text("a"), .text(#"{"b": [1]}"#),
        .text("00112233-4455-6677-8899-aabbccddeeff"), .text("c"),
      ])
  }

  @Test func `a type that is not known is a fault and no guess`() {
    #expect(throws: SQLError.self) { try connection.run("select '1 day'::interval") }
  }

  @Test(arguments: [
    ("select 1 / 0", "22012", false), ("select * from nothing", "42P01", false),
    ("do $$ begin raise sqlstate '40001'; end $$", "40001", true),
    ("do $$ begin raise sqlstate '40P01'; end $$", "40P01", true),
    ("do $$ begin raise sqlstate '53300'; end $$", "53300", true),
    ("do $$ begin raise sqlstate '57P03'; end $$", "57P03", true),
    ("do $$ begin raise sqlstate '23505'; end $$", "23505", false),
  ])
  func `a fault says whether it passes`(sql: String, code: String, passes: Bool) throws {
    let fault = #expect(throws: SQLError.self) { try connection.run(sql) }

    guard case .refused(let state, _) = try #require(fault) else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(state.code == code)
    #expect(fault?.passes == passes)
    #expect(connection.isUsable)
  }

  @Test func `the detail of a fault, which holds values, is not passed on`() throws {
    try connection.run("create temporary table one (id text primary key)")
    try connection.run("insert into one values ('secret')")

    let fault = #expect(throws: SQLError.self) {
      try connection.run("insert into one values ('secret')")
    }

    #expect(fault?.description.contains("23505") == true)
    #expect(fault?.description.contains("secret") == false)
  }

  @Test func `a connection that the server ends is away, and that passes`() throws {
    let pid = try connection.run("select pg_backend_pid()").first?.int(0) ?? 0
    try server.connection(to: "postgres").run(
      "select pg_terminate_backend($1::int8::int4)", [.int(Int64(pid))])

    let fault = #expect(throws: SQLError.self) { try connection.run("select 1") }

    #expect(fault?.passes == true)
    #expect(!connection.isUsable)
  }

  @Test func `a pool replaces lost connections`() throws {
    let pool = ConnectionPool(ConnectionOptions(server.address(of: "postgres"), program: "pool"))
    try pool.with { first throws(SQLError) in
      try pool.with { second throws(SQLError) in _ = (first, second) }
    }
    try connection.run(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'pool'"
    )

    _ = try? pool.run("select 1")

    #expect(try pool.run("select 2").first?.int(0) == 2)
  }

  @Test func `a connection to an address without a server fails`() {
    let fault = #expect(throws: SQLError.self) {
      try PostgresConnection(
        ConnectionOptions("host=/nonexistent dbname=a user=b", program: "tests"))
    }

    #expect(fault?.passes == true)
  }

  @Test func `a statement that takes too long is ended, and that passes`() throws {
    var options = ConnectionOptions(server.address(of: "postgres"), program: "slow")
    options.statementMilliseconds = 50
    let slow = try PostgresConnection(options)

    let fault = #expect(throws: SQLError.self) { try slow.run("select pg_sleep(10)") }

    #expect(fault == .refused(SQLState("57014"), "canceling statement due to statement timeout"))
    #expect(fault?.passes == true)
  }

  @Test func `a failed transaction leaves no rows`() throws {
    try connection.run("create temporary table kept (id int8)")

    #expect(throws: SQLError.self) {
      try connection.transaction { () throws(SQLError) in
        try connection.run("insert into kept values (1)")
        try connection.run("select 1 / 0")
      }
    }

    #expect(try connection.run("select id from kept") == [])
  }

  @Test func `a tenant is set for one transaction and no longer`() throws {
    let setting = "select coalesce(current_setting('sagevoice.tenant', true), '')"

    let within = try connection.transaction(of: "clinic-a") { () throws(SQLError) in
      try connection.run(setting).first?.text(0)
    }

    #expect(within == "clinic-a")
    #expect(try connection.run(setting).first?.text(0) == "")
  }

  @Test func `a message on a channel ends the wait for it`() throws {
    try connection.run("listen trial")
    #expect(try !connection.awaitNotice(.milliseconds(20)))

    try server.connection(to: "postgres").run("notify trial")

    #expect(try connection.awaitNotice(.seconds(20)))
    #expect(try !connection.awaitNotice(.milliseconds(20)))
  }

  @Test func `repeated statements are prepared, once per parameter types`() throws {
    let names = "select count(*) from pg_prepared_statements where statement like 'select $1 || %'"
    for _ in 0..<3 {
      try connection.run("select $1 || 'a'", [.text("b")])
      try connection.run("select $1 || 'a'", [.null])
    }

    #expect(try connection.run(names).first?.int(0) == 2)
    #expect(try connection.run("select $1 || 'a'", [.text("c")]).first?.text(0) == "ca")
  }

  @Test func `a prepared statement returns the current rows of a changed table`() throws {
    try connection.run("create temporary table changing (a int8)")
    try connection.run("insert into changing values (1)")
    for _ in 0..<3 { try connection.run("select * from changing") }

    try connection.run("alter table changing add b text default 'new'")

    for _ in 0..<3 {
      #expect(
        try connection.run("select * from changing").map(\.values) == [[.int(1), .text("new")]])
    }
  }

  @Test func `a statement that a pooler took away is prepared again`() throws {
    for _ in 0..<3 { try connection.run("select 7") }

    try connection.runScript("deallocate all")

    for _ in 0..<3 { #expect(try connection.run("select 7").first?.int(0) == 7) }
  }

  @Test func `a missing statement within a transaction is a transient fault`() throws {
    for _ in 0..<3 { try connection.run("select 7") }
    try connection.runScript("deallocate all")
    func run() throws(SQLError) -> Int? {
      try connection.transaction { () throws(SQLError) in
        try connection.run("select 7").first?.int(0)
      }
    }

    let fault = #expect(throws: SQLError.self) { try run() }

    #expect(fault?.passes == true)
    #expect(try run() == 7)
  }

  @Test func `a fault within a transaction leaves prepared statements as they are`() throws {
    for _ in 0..<3 {
      #expect(throws: SQLError.self) {
        try connection.transaction { () throws(SQLError) in
          try connection.run("select 1 / $1::int8", [.int(0)])
        }
      }
    }

    #expect(try connection.run("select 1 / $1::int8", [.int(1)]).first?.int(0) == 1)
  }
}
