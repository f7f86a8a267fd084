// Sync of a local store with a remote server. No progress is stored: both sides list hashes, and
// items that differ are transferred. An interrupted sync can be repeated.
//
// People precede sessions, so that an erasure is known before the sessions of that person.

package import RecordStore
internal import VoiceTypes

/// The options of a sync.
package struct SyncSettings: Sendable {
  /// The person to sync; nil for all.
  package var userID: String?

  /// Whether to report the transfers without making them.
  package var isDry = false

  /// The directory of temporary files.
  package var scratch: String

  /// A generator of unique file names.
  package var newID: @Sendable () -> String

  /// The delay function of retries.
  package var pause: @Sendable (Duration) async -> Void

  /// Creates options for all people.
  package init(
    scratch: String, newID: @escaping @Sendable () -> String,
    pause: @escaping @Sendable (Duration) async -> Void
  ) {
    (self.scratch, self.newID, self.pause) = (scratch, newID, pause)
  }
}

/// A sync between a local store and a remote server.
package struct StoreSync: Sendable {
  let store: RecordStore
  let files: any FileSystem
  let options: SyncSettings
  let peer: RetryingClient

  private let report: @Sendable (SyncResult) -> Void

  /// Creates a sync.
  /// - Parameter report: Receives each result in order.
  package init(
    _ store: RecordStore, with peer: any RemoteServer, _ options: SyncSettings,
    files: any FileSystem, report: @escaping @Sendable (SyncResult) -> Void
  ) {
    (self.store, self.files, self.options, self.report) = (store, files, options, report)
    self.peer = RetryingClient(peer: peer, pause: options.pause)
  }

  /// Uploads the items that the server lacks.
  package func push() async throws(SyncError) -> SyncSummary {
    let known = try await theirs()
    var summary = SyncSummary()
    for user in try reading({ () throws(StoreError) in try ownPeople() }) {
      if let line = try await push(user, known) { note(line, &summary) }
    }
    let sessions = try reading { () throws(StoreError) in
      try store.sessions(toSync: options.userID)
    }
    for session in sessions {
      if let line = try await push(session, known) { note(line, &summary) }
    }
    return summary
  }

  /// Downloads the items that the store lacks.
  package func pull() async throws(SyncError) -> SyncSummary {
    let known = try await theirs()
    var summary = SyncSummary()
    for person in known.people.sorted(by: { $0.key.text < $1.key.text }) {
      note(try await pull(person.key, person.value), &summary)
    }
    for session in known.sessions.sorted(by: { $0.key < $1.key }) {
      note(try await pull(session.key, session.value), &summary)
    }
    return summary
  }

  private func note(_ line: SyncResult, _ summary: inout SyncSummary) {
    summary.count(line)
    report(line)
  }

  private func ownPeople() throws(StoreError) -> [UserHash] {
    guard let userID = options.userID else { return try store.peopleToSync() }
    let own = store.userHash(of: userID)
    return try store.peopleToSync().filter { $0 == own }
  }

  // MARK: - One of them

  private func push(
    _ user: UserHash, _ known: PeerContents
  ) async throws(SyncError) -> SyncResult? {
    let own = try reading { () throws(StoreError) in try store.copy(of: user) }
    guard let own else { return nil }
    let theirs = known.people.first { $0.value.userID.utf8.elementsEqual(own.userID.utf8) }
    if theirs?.value.sha256 == own.sha256 { return line(user, .taken(.present)) }
    if options.isDry { return line(user, .wouldGo) }
    let packed = try pack { path, version throws(ExchangeError) in
      try store.pack(user, to: path, version: version)
    }
    guard case .success(let bytes) = packed else { return line(user, .refused, packed.problem) }
    var request = RemoteRequest(.post, PeerPaths.people)
    request.body = bytes
    let (outcome, detail) = try await answer(to: request)
    return line(user, outcome, detail)
  }

  private func push(
    _ session: SessionID, _ known: PeerContents
  ) async throws(SyncError) -> SyncResult? {
    let (digest, owner) = try reading { () throws(StoreError) in
      (try store.digest(of: session), try store.owner(of: session))
    }
    guard let digest else { return nil }
    if let blockReason = digest.blockReason { return line(session, .blocked(blockReason)) }
    if known.sessions[session]?.sha256 == digest.sha256 { return line(session, .taken(.present)) }
    if options.isDry { return line(session, .wouldGo) }
    let packed = try pack { path, version throws(ExchangeError) in
      try store.pack(session, to: path, version: version)
    }
    guard case .success(let bytes) = packed else {
      return line(session, .refused, packed.problem)
    }
    var request = RemoteRequest(.put, "\(PeerPaths.sessions)/\(session.text)")
    request.body = bytes
    if let owner = owner ?? options.userID {
      request.headers = [(SyncRoutes.personHeader, PercentEncoding.encoded(owner))]
    }
    let (outcome, detail) = try await answer(to: request)
    return line(session, outcome, detail)
  }

  private func pull(
    _ user: UserHash, _ theirs: PeerPerson
  ) async throws(SyncError) -> SyncResult {
    let own = store.userHash(of: theirs.userID)
    let held = try reading { () throws(StoreError) in try store.copy(of: own)?.sha256 }
    if held == theirs.sha256 { return line(own, .taken(.present)) }
    if options.isDry { return line(own, .wouldGo) }
    let reply = try await get("\(PeerPaths.people)/\(user.text)")
    guard reply.status == 200 else { return line(own, .refused, reply.message) }
    guard case .person(let copy)? = parcel(in: reply),
      copy.userID.utf8.elementsEqual(theirs.userID.utf8)
    else { return line(own, .refused, Self.unsound) }
    let taking = try reading { () throws(StoreError) in try store.merge(copy) }
    return line(own, .taken(taking))
  }

  private func pull(
    _ session: SessionID, _ theirs: SessionDigest
  ) async throws(SyncError) -> SyncResult {
    let held = try reading { () throws(StoreError) in try store.digest(of: session) }
    if held?.sha256 == theirs.sha256 { return line(session, .taken(.present)) }
    if options.isDry { return line(session, .wouldGo) }
    let reply = try await get("\(PeerPaths.sessions)/\(session.text)")
    guard reply.status == 200 else { return line(session, .refused, reply.message) }
    let owner = reply.headers[SyncRoutes.personHeader.lowercased()]
      .flatMap(PercentEncoding.decoded)
    guard case .session(let copy)? = parcel(in: reply), copy.id == session else {
      return line(session, .refused, Self.unsound)
    }
    let taking = try reading { () throws(StoreError) in
      try store.merge(copy, of: owner ?? options.userID)
    }
    return line(session, .taken(taking))
  }

  private static let unsound = "the server sent an invalid export"

  // MARK: - Steps

  private func line(
    _ user: UserHash, _ outcome: SyncItemOutcome, _ detail: String? = nil
  ) -> SyncResult {
    SyncResult(.person, user.text, outcome, detail: detail)
  }

  private func line(
    _ session: SessionID, _ outcome: SyncItemOutcome, _ detail: String? = nil
  ) -> SyncResult {
    SyncResult(.session, session.text, outcome, detail: detail)
  }
}
