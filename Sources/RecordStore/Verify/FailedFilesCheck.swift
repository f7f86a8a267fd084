// Whether the files in `failed/` are those that logs name, no more and no fewer.

internal import VoiceTypes

extension StoreVerifier {
  /// Compares the folder with the log of the store, and with what the logs of sessions name.
  mutating func verifyFailedFiles(namedBySessions: Set<String>) throws(StoreError) {
    // Without a sound log nothing can be said of what it names.
    guard storeLogIsSound else { return }
    let marked = Set(try store.failedMarks().flatMap(\.tags))
    var present: Set<String> = []
    for name in try store.disk.listIfPresent(store.layout.failed) {
      let tag = store.failedTag(of: name)
      present.insert(tag)
      guard !strange.contains("failed/\(name)"), !namedBySessions.contains(tag) else { continue }
      try verifyFailedFile(name, tag, marked.contains(tag) ? .inHand : .settled)
    }
    for tag in documents.keys.filter(RecordStore.isFailedTag).sorted()
    where !present.contains(tag) {
      guard marked.contains(tag) else {
        find(.tampered, tag, "a quarantined file is missing")
        continue
      }
      if isAlone { find(.unfinished, tag, "the quarantine was interrupted") }
    }
  }

  /// Whether somebody is about to put a file there, or to remove it.
  private enum Progress {
    case inHand
    case settled
  }

  private mutating func verifyFailedFile(
    _ name: String, _ tag: String, _ progress: Progress
  ) throws(StoreError) {
    let path = "\(store.layout.failed)/\(name)"
    guard let sha256 = try store.disk.sha256IfPresent(path) else { return }
    if let expected = documents[tag] {
      guard sha256 != expected else { return }
      let staged = store.layout.staged(tag, of: RecordStore.ownName, sha256: expected)
      let isOnItsWay = try store.disk.facts(of: staged) != nil
      return find(
        isOnItsWay ? .unfinished : .tampered, "failed/\(name)",
        "the content differs from the audit log")
    }
    // It may have been put away since the session was looked at.
    if let session = try store.session(ofFailed: name),
      try store.auditLog(of: session).documents[tag] != nil
    {
      return
    }
    switch progress {
    case .inHand:
      if isAlone {
        find(.unfinished, "failed/\(name)", "the quarantine or removal was interrupted")
      }
    case .settled:
      find(
        store.file.failedFiles == .named ? .tampered : .unknownOrigin, "failed/\(name)",
        "no audit log contains the file")
    }
  }
}

extension RecordStore {
  private static let failedFolder = "failed/"

  /// Whether a name in a log is that of a file that was put away.
  static func isFailedTag(_ name: String) -> Bool { name.hasPrefix(failedFolder) }

  /// The files that were put away, with their hashes, by the names that logs know them by.
  func failedHashes() throws(StoreError) -> [String: String] {
    var hashes: [String: String] = [:]
    for name in try disk.listIfPresent(layout.failed) {
      hashes[failedTag(of: name)] = try plainHash(of: "\(layout.failed)/\(name)")
    }
    return hashes
  }

  /// The hash of one of them.
  func failedHash(of tag: String) throws(StoreError) -> String? {
    guard let name = try failedName(of: tag) else { return nil }
    return try plainHash(of: "\(layout.failed)/\(name)")
  }

  /// The name in the folder of the file that logs know by a name.
  func failedName(of tag: String) throws(StoreError) -> String? {
    try disk.listIfPresent(layout.failed).first { failedTag(of: $0) == tag }
  }

  /// The hash of a file; nil when there is none, or something else in its place.
  func plainHash(of path: String) throws(StoreError) -> String? {
    guard try disk.facts(of: path)?.kind == .file else { return nil }
    return try disk.sha256IfPresent(path)
  }

  /// The session that a file in the folder belongs to, as its report says.
  fileprivate func session(ofFailed name: String) throws(StoreError) -> SessionID? {
    for report in [name, reportName(ofFile: name)] where report.hasSuffix(Self.errorEnding) {
      let path = "\(layout.failed)/\(report)"
      guard try disk.facts(of: path)?.kind == .file, let stored = try disk.readIfPresent(path)
      else { continue }
      if let session = filedReport(stored, report)?.session { return session }
    }
    return nil
  }
}
