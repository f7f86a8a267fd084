// Sync between stores: lists of hashes, and one session or person per transfer. The stores merge
// the bundles (`PassingStore`).

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The routes of sync.
enum SyncRoutes {
  static var all: [Route] { [sessions, session, takeSession, people, person, takePerson] }

  /// The request header with the owner of a session: an identifier whose bytes outside letters,
  /// digits and `-._~` are percent-encoded.
  static let personHeader = "Sagevoice-Person"

  static let mediaType = "application/zip"

  private static let roles: [StaffRole] = [.admin, .sync]

  private static let parcel = Payload(
    type: mediaType, schema: nil,
    description: "Export of one item for `records import`.")

  private static let digestSchema: JSONValue = [
    "type": "object", "required": ["session_id", "sha256", "steps", "documents"],
    "properties": [
      "session_id": ["type": "string"], "sha256": ["type": "string"],
      "steps": ["type": "integer"], "documents": ["type": "object"],
    ],
  ]

  private static let personSchema: JSONValue = [
    "type": "object", "required": ["person", "user_id", "sha256"],
    "properties": [
      "person": ["type": "string"], "user_id": ["type": "string"], "sha256": ["type": "string"],
    ],
  ]

  private static let outcomeSchema: JSONValue = [
    "type": "object", "required": ["outcome"],
    "properties": ["outcome": .words(of: SyncOutcome.self)],
  ]

  private static let sessions = Route(
    .get, "/v1/passing/sessions", "passingSessions",
    "Lists the digests of syncable sessions."
  ).reading("user_id", .query, "Sessions of this person.").listing()
    .giving(200, .json(ListPage.schema("sessions", of: digestSchema), "One row per session."))
    .answeringStaff(roles) { call, _, desk throws(APIFault) in
      let (rows, next) = try desk.digests(of: call.query["user_id"], try ListPage(call))
      try desk.disclose(.listed(rows.map(\.id)))
      return APIResponse(json: ListPage.json("sessions", rows.map(\.json), next: next))
    }

  private static let session = Route(
    .get, "/v1/passing/sessions/{session}", "packSession", "Exports a session for another store."
  ).giving(200, parcel).answeringStaff(roles) { call, _, desk throws(APIFault) in
    let (id, store) = (try desk.session(call), desk.store)
    let (digest, owner) = try desk.stored { () throws(StoreError) in
      (try store.digest(of: id), try store.owner(of: id))
    }
    guard let digest, digest.blockReason == nil else { throw APIFault(.notFound) }
    let file = try desk.packed("a sync export") { path, version throws(ExchangeError) in
      try store.pack(id, to: path, version: version)
    }
    let reply = APIResponse(200, mediaType, file)
    return owner.map { reply.with(personHeader, PercentEncoding.encoded($0)) } ?? reply
  }

  private static let takeSession = Route(
    .put, "/v1/passing/sessions/{session}", "takeSession",
    "Imports a session or extends an existing one. A repetition changes nothing."
  ).taking(parcel)
    .reading(personHeader, .header, "Identifier of the person, percent-encoded in UTF-8.")
    .giving(200, .json(outcomeSchema, "Outcome for an existing session."))
    .giving(201, .json(outcomeSchema, "Outcome for a new session."))
    .failing(.parcelFaulty, .unknownValue, .sessionDiffers, .wasErased)
    .answeringStaff(roles) { call, _, desk throws(APIFault) in
      guard let id = call.parameters["session"].flatMap({ SessionID($0) }) else {
        throw APIFault(.notFound)
      }
      let owner = try owner(in: call)
      guard case .session(let copy) = try await desk.parcel(in: call), copy.id == id else {
        throw APIFault(.parcelFaulty)
      }
      let store = desk.store
      let taking = try desk.stored { () throws(StoreError) in try store.merge(copy, of: owner) }
      return try reply(to: taking)
    }

  private static let people = Route(
    .get, "/v1/passing/people", "passingPeople",
    "Lists the digests of syncable people."
  ).reading("user_id", .query, "Person with this identifier.").listing()
    .giving(200, .json(ListPage.schema("people", of: personSchema), "One row per person."))
    .answeringStaff(roles) { call, _, desk throws(APIFault) in
      let (rows, next) = try desk.peopleToSync(called: call.query["user_id"], try ListPage(call))
      try desk.disclose(.people(rows.map(\.user), document: nil))
      return APIResponse(json: ListPage.json("people", rows.map(\.json), next: next))
    }

