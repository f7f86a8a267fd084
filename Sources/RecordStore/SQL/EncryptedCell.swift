// Where rows hold something encrypted: whose it is, which table and column it lies in, and what it is bound to.

internal import VoiceTypes

/// A column of one row that holds something encrypted.
struct EncryptedCell {
  let table: String
  let column: String

  /// What finds the row: a condition on $2, $3, … and what these stand for.
  let row: String
  let keys: [SQLValue]

  /// What the bytes are bound to.
  let place: RowContext

  /// What people are told where it lies.
  let name: String

  /// What it is counted as.
  let part: WritableKeyPath<RekeyReport, Int>

  /// SHA-256 of what is encrypted, where the row says it.
  var sha256: String?

  /// The condition that a value is not under the key whose values begin with a parameter.
  static func isDue(_ column: String, head: String) -> String {
    "substr(\(column), 1, length(\(head))) <> \(head)"
  }
}

extension StoreTransaction {
  /// What of an owner's is not under a key.
  func cells(
    of owner: RekeyedOwner, notUnder target: RekeyTarget
  ) throws -> [EncryptedCell] {
    let head = SQLValue.bytes(target.headBytes)
    return switch owner {
    case .session(let id): try cells(of: id, head)
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
