// Which recordings of an inbox went into which sessions: so that one that stays is not analysed
// again, and so that what is told of a recording later finds its session. It is a memory, not the
// truth: a recording that it forgot is recognised by its contents. Names of files may name people,
// and this file outlives their recordings: it knows them by keyed hashes.

package import RecordStore
internal import Synchronization
internal import VoiceTypes

/// The memory of an inbox.
package final class InboxLedger: Sendable {
  /// A file that was taken, and the session it was taken for.
  package struct Entry: Sendable, Equatable {
    /// The path from the inbox.
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

  /// Held while the file becomes what the memory is.
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
    // One that cannot be written now is written at the next start.
    if isDue { try? rewrite() }
  }

  // MARK: - Asking

  /// Whether a file was taken in the state in which it is.
  package func isRemembered(_ path: String, _ stamp: FileStamp) -> Bool {
    let name = naming(path)
    return state.withLock { memory in
      memory.found(path, known: name)
      return memory.latest(of: name)?.stamp == stamp
    }
  }

  /// The sessions of the recordings that lay at a path, in the order in which they came.
  package func sessions(at path: String) -> [SessionID] {
    let name = naming(path)
    return state.withLock { $0.recordings(at: name) }.map(\.session)
  }

  /// The sessions of the recordings whose path without its ending is `stem`, in the order in which
  /// they came.
  package func sessions(forStem stem: String) -> [SessionID] {
    let name = naming(stem)
    return state.withLock { $0.recordings(ofStem: name) }.map(\.session)
  }

  // MARK: - Noting

  /// Remembers a file; also after a restart, unless the memory cannot be written.
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

  /// Forgets what was taken at a path for a session and is given back; also after a restart.
  package func retract(_ path: String, of session: SessionID) throws(FileSystemError) {
    forget(path, of: session)
    if keeps == .keep { try rewrite() }
  }

  /// Forgets what was taken at a path for a session, in this run.
  package func forget(_ path: String, of session: SessionID) {
    let name = naming(path)
    state.withLock { $0.forget(session, at: name) }
  }

  /// Forgets the recordings of sessions that never began.
  package func forget(where isUnknown: (SessionID) throws(StoreError) -> Bool) throws(StoreError) {
    let sessions = state.withLock { $0.latestSessions }
    for session in sessions where try isUnknown(session) {
      state.withLock { memory in
        for name in memory.names { memory.forget(session, at: name) }
      }
    }
  }

  /// What was seen of the inbox in this run.
  package enum Look: Sendable {
    case anyLook
    /// Every file in it.
    case wholeLook
  }

  /// Forgets files that left the inbox, where they are remembered because they stay, and writes the
  /// memory anew, once it has grown; behind a look at all of the inbox also when only many are
  /// remembered that were not there, or runs of which each takes a few would never forget one.
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

  /// Whether a file is there no more; with a fault nobody can tell.
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
  /// The text, if this is one.
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
