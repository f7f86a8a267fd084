// Erasure of a person: their sessions, profile and baselines, and the sessions and quarantined files that name them. If the
// owner is uncertain, nothing is deleted and the place is reported.

internal import VoiceTypes

extension RecordStore {
  /// Purges all data of a person.
  /// - Parameter mode: `.dryRun` only searches.
  package func erase(
    user userID: String, reason: String, _ mode: PurgeMode
  ) throws(StoreError) -> Erasure {
    guard mode == .forGood else { return try read { rows in try rows.search(for: userID) } }
    let (erasure, folders) = try write { rows in
      try rows.erase(rows.search(for: userID), of: userHash(of: userID), "erased", reason: reason)
    }
    remove(folders)
    try scrub()
    return erasure
  }

  @discardableResult
  package func eraseAll(of userID: String, reason: String) throws(StoreError) -> Erasure {
    try erase(user: userID, reason: reason, .forGood)
  }
}

extension StoreTransaction {
  /// Sessions per search statement [E].
  private static let sessionsAtOnce = 500

  /// Bytes of a file that are searched: the longest sidecar [E].
  private static let mostSearchedBytes = 1 << 20

  /// Purges the results of a search and all rows of the person.
  /// - Returns: The search, and the folders to remove after the transaction.
  func erase(
    _ erasure: Erasure, of user: UserHash, _ action: String, reason: String
  ) throws -> (Erasure, folders: [String]) {
    let folders = try workFolders(of: erasure.sessions)
    // Sessions are locked before people.
    try purge(erasure.sessions, reason: reason)
    try lock(user)
    try deletePerson(user)
    for number in erasure.failedFiles { try deleteFailedFile(number) }
    for number in erasure.strandedFiles {
      try run("delete from stranded_file where tenant = $1 and number = $2", .int(number))
    }
    log(action, of: user, ["reason": .string(reason)])
    return (erasure, folders)
  }

  /// Removes sessions from an erasure with their quarantined files.
  /// - Parameter isLeft: Whether a session stays, by its id and by whether only its quick answer is stored.
  func exclude(from erasure: inout Erasure, where isLeft: (SessionID, Bool) -> Bool) throws {
    var left: Set<SessionID> = []
    for session in erasure.sessions {
      let found = try run(
        "select storage is not null from kept_session where tenant = $1 and id = $2",
        .session(session))
      if let row = found.first, isLeft(session, try row.bool(0)) { left.insert(session) }
    }
    erasure.sessions.removeAll(where: left.contains)
    try erasure.failedFiles.removeAll { number in
      let found = try run(
        "select session from failed_file where tenant = $1 and number = $2", .int(number))
      guard let row = found.first, !row.isNull(0) else { return false }
      return SessionID(try row.text(0)).map(left.contains) ?? false
    }
  }

  func deleteFailedFile(_ number: Int64) throws {
    try deleteFailedFiles("number = $2", .int(number))
  }

  /// Deletes the quarantined files that match a condition.
  func deleteFailedFiles(_ condition: String, _ parameters: SQLValue...) throws {
    let rows = try run(
      "delete from failed_file where tenant = $1 and \(condition) returning number",
      with: parameters)
    for row in rows { changedFiles.insert(.failed(try row.int(0))) }
  }

  /// Finds the data of a person.
  func search(for userID: String) throws -> Erasure {
    let search = PersonalDataSearch(for: userID)
    var erasure = Erasure()
    var theirs = Set(try sessions(of: form.names.user(userID)))
    let named = try searchFailedFiles(search, &erasure)
    try searchStrandedFiles(search, &erasure)
    try searchSessions(search, named, &theirs, &erasure)
    erasure.sessions = try sessions("select id from kept_session where tenant = $1 order by place")
      .filter(theirs.contains)
    return erasure
  }

  // MARK: - Sessions

  /// Searches the answers of all other sessions, and the file names of those without an owner.
  /// - Parameter named: Sessions with a quarantined file of the person.
  private func searchSessions(
    _ search: PersonalDataSearch, _ named: Set<SessionID>, _ theirs: inout Set<SessionID>,
    _ erasure: inout Erasure
  ) throws {
    var place: Int64 = -1
    while true {
      let rows = try run(
        """
        select s.id, s.place, s.user_hash is not null, d.bytes, s.header from kept_session s
        left join kept_document d
          on d.tenant = s.tenant and d.session = s.id and d.name = 'answers'
        where s.tenant = $1 and s.place > $2 order by s.place limit \(Self.sessionsAtOnce)
        """, .int(place))
      for row in rows {
        place = Int64(try row.int(1))
        guard let session = SessionID(try row.text(0)), !theirs.contains(session) else { continue }
        let isOwned = try row.bool(2)
        if !isOwned, named.contains(session) {
          theirs.insert(session)
          continue
        }
        let bytes = row.isNull(3) ? nil : try row.bytes(3)
        let header = isOwned ? SQLValue.null : row.values[4]
        let isTheirs = try isNamed(session, bytes, header, isOwned: isOwned, by: search, &erasure)
        if isTheirs { theirs.insert(session) }
      }
      guard rows.count == Self.sessionsAtOnce else { return }
    }
  }

