// Documents of the store itself: tombstones and baselines. They change as those of a session do,
// with the log of the store in the place of the session's.

extension RecordStore {
  /// The owner of such documents in the staging folder.
  static let ownName = "store"

  /// Folders whose files a line of the store's log may move about.
  private static let ownFolders: Set<Substring> = ["tombstones", "baselines"]

  /// Writes a document of the store unless there is one of that name.
  /// - Returns: Whether it was written.
  func commitNew(
    _ bytes: [UInt8], as name: String, _ entry: AuditEntry
  ) throws(StoreError) -> Bool {
    try appending { writing throws(StoreError) in
      guard try disk.facts(of: layout.path(of: name)) == nil else { return false }
      try commit(bytes, as: name, entry, &writing)
      return true
    }
  }

  /// Writes a document of the store, for whoever appends; the line names it before what it names
  /// already.
  func commit(
    _ bytes: [UInt8], as name: String, _ entry: AuditEntry, _ writing: inout StoreWriting
  ) throws(StoreError) {
    let sha256 = StoreSecrets.sha256(of: bytes)
    let staged = layout.staged(name, of: Self.ownName, sha256: sha256)
    try disk.stage(bytes, at: staged)
    try disk.synchronizeFolder(layout.staging)
    var entry = entry
    entry.documents.insert(AuditedDocument(name: name, sha256: sha256), at: 0)
    _ = try append(entry, &writing)
    try bringToPlace(staged, name)
  }

  private func bringToPlace(_ staged: String, _ name: String) throws(StoreError) {
    let path = layout.path(of: name)
    try disk.settle(staged, at: path, in: folder(around: path))
  }

  /// Finishes or forgets documents of the store that are still on their way.
  func recoverOwnDocuments() throws(StoreError) {
    let staged = try stagedNames().filter { $0.owner == Self.ownName }
    guard !staged.isEmpty else { return }
    let documents = try storeLog().documents
    for name in staged {
      let path = "\(layout.staging)/\(name.text)"
      let isWhole = StoreSecrets.sha256(of: try disk.readIfPresent(path) ?? []) == name.sha256
      if isWhole, isOwn(name.name), documents[name.name] == name.sha256 {
        try bringToPlace(path, name.name)
      } else if isWhole, documents[name.name] == name.sha256 {
        try bringFailedToPlace(name)
      } else {
        try disk.removeIfPresent(path)
      }
    }
    // A change of the key may have been among them, and nothing was encrypted by this program yet.
    try sealing?.follow()
  }

  private func isOwn(_ name: String) -> Bool {
    if name == StoreFile.name { return true }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, Self.ownFolders.contains(first) else { return false }
    return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  /// The log of the store as far as it holds.
  func storeLog() throws(StoreError) -> AuditLog {
    AuditLog(try disk.readIfPresent(layout.auditLog) ?? [], seed: storeSeed, secrets)
  }
}
