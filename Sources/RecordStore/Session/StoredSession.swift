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

  /// Makes a change durable. What is stored already is left alone, and a change that changes nothing
  /// leaves no trace; after a fault the same change may be made again. What another program changes
  /// meanwhile stays: the change is then planned anew from that, while nobody else may write.
  package func commit(_ change: SessionChange) throws(StoreError) {
    try contents.withLock { contents throws(StoreError) in
      try refresh(&contents)
      let found = contents
      guard let plan = try store.plan(change, for: id, found) else { return }
      contents.needsRecovery = true
      let isStaged = try stage(plan)
      let (done, changed) = try store.appending {
        writing throws(StoreError) -> (Transaction?, SessionContents) in
        guard try !store.wasPurged(id) else {
          try store.removeRemains(of: id)
          throw .purged(id)
        }
        if isStaged, try store.logSize(of: id) == found.log.length, try store.isStaged(plan) {
          return (plan, try store.carryOut(plan, &writing) ?? found)
        }
        let current = try store.recovered(id, &writing)
        guard let plan = try store.plan(change, for: id, current) else { return (nil, current) }
        try store.stage(plan)
        return (plan, try store.carryOut(plan, &writing) ?? current)
      }
      if let done { try store.settle(done) }
      contents = changed
    }
  }

  /// Stages a change while others may write: that waits for the disk, and most changes meet nobody.
  /// - Returns: Whether nobody took it for leftovers, as who puts the session in order does.
  private func stage(_ plan: Transaction) throws(StoreError) -> Bool {
    try store.checkThatNotPurged(id)
    do throws(StoreError) {
      try store.stage(plan)
      return true
    } catch {
      guard case .fileSystem(let fault) = error, fault.isMissing else { throw error }
      return false
    }
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
