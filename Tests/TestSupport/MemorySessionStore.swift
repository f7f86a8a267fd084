// A store of sessions without a folder: what a runner asks for, answered from memory. It is held to
// the same contract as the store of folders (SessionStoreContractTests), and can be away.

package import RecordStore
internal import Synchronization
package import VoiceTypes

/// A store that lasts as long as it is in memory; the sources of failed files lie on a disk.
package final class MemorySessionStore: SessionStore {
  private let state: Mutex<MemoryStoreState>
  private let clock: any StoreClock
  private let files: any FileSystem
  private let outages = Mutex(MemoryStoreOutages())

  /// More bytes are not held in memory.
  private static let mostFailedBytes = 1 << 26

  package init(clock: any StoreClock, files: any FileSystem = POSIXFileSystem()) {
    self.clock = clock
    self.files = files
    state = Mutex(MemoryStoreState())
  }

  // MARK: - Faults

  /// When the store is away.
  package var plan: MemoryStoreOutages.Plan {
    get { outages.withLock { $0.plan } }
    set { outages.withLock { $0.plan = newValue } }
  }

  /// The calls so far.
  package var calls: Int { outages.withLock { $0.calls } }

  /// Whether the plan has come to pass.
  package var wasAway: Bool { outages.withLock { $0.wasAway } }

  /// Does something with what is stored, unless the store is away.
  func call<Value>(
    _ body: (inout MemoryStoreState) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let outage = outages.withLock { $0.next() }
    if outage == .beforeTheCall { throw MemoryStoreOutages.fault }
    let value = try state.withLock { state throws(StoreError) in try body(&state) }
    if outage == .beforeTheAnswer { throw MemoryStoreOutages.fault }
    return value
  }

  /// What is stored, as somebody sees it beside the runner.
  func look<Value>(_ body: (MemoryStoreState) -> Value) -> Value { state.withLock { body($0) } }

  func now() -> StoreTime { clock.now() }

  // MARK: - Names

  package var place: String { "memory" }

  package func userHash(of userID: String) -> UserHash { UserHash(text: hidden("user", userID)) }

  package func profileHash(of profile: UserProfile) -> String {
    hidden("profile", profile.json.text(.compact))
  }

  package func identity(_ facts: IdentityFacts) -> RecordingIdentity {
    let person: JSONValue = facts.isSomebodys ? true : .optional(facts.userID)
    let parts: JSONValue = [
      .optional(facts.audioSHA256), person, .string(facts.settingsSHA256), .string(facts.version),
    ]
    return RecordingIdentity(text: hidden("identity", parts.text(.compact)))
  }

  package func inboxNameHash() -> @Sendable (String) -> String {
    { Self.hidden("inbox name", $0) }
  }

  private func hidden(_ use: String, _ text: String) -> String { Self.hidden(use, text) }

  /// Digits, and no hash: nothing here outlives its test.
  private static func hidden(_ use: String, _ text: String) -> String {
    Hex.text(of: Array("\(use) \(text)".utf8))
  }

  // MARK: - The runner

  package func lockForWatching() throws(StoreError) -> (any FileLock)? {
    try call { state throws(StoreError) in
      guard !state.isWatched else { return nil }
      state.isWatched = true
      return MemoryStoreLock { [weak self] in self?.state.withLock { $0.isWatched = false } }
    }
  }

  package func keepStatus(_ bytes: [UInt8]) throws(StoreError) {
    try call { state throws(StoreError) in state.status = bytes }
  }

  /// What the runner said of itself last.
  package var status: [UInt8]? { look { $0.status } }

  // MARK: - Sessions

  package func session(_ id: SessionID) throws(StoreError) -> MemorySession {
    try call { state throws(StoreError) in try state.checkThatNotPurged(id) }
    return MemorySession(id, in: self)
  }

  package func existingSession(_ id: SessionID) throws(StoreError) -> MemorySession? {
    let isThere = try call { state throws(StoreError) in state.sessions[id] != nil }
    return isThere ? MemorySession(id, in: self) : nil
  }

  package func wasPurged(_ id: SessionID) throws(StoreError) -> Bool {
    try call { state throws(StoreError) in state.purged.contains(id) }
  }

  package func telling(of session: SessionID) throws(StoreError) -> SessionTelling? {
    try call { state throws(StoreError) in state.sessions[session]?.telling(of: session) }
  }

  package func tellings(ofRecording sha256: String) throws(StoreError) -> [SessionTelling] {
    try call { state throws(StoreError) in
      state.order.compactMap { id in
        guard let session = state.sessions[id], session.header?.recording.sha256 == sha256 else {
          return nil
        }
        return session.telling(of: id)
      }
    }
  }

  package func sessionResults(of session: SessionID) throws(StoreError) -> SessionResults? {
    try call { state throws(StoreError) in
      state.sessions[session].map { found in
        SessionResults(
          session, header: found.header, state: found.state?.state,
          answers: found.documents[.answers], computed: found.documents[.computed])
      }
    }
  }

  package func isAmended(_ session: SessionID) throws(StoreError) -> Bool {
    try call { state throws(StoreError) in
      state.sessions.values.contains { $0.header?.parent?.session == session }
    }
  }

  package func first(with identity: RecordingIdentity) throws(StoreError) -> SessionID? {
    try call { state throws(StoreError) in
      state.order.first { id in
        let session = state.sessions[id]
        return session?.header?.identity == identity
          && session?.state?.state.countsAsFirst ?? false
      }
    }
  }

  /// The sessions in the order in which they came.
  package var sessionIDs: [SessionID] { look(\.order) }

  /// What was done to a session, oldest first.
  package func actions(of session: SessionID) -> [String] {
    look { $0.sessions[session]?.actions ?? [] }
  }

  /// Takes a session out for good, with what was put away of it.
  package func purge(_ session: SessionID) throws(StoreError) {
    try call { state throws(StoreError) in state.purge(session) }
  }

  // MARK: - What cannot be used

  package func canKeep(fileOf bytes: Int) -> Bool { bytes <= Self.mostFailedBytes }

  package func keepFailed(_ failed: FailedFile) throws(StoreError) -> FailureReport {
    let source = try files.contents(
      ofFailed: failed.source, atMost: Self.mostFailedBytes)
    let time = now()
    let report = try call { state throws(StoreError) in
      try state.keepFailed(failed, source, at: time)
    }
    do throws(FileSystemError) {
      try files.removeIfThere(failed.source)
    } catch {
      throw .fileSystem(error)
    }
    return report
  }

  /// What was put away, with the bytes.
  package var failures: [(report: FailureReport, bytes: [UInt8])] { look(\.failures) }

  package func reportStranded(
    _ path: String, named name: String, of session: SessionID, for fault: StateFault
  ) throws(StoreError) {
    try report(path, name, of: session, fault)
  }

  package func removeStrandedReports(of session: SessionID) throws(StoreError) {
    try call { state throws(StoreError) in state.stranded.removeAll { $0.session == session } }
  }

  package func reportLeft(
    _ path: String, named name: String, for fault: StateFault
  ) throws(StoreError) {
    try report(path, name, of: nil, fault)
  }

  package func removeLeftReport(of path: String) throws(StoreError) {
    try call { state throws(StoreError) in
      state.stranded.removeAll { $0.session == nil && $0.path.utf8.elementsEqual(path.utf8) }
    }
  }

  package func strandedReports() throws(StoreError) -> [StrandedReport] {
    try call { state throws(StoreError) in state.stranded }
  }

  private func report(
    _ path: String, _ name: String, of session: SessionID?, _ fault: StateFault
  ) throws(StoreError) {
    let report = StrandedReport(
      name: name, path: path, session: session, failedAt: now(), fault: fault)
    try call { state throws(StoreError) in
      if let session { try state.checkThatNotPurged(session) }
      let isKnown = state.stranded.contains {
        session == nil ? $0.session == nil && $0.path == path : $0.session == session
      }
      if !isKnown { state.stranded.append(report) }
    }
  }
}

/// The right to fill a store.
private final class MemoryStoreLock: FileLock {
  private let whenReleased: Mutex<(@Sendable () -> Void)?>

  init(_ whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = Mutex(whenReleased) }

  deinit { release() }

  func share() {}

  func release() {
    let body = whenReleased.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }
}
