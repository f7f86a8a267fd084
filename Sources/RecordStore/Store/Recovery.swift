// What a crash left: lines torn in the middle, changes that happened but whose documents are still
// on their way, and documents of changes that never happened.

extension RecordStore {
  /// Puts a session in order.
  func recover(_ session: SessionID) throws(StoreError) {
    try appending { writing throws(StoreError) in
      let staged = try stagedNames().filter { $0.owner == session.text }
      guard try disk.facts(of: layout.folder(of: session)) != nil else {
        for name in staged { try removeStaged(name) }
        return
      }
      let log = try cutTornLine(of: session, &writing)
      for name in staged { try finish(name, of: session, log.documents) }
      for name in try removedAndPresent(session, log) {
        try disk.removeIfPresent(layout.path(of: name, in: session))
      }
      let artifacts = layout.path(of: "artifacts", in: session)
      try settle(session, hasArtifacts: try disk.facts(of: artifacts) != nil)
    }
  }

  /// Puts the store in order; nobody else may be writing.
  func putInOrder() throws(StoreError) {
    if try disk.facts(of: layout.auditLog)?.size ?? 0 == 0 {
      try appending { writing throws(StoreError) in
        var entry = entry("created")
        let bytes = try disk.run { files throws(FileSystemError) in
          try files.read(layout.storeFile)
        }
        entry.documents = [
          AuditedDocument(name: "store.json", sha256: StoreSecrets.sha256(of: bytes))
        ]
        _ = try append(entry, &writing)
      }
    }
    let owners = Set(try stagedNames().map(\.owner))
    for owner in owners.sorted() {
      if let session = SessionID(owner) { try recover(session) }
    }
  }

  /// The documents in the staging folder.
  func stagedNames() throws(StoreError) -> [StagedName] {
    try disk.listIfPresent(layout.staging).compactMap(StagedName.init)
  }

  private func removeStaged(_ name: StagedName) throws(StoreError) {
    try disk.removeIfPresent("\(layout.staging)/\(name.text)")
  }

  /// Brings a staged document to its place if its change happened, and removes it otherwise.
  private func finish(
    _ name: StagedName, of session: SessionID, _ documents: [String: String]
  ) throws(StoreError) {
    let path = "\(layout.staging)/\(name.text)"
    let bytes = try disk.readIfPresent(path) ?? []
    let isWhole = StoreSecrets.sha256(of: bytes) == name.sha256
    // Only names of the store's own are believed: a log that was changed must not move files about.
    let isKnown = SessionDocument(name: name.name) != nil
    guard isKnown, isWhole, documents[name.name] == name.sha256 else {
      try removeStaged(name)
      return
    }
    try bringToPlace(name.name, of: session, sha256: name.sha256)
  }

  /// The log of a session, without a line that a crash tore.
  private func cutTornLine(
    of session: SessionID, _ writing: inout StoreWriting
  ) throws(StoreError) -> AuditLog {
    let log = try auditLog(of: session)
    guard log.tornBytes > 0 else { return log }
    try cut(layout.path(of: "audit.log", in: session), to: log.head.length)
    notice("a torn last line of \(log.tornBytes) bytes was cut from the log of \(session)")
    _ = try append(cutEntry(log.tornBytes), to: session, behind: log.head, &writing)
    return try auditLog(of: session)
  }

  /// Documents that the log says are gone and that are still there.
  private func removedAndPresent(
    _ session: SessionID, _ log: AuditLog
  ) throws(StoreError) -> [String] {
    let named = Set(log.lines.flatMap(\.entry.documents).map(\.name))
    let known = SessionDocument.allCases.map(\.name).filter(named.contains)
    let gone = known.filter { log.documents[$0] == nil }
    var present: [String] = []
    for name in gone where try disk.facts(of: layout.path(of: name, in: session)) != nil {
      present.append(name)
    }
    return present
  }
}
