// Re-encryption within a transaction: pages of owners whose values are not under the current key, and the change of one owner.
// Values that do not decrypt, or differ from their hashes, stay unchanged.

internal import VoiceTypes

enum RekeyedOwner {
  case session(SessionID)
  case person(UserHash)
  case failedFile(Int64, of: SessionID?)
  case strandedFile(Int64)
}

/// A page of owners of one kind.
struct RekeyPage {
  /// The number of owners.
  var owners = 0

  /// Owners with a value under another key.
  var due: [RekeyedOwner] = []

  /// All sessions, and those with a value under another key.
  var (sessions, dueSessions): ([SessionID], Set<SessionID>) = ([], [])

  /// The keys of encrypted values in their histories.
  var histories: [String?] = []

  /// The last owner of the page. Nil for the last page.
  var next: SQLValue?
}

/// The kinds of owners, in the order of processing.
enum RekeyedPart: CaseIterable {
  case sessions, people, failedFiles, strandedFiles

  /// Owners per statement [E].
  static let ownersAtOnce = 500

  /// The start of the first page.
  var start: SQLValue { self == .people ? .text("") : .int(-1) }

  /// The owner that a row names.
  func owner(named name: String, of session: String?) -> RekeyedOwner? {
    switch self {
    case .sessions: SessionID(name).map { .session($0) }
    case .people: .person(UserHash(text: name))
    case .failedFiles:
      Int64(name).map { .failedFile($0, of: session.flatMap { SessionID($0) }) }
    case .strandedFiles: Int64(name).map { .strandedFile($0) }
    }
  }

  private static func isDue(_ column: String) -> String { EncryptedCell.isDue(column, head: "$3") }

  /// The query for a page of owners after $2. Columns: owner, whether a value has another key than the one whose
  /// values begin with $3, name, and the session of a quarantined file.
  var question: String {
    switch self {
    case .sessions: Self.sessionsQuestion
    case .people: Self.peopleQuestion
    case .failedFiles: Self.filesQuestion("failed_file", ["report", "bytes"])
    case .strandedFiles: Self.filesQuestion("stranded_file", ["report"])
    }
  }

  private static let sessionsQuestion = """
    select place, coalesce(\(isDue("header")), false) or coalesce(\(isDue("state")), false)
      or coalesce(\(isDue("follow_up_values")), false) or exists (
        select 1 from kept_document d
        where d.tenant = s.tenant and d.session = s.id and \(isDue("d.bytes"))) or exists (
        select 1 from job_file f
        where f.tenant = s.tenant and f.session = s.id and \(isDue("f.bytes"))),
      cast(id as text), null
    from kept_session s where tenant = $1 and place > $2 order by 1 limit \(ownersAtOnce)
    """

  private static let peopleQuestion = """
    select p.user_hash, exists (select 1 from kept_version v
        where v.tenant = $1 and v.user_hash = p.user_hash and \(isDue("v.bytes")))
      or exists (select 1 from kept_person_document d
        where d.tenant = $1 and d.user_hash = p.user_hash and \(isDue("d.bytes"))),
      p.user_hash, null
    from (
      select user_hash from \(peopleAfter("kept_version")) v
      union select user_hash from \(peopleAfter("kept_person_document")) d) p
    order by 1 limit \(ownersAtOnce)
    """

  private static func peopleAfter(_ table: String) -> String {
    """
    (select distinct user_hash from \(table)
      where tenant = $1 and user_hash > $2 order by user_hash limit \(ownersAtOnce))
    """
  }

  private static func filesQuestion(_ table: String, _ columns: [String]) -> String {
    """
    select number, \(columns.map(isDue).joined(separator: " or ")), cast(number as text), cast(session as text)
    from \(table) where tenant = $1 and number > $2 order by 1 limit \(ownersAtOnce)
    """
  }
}

/// Counts of re-encrypted and unchanged values.
struct RekeyedCells {
  var done: [EncryptedCell] = []
  var left: [EncryptedCell] = []
}

extension StoreTransaction {
  /// The key for all values. Throws if the given key is no longer that of the store.
  func rekeyTarget() throws -> RekeyTarget {
    guard let sealing = form.sealing, let keys = try keys() else { throw StoreError.nothingToRekey }
    try sealing.follow(keys)
    return try sealing.rekeyTarget()
  }

  /// The next owners of a kind, and which of them have values under another key.
  func page(
    of part: RekeyedPart, after place: SQLValue, notUnder target: RekeyTarget
  ) throws -> RekeyPage {
    let rows = try run(part.question, place, .bytes(target.headBytes))
    var page = RekeyPage()
    page.owners = rows.count
    for row in rows {
      let session = row.isNull(3) ? nil : try row.text(3)
      guard let owner = part.owner(named: try row.text(2), of: session) else {
        throw SQLError.unreadable("the owner of encrypted data")
      }
      let isDue = try row.bool(1)
      if isDue { page.due.append(owner) }
      guard case .session(let id) = owner else { continue }
      page.sessions.append(id)
      if isDue { page.dueSessions.insert(id) }
    }
    if !page.sessions.isEmpty {
      page.histories = try histories(of: page.sessions, notUnder: target)
    }
    if rows.count == RekeyedPart.ownersAtOnce { page.next = rows.last?.values.first }
    return page
  }

