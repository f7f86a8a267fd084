// The work folders of an inbox and the locks on them: one runner per inbox, and one per store.

internal import RecordStore

/// Prepares and locks the work folders of an inbox.
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
