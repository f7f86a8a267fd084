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
  func prepare() throws(WatchError) -> any FileLock {
    var fault: WatchError?
    do throws(FileSystemError) {
      guard try files.facts(of: layout.root + "/.")?.kind == .folder else {
        throw FileSystemError(code: Self.notAFolder, operation: .list, path: layout.root)
      }
      for folder in [layout.control, layout.work] where fault == nil {
        fault = try prepareOwn(folder)
      }
      if fault == nil, let lock = try files.lock(layout.lock, .exclusiveIfFree) { return lock }
    } catch {
      throw .inbox(error)
    }
    throw fault ?? .inboxInUse(path: layout.root)
  }

  /// Locks a store: two watchers would purge and report for each other.
  static func lock(_ store: RecordStore) throws(WatchError) -> any FileLock {
    do throws(StoreError) {
      if let lock = try store.lockForWatching() { return lock }
    } catch {
      throw .store(error)
    }
    throw .storeInUse(path: store.place)
  }

  /// Creates a folder that only this user can write to: in another one, recordings could be replaced
  /// between two reads.
  private func prepareOwn(_ folder: String) throws(FileSystemError) -> WatchError? {
    try files.ensureFolder(folder)
    guard let facts = try files.facts(of: folder), facts.kind == .folder else {
      return .notOurs(path: folder, problem: "is a link or a file, not a folder")
    }
    guard facts.isOwn else { return .notOurs(path: folder, problem: "belongs to another user") }
    guard facts.permissions & Self.othersMayWrite == 0 else {
      return .notOurs(path: folder, problem: "is writable for other users")
    }
    return nil
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
  var reason: PlainReason {
    switch self {
    case .inbox(let fault): PlainReason(fault)
    case .inboxInUse: PlainReason("another watcher uses the inbox")
    case .storeInUse: PlainReason("another watcher writes to the store")
    case .store(let fault): PlainReason(fault)
    case .notOurs: PlainReason("other users can change the folder of the watcher in the inbox")
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