  private static let person = Route(
    .get, "/v1/passing/people/{person}", "packPerson",
    "Exports the data of a person without sessions for another store."
  ).giving(200, parcel).answeringStaff(roles) { call, _, desk throws(APIFault) in
    let (user, store) = (try desk.user(call), desk.store)
    let id = try desk.stored { () throws(StoreError) in try store.copy(of: user)?.userID }
    guard let id, !AnonymousID.isAnonymous(id) else { throw APIFault(.notFound) }
    return APIResponse(
      200, mediaType,
      try desk.packed("a sync export") { path, version throws(ExchangeError) in
        try store.pack(user, to: path, version: version)
      })
  }

  private static let takePerson = Route(
    .post, "/v1/passing/people", "takePerson",
    "Imports the data of a person. The newest profile is current, older versions remain."
  ).taking(parcel)
    .giving(200, .json(outcomeSchema, "Outcome for an existing person."))
    .giving(201, .json(outcomeSchema, "Outcome for a new person."))
    .failing(.parcelFaulty, .wasErased)
    .answeringStaff(roles) { call, _, desk throws(APIFault) in
      guard case .person(let copy) = try await desk.parcel(in: call),
        !AnonymousID.isAnonymous(copy.userID)
      else { throw APIFault(.parcelFaulty) }
      let store = desk.store
      return try await desk.turns.during(copy.userID) { () async throws(APIFault) in
        let taking = try desk.stored { () throws(StoreError) in try store.merge(copy) }
        return try reply(to: taking)
      }
    }

  private static func owner(in call: APIRequest) throws(APIFault) -> String? {
    guard let text = call.headers[personHeader.lowercased()] else { return nil }
    guard let owner = PercentEncoding.decoded(text), !owner.isEmpty, !AnonymousID.isAnonymous(owner)
    else {
      throw APIFault(.unknownValue, detail: personHeader)
    }
    return owner
  }

  private static func reply(to taking: SyncOutcome) throws(APIFault) -> APIResponse {
    switch taking {
    case .differs: throw APIFault(.sessionDiffers)
    case .erased: throw APIFault(.wasErased)
    default: APIResponse(taking == .new ? 201 : 200, json: ["outcome": .string(taking.rawValue)])
    }
  }
}

extension ServerContext {
  /// Returns a page of session digests, ordered by session id.
  fileprivate func digests(
    of userID: String?, _ part: ListPage
  ) throws(APIFault) -> (rows: [SessionDigest], next: String?) {
    let store = store
    return try stored { () throws(StoreError) in
      var rows: [SessionDigest] = []
      for id in try store.sessions(toSync: userID) {
        if let after = part.after, id.text <= after { continue }
        if rows.count == part.limit { return (rows, rows.last?.id.text) }
        guard let digest = try store.digest(of: id), digest.blockReason == nil else { continue }
        rows.append(digest)
      }
      return (rows, nil)
    }
  }

  fileprivate func peopleToSync(
    called userID: String?, _ part: ListPage
  ) throws(APIFault) -> (rows: [(user: UserHash, json: JSONValue)], next: String?) {
    let store = store
    let wanted = userID.map(store.userHash)
    return try stored { () throws(StoreError) in
      var rows: [(user: UserHash, json: JSONValue)] = []
      for user in try store.peopleToSync() where wanted.map({ $0 == user }) ?? true {
        if let after = part.after, user.text <= after { continue }
        if rows.count == part.limit { return (rows, rows.last?.user.text) }
        guard let copy = try store.copy(of: user) else { continue }
        let json: JSONValue = [
          "person": .string(user.text), "user_id": .string(copy.userID),
          "sha256": .string(copy.sha256),
        ]
        rows.append((user, json))
      }
      return (rows, nil)
    }
  }

  /// Reads and checks the sync bundle in a request body.
  fileprivate func parcel(in call: APIRequest) async throws(APIFault) -> SyncBundle {
    let bytes = try await call.body.read(atMost: SyncBundle.mostBytes)
    let passing = SyncBundleFile(in: settings.scratch, files, named: environment.newID())
    do throws(ExchangeError) {
      return try passing.parcel(bytes)
    } catch {
      switch error {
      case .unsound(_, let problems): throw APIFault(.parcelFaulty, detail: problems.first)
      case .deidentified: throw APIFault(.parcelFaulty, detail: "the export is de-identified")
      default: throw fault(error, "a sync import")
      }
    }
  }
}
