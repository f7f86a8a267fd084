// The folders in which claimed recordings lie, and who may be at work in them: one runner for each, and
// one for each store.

internal import RecordStore

/// Where a runner works.
struct WorkPremises: Sendable {
  let layout: InboxLayout
  let files: any FileSystem

  /// Makes the folders that are needed, and sees that nobody else is at work here.
  func prepare() throws(WatchError) -> any FileLock {
    do throws(FileSystemError) {
      guard try files.facts(of: layout.root + "/.")?.kind == .folder else {
        throw FileSystemError(code: Self.notAFolder, operation: .list, path: layout.root)
      }
    } catch {
      throw .inbox(error)
    }
    for folder in [layout.control, layout.work] { try prepareOwn(folder) }
    do throws(FileSystemError) {
      if let lock = try files.lock(layout.lock, .exclusiveIfFree) { return lock }
    } catch {
      throw .inbox(error)
    }
    throw .inboxInUse(path: layout.root)
  }

  /// Sees that nobody else fills a store: two would purge and report for each other.
  static func lock(_ store: any SessionStore) throws(WatchError) -> any FileLock {
    do throws(StoreError) {
      if let lock = try store.lockForWatching() { return lock }
    } catch {
      throw .store(error)
    }
    throw .storeInUse(path: store.place)
  }

  /// Makes a folder in which nobody else writes: in another one, recordings could be led astray, or
  /// exchanged between two looks at them.
  private func prepareOwn(_ folder: String) throws(WatchError) {
    let facts: FileFacts?
    do throws(FileSystemError) {
      try files.ensureFolder(folder)
      facts = try files.facts(of: folder)
    } catch {
      throw .inbox(error)
    }
    guard let facts, facts.kind == .folder else {
      throw .notOurs(path: folder, problem: "is a link or a file, not a folder")
    }
    guard facts.isOwn else { throw .notOurs(path: folder, problem: "belongs to another user") }
    guard facts.permissions & Self.othersMayWrite == 0 else {
      throw .notOurs(path: folder, problem: "is writable for other users")
    }
  }

  /// The bits of a mode by which the group and everybody may write.
  private static let othersMayWrite: UInt16 = 0o022

  /// ENOTDIR: it is no folder, or there is none.
  private static let notAFolder: Int32 = 20
}
