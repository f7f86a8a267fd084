// Everything of a person, for good: what is known to be theirs, and what nobody could say whose it is and names them.
// Where that is not certain nothing is removed, and it is said where to look.

internal import VoiceTypes

extension SQLStore {
  @discardableResult
  package func eraseAll(of userID: String, reason: String) throws(StoreError) -> Erasure {
    let user = userHash(of: userID)
    let erasure = try write { rows in
      try rows.erase(userID, user, "erased", ["reason": .string(reason)])
    }
    try scrub()
    return erasure
  }
}

extension StoreTransaction {
  /// Sessions that are looked through at a time [E].
  private static let sessionsAtOnce = 500

  /// As much of a file is looked through as a sidecar may have [E].
  private static let mostSearchedBytes = 1 << 20

  /// Purges everything of a person, and adds a line to the history of the tenant.
  /// - Parameter isLeft: Whether a session stays, by its id and by whether only its quick answer is kept.
  func erase(
    _ userID: String, _ user: UserHash, _ action: String, _ detail: JSONValue = [:],
    leaving isLeft: (SessionID, Bool) -> Bool = { _, _ in false }
  ) throws -> Erasure {
    let search = PersonSearch(for: userID)
    var erasure = Erasure()
    let named = try nobodys(naming: search, &erasure)
    let files = try failedFiles(naming: search, &erasure)
    let theirs = Set(named).union(files.filter { !$0.isOfAnother }.compactMap(\.session))
    let found = try run(
      """
      select id, storage is not null from kept_session where tenant = $1
        and (user_hash = $2 or user_hash is null and id in (\(Self.parameters(theirs.count, from: 3))))
      order by place
      """, with: [.user(user)] + theirs.sorted().map { .session($0) })
    var left: Set<SessionID> = []
    for row in found {
      let (text, isQuickAnswer) = (try row.text(0), try row.bool(1))
      guard let session = SessionID(text) else { continue }
      if isLeft(session, isQuickAnswer) {
        left.insert(session)
      } else {
        erasure.sessions.append(session)
      }
    }
    // A transaction that locked a session may wait for the lock of its person.
    for session in erasure.sessions { try lock(session) }
    for session in erasure.sessions { try purge(session) }
    try lock(user)
    try forget(user)
    for file in files where file.session.map(left.contains) != true {
      try deleteFailedFile(file.number)
    }
    tell(action, of: user, detail)
    return erasure
  }

  func deleteFailedFile(_ number: Int64) throws {
    try run(
      "delete from failed_file where tenant = $1 and number = $2", .int(number))
  }

  /// The sessions of nobody that is known whose answers say that they are a person's.
  fileprivate func nobodys(
    naming search: PersonSearch, _ erasure: inout Erasure
  ) throws -> [SessionID] {
    var found: [SessionID] = []
    var place: Int64 = -1
    while true {
      let rows = try run(
        """
        select s.id, s.place, d.bytes, s.header from kept_session s
        left join kept_document d
          on d.tenant = s.tenant and d.session = s.id and d.name = 'answers'
        where s.tenant = $1 and s.user_hash is null and s.place > $2
        order by s.place limit \(Self.sessionsAtOnce)
        """, .int(place))
      for row in rows {
        place = Int64(try row.int(1))
        let (id, bytes) = (try row.text(0), row.isNull(2) ? nil : try row.bytes(2))
        guard let session = SessionID(id) else { continue }
        let answers = try unlessDamaged { () -> [UInt8] in
          guard let bytes else { return [] }
          return try opened(bytes, as: RowContext(session, .answers))
        }
        let name = try unlessDamaged { () -> String in
          try contents(of: session, header: row.values[3], state: .null).header?.recording.name
            ?? ""
        }
        guard let answers, let name else {
          erasure.leave("sessions/\(id)", .unreadable)
          continue
        }
        let mention = search.mention(in: answers)
        if mention == .certain, !search.isOfAnother(answers) {
          found.append(session)
        } else if max(mention, search.mention(inName: name)) != .none {
          erasure.leave("sessions/\(id)", .uncertain)
        }
      }
      guard rows.count == Self.sessionsAtOnce else { return found }
    }
  }

  /// A quarantined file that names a person.
  private struct NamingFile {
    let number: Int64
    let session: SessionID?
    /// Whether its contents are those of another person.
    let isOfAnother: Bool
  }

  /// The quarantined files that name a person.
  private func failedFiles(
    naming search: PersonSearch, _ erasure: inout Erasure
  ) throws -> [NamingFile] {
    let rows = try run(
      """
      select number, report, case when $2 then bytes
          else substr(bytes, 1, \(Self.mostSearchedBytes)) end, session, sha256
      from failed_file where tenant = $1 order by number
      """, .bool(form.sealing != nil))
    var found: [NamingFile] = []
    for row in rows {
      let (number, report, stored, session, hash) = (
        Int64(try row.int(0)), try row.bytes(1), try row.bytes(2),
        row.isNull(3) ? nil : SessionID(try row.text(3)), try row.text(4)
      )
      let name = try unlessDamaged { () -> String in
        try failure(report, hash).name
      }
      let contents = try unlessDamaged { () -> [UInt8] in
        try opened(stored, as: .failed(hash, isReport: false))
      }
      guard let name, let contents else {
        erasure.leave("failed/\(number)", .unreadable)
        continue
      }
      let bytes = Array(contents.prefix(Self.mostSearchedBytes))
      let inBytes = search.mention(in: bytes)
      let mention = max(search.mention(inName: name), inBytes)
      // A recording of a session goes with it, whatever its file is called.
      if mention == .certain, session == nil || inBytes == .certain {
        found.append(
          NamingFile(number: number, session: session, isOfAnother: search.isOfAnother(bytes)))
      } else if mention != .none {
        erasure.leave("failed/\(name)", .uncertain)
      }
    }
    return found
  }
}

extension StoreTransaction {
  /// Takes a session out for good, with what was put away of it; what is kept of a person goes with the
  /// last of their sessions.
  func purge(_ id: SessionID) throws {
    try lock(id)
    // The column, because the header may be damaged.
    let rows = try run(
      """
      select user_hash from kept_session
      where tenant = $1 and id = $2 and user_hash is not null
      """, .session(id))
    let user = try rows.first.map { row in UserHash(text: try row.text(0)) }
    for table in ["failed_file", "stranded_file", "retention_notice"] {
      try run(
        "delete from \(table) where tenant = $1 and session = $2",
        .session(id))
    }
    try run(
      "delete from kept_session where tenant = $1 and id = $2", .session(id))
    try run(
      """
      insert into purged (tenant, session) values ($1, $2)
      on conflict do nothing
      """, .session(id))
    tell("purged", of: user, ["session": .string(id.text)])
    guard let user else { return }
    try lock(user)
    let isLast = try !finds(
      "select 1 from kept_session where tenant = $1 and user_hash = $2 limit 1",
      .user(user))
    guard isLast else { return }
    try forget(user)
    tell("person_purged", of: user)
  }

  /// Removes all that is kept of a person besides sessions.
  func forget(_ user: UserHash) throws {
    for table in ["kept_version", "kept_person_document"] {
      try run(
        "delete from \(table) where tenant = $1 and user_hash = $2", .user(user))
    }
  }
}
