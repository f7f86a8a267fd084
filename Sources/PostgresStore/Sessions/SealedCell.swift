// Where rows hold something encrypted: whose it is, which table and column it lies in, and what it is bound to.

internal import RecordStore
internal import VoiceTypes

/// A column of one row that holds something encrypted.
struct SealedCell {
  let table: String
  let column: String

  /// What finds the row: a condition on $2, $3, … and what these stand for.
  let row: String
  let keys: [SQLValue]

  /// What the bytes are bound to.
  let place: RowPlace

  /// What people are told where it lies.
  let name: String

  /// What it is counted as.
  let part: WritableKeyPath<RekeyReport, Int>

  /// SHA-256 of what is encrypted, where the row says it.
  var sha256: String?

  /// The condition that a value is not under the key whose values begin with a parameter.
  static func isDue(_ column: String, head: String) -> String {
    "substring(\(column) from 1 for octet_length(\(head))) <> \(head)"
  }
}

extension StoreRows {
  /// What of an owner's is not under a key.
  func cells(
    of owner: RekeyedOwner, notUnder target: RekeyTarget
  ) throws(StoreError) -> [SealedCell] {
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
    _ cell: (SQLRow) throws(PostgresError) -> SealedCell
  ) throws(StoreError) -> [SealedCell] {
    let rows = try run(sql, owner, head)
    return try read { () throws(PostgresError) in try rows.map(cell) }
  }

  private static func isDue(_ column: String) -> String { SealedCell.isDue(column, head: "$3") }

  private func cells(of id: SessionID, _ head: SQLValue) throws(StoreError) -> [SealedCell] {
    let own = ["header", "state"].map { column in
      """
      select '\(column)', null from sagevoice.kept_session
      where tenant = $1 and id = $2::text::uuid and \(Self.isDue(column)) union all
      """
    }
    return try due(
      """
      \(own.joined(separator: "\n"))
      select name, coalesce(content_sha, '') from sagevoice.kept_document
      where tenant = $1 and session = $2::text::uuid and \(Self.isDue("bytes")) order by 1
      """, .session(id), head
    ) { row throws(PostgresError) in
      let (name, isOwn) = (try row.text(0), row.isNull(1))
      let file = SessionDocument(rawValue: name)?.name ?? name
      return SealedCell(
        table: isOwn ? "kept_session" : "kept_document", column: isOwn ? name : "bytes",
        row: isOwn ? "id = $2::text::uuid" : "session = $2::text::uuid and name = $3",
        keys: isOwn ? [.session(id)] : [.session(id), .text(name)],
        place: RowPlace(id.text, name), name: "sessions/\(id.text)/\(file)", part: \.documents,
        sha256: isOwn ? nil : try row.text(1))
    }
  }

  private func versions(of user: UserHash, _ head: SQLValue) throws(StoreError) -> [SealedCell] {
    try due(
      """
      select kind, number from sagevoice.kept_version
      where tenant = $1 and user_hash = $2 and \(Self.isDue("bytes")) order by 1, 2
      """, .user(user), head
    ) { row throws(PostgresError) in
      let (kind, number) = (try row.text(0), try row.int(1))
      let isBaseline = kind == "baseline"
      return SealedCell(
        table: "kept_version", column: "bytes", row: "user_hash = $2 and kind = $3 and number = $4",
        keys: [.user(user), .text(kind), .int(Int64(number))],
        place: RowPlace(user, kind, number),
        name: "\(isBaseline ? "baselines" : "people")/\(user.text)/\(number)",
        part: isBaseline ? \.baselines : \.people)
    }
  }

  private func documents(of user: UserHash, _ head: SQLValue) throws(StoreError) -> [SealedCell] {
    try due(
      """
      select name from sagevoice.kept_person_document
      where tenant = $1 and user_hash = $2 and \(Self.isDue("bytes")) order by 1
      """, .user(user), head
    ) { row throws(PostgresError) in
      let name = try row.text(0)
      return SealedCell(
        table: "kept_person_document", column: "bytes", row: "user_hash = $2 and name = $3",
        keys: [.user(user), .text(name)], place: RowPlace(user, name),
        name: "people/\(user.text)/\(name).json", part: \.people)
    }
  }

  private func failedFile(_ number: Int64, _ head: SQLValue) throws(StoreError) -> [SealedCell] {
    let columns = ["bytes", "report"].map { column in
      """
      select '\(column)', sha256 from sagevoice.failed_file
      where tenant = $1 and number = $2 and \(Self.isDue(column))
      """
    }
    return try due(columns.joined(separator: " union all "), .int(number), head) {
      row throws(PostgresError) in
      let (column, hash) = (try row.text(0), try row.text(1))
      return SealedCell(
        table: "failed_file", column: column, row: "number = $2", keys: [.int(number)],
        place: .failed(hash, isReport: column == "report"), name: "failed/\(number)/\(column)",
        part: \.failedFiles)
    }
  }

  private func strandedFile(_ number: Int64, _ head: SQLValue) throws(StoreError) -> [SealedCell] {
    try due(
      """
      select from sagevoice.stranded_file
      where tenant = $1 and number = $2 and \(Self.isDue("report"))
      """, .int(number), head
    ) { _ in
      SealedCell(
        table: "stranded_file", column: "report", row: "number = $2", keys: [.int(number)],
        place: .stranded, name: "stranded/\(number)/report", part: \.failedFiles)
    }
  }
}
