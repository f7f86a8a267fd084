// The steps of a change in a session (their order is told in RecordStore.swift).

internal import VoiceTypes

/// What a change does to the files of a session.
struct SessionPlan: Sendable {
  /// A document on its way.
  struct Write: Sendable {
    let name: String
    let bytes: [UInt8]
    let sha256: String
  }

  var entry: AuditEntry
  var writes: [Write] = []
  var removals: [String] = []
  var header: SessionHeader?
  var state: StateRecord?
  var verdict: Verdict?

  var isEmpty: Bool { entry.documents.isEmpty && entry.field == nil }
}

/// What came of a plan.
enum PlanOutcome: Sendable {
  /// It was carried out, and this is what the session holds now.
  case done(SessionContents)
  /// Another program changed the session since the plan was made; this is what it holds now.
  case overtaken(SessionContents)
}

extension RecordStore {
  /// What of a change is new.
  func plan(
    _ change: SessionChange, for session: SessionID, _ contents: SessionContents
  ) throws(StoreError) -> SessionPlan {
    var plan = SessionPlan(
      entry: entry(change.action), header: contents.header, state: contents.state)
    try planHeader(change, of: session, contents, &plan)
    try planState(change, of: session, contents, &plan)
    for document in SessionDocument.allCases {
      guard let bytes = change.documents[document] else { continue }
      let isStored = contents.documents[document.name] != nil
      if isStored, try read(document, of: session) == bytes { continue }
      plan.writes.append(try write(bytes, as: document, of: session))
    }
    plan.verdict = try verdict(after: change, of: session, contents)
    plan.removals = change.removed.map(\.name).filter { contents.documents[$0] != nil }.sorted()
    plan.entry.documents =
      plan.writes.map { AuditedDocument(name: $0.name, sha256: $0.sha256) }
      + plan.removals.map { AuditedDocument(name: $0, sha256: nil) }
      + change.elsewhere.filter { contents.documents[$0.name] != $0.sha256 }
    if let note = change.note {
      plan.entry.field = note.field
      plan.entry.old = note.old.map(auditValue)
      plan.entry.new = note.new.map(auditValue)
    }
    return plan
  }

  /// What the results say of the recording's quality when a change is made.
  private func verdict(
    after change: SessionChange, of session: SessionID, _ contents: SessionContents
  ) throws(StoreError) -> Verdict? {
    for document in Self.results {
      if let bytes = change.documents[document] { return Self.verdict(in: bytes) }
      guard contents.documents[document.name] != nil, !change.removed.contains(document) else {
        continue
      }
      // That of the highest tier is known.
      let isHighest = Self.results.first { contents.documents[$0.name] != nil } == document
      if isHighest { return contents.verdict }
      return try read(document, of: session).flatMap(Self.verdict(in:))
    }
    return nil
  }

  private func planHeader(
    _ change: SessionChange, of session: SessionID, _ contents: SessionContents,
    _ plan: inout SessionPlan
  ) throws(StoreError) {
    guard var header = change.header else { return }
    header.createdAt = contents.header?.createdAt ?? plan.entry.time
    // As bytes: equality of texts ignores how accents are composed.
    let bytes = header.json(of: session).fileBytes
    guard bytes != contents.header?.json(of: session).fileBytes else { return }
    plan.header = header
    plan.writes.append(try write(bytes, as: .header, of: session))
  }

  private func planState(
    _ change: SessionChange, of session: SessionID, _ contents: SessionContents,
    _ plan: inout SessionPlan
  ) throws(StoreError) {
    guard let state = change.state else { return }
    let json = state.json(of: session, at: plan.entry.time)
    let former = contents.state?.json(of: session, at: plan.entry.time)
    guard json.fileBytes != former?.fileBytes else { return }
    plan.state = state
    plan.writes.append(try write(json.fileBytes, as: .state, of: session))
    if state.state != contents.state?.state {
      plan.entry.field = "state"
      plan.entry.old = (contents.state?.state.rawValue).map(auditValue)
      plan.entry.new = auditValue(state.state.rawValue)
    }
  }

  /// A document as the store keeps it.
  func write(
    _ bytes: [UInt8], as document: SessionDocument, of session: SessionID
  ) throws(StoreError) -> SessionPlan.Write {
    let place = SealedPlace(owner: session.text, name: document.name)
    let stored = document.isSealed ? try sealed(bytes, for: place) : bytes
    return SessionPlan.Write(
      name: document.name, bytes: stored, sha256: StoreSecrets.sha256(of: stored))
  }

