// What came of the recordings of a board, for whose they are.

package import RecordStore
package import VoiceTypes

/// A document of a board, and what it is of.
package struct BoardDocument: Sendable {
  package let session: SessionID
  package let user: UserHash?

  /// That of the file.
  package fileprivate(set) var name: String
  package let tier: Tier
  package let engine: String

  /// By the clock of the database, as RFC 3339 has it.
  package let storedAt: String

  /// As it was made.
  package fileprivate(set) var bytes: [UInt8]

  fileprivate let sound: SoundName
  fileprivate let settingsSHA256: String

  fileprivate init(_ row: SQLRow, of tenant: String) throws(SQLError) {
    guard let session = SessionID(try row.text(0)), let tier = Tier(code: try row.int(1)) else {
      throw .unreadable("a document")
    }
    (self.session, self.tier, engine) = (session, tier, try row.text(2))
    (settingsSHA256, name) = (try row.text(3), try row.text(5))
    user = row.isNull(4) ? nil : UserHash(text: try row.text(4))
    sound = SoundName(tenant: tenant, sha256: try row.text(6))
    (storedAt, bytes) = (try row.text(7), try row.bytes(8))
  }

  /// What the next page is behind.
  fileprivate var key: [SQLValue] {
    [.text(session.text), .int(tier.code), .text(engine), .text(settingsSHA256)]
  }

  /// The same for programs.
  package func json() throws(StoreError) -> JSONValue {
    guard let document = try? JSONValue.parse(bytes) else {
      throw .damaged(path: session.text, problem: "the document is not JSON")
    }
    return .object([
      .init("session", .string(session.text)), .init("user_hash", .optional(user?.text)),
      .init("name", .string(name)), .init("tier", .string(tier.rawValue)),
      .init("engine", .string(engine)), .init("stored_at", .string(storedAt)),
      .init("document", document),
    ])
  }
}

/// The documents of one tenant, a page at a time, in the order of their sessions.
package struct BoardResults {
  /// As many as are read at a time [E].
  private static let page: Int64 = 100

  private let connection: PostgresConnection
  private let tenant: String
  private let session: SessionID?
  private let form: BoardForm
  private var last: [SQLValue] = [
    .text("00000000-0000-0000-0000-000000000000"), .int(0), .text(""), .text(""),
  ]

  /// - Parameters:
  ///   - connection: Of a login that is a member of `sagevoice_clinic`.
  ///   - session: The one that is asked for; nil for all.
  package init(
    _ connection: PostgresConnection, of tenant: String, session: SessionID? = nil, form: BoardForm
  ) {
    (self.connection, self.tenant, self.session) = (connection, tenant, session)
    self.form = form
  }

  /// The next documents as they are kept; none behind the last.
  package mutating func next() throws(StoreError) -> [BoardDocument] {
    let parameters =
      last + [.int(Self.page), .optional(session?.text), .text(tenant)]
    do throws(SQLError) {
      let rows = try connection.transaction(of: tenant) { () throws(SQLError) in
        try connection.run(Self.sql, parameters)
      }
      let found = try rows.map { row throws(SQLError) in try BoardDocument(row, of: tenant) }
      if let end = found.last { last = end.key }
      return found
    } catch {
      throw error.storeError
    }
  }

  /// A document as it was made.
  package func opened(_ kept: BoardDocument) throws(StoreError) -> BoardDocument {
    var document = kept
    document.name = try form.name(kept.name, of: kept.sound, connection)
    document.bytes = try form.document(kept.bytes, of: kept.session, kept.tier, connection)
    return document
  }

  /// $1 to $4 the key that they are behind, $5 how many, $6 of which session, $7 the tenant.
  private static let sql = """
    select d.session::text, d.tier, d.engine, encode(d.config_hash, 'hex'), s.user_hash, s.name,
      encode(s.recording_sha, 'hex'),
      to_char(d.stored_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), d.bytes
    from sagevoice.document d
    join sagevoice.session s on s.tenant = d.tenant and s.id = d.session
    where d.tenant = $7 and ($6::text is null or d.session = $6::text::uuid)
      and (d.session, d.tier, d.engine, d.config_hash)
        > ($1::text::uuid, $2::smallint, $3::text, decode($4, 'hex'))
    order by d.session, d.tier, d.engine, d.config_hash limit $5
    """
}
