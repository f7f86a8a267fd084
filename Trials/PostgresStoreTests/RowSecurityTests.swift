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

  @Test(arguments: Somebody.allCases, tables)
  func `everybody sees what is theirs of a table, for their tenant, another and none`(
    who: Somebody, table: String
  ) throws {
    let sql = "select tenant::text from sagevoice.\(table)"
    let own = Self.seen(who, table)

    #expect(try answer(who, for: "a", sql) == own)
    #expect(try answer(who, for: "b", sql) == (own == .rows("a") ? .rows("b") : own))
    #expect(try answer(who, for: "", sql) == (own == .rows("a") ? .rows("") : own))
    #expect(try answer(who, for: "c", sql) == (own == .rows("a") ? .rows("") : own))
  }

  @Test func `workers see jobs without files, and ingest sees no header and no result`() throws {
    for (who, column) in [
      (Somebody.worker, "bytes::text from sagevoice.job_file"),
      (.worker, "header::text from sagevoice.kept_session"),
      (.worker, "bytes::text from sagevoice.kept_document"),
      (.ingest, "header::text from sagevoice.kept_session"),
      (.ingest, "user_hash from sagevoice.kept_session"),
      (.ingest, "bytes::text from sagevoice.kept_document"),
      (.ingest, "bytes::text from sagevoice.job_file"),
      (.ingest, "session::text from sagevoice.job"),
    ] {
      #expect(try answer(who, for: "a", "select \(column)") == .denied, "\(who): \(column)")
    }
  }

  @Test(arguments: tablesOfPeople)
  func `where a person is named, a clinic sees that person only`(table: String) throws {
    let sql = "select tenant::text from sagevoice.\(table)"

    #expect(try answer(.clinic, for: "a", person: "p-a", sql) == .rows("a"))
    #expect(try answer(.clinic, for: "a", person: "p-b", sql) == .rows(""))
    #expect(try answer(.clinic, for: "b", person: "p-a", sql) == .rows(""))
  }

  // MARK: - Writing

  @Test(arguments: Somebody.allCases, tables)
  func `everybody adds what they may, for their own tenant and no other`(
    who: Somebody, table: String
  ) throws {
    func insertion(for tenant: String) throws -> String {
      let (columns, values) = try #require(Self.insertion(into: table))
      return "insert into sagevoice.\(table) (tenant, \(columns)) values ('\(tenant)', \(values))"
    }
    let (own, foreign) = (try insertion(for: "a"), try insertion(for: "b"))

    #expect(try answer(who, for: "a", own) == Self.adding(who, table))
    #expect(try answer(who, for: "a", foreign) == .denied)
    #expect(try answer(who, for: "", own) == .denied)
  }

  /// Who may change or remove what; the owner may, and reaches no row.
  private static func changes(_ who: Somebody, _ table: String, _ verb: String) -> Answer {
    switch who {
    case .owner: .rows("")
    case .clinic: change(table, verb)
    case .ingest, .worker, .nobody: .denied
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
    let moved = "update sagevoice.kept_person_document set tenant = 'b' returning tenant::text"

    #expect(try answer(.clinic, for: "a", moved) == .denied)
  }

  @Test func `roles are not changed, nor the security of rows`() throws {
    for who in Somebody.allCases where who != .owner {
      #expect(try answer(who, for: "a", "set role sagevoice_owner") == .denied)
      #expect(try answer(who, for: "a", "drop policy clinic on sagevoice.kept_version") == .denied)
      #expect(
        try answer(who, for: "a", "alter table sagevoice.kept_version disable row level security")
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

  @Test func `who turns the security of rows off is refused, and not shown more`() throws {
    let connection = try server.connection(to: database, as: Somebody.clinic.login)
    try connection.run("set row_security = off")

    let fault = #expect(throws: SQLError.self) {
      try connection.run("select tenant from sagevoice.kept_version")
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
  func `the detail of a fault tells no value of a row`(who: Somebody, sql: String) throws {
    let message = try detail(who, for: "a", sql)

    #expect(message.contains("[] ") || message.contains("[Key is not present"), "\(message)")
    #expect(!message.contains("p-a") && !message.contains("p-b") && !message.contains("name-"))
  }

  @Test func `a key that another tenant has is free`() throws {
    let sql = """
      insert into sagevoice.kept_person_document (tenant, user_hash, name, bytes)
      values ('a', 'p-b', 'journey', '{}')
      """

    #expect(try answer(.clinic, for: "a", sql) == .rows(""))
  }

  @Test(arguments: ["kept_session", "kept_document", "kept_line", "job", "job_file"])
  func `a condition that fails on hidden rows is not tried on them`(table: String) throws {
    let sql = """
      select tenant::text from sagevoice.\(table)
      where 1 / (case when tenant::text = 'b' then 0 else 1 end) = 1
      """

    #expect(try answer(.clinic, for: "a", sql) == .rows("a"))
    #expect(try answer(.clinic, for: "b", sql) == .refused("22012"))
  }
}
