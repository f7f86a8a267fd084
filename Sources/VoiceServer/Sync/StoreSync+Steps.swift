internal import RecordStore
internal import VoiceTypes

/// The paths of the sync interface.
enum PeerPaths {
  static let sessions = "/v1/passing/sessions"
  static let people = "/v1/passing/people"
}

/// A person in the list of a remote server.
struct PeerPerson: Sendable {
  let userID: String
  let sha256: String
}

/// The contents of a remote server.
struct PeerContents: Sendable {
  var sessions: [SessionID: SessionDigest] = [:]

  /// The people by the hashes of the remote server.
  var people: [UserHash: PeerPerson] = [:]
}

/// A sync bundle, or the reason for its refusal.
enum Packed {
  case success([UInt8])
  case refused(String)

  var problem: String? { if case .refused(let problem) = self { problem } else { nil } }
}

extension StoreSync {
  /// The maximum number of list pages: ten million rows.
  private static let mostPages = 100_000

  /// Lists the contents of the remote server.
  func theirs() async throws(SyncError) -> PeerContents {
    var contents = PeerContents()
    for row in try await rows(PeerPaths.people, "people") {
      guard case .string(let hash)? = row["person"], Hex.isSHA256(hash),
        case .string(let userID)? = row["user_id"], case .string(let sha256)? = row["sha256"]
      else { throw .peer(.strange("invalid row in the list of people")) }
      contents.people[UserHash(text: hash)] = PeerPerson(userID: userID, sha256: sha256)
    }
    for row in try await rows(PeerPaths.sessions, "sessions") {
      guard let digest = SessionDigest(json: row) else {
        throw .peer(.strange("invalid row in the list of sessions"))
      }
      contents.sessions[digest.id] = digest
    }
    return contents
  }

  private func rows(_ path: String, _ name: String) async throws(SyncError) -> [JSONValue] {
    var rows: [JSONValue] = []
    var next: String?
    for _ in 1...Self.mostPages {
      var request = RemoteRequest(.get, path)
      request.query = [("limit", "100")]
      if let userID = options.userID { request.query.append(("user_id", userID)) }
      if let next { request.query.append(("after", next)) }
      let reply = try await send(request)
      guard reply.status == 200, let json = try? JSONValue.parse(reply.body),
        case .array(let part)? = json[name]
      else { throw .peer(.strange(reply.message)) }
      rows += part
      guard case .string(let after)? = json["next"] else { return rows }
      next = after
    }
    throw .peer(.strange("list with too many pages"))
  }

  func send(_ request: RemoteRequest) async throws(SyncError) -> RemoteResponse {
    do throws(RemoteServerError) {
      return try await peer.send(request)
    } catch {
      throw .peer(error)
    }
  }

  /// Downloads one session or person. A server error for one item becomes a 500 response, so that
  /// the others continue.
  func get(_ path: String) async throws(SyncError) -> RemoteResponse {
    do throws(SyncError) {
      return try await send(RemoteRequest(.get, path))
    } catch {
      guard case .peer(.failed) = error else { throw error }
      return RemoteResponse(500)
    }
  }

  /// Uploads a sync bundle and returns the outcome.
  func answer(
    to request: RemoteRequest
  ) async throws(SyncError) -> (SyncItemOutcome, detail: String?) {
    var request = request
    request.headers.append(("Content-Type", SyncRoutes.mediaType))
    let reply = try await send(request)
    switch reply.status {
    case 200, 201:
      guard let json = try? JSONValue.parse(reply.body), case .string(let word)? = json["outcome"],
        let taking = SyncOutcome(rawValue: word)
      else { throw .peer(.strange("unknown outcome of an import")) }
      return (.taken(taking), nil)
    case 409: return (.taken(.differs), nil)
    case 410: return (.taken(.erased), nil)
    case 413, 422: return (.refused, reply.message)
    default: throw .peer(.strange(reply.message))
    }
  }

  /// Returns the bytes of a sync bundle.
  func pack(
    _ body: (String, String) throws(ExchangeError) -> Void
  ) throws(SyncError) -> Packed {
    let file = SyncBundleFile(in: options.scratch, files, named: options.newID())
    do throws(ExchangeError) {
      let bytes = try file.bytes(body)
      guard bytes.count <= SyncBundle.mostBytes else {
        return .refused(
          "larger than \(SyncBundle.mostBytes) bytes; use `sagevoice records export`")
      }
      return .success(bytes)
    } catch {
      switch error {
      case .store(let fault): throw .store(fault)
      case .output(_, let problem): return .refused(problem)
      default: return .refused("damaged in this store; run `sagevoice records verify`")
      }
    }
  }

  /// Parses the sync bundle in a response; nil for an invalid one.
  func parcel(in reply: RemoteResponse) -> SyncBundle? {
    try? SyncBundleFile(in: options.scratch, files, named: options.newID()).parcel(reply.body)
  }

  func reading<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(SyncError) -> Value {
    do throws(StoreError) { return try body() } catch { throw .store(error) }
  }
}
