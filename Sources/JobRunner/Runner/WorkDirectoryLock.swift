// The work folders of an inbox and the locks on them: one runner per inbox, and one per store.

package import RecordStore

struct WorkDirectoryLock: Sendable {
  /// The permission bits by which the group and everybody may write.
  private static let othersMayWrite: UInt16 = 0o022

  /// ENOTDIR.
  private static let notAFolder: Int32 = 20

  let layout: InboxLayout
  let files: any FileSystem

  /// Creates the work folders and locks the inbox.
  func prepare() throws -> any FileLock {
    guard try files.facts(of: layout.root + "/.")?.kind == .folder else {
      throw FileSystemError(code: Self.notAFolder, operation: .list, path: layout.root)
    }
    for folder in [layout.control, layout.work] { try prepareOwn(folder) }
    guard let lock = try files.lock(layout.lock, .exclusiveIfFree) else {
      throw WatchError.inboxInUse(path: layout.root)
    }
    return lock
  }

  /// Locks a store: two watchers would purge and report for each other.
  static func lock(_ store: RecordStore) throws -> any FileLock {
    guard let lock = try store.lockForWatching() else {
      throw WatchError.storeInUse(path: store.place)
    }
    return lock
  }

  /// Creates a folder that only this user can write to: in another one, recordings could be replaced
  /// between two reads.
  private func prepareOwn(_ folder: String) throws {
    try files.ensureFolder(folder)
    func refuse(_ problem: String) -> WatchError { .notOurs(path: folder, problem: problem) }
    guard let facts = try files.facts(of: folder), facts.kind == .folder else {
      throw refuse("is a link or a file, not a folder")
    }
    guard facts.isOwn else { throw refuse("belongs to another user") }
    guard facts.permissions & Self.othersMayWrite == 0 else {
      throw refuse("is writable for other users")
    }
  }
}

/// Why a watcher does not start.
package enum WatchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The inbox is missing, not a folder, or not writable.
  case inbox(FileSystemError)
  case inboxInUse(path: String)
  case storeInUse(path: String)
  case store(StoreError)
  /// Other users can change the folder of the watcher.
  case notOurs(path: String, problem: String)

  /// The error of the inbox, of the store, or of the watcher itself.
  init(_ error: any Error) {
    switch error {
    case let error as WatchError: self = error
    case let error as FileSystemError: self = .inbox(error)
    case let error as StoreError: self = .store(error)
    default: preconditionFailure("a watch throws faults of files and of the store, not \(error)")
    }
  }

  package var description: String {
    switch self {
    case .inbox(let fault): "the inbox cannot be watched: \(fault.description)"
    case .inboxInUse(let path): "another watcher uses \(path); end it first, or name another inbox"
    case .storeInUse(let path):
      "another watcher writes to the store \(path), possibly from another inbox; end it first, or "
        + "name another store"
    case .store(let fault): "the store cannot be used: \(fault.description)"
    case .notOurs(let path, let problem):
      "\(path) \(problem); the watcher trusts only its own folder: inspect the content, move the folder "
        + "away, and start the watcher again as the same user"
    }
  }

  /// Whether another watcher uses the inbox or the store.
  var isInUse: Bool {
    switch self {
    case .inboxInUse, .storeInUse: true
    case .inbox, .store, .notOurs: false
    }
  }

  /// The same without paths, for logs and status.
  var reason: RedactedReason {
    switch self {
    case .inbox(let fault): RedactedReason(fault)
    case .inboxInUse: RedactedReason("another watcher uses the inbox")
    case .storeInUse: RedactedReason("another watcher writes to the store")
    case .store(let fault): RedactedReason(fault)
    case .notOurs: RedactedReason("other users can change the folder of the watcher in the inbox")
    }
  }
}

package struct WatchResult: Sendable, Equatable {
  /// Invalid recordings and sidecars.
  package var refused = 0

  /// Unfinished recordings, which stay in the work folder for the next run.
  package var unfinished = 0

  package init(refused: Int = 0, unfinished: Int = 0) {
    self.refused = refused
    self.unfinished = unfinished
  }
}
