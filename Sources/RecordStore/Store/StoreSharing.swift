// A store that a second user may read: its files and folders belong to a group besides. Whether it is
// one is said by the mode and the group of `store.json` and nowhere else, so that nothing can
// contradict them: `chmod -R u=rwX,go= STORE` takes it back.

internal import VoiceTypes

extension StoreLayout {
  private static let groupMayRead: UInt16 = 0o040

  /// The group that may read the store; nil for nobody but its owner.
  func group(_ files: any FileSystem) throws(FileSystemError) -> UInt32? {
    guard let facts = try files.facts(of: storeFile), facts.kind == .file,
      facts.permissions & Self.groupMayRead != 0
    else { return nil }
    return facts.group
  }
}

extension RecordStore {
  /// Lets a group read all that there is, which is said in the log first. `store.json` comes last: a
  /// store in which this was interrupted is not shared, and is gone through again when it is asked for
  /// again.
  func share(with group: UInt32) throws(StoreError) {
    try appending { writing throws(StoreError) in
      var entry = entry("shared")
      (entry.field, entry.new) = ("group", "\(group)")
      _ = try append(entry, &writing)
    }
    var names = try disk.listIfPresent(root).filter { $0 != StoreFile.name }
    names.append(StoreFile.name)
    try share(root)
    for name in names { try shareAll(layout.path(of: name)) }
  }

  /// What is neither a file nor a folder, or somebody else's, stays as it is.
  private func shareAll(_ path: String) throws(StoreError) {
    guard let facts = try disk.facts(of: path), facts.isOwn else { return }
    switch facts.kind {
    case .file: try share(path)
    case .folder:
      try share(path)
      for name in try disk.listIfPresent(path) { try shareAll("\(path)/\(name)") }
    case .link, .other: break
    }
  }

  private func share(_ path: String) throws(StoreError) {
    do throws(FileSystemError) {
      try disk.fileSystem.makePrivate(path)
    } catch {
      // A file that went meanwhile needs nothing.
      if !error.isMissing { throw .fileSystem(error) }
    }
  }
}
