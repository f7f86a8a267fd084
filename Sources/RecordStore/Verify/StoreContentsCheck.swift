// What the log of the store says of the store, against what is there.

internal import VoiceTypes

extension StoreVerifier {
  mutating func verifyStore() throws(StoreError) {
    if firstLine == nil, try store.holdsAnything() {
      find(.tampered, "audit.log", "it is empty, and there are sessions or what is left of them")
    } else if firstLine?.entry.action != "created" {
      find(.tampered, "audit.log", "its first line is missing")
    }
    if let expected = request.expectedHead, headLine?.hash != expected.hash {
      find(.tampered, "audit.log", "the head that was noted earlier is not in it")
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
        found == nil ? "it is missing" : "it is not what the log says")
    }
    for folder in RecordStore.ownFolders {
      for name in try files(in: folder)
      where documents[name] == nil && !strange.contains(name) {
        find(.tampered, name, "no line of the log names it")
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
      find(.tampered, "sessions/\(name)", "no session has such a name")
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
      report.findings.append(Finding(.unfinished, session, "", "its purge was interrupted"))
    }
    let name = Tombstone.name(of: session)
    let bytes = try store.disk.readIfPresent(store.layout.path(of: name)) ?? []
    let tombstone = try? Tombstone(parsing: bytes, file: name)
    if tombstone?.lastLine.hash != anchor.hash {
      find(.tampered, name, "it does not name the last line of the session's log")
    }
  }

  /// A copy lacks sessions that began after its folder of sessions was listed: those that are younger
  /// than all that are there. One that is older was taken out.
  private mutating func verifyAbsence(of session: SessionID, _ newest: Int?) {
    let isNewest = newest.map { $0 < anchoring[session]?.first ?? 0 } ?? false
    report.findings.append(
      Finding(
        isNewest ? .inconsistentCopy : .tampered, session, "",
        "the session is gone, and no tombstone says why"))
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
          ? "it was left by a change that never happened"
          : "the index's files may hold bytes of a purged session; open the store to write")
    }
  }
}
