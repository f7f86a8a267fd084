// Key rotation: the values of a tenant are re-encrypted under the current key. One owner (a session, a person, a quarantined
// file) is one transaction under the lock of its writers. An interrupted run leaves rows of both keys, which the store can
// read. The first bytes of a value name its key, so a run needs no state.
//
// Histories contain hashes of plain documents and stay valid. Their lines never change: an encrypted value in a line keeps
// the key of its time.

extension SQLStore {
  /// Re-encrypts all values that are not under the current key. Can be repeated after an error. A store that is open for
  /// reading stays unchanged, and the report counts the values to re-encrypt.
  package func rekey() throws(StoreError) -> RekeyReport {
    let target = try rekeyTarget()
    var rekeying = RowRekeying(of: self, target)
    try rekeying.run()
    return rekeying.report
  }

  fileprivate func rekeyTarget() throws(StoreError) -> RekeyTarget {
    try read { rows in try rows.rekeyTarget() }
  }
}

/// A run of the key rotation.
private struct RowRekeying {
  /// Maximum passes over the store. A program with the former key writes with it until it reads a value with the
  /// current key [E].
  private static let mostPasses = 3

  private let store: SQLStore
  private let target: RekeyTarget
  private(set) var report: RekeyReport

  /// The keys of encrypted values in histories.
  private var historyKeys: Set<String> = []

  /// Whether the history of the tenant has the start of this run.
  private var isTold = false

  init(of store: SQLStore, _ target: RekeyTarget) {
    (self.store, self.target, report) = (store, target, RekeyReport(key: target.key))
  }

  private var isForGood: Bool { store.access == .writing }

  mutating func run() throws(StoreError) {
    try pass()
    guard isForGood else { return }
    for _ in 1..<Self.mostPasses {
      let done = report.total
      try pass()
      guard report.total > done else { return try tellUnneeded() }
    }
  }

  /// Reports former keys without values.
  private mutating func tellUnneeded() throws(StoreError) {
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
      place = page.next
    }
  }

  private mutating func rekey(_ owner: RekeyedOwner) throws(StoreError) {
    guard isForGood else {
      let due = try store.read { [target] rows in try rows.cells(of: owner, notUnder: target) }
      return count(owner, RekeyedCells(done: due))
    }
    let outcome = try store.write { [target, isTold] rows in
      let outcome = try rows.reencrypt(owner, under: target)
      if !isTold, !outcome.done.isEmpty { rows.tell(RecordStore.rekeyAction, of: nil) }
      return outcome
    }
    count(owner, outcome)
  }

  private mutating func count(_ owner: RekeyedOwner, _ outcome: RekeyedCells) {
    for cell in outcome.done { report[keyPath: cell.part] += 1 }
    report.left += outcome.left.map(\.name)
    guard !outcome.done.isEmpty else { return }
    isTold = true
    if case .session = owner { report.sessions += 1 }
  }
}
