// One session: a folder of documents that changes as a whole.

internal import Synchronization
internal import VoiceTypes

/// A session in the store.
package final class StoredSession: Sendable {
  /// Its name.
  package let id: SessionID

  /// Its folder.
  package let folder: String

  let store: RecordStore
  private let contents: Mutex<SessionContents>

  init(_ id: SessionID, in store: RecordStore) throws(StoreError) {
    self.id = id
    self.store = store
    folder = store.layout.folder(of: id)
    let isWriting = store.options.access == .writing
    contents = Mutex(try isWriting ? store.recovered(id) : store.settledContents(of: id))
  }

  /// The header; nil before it was written.
  package func header() throws(StoreError) -> SessionHeader? {
    try contents.withLock { contents throws(StoreError) in
      try refresh(&contents)
      return contents.header
    }
  }

  /// The state; nil before it was written.
  package func state() throws(StoreError) -> StateRecord? {
    try contents.withLock { contents throws(StoreError) in
      try refresh(&contents)
      return contents.state
    }
  }

  /// A document as it was before any encryption; nil when there is none.
  package func read(_ document: SessionDocument) throws(StoreError) -> [UInt8]? {
    try store.read(document, of: id)
  }

  /// Times that a change is planned and staged while others may write, before it is done while they
  /// wait: staging waits for the disk, and most changes meet nobody [E].
  private static let freeTries = 3

  /// Makes a change durable. What is stored already is left alone, and a change that changes nothing
  /// leaves no trace; after a fault the same change may be made again. What another program changes
  /// meanwhile stays: the change is then planned anew from that.
  package func commit(_ change: SessionChange) throws(StoreError) {
    try contents.withLock { contents throws(StoreError) in
      try refresh(&contents)
      for _ in 1...Self.freeTries {
        if try tryToCommit(change, &contents) { return }
      }
      try commitAlone(change, &contents)
    }
  }

  /// Plans and stages a change, and carries it out unless another program came first.
  /// - Returns: Whether the session is as the change would have it.
  private func tryToCommit(
    _ change: SessionChange, _ contents: inout SessionContents
  ) throws(StoreError) -> Bool {
    let plan = try store.plan(change, for: id, contents)
    guard !plan.isEmpty else { return true }
    contents.needsRecovery = true
    do throws(StoreError) {
      try store.stage(plan, of: id)
    } catch {
      // Whoever puts the session in order meanwhile takes what was staged for leftovers.
      guard case .fileSystem(let fault) = error, fault.isMissing || fault.isExisting else {
        throw error
      }
      contents = try store.recovered(id)
      return false
    }
    let found = contents
    let outcome = try store.appending { writing throws(StoreError) in
      try store.carryOut(plan, of: id, from: found, &writing)
    }
    switch outcome {
    case .done(let changed):
      contents = changed
      try finish(plan, &contents)
      return true
    case .overtaken(let current):
      contents = current
      return false
    }
  }

  /// Plans, stages and carries out a change while nobody else may write.
  private func commitAlone(
    _ change: SessionChange, _ contents: inout SessionContents
  ) throws(StoreError) {
    contents.needsRecovery = true
    let (plan, changed) = try store.appending { writing throws(StoreError) in
      let current = try store.recovered(id, &writing)
      let plan = try store.plan(change, for: id, current)
      guard !plan.isEmpty else { return (plan, current) }
      try store.stage(plan, of: id)
      return (plan, try store.append(plan, to: id, current, &writing))
    }
    contents = changed
    if !plan.isEmpty { try finish(plan, &contents) }
  }

  /// Makes the names of a change durable that was carried out.
  private func finish(
    _ plan: SessionPlan, _ contents: inout SessionContents
  ) throws(StoreError) {
    contents.needsRecovery = true
    try store.settle(plan, of: id)
    contents.needsRecovery = false
  }

  /// Looks at the folder again after a fault, and when another program has written to the session.
  private func refresh(_ contents: inout SessionContents) throws(StoreError) {
    if contents.needsRecovery {
      contents = try store.recovered(id)
    } else if try store.logSize(of: id) != contents.log.length {
      contents = try store.settledContents(of: id)
    }
  }
}

/// What a session's folder holds, as far as it was read.
struct SessionContents: Sendable {
  /// Where its log ends.
  var log: AuditHead

  /// The hashes of its documents by their names, from the log.
  var documents: [String: String] = [:]

  var header: SessionHeader?
  var state: StateRecord?

  /// What the results of the highest tier say of the recording's quality.
  var verdict: Verdict?

  /// Whether a change was begun and not brought to its end.
  var needsRecovery = false
}
