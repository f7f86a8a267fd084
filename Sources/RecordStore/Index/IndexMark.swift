// How an index proves itself fresh, so that opening a store need not look at each session.
//
// The index holds up to which line of the store's log, and for which state of the folder of sessions,
// its rows are what the folders say. A writer moves that mark on behind its rows, and only from where
// its turn began: whatever somebody else did in between leaves the mark behind. What is behind the mark
// is told by the lines that follow it; a folder of sessions that changed otherwise, as by hand or by a
// backup, lets all sessions be looked at. A change that did not come as far as the store's log has left
// something in the staging folder.

internal import Synchronization
internal import VoiceTypes

/// A moment of a store, by what changes with its sessions.
struct IndexMark: Sendable, Equatable {
  /// Where the log of the store ended.
  var head: AuditHead

  /// What the folder of sessions was.
  var folder: FolderState
}

/// A folder with the names in it, as far as the system tells changes of it.
struct FolderState: Sendable, Equatable {
  /// Its number on its device: a folder that was restored is another one.
  var inode: UInt64

  /// When its names or facts last changed, in nanoseconds since 1970-01-01T00:00:00Z.
  var changedNanoseconds: Int64
}

/// A mark that is moved on, by whoever found it where it was; nil where there was none.
struct IndexMarkMove: Sendable {
  var from: IndexMark?
  var to: IndexMark
}

/// What the rows of an index may not say yet.
enum UnseenChanges {
  /// Anything.
  case all
  /// What these lines of the store's log tell.
  case lines([AuditLine])

  var isEmpty: Bool { if case .lines(let lines) = self { lines.isEmpty } else { false } }

  /// The sessions that changed, came or went; nil where nobody can tell.
  var sessions: [SessionID]? {
    guard case .lines(let lines) = self else { return nil }
    let anchored = lines.compactMap(\.entry.anchor?.session)
    let purged = lines.flatMap(\.entry.documents).compactMap { Tombstone.session(named: $0.name) }
    return Set(anchored + purged).sorted()
  }
}

extension RecordStore {
  /// The moment at which the log of the store ends with `head`; nil without a folder of sessions.
  func mark(at head: AuditHead) throws(StoreError) -> IndexMark? {
    guard let facts = try disk.facts(of: layout.sessions) else { return nil }
    return IndexMark(
      head: head,
      folder: FolderState(inode: facts.inode, changedNanoseconds: facts.changedNanoseconds))
  }

  /// What happened between two moments.
  func changes(since mark: IndexMark?, at now: IndexMark?) throws(StoreError) -> UnseenChanges {
    guard let mark, let now, mark.folder == now.folder, mark.head.length <= now.head.length
    else { return .all }
    guard mark.head != now.head else { return .lines([]) }
    let bytes = try disk.run { files throws(FileSystemError) in
      try files.read(
        layout.auditLog, from: mark.head.length, count: now.head.length - mark.head.length)
    }
    // They follow the marked line, or the log is another one.
    let log = AuditLog(bytes, seed: mark.head, secrets)
    return log.fault == nil && log.head == now.head ? .lines(log.lines) : .all
  }

  /// What the index may not say of the sessions now.
  func unseenChanges() throws(StoreError) -> UnseenChanges {
    try changes(since: index.mark(), at: moment())
  }

  /// This moment; nil where it cannot be told, and all has to be looked at.
  func moment() -> IndexMark? {
    do throws(StoreError) {
      return try mark(at: storeEnd())
    } catch {
      return nil
    }
  }

  /// Moves the mark of the index on to the end of a turn, if all rows are right that changed in it.
  func moveMark(_ writing: StoreWriting) {
    guard staleSessions.withLock(\.isEmpty), let move = markMove(writing) else { return }
    index.move(move)
  }

  /// From where a turn began to where the log of the store ends now; nil where nobody can tell, or it is the same.
  func markMove(_ writing: StoreWriting) -> IndexMarkMove? {
    guard let from = writing.began, let head = writing.head, let to = try? mark(at: head),
      to != from
    else { return nil }
    return IndexMarkMove(from: from, to: to)
  }
}
