// Re-encrypting what a store holds under its current key. What is one owner's (the documents of a session,
// a baseline, a failed file) changes as everything in the store does: staged, named by a line of the log
// with its new hash, renamed to its place. Others write between one owner and the next, and what a crash
// leaves is put in order as after any other change. Which key a document is under stands in its first
// line, so that nothing has to be remembered: whatever is not under the current key is to be done.
//
// Only what is as the logs say is re-encrypted. A line about anything else would make good what somebody
// changed.

internal import VoiceTypes

/// What re-encrypting a store did, or would do.
package struct RekeyReport: Sendable, Equatable {
  /// The key that everything is under, or is to be.
  package let key: String

  /// Documents of sessions that were re-encrypted.
  package var documents = 0

  /// The sessions they are of.
  package var sessions = 0

  /// Baselines.
  package var baselines = 0

  /// What people told, and documents of theirs.
  package var people = 0

  /// Files that were put away, and reports of such files.
  package var failedFiles = 0

  /// Where that lies which could not be re-encrypted: it is not as the logs say, or it is in hand.
  package var left: [String] = []

  /// Lines of histories that hold under a former key what was done elsewhere. Of a history nothing is changed.
  package var histories = 0

  /// The names of former keys, of those under which nothing is any more.
  package var unneeded: [String] = []

  package init(key: String) { self.key = key }

  /// All that was re-encrypted.
  package var total: Int { documents + baselines + people + failedFiles }
}

extension RecordStore {
  /// Re-encrypts everything that is not under the current key. May be repeated after a fault. A store
  /// that was opened for reading is left as it is, and told what there is to do.
  package func rekey(telling progress: StoreProgress? = nil) throws(StoreError) -> RekeyReport {
    guard let sealing else { throw .nothingToRekey }
    let target = try RekeyTarget(of: currentFile(), sealing.keys)
    var rekeying = Rekeying(
      store: self, target: target.head, report: RekeyReport(key: target.key))
    try rekeying.run(telling: progress)
    if rekeying.report.left.isEmpty, options.access == .writing {
      rekeying.report.unneeded = target.former
    }
    return rekeying.report
  }
}

/// A re-encryption on its way.
struct Rekeying {
  /// Looks at the whole store at most: a program that writes while the key changes may bring one more
  /// document under the former one [E].
  private static let mostPasses = 3

  let store: RecordStore

  /// How what is done begins.
  let target: SealedHead

  var report: RekeyReport

  private var isForGood: Bool { store.options.access == .writing }

  mutating func run(telling progress: StoreProgress?) throws(StoreError) {
    try pass(telling: progress)
    guard isForGood else { return }
    for _ in 1..<Self.mostPasses {
      let done = report.total
      report.left = []
      try pass(telling: nil)
      if report.total == done { break }
    }
    try store.reencryptIndex(under: target)
  }

  private mutating func pass(telling progress: StoreProgress?) throws(StoreError) {
    let sessions = try store.sessionIDs()
    let own = try store.baselineNames() + store.peopleNames()
    let failed = try store.failedNames()
    let total = sessions.count + own.count + failed.count
    var done = 0
    progress?(done, total)
    for session in sessions {
      try rekey(session)
      done += 1
      progress?(done, total)
    }
    // What a crash of this program left, while others have the store open.
    let named = try isForGood ? store.settledOwnDocuments() : store.storeLog().documents
    for name in own {
      try rekeyOwn(name, named)
      done += 1
      progress?(done, total)
    }
    let reports = try failed.isEmpty ? [] : store.failedListing().reports
    for name in failed {
      try rekeyFailed(name, named, reports)
      done += 1
      progress?(done, total)
    }
  }

  private mutating func rekey(_ session: SessionID) throws(StoreError) {
    var due = 0
    for document in SessionDocument.allCases where document.isSealed {
      let path = store.layout.path(of: document.name, in: session)
      due += try store.isDue(path, target) ? 1 : 0
    }
    guard due > 0 else { return }
    let outcome = try isForGood ? store.reencrypt(session, under: target) : Reencrypted(count: due)
    report.documents += outcome.count
    report.sessions += outcome.count > 0 ? 1 : 0
    report.left += outcome.left.map { "sessions/\(session.text)/\($0)" }
  }

  private mutating func rekeyOwn(
    _ name: String, _ named: [String: String]
  ) throws(StoreError) {
    guard try store.isDue(store.layout.path(of: name), target) else { return }
    let outcome =
      try isForGood
      ? store.reencrypt(own: name, under: target, named) : Reencrypted(count: 1)
    let isBaseline = name.hasPrefix("baselines/")
    report.baselines += isBaseline ? outcome.count : 0
    report.people += isBaseline ? 0 : outcome.count
    report.left += outcome.left
  }

  private mutating func rekeyFailed(
    _ name: String, _ named: [String: String], _ reports: [FailedListing.Report]
  ) throws(StoreError) {
    guard try store.isFailedDue(name, target) else { return }
    var outcome = Reencrypted(count: 1)
    if isForGood {
      let report = reports.first { $0.file == name || $0.reportFile == name }
      outcome = try store.reencrypt(failed: name, of: report, under: target, named)
    }
    report.failedFiles += outcome.count
    report.left += outcome.left.map { "failed/\($0)" }
  }
}

/// What came of one owner's documents.
struct Reencrypted: Sendable {
  var count = 0

  /// Names of what was not re-encrypted.
  var left: [String] = []
}