  /// The number of owners of all kinds.
  func countOwners() throws -> Int {
    let found = try run(
      """
      select (select count(*) from kept_session where tenant = $1)
        + (select count(*) from (
          select user_hash from kept_version where tenant = $1
          union select user_hash from kept_person_document where tenant = $1) p)
        + (select count(*) from failed_file where tenant = $1)
        + (select count(*) from stranded_file where tenant = $1)
      """)
    return try found.first?.int(0) ?? 0
  }

  /// The key of each history line that is encrypted with another key.
  private func histories(
    of sessions: [SessionID], notUnder target: RekeyTarget
  ) throws -> [String?] {
    // A byte is two digits.
    let found = try run(
      """
      select substr(detail ->> 'entries', 1, \(2 * RowSealing.headBytes)) from kept_line
      where tenant = $1 and action = $2 and session in (\(Self.parameters(sessions.count, from: 4)))
        and substr(detail ->> 'entries', 1, length($3)) <> $3 and detail ->> 'entries' not like '[%'
      """,
      with: [.text(Self.syncAction), .text(Hex.text(of: target.headBytes))]
        + sessions.map { .session($0) })
    return try found.map { row in
      RowSealing.keyName(of: Hex.bytes(of: Array(try row.text(0).utf8)) ?? [])
    }
  }

  // MARK: - One owner

  /// Re-encrypts the values of an owner that are under another key.
  func reencrypt(
    _ owner: RekeyedOwner, under target: RekeyTarget
  ) throws -> RekeyedCells {
    try lock(owner)
    // New values are written with the target, which must still be the key of the store.
    _ = try rekeyTarget()
    if case .session(let id) = owner { try removeFollowUpValues(of: id, notUnder: target) }
    var outcome = RekeyedCells()
    for cell in try cells(of: owner, notUnder: target) {
      try reencrypt(cell, under: target, &outcome)
    }
    return outcome
  }

  private func lock(_ owner: RekeyedOwner) throws {
    switch owner {
    case .session(let id), .failedFile(_, of: .some(let id)): try lock(id)
    case .person(let user): try lock(user)
    case .strandedFile: try lock("stranded")
    // A quarantined file never changes. The row lock excludes its deletion.
    case .failedFile(_, of: nil): break
    }
  }

  private func reencrypt(
    _ cell: EncryptedCell, under target: RekeyTarget, _ outcome: inout RekeyedCells
  ) throws {
    let last = "$\(cell.keys.count + 2)"
    let found = try run(
      """
      select \(cell.column) from \(cell.table) where tenant = $1 and \(cell.row)
        and \(EncryptedCell.isDue(cell.column, head: last))\(dialect.forUpdate)
      """, with: cell.keys + [.bytes(target.headBytes)])
    // Another program deleted or re-encrypted the value.
    guard let row = found.first else { return }
    let stored = try row.bytes(0)
    guard let bytes = try openedIfWhole(stored, cell) else { return outcome.left.append(cell) }
    try run(
      "update \(cell.table) set \(cell.column) = \(last) where tenant = $1 and \(cell.row)",
      with: cell.keys + [try value(bytes, as: cell.place)])
    outcome.done.append(cell)
  }

  /// The decrypted value. Nil if it does not decrypt or differs from its hash.
  private func openedIfWhole(
    _ stored: [UInt8], _ cell: EncryptedCell
  ) throws -> [UInt8]? {
    try unlessDamaged {
      let bytes = try opened(stored, as: cell.place)
      guard let sha256 = cell.sha256, documentHash(of: bytes) != sha256 else { return bytes }
      throw StoreError.damaged(path: cell.name, problem: "it differs from its hash")
    }
  }
}

/// An encrypted column of one row.
struct EncryptedCell {
  let table: String
  let column: String

  /// The condition of the row with the parameters $2, $3, …, and their values.
  let row: String
  let keys: [SQLValue]

  /// The associated data of the encryption.
  let place: RowContext

  /// The path in messages.
  let name: String

  /// The count in the report.
  let part: WritableKeyPath<RekeyReport, Int>

  /// SHA-256 of the decrypted value, if the row has it.
  var sha256: String?

  /// The condition that a value is not under the key whose values begin with a parameter. The row of an audio file has
  /// no bytes.
  static func isDue(_ column: String, head: String) -> String {
    "(length(\(column)) > 0 and substr(\(column), 1, length(\(head))) <> \(head))"
  }
}

extension StoreTransaction {
  /// The values of an owner that are under another key.
  func cells(
    of owner: RekeyedOwner, notUnder target: RekeyTarget
  ) throws -> [EncryptedCell] {
    let head = SQLValue.bytes(target.headBytes)
    return switch owner {
    case .session(let id): try cells(of: id, head) + jobFiles(of: id, head)
    case .person(let user): try versions(of: user, head) + documents(of: user, head)
    case .failedFile(let number, _): try failedFile(number, head)
    case .strandedFile(let number): try strandedFile(number, head)
    }
  }

