internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoiceTypes

struct StaffSessionQuery: Sendable {
  var query = SessionQuery()

  /// The review filter; nil for all sessions.
  let isReviewed: Bool?

  let limit: Int

  /// Parses the query parameters.
  init(_ call: APIRequest) throws {
    let part = try ListPage(call)
    limit = part.limit
    switch call.query["reviewed"] {
    case nil: isReviewed = nil
    case "true"?: isReviewed = true
    case "false"?: isReviewed = false
    default: throw APIFault(.unknownValue, detail: "reviewed")
    }
    query.user = try Self.read("person", call) { Hex.isSHA256($0) ? UserHash(text: $0) : nil }
    query.from = try Self.read("from", call) { StoreTime($0) }
    query.until = try Self.read("until", call) { StoreTime($0) }
    query.after = try Self.read("after", call) { SessionCursor($0) }
    query.tier = try call.choice("tier")
    query.verdict = try call.choice("verdict")
    if let state = try call.choice("state", SessionState.self) { query.states = [state] }
    query.context = call.query["context"]
    query.reference = call.query["reference"]
  }

  private static func read<Value>(
    _ name: String, _ call: APIRequest, _ value: (String) -> Value?
  ) throws -> Value? {
    guard let text = call.query[name] else { return nil }
    guard let found = value(text) else { throw APIFault(.unknownValue, detail: name) }
    return found
  }
}

struct StaffSessionRow: Sendable {
  let summary: SessionSummary
  /// Identifier of the person; nil if unknown.
  let userID: String?
  let reviewed: SessionReview?
  /// Whether the onboarding refused the recording.
  let isRefusedAttempt: Bool

  var json: JSONValue {
    guard case .object(let members) = ResultRoutes.summary(summary) else { return .null }
    return .object(
      members + [
        .init("person", .optional(summary.user?.text)), .init("user_id", .optional(userID)),
        .init("recorded_at", .optional(summary.recordedAt)),
        .init("context", .optional(summary.context)),
        .init("reference", .optional(summary.reference)),
        .init("parent", .optional(summary.parent?.text)),
        .init("reviewed", reviewed.map { SessionReview.shape.json(of: $0) } ?? .null),
        .init("attempt_refused", .bool(isRefusedAttempt)),
      ])
  }
}

extension ServerContext {
  /// Returns the session that a request names, of any person.
  func session(_ call: APIRequest) throws -> SessionID {
    guard let id = call.parameters["session"].flatMap({ SessionID($0) }) else {
      throw APIFault(.notFound)
    }
    guard try !store.wasPurged(id), try store.holds(id) else { throw APIFault(.notFound) }
    try checkThatWhole(id)
    return id
  }

  /// Refuses a session of a person whose migration is in progress.
  private func checkThatWhole(_ id: SessionID) throws {
    guard moves > 0 else { return }
    let user = try store.existingSession(id)?.header()?.user
    if let user, isMigrating(user) { throw APIFault(.busy) }
  }

  /// Returns a page of sessions, newest first, and its cursor.
  func sessions(
    _ asked: StaffSessionQuery
  ) throws -> (rows: [StaffSessionRow], next: SessionCursor?) {
    var query = asked.query
    query.limit = asked.limit
    var rows: [StaffSessionRow] = []
    while true {
      let found = try store.sessions(query)
      for summary in found {
        if let user = summary.user, isMigrating(user) { continue }
        let row = try row(of: summary)
        if let wanted = asked.isReviewed, wanted != (row.reviewed != nil) { continue }
        rows.append(row)
        if rows.count == asked.limit { return (rows, summary.cursor) }
      }
      guard found.count == asked.limit, let last = found.last else { return (rows, nil) }
      query.after = last.cursor
    }
  }

  func row(of session: SessionID) throws -> StaffSessionRow {
    var asked = SessionQuery()
    asked.session = session
    guard let summary = try store.sessions(asked).first else { throw APIFault(.notFound) }
    return try row(of: summary)
  }

  private func row(of summary: SessionSummary) throws -> StaffSessionRow {
    // The list also has a session with a damaged header.
    let reviewed = try unlessUnreadable { () throws -> SessionReview? in
      try store.wasPurged(summary.id) ? nil : store.existingSession(summary.id)?.header()?.reviewed
    }
    var (known, journey): (String?, OnboardingFlow?) = (nil, nil)
    if let user = summary.user {
      known = try unlessUnreadable { try knownIdentifier(of: user) } ?? nil
      journey = try unlessUnreadable { try self.journey(of: user) } ?? nil
    }
    let attempt = journey?.attempts.first { $0.session == summary.id.text }
    return StaffSessionRow(
      summary: summary, userID: known, reviewed: reviewed ?? nil,
      isRefusedAttempt: attempt?.state == .refused)
  }

  /// Returns a page of alerts, ordered by hash of the person. A page never splits the alerts of a
  /// person.
  func alerts(
    of person: String?, isOpen: Bool, _ part: ListPage
  ) throws -> (rows: [(user: UserHash, json: JSONValue)], next: String?) {
    var users = try store.people().filter { !isMigrating($0) }
    if let person { users = users.filter { $0.text == person } }
    if let after = part.after { users = users.filter { $0.text > after } }
    var rows: [(user: UserHash, json: JSONValue)] = []
    for user in users {
      guard rows.count < part.limit else { return (rows, rows.last?.user.text) }
      let alerts = try store.alerts(for: user).filter { !isOpen || $0.acknowledged == nil }
      guard !alerts.isEmpty else { continue }
      let id = try unlessUnreadable { try knownIdentifier(of: user) } ?? nil
      rows += alerts.map { alert in
        (user, ["person": .string(user.text), "user_id": .optional(id), "alert": alert.json])
      }
    }
    return (rows, nil)
  }

  /// Amends a session with a new one, after its analysis has ended.
  func amend(_ session: SessionID, _ correction: StaffCorrection) async throws -> SessionID {
    guard let user = try row(of: session).summary.user else { throw APIFault(.nobodys) }
    let id = try identifier(of: user)
    let former = try storedPerson(of: user) ?? Person(UserProfile(userID: id))
    let profile = former.merging(try correction.person(of: id)).profile
    let made = SessionID.fresh()
    return try await turns.during(id) {
      for await _ in runner.updates(of: session) {}
      if let former = try store.existingSession(session) {
        let amendment = try SessionAmendment(of: former, in: store, for: profile, by: pipelines)
        try amendment.file(as: made, reason: correction.reason)
        try amendment.follow(as: made)
      }
      return made
    }
  }
}
