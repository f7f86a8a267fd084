// The values of sessions that follow-ups of a person read: derived from results and answers, and stored in the row of the
// session, so that a follow-up is one query. A change of these documents removes the values. Missing values, and those of
// another form, are derived again.

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

  /// The values, empty without results. Nil for results that this version cannot read.
  let derive: @Sendable (SessionResults) -> [UInt8]?

  package init(name: String, derive: @escaping @Sendable (SessionResults) -> [UInt8]?) {
    (self.name, self.derive) = (name, derive)
  }

  /// The first line of stored values: the form, and the hashes of the documents.
  fileprivate func head(_ computed: String?, _ answers: String?) -> [UInt8] {
    Array("\(name) \(computed ?? "-") \(answers ?? "-")\n".utf8)
  }

  /// Whether stored values have this form.
  fileprivate func isForm(of stored: [UInt8]) -> Bool { stored.starts(with: "\(name) ".utf8) }
}

extension RecordStore {
  /// The values of the newest sessions of a person with results, oldest first. Missing values are derived, and stored unless
  /// the store is open for reading.
  /// - Parameter most: The number of newest sessions; nil for all.
  package func followUpValues(
    of user: UserHash, newest most: Int? = nil, _ form: FollowUpForm
  ) throws(StoreError) -> [FollowUpValues] {
    let rows = try read { rows in try rows.followUpRows(of: user, newest: most) }
    var derived: [(session: SessionID, head: [UInt8], values: [UInt8])] = []
    var found: [FollowUpValues] = []
    for row in rows {
      var bytes = row.stored.flatMap { stored in
        form.isForm(of: stored) ? Array(stored.drop { $0 != UInt8(ascii: "\n") }.dropFirst()) : nil
      }
      if bytes == nil, let new = try values(of: row.session, form) {
        derived.append((row.session, new.head, new.values))
        bytes = new.values
      }
      guard let bytes, !bytes.isEmpty else { continue }
      found.append(FollowUpValues(session: row.session, isAmended: row.isAmended, bytes: bytes))
    }
    if access == .writing, !derived.isEmpty {
      // A value that is not stored is derived again.
      try? write { [derived] rows in
        for new in derived.sorted(by: { $0.session < $1.session }) {
          try rows.saveFollowUpValues(new.head, new.values, of: new.session, form)
        }
      }
    }
    return found
  }

  /// The derived values of a session with their first line. Nil for results of a later version, and for a damaged session,
  /// which `verify` reports.
  private func values(
    of session: SessionID, _ form: FollowUpForm
  ) throws(StoreError) -> (head: [UInt8], values: [UInt8])? {
    let (head, results) = try read { rows in
      (
        try rows.followUpHead(of: session, form),
        try rows.unlessDamaged { try rows.results(of: session) }
      )
    }
    guard let results else { return nil }
    guard let results else { return (head, []) }
    return form.derive(results).map { (head, $0) }
  }
}

extension StoreTransaction {
  fileprivate struct FollowUpRow {
    let session: SessionID
    let isAmended: Bool

    /// Nil without values, and for damaged ones.
    let stored: [UInt8]?
  }

  private static let column = "follow_up_values"

  /// The context of the encryption.
  static func followUpContext(_ session: SessionID) -> RowContext {
    RowContext(session.text, column)
  }

  fileprivate func followUpRows(of user: UserHash, newest most: Int?) throws -> [FollowUpRow] {
    try followUpRows(
      "user_hash = $2 order by place desc limit $3", .user(user), .int(Int64(most ?? .max)))
  }

  /// The rows of selected sessions with results.
  private func followUpRows(
    _ selection: String, _ parameters: SQLValue...
  ) throws -> [FollowUpRow] {
    let states = [SessionState.comprehensiveDone, .filed].map { "'\($0.rawValue)'" }
    let rows = try run(
      """
      select s.id, s.follow_up_values,
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
      return FollowUpRow(
        session: session, isAmended: try row.bool(2),
        stored: try row.isNull(1)
          ? nil
          : unlessDamaged { try opened(row.bytes(1), as: Self.followUpContext(session)) })
    }
  }

  /// The first line of values of the documents of a session.
  fileprivate func followUpHead(of session: SessionID, _ form: FollowUpForm) throws -> [UInt8] {
    let hashes = try hashes(of: session)
    return form.head(
      hashes[SessionDocument.computed.rawValue], hashes[SessionDocument.answers.rawValue])
  }

  /// Stores values, unless their documents changed since.
  fileprivate func saveFollowUpValues(
    _ head: [UInt8], _ values: [UInt8], of session: SessionID, _ form: FollowUpForm
  ) throws {
    try lock(session)
    guard try followUpHead(of: session, form) == head else { return }
    try run(
      "update kept_session set follow_up_values = $3 where tenant = $1 and id = $2",
      .session(session), value(head + values, as: Self.followUpContext(session)))
  }

  /// Removes the values that were derived from a document which is replaced or removed.
  func removeFollowUpValues(derivedFrom document: SessionDocument, of session: SessionID) throws {
    guard document == .answers || document == .computed else { return }
    try run(
      """
      update kept_session set follow_up_values = null
      where tenant = $1 and id = $2 and follow_up_values is not null
      """, .session(session))
  }

  /// Whether stored values differ from those of the documents. Values of another form are not used.
  func hasForeignFollowUpValues(_ session: SessionID, _ form: FollowUpForm) throws -> Bool {
    guard let stored = try followUpRows("id = $2", .session(session)).first?.stored,
      form.isForm(of: stored), let results = try results(of: session)
    else { return false }
    return try stored != followUpHead(of: session, form) + (form.derive(results) ?? [])
  }

  /// Removes the values of a session that are under another key. The next follow-up derives them again.
  func removeFollowUpValues(of session: SessionID, notUnder target: RekeyTarget) throws {
    try run(
      """
      update kept_session set follow_up_values = null
      where tenant = $1 and id = $2 and \(EncryptedColumn.isDue("follow_up_values", head: "$3"))
      """, .session(session), .bytes(target.headBytes))
  }
}