  /// Whether a session without an owner is the person's by its answers. Reports uncertain places.
  private func isNamed(
    _ session: SessionID, _ stored: [UInt8]?, _ header: SQLValue, isOwned: Bool,
    by search: PersonalDataSearch, _ erasure: inout Erasure
  ) throws -> Bool {
    let place = "sessions/\(session.text)"
    let answers = try unlessDamaged {
      try stored.map { try opened($0, as: RowContext(session, .answers)) } ?? []
    }
    let name = try unlessDamaged {
      try contents(of: session, header: header, state: .null).header?.recording.name ?? ""
    }
    guard let answers, let name else {
      erasure.addRemainder(place, .unreadable)
      return false
    }
    let mention = search.mention(in: answers)
    guard !isOwned else {
      if mention == .certain {
        erasure.addRemainder("\(place)/\(SessionDocument.answers.name)", .anothers)
      }
      return false
    }
    if mention == .none, !answers.isEmpty, (try? JSONValue.parse(answers)) == nil {
      erasure.addRemainder(place, .unreadable)
      return false
    }
    if mention == .certain, !search.isOfAnother(answers) { return true }
    if max(mention, search.mention(inName: name)) != .none {
      erasure.addRemainder(place, .uncertain)
    }
    return false
  }

  // MARK: - Files

  /// Searches the quarantined files, one at a time.
  /// - Returns: The sessions with a file that names only this person.
  private func searchFailedFiles(
    _ search: PersonalDataSearch, _ erasure: inout Erasure
  ) throws -> Set<SessionID> {
    var sessions: Set<SessionID> = []
    var number: Int64 = -1
    while let row = try nextFailedFile(after: number) {
      number = Int64(try row.int(0))
      let (report, stored, hash) = (try row.bytes(1), try row.bytes(2), try row.text(4))
      let session = row.isNull(3) ? nil : SessionID(try row.text(3))
      let name = try unlessDamaged { try failure(report, hash).name }
      let contents = try unlessDamaged { try opened(stored, as: .failed(hash, isReport: false)) }
      guard let name, let contents else {
        erasure.addRemainder("failed/\(number)", .unreadable)
        continue
      }
      let bytes = Array(contents.prefix(Self.mostSearchedBytes))
      let isRecording = FileText.isSound(bytes)
      let mention = max(search.mention(inName: name), search.mention(in: bytes))
      if mention != .certain, bytes.count < contents.count, !isRecording {
        erasure.addRemainder("failed/\(name)", .unreadable)
        continue
      }
      // A recording of a session is deleted with it, for any file name.
      guard mention == .certain, !(isRecording && session != nil) else {
        if mention != .none { erasure.addRemainder("failed/\(name)", .uncertain) }
        continue
      }
      erasure.failedFiles.append(number)
      if let session, !search.isOfAnother(bytes) { sessions.insert(session) }
    }
    return sessions
  }

  /// The next quarantined file. Of a plain file, as many bytes as are searched and one more. In SQLite, a part of an
  /// empty value is null.
  private func nextFailedFile(after number: Int64) throws -> SQLRow? {
    try run(
      """
      select number, report, case when $2 or length(bytes) = 0 then bytes
          else substr(bytes, 1, \(Self.mostSearchedBytes + 1)) end, session, sha256
      from failed_file where tenant = $1 and number > $3 order by number limit 1
      """, .bool(form.sealing != nil), .int(number)
    ).first
  }

  /// Searches the reports of unreadable files by the names of the files.
  private func searchStrandedFiles(_ search: PersonalDataSearch, _ erasure: inout Erasure) throws {
    let rows = try run("select number, report from stranded_file where tenant = $1 order by number")
    for row in rows {
      let (number, bytes) = (Int64(try row.int(0)), try row.bytes(1))
      guard let report = try unlessDamaged({ try stranded(bytes) }) else {
        erasure.addRemainder("failed/\(number)", .unreadable)
        continue
      }
      let mention = search.mention(inName: report.name)
      if mention == .certain, report.session == nil {
        erasure.strandedFiles.append(number)
      } else if mention != .none {
        erasure.addRemainder("failed/\(report.name)", .uncertain)
      }
    }
  }
}
