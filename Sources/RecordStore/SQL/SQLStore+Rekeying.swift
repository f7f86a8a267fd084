// Re-encrypting what a tenant's rows hold, under the current key of the store. What is one owner's (a session, a person, a
// file that was put away) is one transaction, under the lock that whoever writes to it holds. Others write between one
// owner and the next, and a program that ends in between leaves rows of both keys, which the store opens alike. Which key
// a value is under stands in its first bytes, so that nothing has to be remembered: what is not under the current one is
// to be done.
//
// Histories name what a document says and not how it is encrypted, so that they hold before, meanwhile and afterwards.
// They are chains, of which nothing is changed: what one has encrypted itself stays under the key of its time.

extension SQLStore {
  /// Re-encrypts everything that is not under the current key. May be repeated after a fault. A store that was opened
  /// for reading is left as it is, and told what there is to do.
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

/// A re-encryption on its way.
private struct RowRekeying {
  /// Looks at the whole store at most: a program that has not learnt of the current key writes under the former one
  /// until it comes upon something under the current one [E].
  private static let mostPasses = 3

  private let store: SQLStore
  private let target: RekeyTarget
  private(set) var report: RekeyReport

  /// The keys under which histories hold something.
  private var historyKeys: Set<String> = []

  /// Whether the history of the tenant says that this was begun.
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

  /// Names the former keys under which nothing was found.
  private mutating func tellUnneeded() throws(StoreError) {
    guard report.left.isEmpty else { return }
    // A fault where somebody changed the key meanwhile.
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
