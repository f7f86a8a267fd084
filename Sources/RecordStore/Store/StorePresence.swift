// What programs beside the sessions need of an open store: that only one of them watches for it, and
// that what they write beside the sessions is not written elsewhere when the store is away.

extension RecordStore {
  /// Steps on files; those in the folder of the store fail, with a fault that may pass, while it is
  /// away.
  package var files: any FileSystem { disk.fileSystem }

  /// The lock of the one watcher of this store; nil when another has it.
  package func lockForWatching() throws(StoreError) -> (any FileLock)? {
    try disk.run { files throws(FileSystemError) in
      try files.lock(layout.watcherLock, .exclusiveIfFree)
    }
  }
}
