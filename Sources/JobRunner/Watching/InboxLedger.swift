// The sessions of the recordings of an inbox. A recording that stays in the inbox is not analysed
// again, and a late sidecar finds its session. The ledger is a cache: a recording that it lost is
// recognised by its content. It contains keyed hashes, because file names may name people.

package import RecordStore
internal import Synchronization
internal import VoiceTypes

/// The ledger of an inbox.
package final class InboxLedger: Sendable {
  /// A claimed file with its session.
  package struct Entry: Sendable, Equatable {
    /// The path relative to the inbox.
    package var path: String
    package var stamp: FileStamp
    package var session: SessionID

    package init(path: String, stamp: FileStamp, session: SessionID) {
      self.path = path
      self.stamp = stamp
      self.session = session
    }
  }

  private let layout: InboxLayout
  private let files: any FileSystem
  private let keeps: AudioPolicy
  private let naming: @Sendable (String) -> String
  private let state: Mutex<LedgerMemory>

  /// Held while the file is written.
  private let writing = Mutex(())

  /// Reads the ledger of an inbox as far as possible. Rewrites a ledger that has grown, or one of an
  /// earlier version, which has names in it.
  /// - Parameter naming: The keyed hash of a name.
  package init(
    _ layout: InboxLayout, files: any FileSystem, keeping keeps: AudioPolicy,
    naming: @escaping @Sendable (String) -> String
  ) {
    (self.layout, self.files, self.keeps) = (layout, files, keeps)
    self.naming = naming
    var memory = LedgerMemory(keeping: keeps)
    var hasNames = false
    let bytes = (try? files.read(layout.ledger)) ?? []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      memory.lines += 1
      guard let (entry, isNamed) = LedgerLine.entry(in: Array(line), naming: naming) else {
        continue
      }
      hasNames = hasNames || isNamed
      memory.remember(entry)
    }
    let isDue = hasNames || memory.isLong
    state = Mutex(memory)
    // A rewrite that fails is repeated at the next start.
    if isDue { try? rewrite() }
  }

  // MARK: - Asking

  /// Whether a file in this state is in the ledger.
  package func isRemembered(_ path: String, _ stamp: FileStamp) -> Bool {
    let name = naming(path)
    return state.withLock { memory in
      memory.found(path, known: name)
      return memory.latest(of: name)?.stamp == stamp
    }
  }

  /// The sessions of the recordings at a path, oldest first.
  package func sessions(at path: String) -> [SessionID] {
    let name = naming(path)
    return state.withLock { $0.recordings(at: name) }.map(\.session)
  }

  /// The sessions of the recordings whose path without its ending is `stem`, oldest first.
  package func sessions(forStem stem: String) -> [SessionID] {
    let name = naming(stem)
    return state.withLock { $0.recordings(ofStem: name) }.map(\.session)
  }

  // MARK: - Noting

  /// Adds a file, durably.
  package func note(_ entry: Entry) throws(FileSystemError) {
    let known = LedgerEntry(entry, naming: naming)
    try writing.withLock { _ throws(FileSystemError) in
      state.withLock { memory in
        memory.remember(known)
        memory.found(entry.path, known: known.name)
        memory.lines += 1
      }
      try files.append(LedgerLine.json(of: known).lineBytes, to: layout.ledger)
    }
    try tidy()
  }

  /// Removes a file of a session that is put back into the inbox, durably.
  package func retract(_ path: String, of session: SessionID) throws(FileSystemError) {
    forget(path, of: session)
    if keeps == .keep { try rewrite() }
  }

  /// Removes a file of a session until the next start.
  package func forget(_ path: String, of session: SessionID) {
    let name = naming(path)
    state.withLock { $0.forget(session, at: name) }
  }

  /// Removes the recordings of sessions that do not exist.
  package func forget(where isUnknown: (SessionID) throws(StoreError) -> Bool) throws(StoreError) {
    let sessions = state.withLock { $0.latestSessions }
    for session in sessions where try isUnknown(session) {
      state.withLock { memory in
        for name in memory.names { memory.forget(session, at: name) }
      }
    }
  }

  /// The part of the inbox that this run scanned.
  package enum Look: Sendable {
    case anyLook
    case wholeLook
  }

  /// Compacts a ledger that has grown, without the files that left the inbox. After a scan of the
  /// whole inbox also one with many entries that the scan did not find, so that many short runs
  /// shrink it too.
  package func tidy(after look: Look = .anyLook) throws(FileSystemError) {
    guard state.withLock({ $0.isLong || look == .wholeLook && $0.holdsUnseen }) else { return }
    let paths = state.withLock { $0.foundPaths }
    let isReachable = (try? files.facts(of: layout.root)) ?? nil != nil
    if keeps == .keep, isReachable {
      let gone = paths.filter { isGone($0.value) }
      state.withLock { $0.forgetGone(Set(gone.keys)) }
    }
    try rewrite()
  }

  /// Whether a file is missing; false if that cannot be determined.
  private func isGone(_ path: String) -> Bool {
    do {
      return try files.facts(of: layout.root + "/" + path) == nil
    } catch {
      return false
    }
  }

  private func rewrite() throws(FileSystemError) {
    try writing.withLock { _ throws(FileSystemError) in
      let lines = state.withLock { memory in
        memory.lines = memory.count
        return memory.entries.map { LedgerLine.json(of: $0).lineText }
      }
      try files.replace(
        layout.ledger, with: Array(lines.joined().utf8), durability: .synced)
    }
  }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
