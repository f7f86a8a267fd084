// What the log of the store says of the store, against what is there.

internal import VoiceTypes

extension StoreVerifier {
  mutating func verifyStore() throws(StoreError) {
    if firstLine == nil, try store.holdsAnything() {
      find(
        .tampered, "audit.log", "the log is empty, but the store contains sessions or tombstones")
    } else if firstLine?.entry.action != "created" {
      find(.tampered, "audit.log", "the first line is missing")
    }
    if let expected = request.expectedHead, headLine?.hash != expected.hash {
      find(.tampered, "audit.log", "the expected head is not in the log")
    }
    try verifyDocuments()
    try verifyThatSessionsAreThere()
    try verifyThatNothingIsLeft()
  }

  private mutating func verifyDocuments() throws(StoreError) {
    for (name, sha256) in documents.sorted(by: { $0.key < $1.key })
    where !RecordStore.isFailedTag(name) && !strange.contains(name) {
      let bytes = try store.disk.readIfPresent(store.layout.path(of: name))
      let found = bytes.map(StoreSecrets.sha256(of:))
      guard found != sha256 else { continue }
      let staged = store.layout.staged(name, of: RecordStore.ownName, sha256: sha256)
      let isOnItsWay = try store.disk.facts(of: staged) != nil
      find(
        isOnItsWay ? .unfinished : .tampered, name,
        found == nil ? "the file is missing" : "the content differs from the audit log")
    }
    for folder in RecordStore.ownFolders {
      for name in try files(in: folder)
      where documents[name] == nil && !strange.contains(name) {
        find(.tampered, name, "no line of the audit log contains the file")
      }
    }
  }

  /// The files in a folder of the store and in the folders of that, from the store's folder.
  private func files(in folder: String) throws(StoreError) -> [String] {
    var names: [String] = []
    for name in try store.disk.listIfPresent(store.layout.path(of: folder)) {
      let path = "\(folder)/\(name)"
      if try store.disk.facts(of: store.layout.path(of: path))?.kind == .folder {
        names += try files(in: path)
      } else {
        names.append(path)
      }
    }
    return names
  }

  private mutating func verifyThatSessionsAreThere() throws(StoreError) {
    let folders = Set(try store.sessionIDs())
    let empty = try emptyFolders(among: folders)
    let newest = folders.subtracting(empty).compactMap { anchoring[$0]?.first }.max()
    for (session, anchor) in anchors.sorted(by: { $0.key < $1.key }) {
      if try isPurged(session) {
        try verifyTombstone(of: session, anchor, folders)
      } else if !folders.contains(session) || empty.contains(session) {
        verifyAbsence(of: session, newest)
      }
    }
    for name in try store.disk.listIfPresent(store.layout.sessions)
    where SessionID(name)?.text != name {
      find(.tampered, "sessions/\(name)", "the name is not a session id")
    }
  }

  private func emptyFolders(
    among folders: Set<SessionID>
  ) throws(StoreError) -> Set<SessionID> {
    var empty: Set<SessionID> = []
    for session in folders where !isStrange(session) && anchors[session] != nil {
      let folder = store.layout.folder(of: session)
      if try store.logSize(of: session) == 0, try store.disk.listIfPresent(folder).isEmpty {
        empty.insert(session)
      }
    }
    return empty
  }

  private mutating func verifyTombstone(
    of session: SessionID, _ anchor: AuditAnchor, _ folders: Set<SessionID>
  ) throws(StoreError) {
    // Beside somebody who purges, it may just be going.
    if isAlone, folders.contains(session) {
      report.findings.append(Finding(.unfinished, session, "", "the purge was interrupted"))
    }
    let name = Tombstone.name(of: session)
    let bytes = try store.disk.readIfPresent(store.layout.path(of: name)) ?? []
    let tombstone = try? Tombstone(parsing: bytes, file: name)
    if tombstone?.lastLine.hash != anchor.hash {
      find(.tampered, name, "the last line of the session log differs")
    }
  }

  /// A copy lacks sessions that began after its folder of sessions was listed: those that are younger
  /// than all that are there. One that is older was taken out.
  private mutating func verifyAbsence(of session: SessionID, _ newest: Int?) {
    let isNewest = newest.map { $0 < anchoring[session]?.first ?? 0 } ?? false
    report.findings.append(
      Finding(
        isNewest ? .inconsistentCopy : .tampered, session, "",
        "the session is missing and has no tombstone"))
  }

  /// Whether the log says that a session was purged, by naming the tombstone that is there.
  func isPurged(_ session: SessionID) throws(StoreError) -> Bool {
    let name = Tombstone.name(of: session)
    guard let expected = documents[name], !strange.contains(name) else { return false }
    return try store.disk.sha256IfPresent(store.layout.path(of: name)) == expected
  }

  private mutating func verifyThatNothingIsLeft() throws(StoreError) {
    // While somebody writes, there is always something on its way.
    guard isAlone else { return }
    for name in try store.disk.listIfPresent(store.layout.staging) {
      // Said of the file that it is about.
      if FailedMark(name) != nil { continue }
      find(
        .unfinished, "staging/\(name)",
        ForgettingMark(name) == nil
          ? "the file belongs to an uncommitted change"
          : "the index files may contain data of a purged session; open the store for writing")
    }
  }
}
