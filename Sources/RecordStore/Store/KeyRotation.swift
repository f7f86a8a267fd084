// Key rotation: the values of a tenant are re-encrypted under the current key. One owner (a session, a person, a quarantined
// file) is one transaction under the lock of its writers. An interrupted run leaves rows of both keys, which the store can
// read. The first bytes of a value name its key, so a run needs no state. Values that do not decrypt, or differ from their
// hashes, stay unchanged.
//
// Histories contain hashes of decrypted documents and stay valid. Their lines never change: an encrypted value in a
// line keeps its key. An audio file of a folder store is replaced under the lock of its session.

internal import VoiceTypes

extension StoreError {
  /// The error for an unencrypted store.
  package static let nothingToRekey = StoreError.unusable(
    "the store is not encrypted; there is nothing to re-encrypt")
}

extension RecordStore {
  /// The action of history lines of a key rotation.
  package static let rekeyAction = "reencrypted"

  /// Re-encrypts all values that are not under the current key. Can be repeated after an error. A store that is open for
  /// reading stays unchanged, and the report counts the values to re-encrypt.
  @discardableResult
  package func rekey(reporting progress: StoreProgress? = nil) throws(StoreError) -> RekeyReport {
    do {
      var rekeying = KeyRotationRun(of: self, try read { rows in try rows.rekeyTarget() })
      try rekeying.run(reporting: progress)
      return rekeying.report
    } catch {
      throw StoreError(error)
    }
  }
}

// MARK: - Encrypted columns

/// The kinds of owners of encrypted values, in the order of processing.
private enum RekeyedPart: CaseIterable {
  case sessions, people, failedFiles, strandedFiles

  /// Owners per statement [E].
  static let ownersAtOnce = 500

  var columns: [EncryptedColumn] {
    switch self {
    case .sessions:
      ["header", "state"].map { name in
        EncryptedColumn("kept_session", name, by: "id") { id, _ in Self.document(name, of: id) }
      } + [
        EncryptedColumn(
          "kept_document", by: "session", "name", sha256: "coalesce(content_sha, '')"
        ) { id, row in Self.document(try row.text(0), of: id) },
        EncryptedColumn("job_file", by: "session", "name") { id, row in
          let name = try row.text(0)
          return (.jobFile(name, of: id), "sessions/\(id)/\(name)", \.documents)
        },
      ]
    case .people:
      [
        EncryptedColumn("kept_version", by: "user_hash", "kind", "number") { user, row in
          let (kind, number) = (try row.text(0), try row.int(1))
          let isBaseline = kind == BaselineKind.name
          let folder = isBaseline ? BaselineKind.folder : ProfileKind.folder
          return (
            RowContext(UserHash(text: user), kind, number), "\(folder)/\(user)/\(number)",
            isBaseline ? \.baselines : \.people
          )
        },
        EncryptedColumn("kept_person_document", by: "user_hash", "name") { user, row in
          let name = try row.text(0)
          return (RowContext(user, name), "people/\(user)/\(name).json", \.people)
        },
      ]
    case .failedFiles:
      ["bytes", "report"].map { name in
        EncryptedColumn("failed_file", name, by: "number", "sha256") { number, row in
          let context = RowContext.failed(try row.text(0), isReport: name == "report")
          return (context, "failed/\(number)/\(name)", \.failedFiles)
        }
      }
    case .strandedFiles:
      [
        EncryptedColumn("stranded_file", "report", by: "number") { number, _ in
          (.stranded, "stranded/\(number)/report", \.failedFiles)
        }
      ]
    }
  }

  private static func document(_ name: String, of id: String) -> EncryptedColumn.Description {
    let file = SessionDocument(rawValue: name)?.name ?? name
    return (RowContext(id, name), "sessions/\(id)/\(file)", \.documents)
  }

  /// The start of the first page.
  var start: SQLValue { self == .people ? .text("") : .int(-1) }

