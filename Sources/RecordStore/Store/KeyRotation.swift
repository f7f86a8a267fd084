// Re-encryption within a transaction: pages of owners whose values are not under the current key, and the change of one owner.
// Values that do not decrypt, or differ from their hashes, stay unchanged.

internal import VoiceTypes

enum RekeyedOwner {
  case session(SessionID)
  case person(UserHash)
  case failedFile(Int64, of: SessionID?)
  case strandedFile(Int64)
}

struct RekeyPage {
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

  func owner(named name: String, of session: String?) -> RekeyedOwner? {
    switch self {
    case .sessions: SessionID(name).map { .session($0) }
    case .people: .person(UserHash(text: name))
    case .failedFiles:
      Int64(name).map { .failedFile($0, of: session.flatMap { SessionID($0) }) }
    case .strandedFiles: Int64(name).map { .strandedFile($0) }
    }
  }

  private static func isDue(_ column: String) -> String {
    EncryptedColumn.isDue(column, head: "$3")
  }

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

/// The re-encrypted and the unchanged values.
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
      select substr(detail ->> 'entries', 1, \(2 * SealedHead.mostBytes)) from kept_line
      where tenant = $1 and action = $2 and session in (\(Self.parameters(sessions.count, from: 4)))
        and substr(detail ->> 'entries', 1, length($3)) <> $3 and detail ->> 'entries' not like '[%'
      """,
      with: [.text(Self.syncAction), .text(Hex.text(of: target.headBytes))]
        + sessions.map { .session($0) })
    return try found.map { row in
      SealedHead(of: Hex.bytes(of: Array(try row.text(0).utf8)) ?? [])?.key
    }
  }

  // MARK: - One owner

  /// Re-encrypts the values of an owner that are under another key.
  func reencrypt(_ owner: RekeyedOwner, under target: RekeyTarget) throws -> RekeyedCells {
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
    let (column, last) = (cell.column, "$\(cell.keys.count + 2)")
    let found = try run(
      """
      select \(column.name) from \(column.table) where tenant = $1 and \(column.row)
        and \(EncryptedColumn.isDue(column.name, head: last))\(dialect.forUpdate)
      """, with: cell.keys + [.bytes(target.headBytes)])
    // Another program deleted or re-encrypted the value.
    guard let row = found.first else { return }
    let stored = try row.bytes(0)
    guard let bytes = try openedIfWhole(stored, cell) else { return outcome.left.append(cell) }
    try run(
      "update \(column.table) set \(column.name) = \(last) where tenant = $1 and \(column.row)",
      with: cell.keys + [try value(bytes, as: cell.description.place)])
    outcome.done.append(cell)
  }

  /// The decrypted value. Nil if it does not decrypt or differs from its hash.
  private func openedIfWhole(_ stored: [UInt8], _ cell: EncryptedCell) throws -> [UInt8]? {
    try unlessDamaged {
      let bytes = try opened(stored, as: cell.description.place)
      guard let sha256 = cell.sha256, documentHash(of: bytes) != sha256 else { return bytes }
      throw StoreError.damaged(path: cell.description.name, problem: "it differs from its hash")
    }
  }
}

/// A column with encrypted values.
struct EncryptedColumn {
  let table: String
  let name: String

  /// The column of the owner, then those that identify a row of the owner.
  let keys: [String]

  /// SHA-256 of the decrypted value as an expression. Null for a row without it.
  let sha256: String

  init(_ table: String, _ name: String = "bytes", by keys: String..., sha256: String = "null") {
    (self.table, self.name, self.keys, self.sha256) = (table, name, keys, sha256)
  }

  /// The condition of a row, with its keys as the parameters $2, $3, …
  var row: String { keys.enumerated().map { "\($1) = $\($0 + 2)" }.joined(separator: " and ") }

  /// The condition that a value is not under the key whose values begin with a parameter. The row of an audio file has
  /// no bytes.
  static func isDue(_ column: String, head: String) -> String {
    "(length(\(column)) > 0 and substr(\(column), 1, length(\(head))) <> \(head))"
  }
}

/// An encrypted value of one row.
struct EncryptedCell {
  /// The associated data of the encryption, the path in messages, and the count in the report.
  typealias Description = (place: RowContext, name: String, part: WritableKeyPath<RekeyReport, Int>)

  let column: EncryptedColumn

  /// The values of the keys of the column.
  let keys: [SQLValue]

  let description: Description

  /// SHA-256 of the decrypted value, if the row has it.
  let sha256: String?
}

extension StoreTransaction {
  /// The values of an owner that are under another key.
  func cells(of owner: RekeyedOwner, notUnder target: RekeyTarget) throws -> [EncryptedCell] {
    switch owner {
    case .session(let id): try cells(of: id, target)
    case .person(let user): try cells(of: user, target)
    case .failedFile(let number, _):
      try ["bytes", "report"].flatMap { name in
        let column = EncryptedColumn("failed_file", name, by: "number", "sha256")
        return try cells(in: column, of: .int(number), target) { row in
          let place = RowContext.failed(try row.text(0), isReport: name == "report")
          return (place, "failed/\(number)/\(name)", \.failedFiles)
        }
      }
    case .strandedFile(let number):
      try cells(
        in: EncryptedColumn("stranded_file", "report", by: "number"), of: .int(number), target
      ) { _ in (.stranded, "stranded/\(number)/report", \.failedFiles) }
    }
  }

  private func cells(of id: SessionID, _ target: RekeyTarget) throws -> [EncryptedCell] {
    func description(_ name: String) -> EncryptedCell.Description {
      let file = SessionDocument(rawValue: name)?.name ?? name
      return (RowContext(id.text, name), "sessions/\(id.text)/\(file)", \.documents)
    }
    let own = try ["header", "state"].flatMap { name in
      let column = EncryptedColumn("kept_session", name, by: "id")
      return try cells(in: column, of: .session(id), target) { _ in description(name) }
    }
    let documents = EncryptedColumn(
      "kept_document", by: "session", "name", sha256: "coalesce(content_sha, '')")
    let files = EncryptedColumn("job_file", by: "session", "name")
    return own
      + (try cells(in: documents, of: .session(id), target) { description(try $0.text(0)) })
      + (try cells(in: files, of: .session(id), target) { row in
        guard let file = JobFile(rawValue: try row.text(0)) else {
          throw SQLError.unreadable("the name of a file in the queue")
        }
        return (file.context(id), "sessions/\(id.text)/\(file.rawValue)", \.documents)
      })
  }

  private func cells(of user: UserHash, _ target: RekeyTarget) throws -> [EncryptedCell] {
    let versions = EncryptedColumn("kept_version", by: "user_hash", "kind", "number")
    let documents = EncryptedColumn("kept_person_document", by: "user_hash", "name")
    let found = try cells(in: versions, of: .user(user), target) { row in
      let (kind, number) = (try row.text(0), try row.int(1))
      let isBaseline = kind == BaselineKind.name
      let folder = isBaseline ? BaselineKind.folder : ProfileKind.folder
      return (
        RowContext(user, kind, number), "\(folder)/\(user.text)/\(number)",
        isBaseline ? \.baselines : \.people
      )
    }
    return found
      + (try cells(in: documents, of: .user(user), target) { row in
        let name = try row.text(0)
        return (RowContext(user, name), "people/\(user.text)/\(name).json", \.people)
      })
  }

  /// The values of a column that are under another key.
  /// - Parameter describe: Gets the keys of a row after its owner.
  private func cells(
    in column: EncryptedColumn, of owner: SQLValue, _ target: RekeyTarget,
    _ describe: (SQLRow) throws -> EncryptedCell.Description
  ) throws -> [EncryptedCell] {
    let selected = column.keys.dropFirst() + [column.sha256]
    let rows = try run(
      """
      select \(selected.joined(separator: ", ")) from \(column.table)
      where tenant = $1 and \(column.keys[0]) = $2 and \(EncryptedColumn.isDue(column.name, head: "$3"))
      order by \(column.keys.joined(separator: ", "))
      """, owner, .bytes(target.headBytes))
    return try rows.map { row in
      let hash = selected.count - 1
      return EncryptedCell(
        column: column, keys: [owner] + row.values.dropLast(), description: try describe(row),
        sha256: row.isNull(hash) ? nil : try row.text(hash))
    }
  }
}
