// Row-level security: each login reads and writes each table for its own tenant, another tenant and none.
// Two tenants have one row in each table.

import PostgresStore
import RecordStore
import TestSupport
import Testing

/// A login of the database, named after its role.
enum Login: String, CaseIterable, Sendable {
  case ingest, worker, clinic, owner, unprivileged

  var name: String { "login_\(rawValue)" }
}

/// The result of a statement.
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
  private let server: PostgresServer
  private let database: String

  init() throws {
    server = try .shared()
    database = try server.freshDatabase()
    let all = try server.connection(to: database)
    for tenant in ["a", "b"] {
      for sql in Self.contents { try all.run(sql, [.text(tenant)]) }
    }
  }

  /// Runs a statement as a login for a tenant, and rolls it back.
  private func answer(
    _ login: Login, for tenant: String, person: String = "", _ sql: String
  ) throws -> Answer {
    let connection = try server.connection(to: database, as: login.name)
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

  @Test(arguments: Login.allCases, tables)
  func `a login reads its own rows of a table, for its tenant, another and none`(
    login: Login, table: String
  ) throws {
    let sql = "select tenant::text from sagevoice.\(table)"
    let own = Self.seen(login, table)

    #expect(try answer(login, for: "a", sql) == own)
    #expect(try answer(login, for: "b", sql) == (own == .rows("a") ? .rows("b") : own))
    #expect(try answer(login, for: "", sql) == (own == .rows("a") ? .rows("") : own))
    #expect(try answer(login, for: "c", sql) == (own == .rows("a") ? .rows("") : own))
  }

  @Test func `workers see jobs without files, and ingest sees no header and no result`() throws {
    for (login, column) in [
      (Login.worker, "bytes::text from sagevoice.job_file"),
      (.worker, "header::text from sagevoice.kept_session"),
      (.worker, "bytes::text from sagevoice.kept_document"),
      (.ingest, "header::text from sagevoice.kept_session"),
      (.ingest, "user_hash from sagevoice.kept_session"),
      (.ingest, "bytes::text from sagevoice.kept_document"),
      (.ingest, "bytes::text from sagevoice.job_file"),
      (.ingest, "session::text from sagevoice.job"),
    ] {
      #expect(try answer(login, for: "a", "select \(column)") == .denied, "\(login): \(column)")
    }
  }

  @Test(arguments: tablesOfPeople)
  func `a clinic session with a person reads rows of that person only`(table: String) throws {
    let sql = "select tenant::text from sagevoice.\(table)"

    #expect(try answer(.clinic, for: "a", person: "p-a", sql) == .rows("a"))
    #expect(try answer(.clinic, for: "a", person: "p-b", sql) == .rows(""))
    #expect(try answer(.clinic, for: "b", person: "p-a", sql) == .rows(""))
  }

  // MARK: - Writing

  @Test(arguments: Login.allCases, tables)
  func `a login inserts rows by its role, for its own tenant only`(
    login: Login, table: String
  ) throws {
    func insertion(for tenant: String) throws -> String {
      let (columns, values) = try #require(Self.insertion(into: table))
      return "insert into sagevoice.\(table) (tenant, \(columns)) values ('\(tenant)', \(values))"
    }
    let (own, foreign) = (try insertion(for: "a"), try insertion(for: "b"))

    #expect(try answer(login, for: "a", own) == Self.adding(login, table))
    #expect(try answer(login, for: "a", foreign) == .denied)
    #expect(try answer(login, for: "", own) == .denied)
  }

  /// Expected result of an update or delete. The owner has the right, but no policy gives a row.
  private static func changes(_ login: Login, _ table: String, _ verb: String) -> Answer {
    switch login {
    case .owner: .rows("")
    case .clinic: change(table, verb)
    case .ingest, .worker, .unprivileged: .denied
    }
  }

  @Test(arguments: Login.allCases, tables)
  func `a login updates and deletes rows by its role only`(
    login: Login, table: String
  ) throws {
    let update = "update sagevoice.\(table) set tenant = tenant returning tenant::text"
    let delete = "delete from sagevoice.\(table) returning tenant::text"

    #expect(try answer(login, for: "a", update) == Self.changes(login, table, "update"))
    #expect(try answer(login, for: "a", delete) == Self.changes(login, table, "delete"))
  }

  @Test func `a person is not moved to another tenant`() throws {
    let moved = "update sagevoice.kept_person_document set tenant = 'b' returning tenant::text"

    #expect(try answer(.clinic, for: "a", moved) == .denied)
  }

  @Test func `a login changes neither roles nor row-level security`() throws {
    for login in Login.allCases where login != .owner {
      #expect(try answer(login, for: "a", "set role sagevoice_owner") == .denied)
      #expect(
        try answer(login, for: "a", "drop policy clinic on sagevoice.kept_version") == .denied)
      #expect(
        try answer(login, for: "a", "alter table sagevoice.kept_version disable row level security")
          == .denied)
    }
  }

  @Test(arguments: Login.allCases, ["anchor", "anchor_head"])
  func `anchors are set by a function only`(login: Login, table: String) throws {
    let read = try answer(login, for: "a", "select number::text from sagevoice.\(table)")
    let remove = try answer(
      login, for: "a", "delete from sagevoice.\(table) returning number::text")
    let set = try answer(login, for: "a", "select number::text from sagevoice.set_anchor()")

    #expect(read == (login == .owner ? .rows("") : .denied))
    #expect(remove == (login == .owner ? .rows("") : .denied))
    #expect(set == ([.worker, .clinic, .owner].contains(login) ? .rows("1") : .denied))
  }

  @Test func `a query with row security off is refused`() throws {
    let connection = try server.connection(to: database, as: Login.clinic.name)
    try connection.run("set row_security = off")

    let fault = #expect(throws: SQLError.self) {
      try connection.run("select tenant from sagevoice.kept_version")
    }

    #expect(fault?.description.contains("42501") == true)
  }

  // MARK: - Error messages

  /// The server's detail of an error. Our own messages leave it out.
  private func detail(_ login: Login, for tenant: String, _ sql: String) throws -> String {
    let connection = try server.connection(to: database, as: login.name)
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
    // An existing key of the own tenant.
    (
      Login.clinic,
      """
      insert into sagevoice.kept_person_document (tenant, user_hash, name, bytes)
      values ('a', 'p-a', 'journey', '{}')
      """
    ),
    (
      .ingest,
      """
      insert into sagevoice.kept_session (tenant, id, user_hash)
      select 'a', id, 'p-a' from sagevoice.kept_session where tenant = 'a'
      """
    ),
    // A session that is missing.
    (
      .ingest,
      """
      insert into sagevoice.job_file (tenant, session, name, bytes)
      values ('a', gen_random_uuid(), 'recording', '')
      """
    ),
  ])
  func `the detail of an error contains no value of a row`(login: Login, sql: String) throws {
    let message = try detail(login, for: "a", sql)

    #expect(message.contains("[] ") || message.contains("[Key is not present"), "\(message)")
    #expect(!message.contains("p-a") && !message.contains("p-b") && !message.contains("name-"))
  }

  @Test func `a key of another tenant does not conflict`() throws {
    let sql = """
      insert into sagevoice.kept_person_document (tenant, user_hash, name, bytes)
      values ('a', 'p-b', 'journey', '{}')
      """

    #expect(try answer(.clinic, for: "a", sql) == .rows(""))
  }

  @Test(arguments: ["kept_session", "kept_document", "kept_line", "job", "job_file"])
  func `a condition is not evaluated on hidden rows`(table: String) throws {
    let sql = """
      select tenant::text from sagevoice.\(table)
      where 1 / (case when tenant::text = 'b' then 0 else 1 end) = 1
      """

    #expect(try answer(.clinic, for: "a", sql) == .rows("a"))
    #expect(try answer(.clinic, for: "b", sql) == .refused("22012"))
  }
}
