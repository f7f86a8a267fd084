// What a crash left: lines torn in the middle, changes that happened but whose documents are still
// on their way, and documents of changes that never happened.

internal import Synchronization
internal import VoiceTypes

extension RecordStore {
  /// Puts a session in order.
  func recover(_ session: SessionID) throws(StoreError) {
    try appending { writing throws(StoreError) in try recover(session, &writing) }
  }

  /// Puts a session in order, and says what it holds.
  func recovered(_ session: SessionID) throws(StoreError) -> SessionContents {
    try appending { writing throws(StoreError) in try recovered(session, &writing) }
  }

  /// Puts a session in order, and says what it holds, for whoever appends.
  func recovered(
    _ session: SessionID, _ writing: inout StoreWriting
  ) throws(StoreError) -> SessionContents {
    try recover(session, &writing)
    return try contents(of: session)
  }

  /// Puts a session in order, for whoever appends.
  func recover(
    _ session: SessionID, _ writing: inout StoreWriting
  ) throws(StoreError) {
    let staged = try stagedNames().filter { $0.owner == session.text }
    // A link in its place leads out of the store.
    guard try disk.facts(of: layout.folder(of: session))?.kind == .folder else {
      for name in staged { try removeStaged(name) }
      return
    }
    try finishAdoption(of: session, staged)
    let log = try cutTornLine(of: session, &writing)
    for name in staged {
      // Only names of the store's own are believed: a log that was changed must not move files about.
      let isKnown = SessionDocument(name: name.name) != nil
      let place =
        try isKnown ? layout.path(of: name.name, in: session) : failedPath(of: name.name)
      try finish(name, at: place, log.documents)
    }
    let named = Set(log.lines.flatMap(\.entry.documents).map(\.name))
    for name in SessionDocument.allCases.map(\.name)
    where named.contains(name) && log.documents[name] == nil {
      try disk.removeIfPresent(layout.path(of: name, in: session))
    }
    for folder in [layout.folder(of: session), layout.path(of: "artifacts", in: session)]
    where try disk.facts(of: folder) != nil { try disk.synchronizeFolder(folder) }
    try anchorIfAhead(session, &writing)
  }

  /// Anchors the one line that a crash between two logs leaves, and writes the row of the session.
  /// Rows are written last of all, so that one which fits the log says that all else was done.
  private func anchorIfAhead(
    _ session: SessionID, _ writing: inout StoreWriting
  ) throws(StoreError) {
    let size = try logSize(of: session)
    guard size > 0, index.logLength(of: session) != size else { return }
    let log = try auditLog(of: session)
    let anchored = try storeLog().anchors[session]?.sequence ?? 0
    if log.fault == nil, log.head.sequence == anchored + 1 {
      _ = try anchor(log.head, of: session, &writing)
    }
    staleSessions.withLock { _ = $0.insert(session) }
    try writeStaleRows()
  }

  /// Puts the store in order; nobody else may be writing.
  func putInOrder() throws(StoreError) {
    let owners = Set(try stagedNames().map(\.owner))
    for owner in owners.sorted() {
      if let session = SessionID(owner) { try recover(session) }
    }
    try recoverDocuments()
    try finishFailedFiles()
    try removeLeftovers()
    try takeInFailedFiles()
    try finishPurges()
    try recoverWhatChanged()
  }

  /// Begins the log of a store that is new. Whoever made it need not have been alone with it since.
  func beginLog() throws(StoreError) {
    try appending { writing throws(StoreError) in
      if writing.head?.sequence == 0 { try appendFirstLine(&writing) }
    }
  }

  func appendFirstLine(_ writing: inout StoreWriting) throws(StoreError) {
    var entry = entry("created")
    let bytes = try disk.run { files throws(FileSystemError) in try files.read(layout.storeFile) }
    entry.documents = [
      AuditedDocument(name: StoreFile.name, sha256: StoreSecrets.sha256(of: bytes))
    ]
    _ = try append(entry, &writing)
  }

