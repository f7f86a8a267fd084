// What a store in memory holds, and how that changes.

internal import RecordStore
internal import VoiceTypes

/// A session as it is held in memory.
struct MemorySessionState {
  var header: SessionHeader?
  var state: StateRecord?
  var documents: [SessionDocument: [UInt8]] = [:]
  var actions: [String] = []
  var notes: Set<String> = []

  /// Makes a change.
  /// - Returns: Whether anything changed.
  mutating func take(_ change: SessionChange, at time: StoreTime) -> Bool {
    var changed = self
    if var new = change.header {
      new.createdAt = header?.createdAt ?? time
      changed.header = new
    }
    changed.state = change.state ?? state
    changed.documents.merge(change.documents) { _, new in new }
    for document in change.removed { changed.documents[document] = nil }
    guard !isSame(as: changed) else { return false }
    changed.actions.append(change.action)
    self = changed
    return true
  }

  private func isSame(as other: MemorySessionState) -> Bool {
    header == other.header && state == other.state && documents == other.documents
  }

  func telling(of session: SessionID) -> SessionTelling {
    SessionTelling(
      session: session, header: header, hasAnswers: documents[.answers] != nil,
      duplicateOf: state?.duplicateOf)
  }
}

/// Everything that a store in memory holds.
struct MemoryStoreState {
  var sessions: [SessionID: MemorySessionState] = [:]
  /// In which they came.
  var order: [SessionID] = []
  var purged: Set<SessionID> = []
  var announced: [SessionID: StoreTime] = [:]
  /// Sessions whose recordings go, and those of which nobody was told yet that theirs is gone.
  var announcedAudio: [SessionID: StoreTime] = [:]
  var untoldAudio: [SessionID] = []
  /// Those whose time was over, and of which nobody was told yet that they are gone.
  var untold: [SessionID] = []
  var baselines: [UserHash: [KeptBaseline]] = [:]
  var persons: [UserHash: [KeptPerson]] = [:]
  var personDocuments: [UserHash: [PersonDocument: JSONValue]] = [:]
  var failures: [(report: FailureReport, bytes: [UInt8])] = []
  var stranded: [StrandedReport] = []
  var status: [UInt8]?
  var isWatched = false

  func checkThatNotPurged(_ session: SessionID) throws(StoreError) {
    if purged.contains(session) { throw .purged(session) }
  }

  /// Makes a change of a session, which is there from its first one on.
  mutating func commit(
    _ change: SessionChange, to id: SessionID, at time: StoreTime
  ) throws(StoreError) {
    try checkThatNotPurged(id)
    var session = sessions[id] ?? MemorySessionState()
    guard session.take(change, at: time) else { return }
    if sessions.updateValue(session, forKey: id) == nil { order.append(id) }
  }

  mutating func noteOnce(
    _ action: String, _ note: String, in id: SessionID
  ) throws(StoreError) {
    try checkThatNotPurged(id)
    if sessions[id] == nil { order.append(id) }
    guard sessions[id, default: MemorySessionState()].notes.insert("\(action) \(note)").inserted
    else { return }
    sessions[id]?.actions.append(action)
  }

  mutating func purge(_ session: SessionID) {
    let user = sessions[session]?.header?.user
    sessions[session] = nil
    order.removeAll { $0 == session }
    announced[session] = nil
    announcedAudio[session] = nil
    failures.removeAll { $0.report.session == session }
    stranded.removeAll { $0.session == session }
    purged.insert(session)
    if let user, !sessions.values.contains(where: { $0.header?.user == user }) {
      (baselines[user], persons[user], personDocuments[user]) = (nil, nil, nil)
    }
  }

  /// Puts bytes away; nil for a file that is gone, and was put away before.
  mutating func keepFailed(
    _ failed: FailedFile, _ source: (bytes: [UInt8], sha256: String)?, at time: StoreTime
  ) throws(StoreError) -> FailureReport {
    if let session = failed.session { try checkThatNotPurged(session) }
    let known = failures.first { failure in
      failure.report.session == failed.session
        && failure.report.name.utf8.elementsEqual(failed.name.utf8)
        && (source.map { $0.sha256 == failure.report.sha256 } ?? (failed.session != nil))
    }
    if let known { return known.report }
    guard let source else {
      throw .unusable("\(failed.source) is missing; nothing was quarantined")
    }
    var report = FailureReport(
      name: failed.name, file: "\(failures.count + 1)", sha256: source.sha256, at: time,
      fault: failed.fault)
    report.session = failed.session
    failures.append((report, source.bytes))
    return report
  }
}
