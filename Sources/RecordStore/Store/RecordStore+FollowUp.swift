// The values of sessions that follow-ups of a person read: derived from results and answers, and stored in the row of the
// session, so that a follow-up is one query. A value names the documents that it was derived from. One of other documents,
// of another form, or that does not exist yet, is derived again.

internal import VoiceTypes

/// The values of a session for follow-ups.
package struct FollowUpValues: Sendable {
  package let session: SessionID

  /// Whether another session amends it.
  package let isAmended: Bool

  /// The values in the form of the caller.
  package let bytes: [UInt8]
}

/// How the values of a session are derived.
package struct FollowUpForm: Sendable {
  /// The name of the form. A later form needs another name.
  let name: String

  /// The values; nil without readable results.
  let derive: @Sendable (SessionResults) -> [UInt8]?

  package init(name: String, derive: @escaping @Sendable (SessionResults) -> [UInt8]?) {
    (self.name, self.derive) = (name, derive)
  }

  /// The first line of stored values: the form, and the hashes of the documents.
  fileprivate func head(_ computed: String, _ answers: String) -> [UInt8] {
    Array("\(name) \(computed) \(answers)\n".utf8)
  }
}

extension RecordStore {
  /// The values of the newest sessions of a person with results, oldest first. Missing values are derived, and stored unless
  /// the store is open for reading.
  /// - Parameter most: The number of newest sessions; nil for all.
  package func followUpValues(
    of user: UserHash, newest most: Int? = nil, _ form: FollowUpForm
  ) throws(StoreError) -> [FollowUpValues] {
    let rows = try read { rows in try rows.followUpRows(of: user, newest: most, form) }
    var derived: [(SessionID, [UInt8])] = []
    var found: [FollowUpValues] = []
    for row in rows {
      var bytes = row.bytes
      if bytes == nil, let values = try values(of: row.session, form) {
        derived.append((row.session, row.head + values))
        bytes = values
      }
      guard let bytes, !bytes.isEmpty else { continue }
      found.append(FollowUpValues(session: row.session, isAmended: row.isAmended, bytes: bytes))
    }
    if access == .writing, !derived.isEmpty {
      // A value that is not stored is derived again.
      try? write { [derived] rows in
        for (session, bytes) in derived.sorted(by: { $0.0 < $1.0 }) {
          try rows.keepFollowUpValues(bytes, of: session, form)
        }
      }
    }
    return found
  }

  /// The derived values of a session, empty without results; nil for a damaged session, which `verify` reports.
  private func values(of session: SessionID, _ form: FollowUpForm) throws(StoreError) -> [UInt8]? {
    do {
      return try sessionResults(of: session).flatMap(form.derive) ?? []
    } catch {
      guard error.isDamage else { throw error }
      return nil
    }
  }
}

extension StoreTransaction {
  fileprivate struct FollowUpRow {
    let session: SessionID
    let isAmended: Bool
    let head: [UInt8]

    /// Nil for values of other documents or another form.
    let bytes: [UInt8]?
  }

  private static let column = "follow_up_values"

  /// The context of the encryption.
  static func followUpContext(_ session: SessionID) -> RowContext {
    RowContext(session.text, column)
  }

  fileprivate func followUpRows(
    of user: UserHash, newest most: Int?, _ form: FollowUpForm
  ) throws -> [FollowUpRow] {
    try followUpRows(
      "user_hash = $2 order by place desc limit $3", .user(user), .int(Int64(most ?? .max)),
      form: form)
  }

  /// The rows of selected sessions with results.
  private func followUpRows(
    _ selection: String, _ parameters: SQLValue..., form: FollowUpForm
  ) throws -> [FollowUpRow] {
    let states = [SessionState.comprehensiveDone, .filed].map { "'\($0.rawValue)'" }
    let rows = try run(
      """
      select s.id, s.follow_up_values, \(documentHash(of: .computed)), \(documentHash(of: .answers)),
        exists (select 1 from kept_session a where a.tenant = $1 and a.parent = s.id)
      from (
        select id, place, state_name, follow_up_values from kept_session
        where tenant = $1 and \(selection)) s
      where state_name in (\(states.joined(separator: ", "))) order by s.place
      """, with: parameters)
    return try rows.map { row in
      guard let session = SessionID(try row.text(0)) else {
        throw SQLError.unreadable("the id of a session")
      }
      let head = form.head(try row.text(2), try row.text(3))
      let stored =
        try row.isNull(1)
        ? nil
        : unlessDamaged {
          try opened(row.bytes(1), as: Self.followUpContext(session))
        }
      return FollowUpRow(
        session: session, isAmended: try row.bool(4), head: head,
        bytes: stored.flatMap { $0.starts(with: head) ? Array($0.dropFirst(head.count)) : nil })
    }
  }

  /// The hash of a document of the session `s`; a hyphen without the document.
  private func documentHash(of document: SessionDocument) -> String {
    """
    coalesce((select \(dialect.documentHash) from kept_document
      where tenant = $1 and session = s.id and name = '\(document.rawValue)'), '-')
    """
  }

  /// Stores values, unless their documents changed since.
  fileprivate func keepFollowUpValues(
    _ bytes: [UInt8], of session: SessionID, _ form: FollowUpForm
  ) throws {
    try lock(session)
    let row = try followUpRows("id = $2", .session(session), form: form).first
    guard let row, bytes.starts(with: row.head) else { return }
    try run(
      "update kept_session set follow_up_values = $3 where tenant = $1 and id = $2",
      .session(session), value(bytes, as: Self.followUpContext(session)))
  }

  /// Removes the values that were derived from a document which is replaced or removed.
  func removeFollowUpValues(
    derivedFrom document: SessionDocument, of session: SessionID
  ) throws {
    guard document == .answers || document == .computed else { return }
    try run(
      """
      update kept_session set follow_up_values = null
      where tenant = $1 and id = $2 and follow_up_values is not null
      """, .session(session))
  }

  /// Whether stored values differ from those of the documents. Values of another form are not used.
  func hasForeignFollowUpValues(_ session: SessionID, _ form: FollowUpForm) throws -> Bool {
    let row = try followUpRows("id = $2", .session(session), form: form).first
    guard let stored = row?.bytes, let results = try results(of: session) else { return false }
    return stored != form.derive(results) ?? []
  }

  /// Removes the values of a session that are under another key. The next follow-up derives them again.
  func removeFollowUpValues(of session: SessionID, notUnder target: RekeyTarget) throws {
    try run(
      """
      update kept_session set follow_up_values = null
      where tenant = $1 and id = $2 and \(EncryptedCell.isDue("follow_up_values", head: "$3"))
      """, .session(session), .bytes(target.headBytes))
  }
}