  /// Whoever staged what is still there is gone, and did not bring it to its place.
  private func removeLeftovers() throws(StoreError) {
    for name in try disk.listIfPresent(layout.staging)
    where PersonMark(name) == nil && ForgettingMark(name) == nil {
      try disk.removeIfPresent("\(layout.staging)/\(name)")
    }
  }

  /// Puts sessions in order whose logs are not those of their rows in the index. One that has no
  /// line yet goes.
  private func recoverWhatChanged() throws(StoreError) {
    let changed = try unseenChanges().sessions
    let known = changed == nil ? index.logLengths() ?? [:] : [:]
    // An index that was lost says nothing: then all sessions are looked at, but once only.
    let isLost = changed == nil && known.isEmpty
    let anchors = isLost ? try storeLog().anchors : [:]
    let sessions = if let changed { changed } else { try sessionIDs() }
    for session in sessions {
      let length = try logSize(of: session)
      let row = changed == nil ? known[session.text] : index.logLength(of: session)
      if length == 0 {
        try removeIfEmpty(session)
      } else if length != row {
        if isLost, try auditLog(of: session).isSettled(by: anchors[session]) { continue }
        try recover(session)
      }
    }
  }

  /// Removes the folder of a session whose first line was never written. Anything but an empty log
  /// and an empty folder of artifacts is left for `verify` to report.
  private func removeIfEmpty(_ session: SessionID) throws(StoreError) {
    let folder = layout.folder(of: session)
    let names = Set(try disk.listIfPresent(folder))
    let artifacts = try disk.listIfPresent("\(folder)/artifacts")
    guard names.isSubset(of: ["audit.log", "artifacts"]), artifacts.isEmpty else { return }
    try disk.removeTree(folder)
  }

  /// The documents in the staging folder.
  func stagedNames() throws(StoreError) -> [StagedName] {
    try disk.listIfPresent(layout.staging).compactMap(StagedName.init)
  }

  func removeStaged(_ name: StagedName) throws(StoreError) {
    try disk.removeIfPresent("\(layout.staging)/\(name.text)")
  }

  /// Brings a staged document to its place if its change happened, and removes it otherwise.
  /// - Parameter place: Nil for a name that no document has.
  private func finish(
    _ name: StagedName, at place: String?, _ documents: [String: String]
  ) throws(StoreError) {
    let path = "\(layout.staging)/\(name.text)"
    let isWhole = StoreSecrets.sha256(of: try disk.readIfPresent(path) ?? []) == name.sha256
    guard let place, isWhole, documents[name.name] == name.sha256 else {
      return try removeStaged(name)
    }
    try disk.settle(path, at: place, in: folder(around: place))
  }

  /// Finishes or forgets documents of the store that are still on their way.
  func recoverDocuments() throws(StoreError) {
    let staged = try stagedNames().filter { $0.owner == Self.ownName }
    guard !staged.isEmpty else { return }
    let documents = try storeLog().documents
    for name in staged {
      let place = try isOwn(name.name) ? layout.path(of: name.name) : failedPath(of: name.name)
      try finish(name, at: place, documents)
    }
    // A change of the key may have been among them, and nothing was encrypted by this program yet.
    try sealing?.follow()
  }

  /// The folders with documents that the store's log names.
  static let ownFolders = StoreLayout.personFolders + ["tombstones"]

  /// Whether a line of the store's log may move a file of that name about.
  private func isOwn(_ name: String) -> Bool {
    if name == StoreFile.name { return true }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1, Self.ownFolders.contains(String(parts[0])) else { return false }
    return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  /// The log of a session, without a line that a crash tore.
  private func cutTornLine(
    of session: SessionID, _ writing: inout StoreWriting
  ) throws(StoreError) -> AuditLog {
    let log = try auditLog(of: session)
    guard log.tornBytes > 0 else { return log }
    try cut(layout.path(of: "audit.log", in: session), to: log.end.length)
    notice(
      "an incomplete last line of \(log.tornBytes.counted("byte")) was removed from the log of \(session)"
    )
    _ = try append(cutEntry(log.tornBytes), to: session, behind: log.end, &writing)
    return try auditLog(of: session)
  }
}