  private func due(
    _ sql: String, _ owner: SQLValue, _ head: SQLValue,
    _ cell: (SQLRow) throws -> EncryptedCell
  ) throws -> [EncryptedCell] {
    let rows = try run(sql, owner, head)
    return try rows.map(cell)
  }

  private static func isDue(_ column: String) -> String { EncryptedCell.isDue(column, head: "$3") }

  private func cells(of id: SessionID, _ head: SQLValue) throws -> [EncryptedCell] {
    let own = ["header", "state"].map { column in
      """
      select '\(column)', null from kept_session
      where tenant = $1 and id = $2 and \(Self.isDue(column)) union all
      """
    }
    return try due(
      """
      \(own.joined(separator: "\n"))
      select name, coalesce(content_sha, '') from kept_document
      where tenant = $1 and session = $2 and \(Self.isDue("bytes")) order by 1
      """, .session(id), head
    ) { row in
      let (name, isOwn) = (try row.text(0), row.isNull(1))
      let file = SessionDocument(rawValue: name)?.name ?? name
      return EncryptedCell(
        table: isOwn ? "kept_session" : "kept_document", column: isOwn ? name : "bytes",
        row: isOwn ? "id = $2" : "session = $2 and name = $3",
        keys: isOwn ? [.session(id)] : [.session(id), .text(name)],
        place: RowContext(id.text, name), name: "sessions/\(id.text)/\(file)", part: \.documents,
        sha256: isOwn ? nil : try row.text(1))
    }
  }

  private func jobFiles(of id: SessionID, _ head: SQLValue) throws -> [EncryptedCell] {
    try due(
      """
      select name from job_file
      where tenant = $1 and session = $2 and \(Self.isDue("bytes")) order by 1
      """, .session(id), head
    ) { row in
      guard let file = JobFile(rawValue: try row.text(0)) else {
        throw SQLError.unreadable("the name of a file in the queue")
      }
      return EncryptedCell(
        table: "job_file", column: "bytes", row: "session = $2 and name = $3",
        keys: [.session(id), .text(file.rawValue)], place: file.context(id),
        name: "sessions/\(id.text)/\(file.rawValue)", part: \.documents)
    }
  }

  private func versions(of user: UserHash, _ head: SQLValue) throws -> [EncryptedCell] {
    try due(
      """
      select kind, number from kept_version
      where tenant = $1 and user_hash = $2 and \(Self.isDue("bytes")) order by 1, 2
      """, .user(user), head
    ) { row in
      let (kind, number) = (try row.text(0), try row.int(1))
      let isBaseline = kind == "baseline"
      return EncryptedCell(
        table: "kept_version", column: "bytes", row: "user_hash = $2 and kind = $3 and number = $4",
        keys: [.user(user), .text(kind), .int(Int64(number))],
        place: RowContext(user, kind, number),
        name: "\(isBaseline ? "baselines" : "people")/\(user.text)/\(number)",
        part: isBaseline ? \.baselines : \.people)
    }
  }

  private func documents(of user: UserHash, _ head: SQLValue) throws -> [EncryptedCell] {
    try due(
      """
      select name from kept_person_document
      where tenant = $1 and user_hash = $2 and \(Self.isDue("bytes")) order by 1
      """, .user(user), head
    ) { row in
      let name = try row.text(0)
      return EncryptedCell(
        table: "kept_person_document", column: "bytes", row: "user_hash = $2 and name = $3",
        keys: [.user(user), .text(name)], place: RowContext(user, name),
        name: "people/\(user.text)/\(name).json", part: \.people)
    }
  }

  private func failedFile(_ number: Int64, _ head: SQLValue) throws -> [EncryptedCell] {
    let columns = ["bytes", "report"].map { column in
      """
      select '\(column)', sha256 from failed_file
      where tenant = $1 and number = $2 and \(Self.isDue(column))
      """
    }
    return try due(columns.joined(separator: " union all "), .int(number), head) {
      row throws in
      let (column, hash) = (try row.text(0), try row.text(1))
      return EncryptedCell(
        table: "failed_file", column: column, row: "number = $2", keys: [.int(number)],
        place: .failed(hash, isReport: column == "report"), name: "failed/\(number)/\(column)",
        part: \.failedFiles)
    }
  }

  private func strandedFile(_ number: Int64, _ head: SQLValue) throws -> [EncryptedCell] {
    try due(
      """
      select 1 from stranded_file
      where tenant = $1 and number = $2 and \(Self.isDue("report"))
      """, .int(number), head
    ) { _ in
      EncryptedCell(
        table: "stranded_file", column: "report", row: "number = $2", keys: [.int(number)],
        place: .stranded, name: "stranded/\(number)/report", part: \.failedFiles)
    }
  }
}
