// Key rotation: the values of a tenant are re-encrypted under the current key. One owner (a session, a person, a quarantined
// file) is one transaction under the lock of its writers. An interrupted run leaves rows of both keys, which the store can
// read. The first bytes of a value name its key, so a run needs no state.
//
// Histories contain hashes of decrypted documents and stay valid. Their lines never change: an encrypted value in a
// line keeps its key. An audio file of a folder store is replaced under the lock of its session.

internal import Platform
internal import VoiceTypes

extension RecordStore {
  /// Re-encrypts all values that are not under the current key. Can be repeated after an error. A store that is open for
  /// reading stays unchanged, and the report counts the values to re-encrypt.
  @discardableResult
  package func rekey(reporting progress: StoreProgress? = nil) throws(StoreError) -> RekeyReport {
    let target = try rekeyTarget()
    var rekeying = RowRekeying(of: self, target)
    try rekeying.run(reporting: progress)
    return rekeying.report
  }

  fileprivate func rekeyTarget() throws(StoreError) -> RekeyTarget {
    try read { rows in try rows.rekeyTarget() }
  }

  /// Whether a session has an audio file under another key.
  fileprivate func isAudioDue(
    of session: SessionID, notUnder target: RekeyTarget
  ) throws(StoreError) -> Bool {
    guard let path = try audioFile(of: session) else { return false }
    do throws(FileSystemError) {
      let head = target.headBytes
      return try files.read(path, from: 0, count: head.count) != head
    } catch {
      if error.isMissing { return false }
      throw .fileSystem(error)
    }
  }

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
    let bytes = try rows.unlessDamaged { try rows.opened(contents(of: path), as: context) }
    guard let bytes, rows.documentHash(of: bytes) == hash else { return false }
    do {
      try files.replace(path, with: rows.sealed(bytes, as: context), durability: .synced)
    } catch let error as FileSystemError {
      throw StoreError.fileSystem(error)
    }
    return true
  }
}

/// A run of the key rotation.
private struct RowRekeying {
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

  mutating func run(reporting progress: StoreProgress?) throws(StoreError) {
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
  private mutating func reportUnneededKeys() throws(StoreError) {
    guard report.left.isEmpty else { return }
    // Throws if the key changed during the run.
    _ = try store.rekeyTarget()
    report.unneeded = target.former.filter { !historyKeys.contains($0) }
  }

  private mutating func pass() throws(StoreError) {
    (report.left, report.histories, historyKeys) = ([], 0, [])
    for part in RekeyedPart.allCases { try rekey(part) }
  }

  private mutating func rekey(_ part: RekeyedPart) throws(StoreError) {
    var place: SQLValue? = part.start
    while let start = place {
      let page = try store.read { [target] rows in
        try rows.page(of: part, after: start, notUnder: target)
      }
      report.histories += page.histories.count
      historyKeys.formUnion(page.histories.compactMap { $0 })
      for owner in page.due { try rekey(owner) }
      for session in page.sessions
      where try store.isAudioDue(of: session, notUnder: target) {
        try rekeyAudio(of: session, isCounted: page.dueSessions.contains(session))
      }
      done += page.owners
      progress?(min(done, all), all)
      place = page.next
    }
  }

  private mutating func rekey(_ owner: RekeyedOwner) throws(StoreError) {
    guard isForGood else {
      let due = try store.read { [target] rows in try rows.cells(of: owner, notUnder: target) }
      return count(owner, RekeyedCells(done: due))
    }
    let outcome = try store.write { [target, isLogged] rows in
      let outcome = try rows.reencrypt(owner, under: target)
      if !isLogged, !outcome.done.isEmpty { rows.log(RecordStore.rekeyAction, of: nil) }
      return outcome
    }
    count(owner, outcome)
  }

  private mutating func rekeyAudio(of session: SessionID, isCounted: Bool) throws(StoreError) {
    var isDone: Bool? = true
    if isForGood {
      isDone = try store.write { [target, isLogged] rows in
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

  private mutating func count(_ owner: RekeyedOwner, _ outcome: RekeyedCells) {
    for cell in outcome.done { report[keyPath: cell.description.part] += 1 }
    report.left += outcome.left.map(\.description.name)
    guard !outcome.done.isEmpty else { return }
    isLogged = true
    if case .session = owner { report.sessions += 1 }
  }
}
