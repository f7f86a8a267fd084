// Anchors: a hash over the last lines of all changed histories and over the anchor before. A copy elsewhere
// proves the state of the database at that time.

package import RecordStore
internal import VoiceTypes

/// The state of all histories at one time.
package struct Anchor: Sendable, Equatable {
  package let number: Int

  /// 64 hexadecimal digits.
  package let hash: String

  package init(number: Int, hash: String) { (self.number, self.hash) = (number, hash) }

  /// The text of an anchor: its number, a colon, its hash.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), number > 0, parts[1].utf8.count == 64
    else { return nil }
    self.init(number: number, hash: parts[1].lowercased())
  }

  package var text: String { "\(number):\(hash)" }

  /// Creates an anchor over the changes since the last one.
  /// - Returns: The newest anchor; nil without any change.
  package static func set(_ connection: PostgresConnection) throws(SQLError) -> Anchor? {
    let rows = try connection.run("select number, encode(hash, 'hex') from sagevoice.set_anchor()")
    guard let row = rows.first else { return nil }
    return Anchor(number: try row.int(0), hash: try row.text(1))
  }

  /// Whether a database still contains the anchor.
  package func isKept(_ connection: PostgresConnection) throws(SQLError) -> Bool {
    let rows = try connection.run(
      "select encode(hash, 'hex') = $2 from sagevoice.anchor where number = $1",
      [.int(Int64(number)), .text(hash)])
    return try rows.first?.bool(0) ?? false
  }

  /// Queries for anchors or sessions with a problem. A purge also deletes history lines.
  static let questions = [
    (
      "the anchor was changed, or does not follow the previous anchor",
      """
      select number::text from (
        select number, row_number() over own as place, hash, previous,
          lag(hash, 1, ''::bytea) over own as before, sagevoice.anchor_hash(anchor) as expected
        from sagevoice.anchor anchor window own as (order by number)) line
      where number <> place or previous <> before or hash <> expected order by number
      """
    ),
    (
      "the history differs from the anchored history",
      """
      select distinct head.session::text from sagevoice.anchor_head head where kind = 'kept_line'
        and not exists (select from sagevoice.kept_line line where line.tenant = head.tenant
          and line.session = head.session and line.number = head.number and line.hash = head.hash)
        and not exists (select from sagevoice.purged gone where gone.tenant = head.tenant
          and gone.session = head.session)
      order by 1
      """
    ),
  ]
}

/// The result of a verification of a database without keys: chains of histories, anchors, and documents against their
/// histories.
package struct Contents: Sendable, Equatable {
  package let sessions: Int
  package let documents: Int
  package let auditLines: Int
  package let anchors: Int
  package let problems: [String]

  /// Verifies everything that the connection can see.
  package static func check(_ connection: PostgresConnection) throws(SQLError) -> Contents {
    var problems: [String] = []
    for (what, sql) in Anchor.questions {
      for row in try connection.run(sql) { problems.append("\(try row.text(0)): \(what)") }
    }
    for tenant in try connection.run("select tenant::text from sagevoice.store order by 1") {
      problems += try RecordStore.check(connection, tenant: tenant.text(0))
    }
    return Contents(
      sessions: try count("kept_session", connection),
      documents: try count("kept_document", connection),
      auditLines: try count("kept_line", connection) + count("tenant_line", connection),
      anchors: try count("anchor", connection),
      problems: problems)
  }

  private static func count(
    _ table: String, _ connection: PostgresConnection
  ) throws(SQLError) -> Int {
    try connection.run("select count(*) from sagevoice.\(table)").first?.int(0) ?? 0
  }
}
