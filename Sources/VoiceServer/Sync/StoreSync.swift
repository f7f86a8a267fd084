// Sync of a local store with a remote server. No progress is stored: both sides list hashes, and
// items that differ are transferred. An interrupted sync can be repeated.
//
// People precede sessions, so that an erasure is known before the sessions of that person.

package import RecordStore
internal import VoiceTypes

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

enum PeerPaths {
  static let sessions = "/v1/passing/sessions"
  static let people = "/v1/passing/people"
}

/// A person in the list of a remote server.
private struct PeerPerson {
  let userID: String
  let sha256: String
}

private struct PeerContents {
  var sessions: [SessionID: SessionDigest] = [:]

  /// The people by the hashes of the remote server.
  var people: [UserHash: PeerPerson] = [:]
}

/// A sync bundle, or the reason for its refusal.
private enum Packed {
  case success([UInt8])
  case refused(String)
}

/// A sync between a local store and a remote server. `push` and `pull` throw an error of the store
/// (`StoreError`) or of the server (`RemoteServerError`).
package struct StoreSync: Sendable {
  /// The maximum number of list pages: ten million rows.
  private static let mostPages = 100_000

  private let store: RecordStore
  private let files: any FileSystem
  private let options: SyncSettings
  private let peer: RetryingClient
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
  package func push() async throws -> SyncSummary {
    let known = try await theirs()
    let own = options.userID.map(store.userHash)
    var summary = SyncSummary()
    for user in try store.peopleToSync() where own == nil || own == user {
      if let result = try await push(user, known) { note(result, &summary) }
    }
    for session in try store.sessions(toSync: options.userID) {
      if let result = try await push(session, known) { note(result, &summary) }
    }
    return summary
  }

  /// Downloads the items that the store lacks.
  package func pull() async throws -> SyncSummary {
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

  private func note(_ result: SyncResult, _ summary: inout SyncSummary) {
    summary.count(result)
    report(result)
  }

  // MARK: - One item

  private func push(_ user: UserHash, _ known: PeerContents) async throws -> SyncResult? {
    guard let own = try store.copy(of: user) else { return nil }
    let theirs = known.people.values.first { $0.userID.utf8.elementsEqual(own.userID.utf8) }
    return try await upload(
      .person, user.text, isPresent: theirs?.sha256 == own.sha256,
      RemoteRequest(.post, PeerPaths.people)
    ) { path, version throws(ExchangeError) in
      try store.pack(user, to: path, version: version)
    }
  }

  private func push(_ session: SessionID, _ known: PeerContents) async throws -> SyncResult? {
    guard let digest = try store.digest(of: session) else { return nil }
    if let blockReason = digest.blockReason {
      return SyncResult(.session, session.text, .blocked(blockReason))
    }
    var request = RemoteRequest(.put, "\(PeerPaths.sessions)/\(session.text)")
    if let owner = try store.owner(of: session) ?? options.userID {
      request.headers = [(SyncRoutes.personHeader, PercentEncoding.encoded(owner))]
    }
    return try await upload(
      .session, session.text, isPresent: known.sessions[session]?.sha256 == digest.sha256, request
    ) { path, version throws(ExchangeError) in
      try store.pack(session, to: path, version: version)
    }
  }

  /// Uploads an item unless the server has it.
  private func upload(
    _ kind: SyncResult.ItemKind, _ name: String, isPresent: Bool, _ request: RemoteRequest,
    _ pack: (String, String) throws(ExchangeError) -> Void
  ) async throws -> SyncResult {
    if isPresent { return SyncResult(kind, name, .taken(.present)) }
    if options.isDry { return SyncResult(kind, name, .wouldGo) }
    var request = request
    switch try packed(pack) {
    case .success(let bytes): request.body = bytes
    case .refused(let problem): return SyncResult(kind, name, .refused, detail: problem)
    }
    let (outcome, detail) = try await answer(to: request)
    return SyncResult(kind, name, outcome, detail: detail)
  }

  private func pull(_ user: UserHash, _ theirs: PeerPerson) async throws -> SyncResult {
    let own = store.userHash(of: theirs.userID)
    return try await download(
      .person, own.text, isPresent: try store.copy(of: own)?.sha256 == theirs.sha256,
      from: "\(PeerPaths.people)/\(user.text)"
    ) { bundle, _ in
      guard case .person(let copy) = bundle, copy.userID.utf8.elementsEqual(theirs.userID.utf8)
      else { return nil }
      return try store.merge(copy)
    }
  }

  private func pull(_ session: SessionID, _ theirs: SessionDigest) async throws -> SyncResult {
    try await download(
      .session, session.text, isPresent: try store.digest(of: session)?.sha256 == theirs.sha256,
      from: "\(PeerPaths.sessions)/\(session.text)"
    ) { bundle, reply in
      guard case .session(let copy) = bundle, copy.id == session else { return nil }
      let owner = reply.headers[SyncRoutes.personHeader.lowercased()]
        .flatMap(PercentEncoding.decoded)
      return try store.merge(copy, of: owner ?? options.userID)
    }
  }

  /// Downloads an item unless the store has it.
  /// - Parameter merge: Imports a bundle; nil for a bundle of another item.
  private func download(
    _ kind: SyncResult.ItemKind, _ name: String, isPresent: Bool, from path: String,
    _ merge: (SyncBundle, RemoteResponse) throws -> SyncOutcome?
  ) async throws -> SyncResult {
    if isPresent { return SyncResult(kind, name, .taken(.present)) }
    if options.isDry { return SyncResult(kind, name, .wouldGo) }
    let reply = try await get(path)
    guard reply.status == 200 else {
      return SyncResult(kind, name, .refused, detail: reply.message)
    }
    let file = SyncBundleFile(in: options.scratch, files, named: options.newID())
    guard let bundle = try? file.parcel(reply.body), let outcome = try merge(bundle, reply) else {
      return SyncResult(kind, name, .refused, detail: "the server sent an invalid export")
    }
    return SyncResult(kind, name, .taken(outcome))
  }

  // MARK: - Steps

  /// Lists the contents of the remote server.
  private func theirs() async throws -> PeerContents {
    var contents = PeerContents()
    for row in try await rows(PeerPaths.people, "people") {
      guard case .string(let hash)? = row["person"], Hex.isSHA256(hash),
        case .string(let userID)? = row["user_id"], case .string(let sha256)? = row["sha256"]
      else { throw RemoteServerError.strange("invalid row in the list of people") }
      contents.people[UserHash(text: hash)] = PeerPerson(userID: userID, sha256: sha256)
    }
    for row in try await rows(PeerPaths.sessions, "sessions") {
      guard let digest = SessionDigest(json: row) else {
        throw RemoteServerError.strange("invalid row in the list of sessions")
      }
      contents.sessions[digest.id] = digest
    }
    return contents
  }

  private func rows(_ path: String, _ name: String) async throws -> [JSONValue] {
    var rows: [JSONValue] = []
    var next: String?
    for _ in 1...Self.mostPages {
      var request = RemoteRequest(.get, path)
      request.query = [("limit", "100")]
      if let userID = options.userID { request.query.append(("user_id", userID)) }
      if let next { request.query.append(("after", next)) }
      let reply = try await peer.send(request)
      guard reply.status == 200, let json = try? JSONValue.parse(reply.body),
        case .array(let part)? = json[name]
      else { throw RemoteServerError.strange(reply.message) }
      rows += part
      guard case .string(let after)? = json["next"] else { return rows }
      next = after
    }
    throw RemoteServerError.strange("list with too many pages")
  }

  /// Downloads one session or person. A server error for one item becomes a 500 response, so that
  /// the others continue.
  private func get(_ path: String) async throws -> RemoteResponse {
    do {
      return try await peer.send(RemoteRequest(.get, path))
    } catch {
      guard case .failed = error else { throw error }
      return RemoteResponse(500)
    }
  }

  /// Uploads a sync bundle and returns the outcome.
  private func answer(
    to request: RemoteRequest
  ) async throws -> (SyncItemOutcome, detail: String?) {
    var request = request
    request.headers.append(("Content-Type", SyncRoutes.mediaType))
    let reply = try await peer.send(request)
    switch reply.status {
    case 200, 201:
      guard let json = try? JSONValue.parse(reply.body), case .string(let word)? = json["outcome"],
        let taking = SyncOutcome(rawValue: word)
      else { throw RemoteServerError.strange("unknown outcome of an import") }
      return (.taken(taking), nil)
    case 409: return (.taken(.differs), nil)
    case 410: return (.taken(.erased), nil)
    case 413, 422: return (.refused, reply.message)
    default: throw RemoteServerError.strange(reply.message)
    }
  }

  private func packed(_ body: (String, String) throws(ExchangeError) -> Void) throws -> Packed {
    do {
      let file = SyncBundleFile(in: options.scratch, files, named: options.newID())
      let bytes = try file.bytes(body)
      guard bytes.count <= SyncBundle.mostBytes else {
        return .refused("larger than \(SyncBundle.mostBytes) bytes; use `sagevoice records export`")
      }
      return .success(bytes)
    } catch {
      switch error {
      case .store(let fault): throw fault
      case .output(_, let problem): return .refused(problem)
      default: return .refused("damaged in this store; run `sagevoice records verify`")
      }
    }
  }
}