  /// The query for a page of owners after $2. Columns: owner, whether a value has another key than the one whose
  /// values begin with $3, name, and the session of a quarantined file.
  var question: String {
    let (place, id, session, owners) =
      switch self {
      case .sessions: ("place", "id", "null", "kept_session")
      case .people: ("user_hash", "user_hash", "null", Self.peopleQuery)
      case .failedFiles: ("number", "number", "cast(o.session as text)", "failed_file")
      case .strandedFiles: ("number", "number", "null", "stranded_file")
      }
    var due = columns.map { column -> String in
      guard column.table != owners else {
        return "coalesce(\(EncryptedColumn.isDue("o.\(column.name)", head: "$3")), false)"
      }
      return """
        exists (select 1 from \(column.table) v where v.tenant = $1
          and v.\(column.keys[0]) = o.\(id) and \(EncryptedColumn.isDue("v.bytes", head: "$3")))
        """
    }
    if self == .sessions {
      due.append("coalesce(\(EncryptedColumn.isDue("follow_up_values", head: "$3")), false)")
    }
    return """
      select o.\(place), \(due.joined(separator: " or ")), cast(o.\(id) as text), \(session)
      from \(owners) o where \(self == .people ? "" : "tenant = $1 and ")\(place) > $2
      order by 1 limit \(Self.ownersAtOnce)
      """
  }

  /// The people after $2.
  private static var peopleQuery: String {
    let tables = ["kept_version", "kept_person_document"].map { table in
      """
      select user_hash from (select distinct user_hash from \(table)
        where tenant = $1 and user_hash > $2 order by user_hash limit \(ownersAtOnce)) p
      """
    }
    return "(\(tables.joined(separator: " union ")))"
  }
}

/// An owner of encrypted values.
private struct RekeyedOwner {
  let part: RekeyedPart

  /// The id of a session, the hash of a person, or the number of a file.
  let name: String

  /// The session, or that of a quarantined file.
  let session: SessionID?

  /// Nil for an invalid name.
  init?(_ part: RekeyedPart, named name: String, of session: String?) {
    (self.part, self.name) = (part, name)
    self.session = SessionID(part == .sessions ? name : session ?? "")
    if part == .sessions, self.session == nil { return nil }
  }

  /// The value of the first key of its columns.
  var key: SQLValue {
    switch part {
    case .sessions: .uuid(name)
    case .people: .text(name)
    case .failedFiles, .strandedFiles: .int(Int64(name) ?? 0)
    }
  }
}

/// A column with encrypted values.
struct EncryptedColumn {
  /// The associated data of the encryption, the path in messages, and the count in the report.
  fileprivate typealias Description = (
    context: RowContext, path: String, part: WritableKeyPath<RekeyReport, Int>
  )

  fileprivate let table: String
  fileprivate let name: String

  /// The column of the owner, then those that identify a row of the owner.
  fileprivate let keys: [String]

  /// SHA-256 of the decrypted value as an expression. Null for a row without it.
  fileprivate let sha256: String

  /// Describes a value by the name of its owner and the other keys of its row.
  fileprivate let describe: (_ owner: String, _ row: SQLRow) throws -> Description

  fileprivate init(
    _ table: String, _ name: String = "bytes", by keys: String..., sha256: String = "null",
    _ describe: @escaping (String, SQLRow) throws -> Description
  ) {
    (self.table, self.name, self.keys, self.sha256) = (table, name, keys, sha256)
    self.describe = describe
  }

  /// The condition of a row, with its keys as the parameters $2, $3, …
  fileprivate var row: String {
    keys.enumerated().map { "\($1) = $\($0 + 2)" }.joined(separator: " and ")
  }

  /// The condition for a value of another key: the first bytes of an encrypted value name its key. The row of an audio
  /// file has no bytes.
  static func isDue(_ column: String, head: String) -> String {
    "(length(\(column)) > 0 and substr(\(column), 1, length(\(head))) <> \(head))"
  }
}

/// An encrypted value of one row.
private struct EncryptedCell {
  let column: EncryptedColumn

  /// The values of the keys of the column.
  let keys: [SQLValue]

  let description: EncryptedColumn.Description

  /// SHA-256 of the decrypted value, if the row has it.
  let sha256: String?
}

// MARK: - One transaction

extension StoreTransaction {
  /// The key for all values. Throws if the given key is no longer that of the store.
  fileprivate func rekeyTarget() throws -> RekeyTarget {
    guard let sealing = form.sealing, let keys = try keys() else { throw StoreError.nothingToRekey }
    try sealing.follow(keys)
    return try sealing.rekeyTarget()
  }