  /// Brings the documents to the staging folder, durably. A change without any leaves an empty file
  /// there: what happens to a session is told by that folder until the log of the store tells it.
  func stage(_ plan: SessionPlan, of session: SessionID) throws(StoreError) {
    try checkThatNotPurged(session)
    for write in plan.writes {
      try disk.stage(
        write.bytes, at: layout.staged(write.name, of: session.text, sha256: write.sha256))
    }
    if plan.writes.isEmpty { try disk.stage([], at: notePath(of: session)) }
    try disk.synchronizeFolder(layout.staging)
  }

  /// Where the empty file of a change without documents lies; it is no document's, and goes as what
  /// nobody names when a session is put in order.
  private func notePath(of session: SessionID) -> String {
    layout.staged("", of: session.text, sha256: StoreSecrets.sha256(of: []))
  }

  /// Makes the folders that the documents of a plan come to, for whoever appends: a change of the
  /// folder of sessions belongs to a turn.
  func makeFolder(of session: SessionID, for plan: SessionPlan) throws(StoreError) {
    try disk.ensureFolder(layout.folder(of: session), in: layout.sessions)
    guard plan.writes.contains(where: { $0.name.contains("/") }) else { return }
    try disk.ensureFolder(
      layout.path(of: "artifacts", in: session), in: layout.folder(of: session))
  }

  /// Carries a plan out if the session is still what it was made from.
  func carryOut(
    _ plan: SessionPlan, of session: SessionID, from contents: SessionContents,
    _ writing: inout StoreWriting
  ) throws(StoreError) -> PlanOutcome {
    guard try !wasPurged(session) else {
      try removeRemains(of: session)
      throw .purged(session)
    }
    guard try logSize(of: session) == contents.log.length, try isStaged(plan, of: session) else {
      return .overtaken(try recovered(session, &writing))
    }
    return .done(try append(plan, to: session, contents, &writing))
  }

  /// Appends the line of a plan and brings its documents to their places.
  func append(
    _ plan: SessionPlan, to session: SessionID, _ contents: SessionContents,
    _ writing: inout StoreWriting
  ) throws(StoreError) -> SessionContents {
    var contents = contents
    try makeFolder(of: session, for: plan)
    let (line, anchor) = try append(plan.entry, to: session, behind: contents.log, &writing)
    contents.log = line.head(length: contents.log.length + line.bytes.count)
    for write in plan.writes {
      try bringToPlace(write.name, of: session, sha256: write.sha256)
    }
    for document in plan.entry.documents { contents.documents[document.name] = document.sha256 }
    for name in plan.removals {
      try disk.removeIfPresent(layout.path(of: name, in: session))
    }
    if plan.writes.isEmpty { try disk.removeIfPresent(notePath(of: session)) }
    contents.header = plan.header
    contents.state = plan.state
    contents.verdict = plan.verdict
    updateIndex(of: session, contents, SessionArrival(anchor))
    return contents
  }

  /// Whether the documents of a plan wait for their places; another program that put the session in
  /// order takes them for leftovers.
  private func isStaged(
    _ plan: SessionPlan, of session: SessionID
  ) throws(StoreError) -> Bool {
    for write in plan.writes {
      let path = layout.staged(write.name, of: session.text, sha256: write.sha256)
      if try disk.facts(of: path) == nil { return false }
    }
    guard plan.writes.isEmpty else { return true }
    return try disk.facts(of: notePath(of: session)) != nil
  }

  /// Renames a staged document to its place.
  func bringToPlace(
    _ name: String, of session: SessionID, sha256: String
  ) throws(StoreError) {
    try disk.run { files throws(FileSystemError) in
      try files.rename(
        layout.staged(name, of: session.text, sha256: sha256),
        to: layout.path(of: name, in: session), .replacing)
    }
  }

  /// Makes the new names durable.
  func settle(_ plan: SessionPlan, of session: SessionID) throws(StoreError) {
    let names = plan.writes.map(\.name) + plan.removals
    try settle(session, hasArtifacts: names.contains { $0.contains("/") })
  }

  /// Makes the names in a session's folders durable.
  func settle(_ session: SessionID, hasArtifacts: Bool) throws(StoreError) {
    try disk.run { files throws(FileSystemError) in
      try files.synchronizeFolder(layout.folder(of: session))
      if hasArtifacts {
        try files.synchronizeFolder(layout.path(of: "artifacts", in: session))
      }
    }
  }
}
