// What a re-encryption does within a transaction: it finds whose values are not under the current key, and writes them
// under it. What does not open, or is not what its row names, is left as it is.

internal import VoiceTypes

/// What came of values, or is to come of them.
struct RekeyedCells {
  var done: [EncryptedCell] = []
  var left: [EncryptedCell] = []
}

extension StoreTransaction {
  /// The key that everything is to be under; a fault where the one that was given is not the store's any more.
  func rekeyTarget() throws -> RekeyTarget {
    guard let sealing = form.sealing, let keys = try keys() else { throw StoreError.nothingToRekey }
    try sealing.follow(keys)
    return try sealing.rekeyTarget()
  }

  /// The next owners of a kind; those are due of which something is not under a key.
  func page(
    of part: RekeyedPart, after place: SQLValue, notUnder target: RekeyTarget
  ) throws -> RekeyPage {
    let rows = try run(part.question, place, .bytes(target.headBytes))
    var page = RekeyPage()
    var sessions: [SessionID] = []
    for row in rows {
      let session = row.isNull(3) ? nil : try row.text(3)
      guard let owner = part.owner(named: try row.text(2), of: session) else {
        throw SQLError.unreadable("the owner of encrypted data")
      }
      if try row.bool(1) { page.due.append(owner) }
      if case .session(let id) = owner { sessions.append(id) }
    }
    page.histories = try sessions.isEmpty ? [] : histories(of: sessions, notUnder: target)
    if rows.count == RekeyedPart.ownersAtOnce { page.next = rows.last?.values.first }
    return page
  }

  /// The keys of what lines of histories hold that is not under a key, one for each line.
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
      with: [.text(Self.takingAction), .text(Hex.text(of: target.headBytes))]
        + sessions.map { .session($0) })
    return try found.map { row in
      RowSealing.keyName(of: Hex.bytes(of: Array(try row.text(0).utf8)) ?? [])
    }
  }

  // MARK: - One owner

  /// Re-encrypts what an owner has that is not under a key.
  func reencrypt(
    _ owner: RekeyedOwner, under target: RekeyTarget
  ) throws -> RekeyedCells {
    try lock(owner)
    // What is written now is under the key: it is the store's still.
    _ = try rekeyTarget()
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
    // It is put away once and never changed: the row is held, which whoever removes it waits for.
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
    // Somebody removed it meanwhile, or has done it.
    guard let row = found.first else { return }
    let stored = try row.bytes(0)
    guard let bytes = try openedIfWhole(stored, cell) else { return outcome.left.append(cell) }
    try run(
      "update \(cell.table) set \(cell.column) = \(last) where tenant = $1 and \(cell.row)",
      with: cell.keys + [try value(bytes, as: cell.place)])
    outcome.done.append(cell)
  }

  /// What a value was before it was encrypted; nil where that is not what was kept.
  private func openedIfWhole(
    _ stored: [UInt8], _ cell: EncryptedCell
  ) throws -> [UInt8]? {
    try unlessDamaged {
      let bytes = try opened(stored, as: cell.place)
      guard let sha256 = cell.sha256, StoreSecrets.sha256(of: bytes) != sha256 else { return bytes }
      throw StoreError.damaged(path: cell.name, problem: "it differs from its hash")
    }
  }
}
