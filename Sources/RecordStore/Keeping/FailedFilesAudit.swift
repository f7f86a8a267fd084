// What logs say of the files in `failed/`. Versions up to 0.5.1 named those of sessions
// only: a store of theirs is told by its `store.json`, and what it has put away is named once, by one
// line, when it is first opened for writing.

internal import VoiceTypes

extension RecordStore {
  /// Removals that one line of a log names at most: a line stays shorter than what is read of a log
  /// to find its end [E].
  private static let mostRemovalsInLine = 100

  /// Says in the log of a session, or in that of the store, which files of `failed/` are there from
  /// now on, or gone.
  func audit(
    _ action: String, _ documents: [AuditedDocument], of session: SessionID?
  ) throws(StoreError) {
    if let session {
      var change = SessionChange(action)
      change.elsewhere = documents
      return try self.session(session).commit(change)
    }
    try appending { writing throws(StoreError) in
      var entry = entry(action)
      entry.documents = documents
      _ = try append(entry, &writing)
    }
  }

  /// Says that files are gone, in the logs that named them.
  func auditRemoval(of reports: [FailureReport]) throws(StoreError) {
    var ofStore: [AuditedDocument] = []
    for report in reports {
      let names = failedNames(of: report)
      let gone = names.map { AuditedDocument(name: failedTag(of: $0), sha256: nil) }
      if let session = report.session, try existingSession(session) != nil {
        try audit("put_away_removed", gone, of: session)
      } else {
        ofStore += gone
      }
    }
    var rest = ofStore[...]
    while !rest.isEmpty {
      try audit("put_away_removed", Array(rest.prefix(Self.mostRemovalsInLine)), of: nil)
      rest = rest.dropFirst(Self.mostRemovalsInLine)
    }
  }

  /// Names once what a version put away that did not name all failed files; nobody else may be
  /// writing.
  func takeInFailedFiles() throws(StoreError) {
    let bytes = try disk.run { files throws(FileSystemError) in try files.read(layout.storeFile) }
    var current = try StoreFile(parsing: bytes, file: layout.storeFile)
    guard current.failedFiles == .partlyNamed else { return }
    current.failedFiles = .named
    var entry = entry("failed_files_named")
    entry.documents = try unnamedFailedFiles()
    if !entry.documents.isEmpty {
      notice("\(entry.documents.count) files in \(layout.failed) are named by the log from now on")
    }
    try appending { writing throws(StoreError) in
      try commit(current.json.fileBytes, as: StoreFile.name, entry, &writing)
    }
  }

  private func unnamedFailedFiles() throws(StoreError) -> [AuditedDocument] {
    let names = try disk.listIfPresent(layout.failed)
    guard !names.isEmpty else { return [] }
    var named = Set(try storeLog().documents.keys)
    for session in try sessionIDs() { named.formUnion(try auditLog(of: session).documents.keys) }
    var unnamed: [AuditedDocument] = []
    for name in names where !named.contains(failedTag(of: name)) {
      let path = "\(layout.failed)/\(name)"
      // What is no file was not put there by the store.
      guard try disk.facts(of: path)?.kind == .file,
        let sha256 = try disk.sha256IfPresent(path)
      else { continue }
      unnamed.append(AuditedDocument(name: failedTag(of: name), sha256: sha256))
    }
    return unnamed
  }
}
