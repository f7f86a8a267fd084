// Sync between stores: lists of hashes, and one session or person per transfer. The stores merge
// the bundles (`PassingStore`).

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

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

  private static let digestSchema = JSONValue.record([
    "session_id": .anyText, "sha256": .anyText, "steps": .anyInteger, "documents": .anyObject,
  ])

  private static let personSchema = JSONValue.record([
    "person": .anyText, "user_id": .anyText, "sha256": .anyText,
  ])

  private static let outcomeSchema = JSONValue.record(["outcome": .words(of: SyncOutcome.self)])

  private static let sessions = Route(
    .get, "/v1/passing/sessions", "passingSessions",
    "Lists the digests of syncable sessions."
  ).reading("user_id", .query, "Sessions of this person.").listing()
    .giving(200, .json(ListPage.schema("sessions", of: digestSchema), "One row per session."))
    .answeringStaff(roles) { call, _, desk in
      let (rows, next) = try desk.digests(of: call.query["user_id"], try ListPage(call))
      try desk.disclose(.listed(rows.map(\.id)))
      return APIResponse(json: ListPage.json("sessions", rows.map(\.json), next: next))
    }

  private static let session = Route(
    .get, "/v1/passing/sessions/{session}", "packSession", "Exports a session for another store."
  ).giving(200, parcel).answeringStaff(roles) { call, _, desk in
    let (id, store) = (try desk.session(call), desk.store)
    let (digest, owner) = (try store.digest(of: id), try store.owner(of: id))
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
    .answeringStaff(roles) { call, _, desk in
      guard let id = call.parameters["session"].flatMap({ SessionID($0) }) else {
        throw APIFault(.notFound)
      }
      let owner = try owner(in: call)
      guard case .session(let copy) = try await desk.parcel(in: call), copy.id == id else {
        throw APIFault(.parcelFaulty)
      }
      return try reply(to: desk.store.merge(copy, of: owner))
    }

  private static let people = Route(
    .get, "/v1/passing/people", "passingPeople",
    "Lists the digests of syncable people."
  ).reading("user_id", .query, "Person with this identifier.").listing()
    .giving(200, .json(ListPage.schema("people", of: personSchema), "One row per person."))
    .answeringStaff(roles) { call, _, desk in
      let (rows, next) = try desk.peopleToSync(called: call.query["user_id"], try ListPage(call))
      try desk.disclose(.people(rows.map(\.user), document: nil))
      return APIResponse(json: ListPage.json("people", rows.map(\.json), next: next))
    }

  private static let person = Route(
    .get, "/v1/passing/people/{person}", "packPerson",
    "Exports the data of a person without sessions for another store."
  ).giving(200, parcel).answeringStaff(roles) { call, _, desk in
    let (user, store) = (try desk.user(call), desk.store)
    guard let id = try store.copy(of: user)?.userID, !AnonymousID.isAnonymous(id) else {
      throw APIFault(.notFound)
    }
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
    .answeringStaff(roles) { call, _, desk in
      guard case .person(let copy) = try await desk.parcel(in: call),
        !AnonymousID.isAnonymous(copy.userID)
      else { throw APIFault(.parcelFaulty) }
      return try await desk.turns.during(copy.userID) {
        try reply(to: desk.store.merge(copy))
      }
    }

  private static func owner(in call: APIRequest) throws -> String? {
    guard let text = call.headers[personHeader.lowercased()] else { return nil }
    guard let owner = PercentEncoding.decoded(text), !owner.isEmpty, !AnonymousID.isAnonymous(owner)
    else {
      throw APIFault(.unknownValue, detail: personHeader)
    }
    return owner
  }

  private static func reply(to taking: SyncOutcome) throws -> APIResponse {
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
  ) throws -> (rows: [SessionDigest], next: String?) {
    var rows: [SessionDigest] = []
    for id in try store.sessions(toSync: userID) {
      if let after = part.after, id.text <= after { continue }
      if rows.count == part.limit { return (rows, rows.last?.id.text) }
      guard let digest = try store.digest(of: id), digest.blockReason == nil else { continue }
      rows.append(digest)
    }
    return (rows, nil)
  }

  fileprivate func peopleToSync(
    called userID: String?, _ part: ListPage
  ) throws -> (rows: [(user: UserHash, json: JSONValue)], next: String?) {
    let wanted = userID.map(store.userHash)
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

  /// Reads and checks the sync bundle in a request body.
  fileprivate func parcel(in call: APIRequest) async throws -> SyncBundle {
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
