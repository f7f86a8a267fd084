// A copy of a store that is one moment of it, though others write meanwhile. What is large is copied
// first, while nothing keeps anybody from writing; what has changed since is copied again, pass by
// pass, and the last pass holds the lock of the logs. Under it no line is appended and no document is
// between staging and its place, so logs and documents are those of one moment.
//
// Nothing is read but names, sizes and the lines of logs: an encrypted store needs no key.

internal import VoiceTypes

/// What a backup holds.
package struct BackupReport: Sendable, Equatable {
  /// The sessions in it.
  package var sessions = 0

  /// Files in `failed/` that no log names, which stayed behind.
  package var unnamed = 0

  /// The last line of the store's log: its number and hash, which `records verify` finds again.
  package var head: String?
}

/// Makes the backup of a store.
package struct StoreBackup {
  /// Passes without the lock at most, before the one with it [E].
  private static let freePasses = 4

  /// What the pass with the lock may have to copy: few enough to be done within a second [E].
  private static let fewChanges = 8

  private let layout: StoreLayout
  private let disk: Disk
  private let name: ExportName
  private var mirror: StoreMirror

  /// A backup of the store at `root` in the new folder `target`.
  package init(
    of root: String, to target: String, _ files: any FileSystem = POSIXFileSystem()
  ) {
    layout = StoreLayout(root: root)
    disk = Disk(fileSystem: files)
    name = ExportName(target, files)
    mirror = StoreMirror(from: layout, to: StoreLayout(root: name.partial), disk)
  }

  /// Copies the store; what a fault leaves is removed.
  /// - Parameter finishing: Runs on the folder of the complete copy before the copy gets its name.
  package mutating func make(
    finishing: (String) throws(ExchangeError) -> Void = { _ in }
  ) throws(ExchangeError) -> BackupReport {
    try exchanging { () throws(StoreError) in
      guard try disk.facts(of: layout.storeFile) != nil else { throw .notAStore(path: layout.root) }
    }
    try name.checkThatFree()
    try name.run { () throws(FileSystemError) in try disk.fileSystem.makeFolder(name.partial) }
    do {
      let report = try exchanging { () throws(StoreError) in try copy() }
      try finishing(name.partial)
      try name.finish()
      return report
    } catch {
      mirror.removeAll()
      throw error
    }
  }

  private mutating func copy() throws(StoreError) -> BackupReport {
    try mirror.makeFolders()
    for _ in 0..<Self.freePasses {
      if try mirror.copyWhatChanged(.stepByStep) <= Self.fewChanges { break }
    }
    let report = try mirror.locked { mirror throws(StoreError) in
      _ = try mirror.copyWhatChanged(.lockHeld)
      return try mirror.close()
    }
    try mirror.synchronize()
    return report
  }
}
