// Who sees and does what, tried as a login of each role on each table: for their own tenant, for another one,
// and for none. Two tenants hold one row of each table.

import PostgresStore
import RecordStore
import TestSupport
import Testing

/// Somebody who signs in.
enum Somebody: String, CaseIterable, Sendable {
  case ingest, worker, clinic, owner, nobody

  var login: String { "login_\(rawValue)" }
}

/// What comes of a statement.
enum Answer: Equatable, CustomStringConvertible {
  /// Rows of these tenants, in order.
  case rows(String)
  case refused(String)

  static let denied = Answer.refused("42501")

  var description: String {
    switch self {
    case .rows(let tenants): "rows [\(tenants)]"
    case .refused(let code): code
    }
  }
}

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct RowSecurityTests {
  static let tables =
    ["person", "session", "audio", "document", "audit", "job", "result"] + keptTables

  private let server: PostgresServer
  private let database: String

  init() throws {
    server = try .shared()
    database = try server.freshDatabase()
    let all = try server.connection(to: database)
    for tenant in ["a", "b"] {
      for sql in Self.contents + Self.keptContents { try all.run(sql, [.text(tenant)]) }
    }
  }

  private static let contents = [
    "insert into sagevoice.person (tenant, user_hash, bytes) values ($1, 'p-' || $1, '{}')",
    """
    insert into sagevoice.audio (tenant, recording_sha, bytes)
    values ($1, sha256($1::bytea), $1::bytea)
    """,
    """
    insert into sagevoice.session (tenant, user_hash, recording_sha, name, size_bytes)
    values ($1, 'p-' || $1, sha256($1::bytea), 'name-' || $1, 1)
    """,
    """
    insert into sagevoice.document (tenant, session, tier, engine, config_hash, bytes, lease_token)
    select tenant, id, 1, 'e', sha256('c'), '{}', 1 from sagevoice.session where tenant = $1
    """,
    """
    insert into sagevoice.audit (tenant, session, action)
    select tenant, id, 'submitted' from sagevoice.session where tenant = $1
    """,
    """
    insert into sagevoice.job (tenant, session, recording_sha, config_hash, engine, tier)
    select tenant, id, recording_sha, sha256('c'), 'e', 2 from sagevoice.session where tenant = $1
    """,
  ]

  /// What comes of a statement by somebody for a tenant; nothing of it stays.
  private func answer(
    _ who: Somebody, for tenant: String, person: String = "", _ sql: String
  ) throws -> Answer {
    let connection = try server.connection(to: database, as: who.login)
    struct Enough: Error {}
    do throws(SQLError) {
      try connection.run("begin")
      try connection.run(
        """
        select set_config('sagevoice.tenant', $1, true), set_config('sagevoice.person', $2, true)
        """, [.text(tenant), .text(person)])
      let tenants = try connection.run(sql).map { row throws(SQLError) in try row.text(0) }
      try connection.run("rollback")
      return .rows(tenants.sorted().joined(separator: " "))
    } catch {
      guard case .refused(let state, _) = error else { throw error }
      return .refused(state.code)
    }
  }

  // MARK: - Reading

  /// What somebody of tenant `a` sees of each table.
  private static let seen: [Somebody: [String: Answer]] = [
    .ingest: [
      "session": .rows("a"), "audio": .rows("a"), "document": .rows("a"), "job": .rows("a"),
    ],
    .worker: ["audio": .rows("a b"), "document": .rows("a b"), "job": .rows("a b")],
    .clinic: [
      "person": .rows("a"), "session": .rows("a"), "audio": .rows("a"), "document": .rows("a"),
      "audit": .rows("a"), "result": .rows("a"),
    ],
    .owner: [
      "person": .rows(""), "session": .rows(""), "audio": .rows(""), "document": .rows(""),
      "audit": .rows("a b"), "job": .rows(""), "result": .rows(""),
    ],
    .nobody: [:],
  ]

  @Test(arguments: Somebody.allCases, tables)
  func `everybody sees what is theirs of a table, for their tenant, another and none`(
    who: Somebody, table: String
  ) throws {
    let sql = "select tenant::text from sagevoice.\(table)"
    let own = Self.seen[who]?[table] ?? Self.keptSeen(who, table)

    #expect(try answer(who, for: "a", sql) == own)
    #expect(try answer(who, for: "b", sql) == (own == .rows("a") ? .rows("b") : own))
    #expect(try answer(who, for: "", sql) == (own == .rows("a") ? .rows("") : own))
    #expect(try answer(who, for: "c", sql) == (own == .rows("a") ? .rows("") : own))
  }

  @Test func `workers see no name, and those who put in no result`() throws {
    #expect(try answer(.worker, for: "a", "select name from sagevoice.session") == .denied)
    #expect(try answer(.worker, for: "a", "select bytes::text from sagevoice.document") == .denied)
    #expect(try answer(.ingest, for: "a", "select name from sagevoice.session") == .denied)
    #expect(try answer(.ingest, for: "a", "select bytes::text from sagevoice.document") == .denied)
    #expect(try answer(.ingest, for: "a", "select bytes::text from sagevoice.audio") == .denied)
  }

  @Test(
    arguments: ["person", "session", "audio", "document", "audit", "result"] + keptTablesOfPeople)
  func `where a person is named, a clinic sees that person only`(table: String) throws {
    let sql = "select tenant::text from sagevoice.\(table)"

    #expect(try answer(.clinic, for: "a", person: "p-a", sql) == .rows("a"))
    #expect(try answer(.clinic, for: "a", person: "p-b", sql) == .rows(""))
    #expect(try answer(.clinic, for: "b", person: "p-a", sql) == .rows(""))
  }

  // MARK: - Writing

  /// A new row of each table for the tenant named; the keys of session and sound are their own.
  private static func insertion(into table: String, for tenant: String) -> String? {
    let values: (String, String)? =
      switch table {
      case "person": ("user_hash, bytes", "'new', '{}'")
      case "audio": ("recording_sha, bytes", "sha256('n'), 'n'")
      case "session": ("recording_sha, name, size_bytes", "sha256('n'), 'n', 1")
      case "document":
        (
          "session, tier, engine, config_hash, bytes, lease_token",
          "gen_random_uuid(), 2, 'e', sha256('c'), '{}', 2"
        )
      case "audit": ("session, action", "gen_random_uuid(), 'x'")
      case "job":
        (
          "session, recording_sha, config_hash, engine, tier",
          "gen_random_uuid(), sha256('n'), sha256('c'), 'e', 1"
        )
      default: keptInsertion(into: table)
      }
    return values.map {
      "insert into sagevoice.\(table) (tenant, \($0.0)) values ('\(tenant)', \($0.1))"
    }
  }

  /// Who may add to what; a session that is not there is found out only by who may.
  private static let adds: [Somebody: [String: Answer]] = [
    .ingest: [
      "audio": .rows(""), "session": .rows(""), "audit": .refused("23503"),
      "job": .refused("23503"),
    ],
    .worker: ["document": .refused("23503"), "audit": .refused("23503")],
    .clinic: ["person": .rows("")],
  ]

  @Test(arguments: Somebody.allCases, tables.filter { $0 != "result" })
  func `everybody adds what they may, for their own tenant and no other`(
    who: Somebody, table: String
  ) throws {
    let own = try #require(Self.insertion(into: table, for: "a"))
    let foreign = try #require(Self.insertion(into: table, for: "b"))
    let expected = Self.adds[who]?[table] ?? Self.keptAdding(who, table)

    #expect(try answer(who, for: "a", own) == expected)
    // Workers serve all tenants.
    #expect(try answer(who, for: "a", foreign) == (who == .worker ? expected : .denied))
    #expect(try answer(who, for: "", own) == (who == .worker ? expected : .denied))
  }

  /// Who may change or remove what; the owner may, and reaches no row.
  private static func changes(_ who: Somebody, _ table: String, _ verb: String) -> Answer {
    switch (who, table, verb) {
    case (.worker, "job", "delete"): .rows("a b")
    case (.clinic, "person", "update"): .rows("a")
    // A view of a join takes nothing; who may not look into the schema is not told so.
    case (.nobody, _, _): .denied
    case (_, "result", _): .refused("55000")
    case (.owner, _, _): .rows("")
    case (.clinic, _, _): keptChange(table, verb)
    default: .denied
    }
  }

  @Test(arguments: Somebody.allCases, tables)
  func `nobody changes or removes more than their work asks for`(
    who: Somebody, table: String
  ) throws {
    let update = "update sagevoice.\(table) set tenant = tenant returning tenant::text"
    let delete = "delete from sagevoice.\(table) returning tenant::text"

    #expect(try answer(who, for: "a", update) == Self.changes(who, table, "update"))
    #expect(try answer(who, for: "a", delete) == Self.changes(who, table, "delete"))
  }

  @Test func `a person is not moved to another tenant`() throws {
    let moved = "update sagevoice.person set tenant = 'b' returning tenant::text"

    #expect(try answer(.clinic, for: "a", moved) == .denied)
  }

  @Test func `roles are not changed, nor the security of rows`() throws {
    for who in Somebody.allCases where who != .owner {
      #expect(try answer(who, for: "a", "set role sagevoice_owner") == .denied)
      #expect(try answer(who, for: "a", "drop policy clinic on sagevoice.person") == .denied)
      #expect(
        try answer(who, for: "a", "alter table sagevoice.person disable row level security")
          == .denied)
    }
  }

  @Test(arguments: Somebody.allCases, ["anchor", "anchor_head"])
  func `anchors are set by a function, and written by nobody`(who: Somebody, table: String) throws {
    let read = try answer(who, for: "a", "select number::text from sagevoice.\(table)")
    let remove = try answer(who, for: "a", "delete from sagevoice.\(table) returning number::text")
    let set = try answer(who, for: "a", "select number::text from sagevoice.set_anchor()")

    #expect(read == (who == .owner ? .rows("") : .denied))
    #expect(remove == (who == .owner ? .rows("") : .denied))
    #expect(set == ([.worker, .clinic, .owner].contains(who) ? .rows("1") : .denied))
  }

  @Test(arguments: Somebody.allCases)
  func `settings are read by all roles, and set by the owner`(who: Somebody) throws {
    try server.connection(to: database).run(
      "insert into sagevoice.setting values ('audio_folder', '/sound')")

    let read = try answer(who, for: "a", "select value from sagevoice.setting")
    let change = try answer(
      who, for: "a", "update sagevoice.setting set value = '/' returning value")

    #expect(read == (who == .nobody ? .denied : .rows("/sound")))
    #expect(change == (who == .owner ? .rows("/") : .denied))
  }

  @Test func `who turns the security of rows off is refused, and not shown more`() throws {
    let connection = try server.connection(to: database, as: Somebody.clinic.login)
    try connection.run("set row_security = off")

    let fault = #expect(throws: SQLError.self) {
      try connection.run("select tenant from sagevoice.person")
    }

    #expect(fault?.description.contains("42501") == true)
  }

  // MARK: - What errors say

  /// The detail that the server gives of a fault, which our own messages leave out.
  private func detail(_ who: Somebody, for tenant: String, _ sql: String) throws -> String {
    let connection = try server.connection(to: database, as: who.login)
    try connection.run("select set_config('sagevoice.tenant', $1, false)", [.text(tenant)])
    let fault = #expect(throws: SQLError.self) {
      try connection.runScript(
        """
        do $body$ declare found text; begin \(sql);
        exception when others then
          get stacked diagnostics found = pg_exception_detail;
          raise exception '[%] %', found, sqlerrm;
        end $body$
        """)
    }
    return fault?.description ?? ""
  }

  @Test(arguments: [
    // A key that is taken, of their own tenant.
    (
      Somebody.clinic,
      "insert into sagevoice.person (tenant, user_hash, bytes) values ('a', 'p-a', '{}')"
    ),
    (
      .ingest,
      """
      insert into sagevoice.session (tenant, user_hash, recording_sha, name, size_bytes)
      values ('a', 'p-a', sha256('a'), 'n', 1)
      """
    ),
    // Somebody of another tenant, who is not there either way.
    (
      .ingest,
      """
      insert into sagevoice.session (tenant, user_hash, recording_sha, name, size_bytes)
      values ('a', 'p-b', sha256('n'), 'n', 1)
      """
    ),
    (
      .worker,
      """
      insert into sagevoice.document
        (tenant, session, tier, engine, config_hash, bytes, lease_token)
      values ('b', gen_random_uuid(), 1, 'e', sha256('c'), '{}', 2)
      """
    ),
  ])
  func `the detail of a fault tells no value of a row`(who: Somebody, sql: String) throws {
    let message = try detail(who, for: "a", sql)

    #expect(message.contains("[] ") || message.contains("[Key is not present"), "\(message)")
    #expect(!message.contains("p-a") && !message.contains("p-b") && !message.contains("name-"))
  }

  @Test func `a key that another tenant has is free`() throws {
    let sql = "insert into sagevoice.person (tenant, user_hash, bytes) values ('a', 'p-b', '{}')"

    #expect(try answer(.clinic, for: "a", sql) == .rows(""))
  }

  @Test(arguments: ["person", "session", "document", "audit", "result"])
  func `a condition that fails on hidden rows is not tried on them`(table: String) throws {
    let sql = """
      select tenant::text from sagevoice.\(table)
      where 1 / (case when tenant::text = 'b' then 0 else 1 end) = 1
      """

    #expect(try answer(.clinic, for: "a", sql) == .rows("a"))
    #expect(try answer(.clinic, for: "b", sql) == .refused("22012"))
  }
}
