// Changes of the folder of failed files: transactions of their session, or of the store.

internal import VoiceTypes

extension RecordStore {
  /// Files that one line of a log names as gone at most: a line stays shorter than what is read of a
  /// log to find its end [E].
  private static let mostRemovalsInLine = 100

  /// The owner of failed files in the staging folder, which are not brought on by a later start.
  static func failedOwner(_ session: SessionID?) -> String { "failed-\(session?.text ?? "")" }

  /// A change of files in the folder that says so in the log of a session, or in that of the store;
  /// for whoever appends.
  func failedChange(
    _ action: String, of session: SessionID?, _ writing: inout StoreWriting
  ) throws(StoreError) -> Transaction {
    guard let session else { return Transaction(.store, entry(action)) }
    try checkThatNotPurged(session)
    try checkThatFolder(layout.folder(of: session))
    var change = Transaction(.session(session), entry(action))
    change.contents = try recovered(session, &writing)
    return change
  }

  /// A report of the folder on its way.
  func write(
    _ report: JSONValue, as name: String, of session: SessionID?
  ) throws(StoreError) -> Transaction.Write {
    write(
      try reportBytes(report, as: name), as: failedTag(of: name), of: Self.failedOwner(session),
      at: "\(layout.failed)/\(name)")
  }

  /// A failed file as logs know it.
  func failedTag(of name: String) -> String {
    "failed/" + secrets.keyedHash(of: Hex.text(of: name.utf8), for: .failedName).prefix(32)
  }

  /// The names of a file and of its report in the folder, in the order in which they may be removed.
  func failedNames(of report: FailureReport) -> [String] {
    [report.file, reportName(ofFile: report.file)]
  }

  /// What says in the staging folder that files come, or go.
  func note(
    _ direction: FailedMark.Direction, _ names: [String], of session: SessionID?
  ) -> String {
    let mark = FailedMark(
      session: session, tags: names.map(failedTag), nonce: direction.rawValue)
    return "\(layout.staging)/\(mark.text)"
  }

  // MARK: - Removing

  /// Removes files that were put away, with their reports; the reports go last.
  func removeFailed(_ isMeant: (FailureReport) -> Bool) throws(StoreError) {
    var ofStore: [String] = []
    for report in try failureReports().filter(isMeant) {
      let names = failedNames(of: report)
      if report.session == nil {
        ofStore += names
      } else {
        try removeFailed(names, of: report.session, "put_away_removed")
      }
    }
    while !ofStore.isEmpty {
      let some = Array(ofStore.prefix(Self.mostRemovalsInLine))
      try removeFailed(some, of: nil, "put_away_removed")
      ofStore.removeFirst(some.count)
    }
  }

  /// Removes files of the folder, and says so in the log that vouches for them: that of the store
  /// where there is no such session.
  func removeFailed(
    _ names: [String], of session: SessionID?, _ action: String
  ) throws(StoreError) {
    let owner = try session.flatMap { id throws(StoreError) in
      try disk.facts(of: layout.folder(of: id)) == nil ? nil : id
    }
    try transact { writing throws(StoreError) in
      var change = try failedChange(action, of: owner, &writing)
      for name in names {
        change.notes.append(note(.gone, [name], of: owner))
        change.remove(failedTag(of: name), at: "\(layout.failed)/\(name)")
      }
      return (change, ())
    }
  }

  // MARK: - Stores of earlier versions

  /// Names once, by one line, what a version put away that named files of sessions only (up to 0.5.1);
  /// nobody else may be writing.
  func takeInFailedFiles() throws(StoreError) {
    let bytes = try disk.run { files throws(FileSystemError) in try files.read(layout.storeFile) }
    var current = try StoreFile(parsing: bytes, file: layout.storeFile)
    guard current.failedFiles == .partlyNamed else { return }
    current.failedFiles = .named
    var change = Transaction(.store, entry("failed_files_named"))
    change.put(write(current.json.fileBytes, as: StoreFile.name))
    let unnamed = try unnamedFailedFiles()
    change.entry.documents += unnamed
    if !unnamed.isEmpty {
      notice("the log now contains \(unnamed.count.counted("file")) in \(layout.failed)")
    }
    let complete = change
    try transact { _ throws(StoreError) in (complete, ()) }
  }

  private func unnamedFailedFiles() throws(StoreError) -> [AuditedDocument] {
    let names = try failedNames()
    guard !names.isEmpty else { return [] }
    var named = Set(try storeLog().documents.keys)
    for session in try sessionIDs() { named.formUnion(try auditLog(of: session).documents.keys) }
    var unnamed: [AuditedDocument] = []
    for name in names where !named.contains(failedTag(of: name)) {
      guard let sha256 = try disk.sha256IfPresent("\(layout.failed)/\(name)") else { continue }
      unnamed.append(AuditedDocument(name: failedTag(of: name), sha256: sha256))
    }
    return unnamed
  }
}