  /// The number of owners of all kinds.
  fileprivate func countOwners() throws -> Int {
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

  /// The keys of lines in the histories of sessions that are encrypted with another key.
  fileprivate func historyKeys(
    of sessions: [SessionID], notUnder target: RekeyTarget
  ) throws -> [String?] {
    guard !sessions.isEmpty else { return [] }
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

  /// The values of an owner that are under another key.
  fileprivate func cells(
    of owner: RekeyedOwner, notUnder target: RekeyTarget
  ) throws -> [EncryptedCell] {
    try owner.part.columns.flatMap { column -> [EncryptedCell] in
      let selected = column.keys.dropFirst() + [column.sha256]
      let rows = try run(
        """
        select \(selected.joined(separator: ", ")) from \(column.table)
        where tenant = $1 and \(column.keys[0]) = $2 and \(EncryptedColumn.isDue(column.name, head: "$3"))
        order by \(column.keys.joined(separator: ", "))
        """, owner.key, .bytes(target.headBytes))
      return try rows.map { row in
        let hash = selected.count - 1
        return EncryptedCell(
          column: column, keys: [owner.key] + row.values.dropLast(),
          description: try column.describe(owner.name, row),
          sha256: row.isNull(hash) ? nil : try row.text(hash))
      }
    }
  }

  /// Re-encrypts the values of an owner that are under another key.
  fileprivate func reencrypt(
    _ owner: RekeyedOwner, under target: RekeyTarget
  ) throws -> (done: [EncryptedCell], left: [EncryptedCell]) {
    switch (owner.part, owner.session) {
    case (.people, _): try lock(UserHash(text: owner.name))
    case (.strandedFiles, _): try lock("stranded")
    case (_, let session?): try lock(session)
    // A quarantined file never changes. The row lock excludes its deletion.
    case (_, nil): break
    }
    // New values are written with the target, which must still be the key of the store.
    _ = try rekeyTarget()
    if owner.part == .sessions, let id = owner.session {
      try removeFollowUpValues(of: id, notUnder: target)
    }
    var (done, left): ([EncryptedCell], [EncryptedCell]) = ([], [])
    for cell in try cells(of: owner, notUnder: target) {
      let (column, last) = (cell.column, "$\(cell.keys.count + 2)")
      let found = try run(
        """
        select \(column.name) from \(column.table) where tenant = $1 and \(column.row)
          and \(EncryptedColumn.isDue(column.name, head: last))\(dialect.forUpdate)
        """, with: cell.keys + [.bytes(target.headBytes)])
      // Another program deleted or re-encrypted the value.
      guard let row = found.first else { continue }
      guard let bytes = try openedIfWhole(row.bytes(0), cell) else {
        left.append(cell)
        continue
      }
      try run(
        "update \(column.table) set \(column.name) = \(last) where tenant = $1 and \(column.row)",
        with: cell.keys + [try value(bytes, as: cell.description.context)])
      done.append(cell)
    }
    return (done, left)
  }

  /// The decrypted value. Nil if it does not decrypt or differs from its hash.
  private func openedIfWhole(_ stored: [UInt8], _ cell: EncryptedCell) throws -> [UInt8]? {
    let bytes = try unlessDamaged { try opened(stored, as: cell.description.context) }
    guard let bytes, let sha256 = cell.sha256 else { return bytes }
    return documentHash(of: bytes) == sha256 ? bytes : nil
  }
}

extension RecordStore {
  /// Re-encrypts the audio file of a session. A file that does not decrypt, or differs from the hash of its row, stays.
  /// - Returns: Whether the file is under the key. Nil without the audio.
  fileprivate func reencryptAudio(
    of session: SessionID, under target: RekeyTarget, _ rows: StoreTransaction
  ) throws -> Bool? {
    try rows.lock(session)
    _ = try rows.rekeyTarget()
    // Deletion of the row precedes that of the file, so a deleted file does not return.
    let hashes = try rows.hashes(of: session)
    guard let path = try audioFile(of: session), let hash = hashes[SessionDocument.audio.rawValue]
    else { return nil }
    let context = RowContext(session, .audio)
    let bytes = try rows.unlessDamaged { try rows.opened(files.read(path), as: context) }
    guard let bytes, rows.documentHash(of: bytes) == hash else { return false }
    try files.replace(path, with: rows.sealed(bytes, as: context), durability: .synced)
    return true
  }
}

/// A run of the key rotation.
private struct KeyRotationRun {
  /// Maximum passes over the store. A program with the former key writes with it until it reads a value with the
  /// current key [E].
  private static let mostPasses = 3

  private let store: RecordStore
  private let target: RekeyTarget
  private(set) var report: RekeyReport

  /// The keys of encrypted values in histories.
  private var historyKeys: Set<String> = []

  /// Whether the history of the tenant has the start of this run.
  private var isLogged = false

  private var progress: StoreProgress?

  /// Owners of the first pass.
  private var (done, all) = (0, 0)

  init(of store: RecordStore, _ target: RekeyTarget) {
    (self.store, self.target, report) = (store, target, RekeyReport(key: target.key))
  }

  private var isForGood: Bool { store.access == .writing }

  mutating func run(reporting progress: StoreProgress?) throws {
    all = try store.read { rows in try rows.countOwners() }
    self.progress = progress
    progress?(0, all)
    try pass()
    self.progress = nil
    guard isForGood else { return }
    for _ in 1..<Self.mostPasses {
      let done = report.total
      try pass()
      guard report.total > done else { return try reportUnneededKeys() }
    }
  }

  /// Reports former keys without values.
  private mutating func reportUnneededKeys() throws {
    guard report.left.isEmpty else { return }
    // Throws if the key changed during the run.
    _ = try store.read { rows in try rows.rekeyTarget() }
    report.unneeded = target.former.filter { !historyKeys.contains($0) }
  }

  private mutating func pass() throws {
    (report.left, report.histories, historyKeys) = ([], 0, [])
    for part in RekeyedPart.allCases { try rekey(part) }
  }

  private mutating func rekey(_ part: RekeyedPart) throws {
    var place: SQLValue? = part.start
    while let start = place {
      let (owners, keys, next) = try page(of: part, after: start)
      report.histories += keys.count
      historyKeys.formUnion(keys.compactMap { $0 })
      for (owner, isDue) in owners where isDue { try rekey(owner) }
      for (owner, isDue) in owners where part == .sessions {
        if let session = owner.session, try isAudioDue(of: session) {
          try rekeyAudio(of: session, isCounted: isDue)
        }
      }
      done += owners.count
      progress?(min(done, all), all)
      place = next
    }
  }

  /// The owners after a place, whether they have values under another key, the keys of their histories, and the place of
  /// the next page. Nil after the last page.
  private func page(
    of part: RekeyedPart, after place: SQLValue
  ) throws -> (owners: [(RekeyedOwner, isDue: Bool)], historyKeys: [String?], next: SQLValue?) {
    try store.read { [target] rows in
      let found = try rows.run(part.question, place, .bytes(target.headBytes))
      let owners = try found.map { row -> (RekeyedOwner, isDue: Bool) in
        let session = row.isNull(3) ? nil : try row.text(3)
        guard let owner = RekeyedOwner(part, named: try row.text(2), of: session) else {
          throw SQLError.unreadable("the owner of encrypted data")
        }
        return (owner, try row.bool(1))
      }
      let sessions = part == .sessions ? owners.compactMap(\.0.session) : []
      return (
        owners, try rows.historyKeys(of: sessions, notUnder: target),
        found.count == RekeyedPart.ownersAtOnce ? found.last?.values.first : nil
      )
    }
  }

  private mutating func rekey(_ owner: RekeyedOwner) throws {
    var outcome: (done: [EncryptedCell], left: [EncryptedCell]) = ([], [])
    if isForGood {
      outcome = try store.write { [target, isLogged] rows in
        let outcome = try rows.reencrypt(owner, under: target)
        if !isLogged, !outcome.done.isEmpty { rows.log(RecordStore.rekeyAction, of: nil) }
        return outcome
      }
    } else {
      outcome.done = try store.read { [target] rows in try rows.cells(of: owner, notUnder: target) }
    }
    for cell in outcome.done { report[keyPath: cell.description.part] += 1 }
    report.left += outcome.left.map(\.description.path)
    guard !outcome.done.isEmpty else { return }
    isLogged = true
    if owner.part == .sessions { report.sessions += 1 }
  }

  /// Whether a session has an audio file under another key.
  private func isAudioDue(of session: SessionID) throws -> Bool {
    guard let path = try store.audioFile(of: session) else { return false }
    let head = target.headBytes
    let found = try ifPresent { try store.files.read(path, from: 0, count: head.count) }
    return found.map { $0 != head } ?? false
  }

  private mutating func rekeyAudio(of session: SessionID, isCounted: Bool) throws {
    var isDone: Bool? = true
    if isForGood {
      isDone = try store.write { [store, target, isLogged] rows in
        let isDone = try store.reencryptAudio(of: session, under: target, rows)
        if !isLogged, isDone == true { rows.log(RecordStore.rekeyAction, of: nil) }
        return isDone
      }
    }
    guard let isDone else { return }
    guard isDone else {
      return report.left.append("sessions/\(session.text)/\(SessionDocument.audio.name)")
    }
    isLogged = true
    report.documents += 1
    if !isCounted { report.sessions += 1 }
  }
}
