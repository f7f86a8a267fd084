// Export, and synchronisation with other stores. The database writes the history of a session itself, so events from another
// store are stored inside the line that records their arrival, and are read as part of the history.

internal import VoiceTypes

extension SQLStore {
  @discardableResult
  package func exportAll(
    of userID: String, to path: String, version: String
  ) throws(ExchangeError) -> ExportReport {
    let user = userHash(of: userID)
    let (sessions, person, time) = try exchanging { () throws(StoreError) in
      try read { rows in
        (try rows.sessions(of: user), try rows.person(user), try rows.now())
      }
    }
    try verify(sessions)
    var request = ExportRequest(
      of: sessions.sorted(), to: path, version: version)
    request.baselines = .user(userID)
    try exchanging { () throws(StoreError) in
      try disclose(
        .exported(sessions, baselines: .user(userID), .complete), folders: person.folders(of: user))
    }
    return try request.write(person, endingWith: .exported(at: time), on: files) {
      id throws(StoreError) in
      try self.read { rows in try rows.exported(id) }
    }
  }

  func verify(_ sessions: [SessionID]) throws(ExchangeError) {
    let found = try exchanging { () throws(StoreError) in try problems(of: sessions) }
    guard found.isEmpty else {
      throw .findings(
        found.map { Finding(.tampered, $0.session, "history", $0.problem) })
    }
  }

  func exchanging<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(ExchangeError) -> Value {
    do {
      return try body()
    } catch {
      throw .store(error)
    }
  }
}

extension PersonRows {
  /// The paths of profile and baseline in a store of folders.
  func folders(of user: UserHash) -> [String] {
    (baselines.isEmpty ? [] : ["baselines/\(user.text)"])
      + (persons.isEmpty && documents.isEmpty ? [] : ["people/\(user.text)"])
  }
}

extension StoreTransaction {
  /// Profile, baselines and documents of a person.
  func person(_ user: UserHash) throws -> PersonRows {
    var rows = PersonRows()
    rows.persons = try versions("person", of: user)
    rows.baselines = try versions("baseline", of: user)
    for document in PersonDocument.allCases {
      rows.documents[document] = try read(document, of: user)
    }
    return rows
  }

  /// A session with all of its documents and its history.
  func exported(_ id: SessionID) throws -> SessionRows {
    guard let header = try session(id) else { throw StoreError.noSession(id) }
    var documents: [SessionDocument: [UInt8]] = [:]
    for document in SessionDocument.allCases {
      documents[document] = try read(document, of: id)
    }
    return SessionRows(
      documents: documents, entries: try history(of: id),
      isLocalOnly: header.header?.isLocalOnly ?? true)
  }

  /// The history of a session, oldest first.
  private func history(of id: SessionID) throws -> [AuditEntry] {
    let lines = try run(
      """
      select at_microseconds, actor, action, detail from kept_line
      where tenant = $1 and session = $2 order by number
      """, .session(id))
    var entries: [AuditEntry] = []
    for line in lines {
      let (time, login, action, text) = (
        try line.int(0), try line.text(1), try line.text(2), try line.text(3)
      )
      let detail = try StoredForm.json(Array(text.utf8), at: "a line of the history")
      // Events of the other store precede the arrival.
      let elsewhere = try self.entries(detail["entries"], of: id)
      var entry = AuditEntry(
        time: StoreTime(milliseconds: Int64(time / 1000)),
        actor: detail["actor"]?.stringIfAny ?? login, action: action)
      (entry.field, entry.old) = (detail["field"]?.stringIfAny, detail["old"]?.stringIfAny)
      entry.new = detail["new"]?.stringIfAny
      entry.documents = Self.documents(in: detail)
      entries += elsewhere + [entry]
    }
    return entries
  }

  private static func documents(in detail: JSONValue) -> [AuditedDocument] {
    guard case .object(let members)? = detail["documents"] else { return [] }
    return members.compactMap { member in
      SessionDocument(rawValue: member.key).map {
        AuditedDocument(name: $0.name, sha256: member.value.stringIfAny)
      }
    }
  }
}

extension JSONValue {
  /// The string value. Nil for other JSON.
  var stringIfAny: String? { if case .string(let text) = self { text } else { nil } }
}

extension SQLStore {
  package func sessions(toPass userID: String?) throws(StoreError) -> [SessionID] {
    try read { rows in
      if let userID { return try rows.sessions(of: userHash(of: userID)).sorted() }
      return try rows.sessions(
        "select id from kept_session where tenant = $1 order by id")
    }
  }

  package func digest(of session: SessionID) throws(StoreError) -> SessionDigest? {
    try read { rows in
      try rows.holds(session) ? rows.copy(of: session).digest : nil
    }
  }

  package func owner(of session: SessionID) throws(StoreError) -> String? {
    let user = try read { rows in try rows.session(session)?.header?.user }
    guard let user else { return nil }
    if let known = try userID(of: user) { return known }
    let answers = try read { rows in try rows.read(.answers, of: session) }
    guard let answers, let json = try? JSONValue.parse(answers) else { return nil }
    return json.userIDs.first { userHash(of: $0) == user }
  }

  package func pack(
    _ session: SessionID, to path: String, version: String
  ) throws(ExchangeError) {
    try verify([session])
    let time = try exchanging { () throws(StoreError) in
      try disclose(.exported([session], baselines: .none, .complete))
      return try now()
    }
    let request = ExportRequest(of: [session], to: path, version: version)
    _ = try request.write(PersonRows(), endingWith: .exported(at: time), on: files) {
      id throws(StoreError) in
      try self.read { rows in try rows.exported(id) }
    }
  }

  package func take(
    _ copy: SessionCopy, of userID: String?
  ) throws(StoreError) -> Taking {
    let coming = copy.header(of: userID, in: self)
    let user = userID.map(userHash)
    return try write { rows in
      try rows.lock(coming.id)
      if try rows.wasPurged(coming.id) { return .erased }
      if let user, let erased = try rows.erasure(of: user),
        coming.header?.createdAt.map({ $0 <= erased }) ?? true
      {
        return .erased
      }
      guard try rows.holds(coming.id) else {
        try rows.put(coming, since: coming.entries)
        return .new
      }
      let own = try rows.copy(of: coming.id)
      switch coming.standing(to: own) {
      case .present: return .present
      case .older: return .older
      case .differs: return .differs
      case .goesOn(let all):
        let whole = all.header(of: userID, in: self)
        try rows.put(whole, since: Array(whole.entries.dropFirst(own.entries.count)))
        return .extended
      }
    }
  }

  // MARK: - People

  package func peopleToPass() throws(StoreError) -> [UserHash] {
    var found: [UserHash] = []
    for user in try people() {
      guard let userID = try userID(of: user), !AnonymousID.isOne(userID) else { continue }
      found.append(user)
    }
    return found
  }

  package func copy(of user: UserHash) throws(StoreError) -> PersonCopy? {
    try userID(of: user).map { userID throws(StoreError) in try copy(ofPerson: userID) }
  }

  package func pack(
    _ user: UserHash, to path: String, version: String
  ) throws(ExchangeError) {
    let (person, time) = try exchanging { () throws(StoreError) in
      try read { rows in (try rows.person(user), try rows.now()) }
    }
    try exchanging { () throws(StoreError) in
      try disclose(
        .exported([], baselines: .people([user]), .complete), folders: person.folders(of: user))
    }
    let request = ExportRequest(of: [], to: path, version: version)
    _ = try request.write(person, endingWith: .exported(at: time), on: files) {
      id throws(StoreError) in throw StoreError.noSession(id)
    }
  }

  package func copy(ofPerson userID: String) throws(StoreError) -> PersonCopy {
    try read { rows in try rows.person(userHash(of: userID)).copy(of: userID) }
  }

  package func take(_ person: PersonCopy) throws(StoreError) -> Taking {
    try person.checkThatMayCome()
    let user = userHash(of: person.userID)
    return try write { rows in
      try rows.lock(user)
      let own = try rows.person(user).copy(of: person.userID)
      let merge = PersonMerge(of: user, own, person, erasedAt: try rows.erasure(of: user))
      guard merge.taking.isChange else { return merge.taking }
      for kept in merge.persons { try rows.add(kept, "person", kept.number, of: user) }
      for kept in merge.baselines { try rows.add(kept, "baseline", kept.number, of: user) }
      for (document, value) in merge.documents { try rows.keep(value, as: document, of: user) }
      rows.tell("person_taken_in", of: user)
      return merge.taking
    }
  }
}

extension AuditEntry {
  /// The last line of an exported history.
  static func exported(at time: StoreTime) -> AuditEntry {
    AuditEntry(time: time, actor: "sagevoice-server", action: "exported")
  }
}

extension PersonRows {
  fileprivate func copy(of userID: String) -> PersonCopy {
    var copy = PersonCopy(of: userID)
    (copy.persons, copy.baselines, copy.documents) = (persons, baselines, documents)
    return copy
  }
}

extension StoreTransaction {
  /// The action of the line that records an arrival from another store.
  static let takingAction = "taken_in"

  /// The time of the last erasure of a person. Nil without one.
  fileprivate func erasure(of user: UserHash) throws -> StoreTime? {
    let found = try run(
      """
      select max(at_microseconds) from tenant_line
      where tenant = $1 and user_hash = $2 and action in ('erased', 'withdrawn', 'person_purged')
      """, .user(user))
    guard let row = found.first, !row.isNull(0) else { return nil }
    return StoreTime(milliseconds: Int64(try row.int(0) / 1000))
  }

  /// A snapshot of a session.
  fileprivate func copy(of id: SessionID) throws -> SessionCopy {
    let rows = try exported(id)
    return SessionCopy(of: id, rows.documents, rows.entries)
  }

  /// Replaces a session with a snapshot.
  /// - Parameter entries: Events that its history does not contain yet.
  fileprivate func put(_ copy: SessionCopy, since entries: [AuditEntry]) throws {
    let id = copy.id
    try make(id)
    if let header = copy.header { try keep(header, of: id) }
    if let bytes = copy.documents[.state] {
      let filed: FiledState = try StoredForm.read(bytes, at: "\(id.text), its state")
      try keep(filed.record, of: id, at: filed.time)
    }
    try keepAsGiven(copy)
    let stored = try hashes(of: id)
    var documents: [JSONValue.Member] = []
    for document in SessionDocument.allCases where document != .header && document != .state {
      guard let bytes = copy.documents[document] else { continue }
      let sha256 = StoreSecrets.sha256(of: bytes)
      guard stored[document.rawValue] != sha256 else { continue }
      try write(bytes, as: document, of: id)
      documents.append(.init(document.rawValue, .string(sha256)))
    }
    try findResults(of: id)
    try note(
      Self.takingAction,
      [
        "documents": .object(documents.sorted { $0.key < $1.key }),
        "entries": try came(entries, to: id),
      ], in: id)
  }

  /// Events of another store in the form of a history line.
  private func came(_ entries: [AuditEntry], to id: SessionID) throws -> JSONValue {
    let json = JSONValue.array(entries.map { JSONValue(entry: $0) })
    guard form.sealing != nil else { return json }
    let text = Array(json.text(.compact).utf8)
    return .string(Hex.text(of: try sealed(text, as: .history(id))))
  }

  /// Decodes events of another store.
  func entries(_ came: JSONValue?, of id: SessionID) throws -> [AuditEntry] {
    var came = came
    if case .string(let text)? = came, let bytes = Hex.bytes(of: Array(text.utf8)) {
      came = try StoredForm.json(
        opened(bytes, as: .history(id)), at: "a line of the history")
    }
    guard case .array(let elements)? = came else { return [] }
    return elements.compactMap(\.auditEntry)
  }

  /// Another version may encode header and state differently. The received bytes are stored.
  private func keepAsGiven(_ copy: SessionCopy) throws {
    for (document, column) in [(SessionDocument.header, "header"), (.state, "state")] {
      guard let bytes = copy.documents[document] else { continue }
      try run(
        """
        update kept_session set \(column) = $3
        where tenant = $1 and id = $2 and \(column) is distinct from $3
        """, .session(copy.id), try value(bytes, as: RowContext(copy.id, document)))
    }
  }
}

extension JSONValue {
  /// An event of another store as JSON.
  fileprivate init(entry: AuditEntry) {
    self = [
      "ts": .string(entry.time.text), "actor": .string(entry.actor),
      "action": .string(entry.action), "field": .optional(entry.field),
      "old": .optional(entry.old), "new": .optional(entry.new),
      "documents": .object(entry.documents.map { .init($0.name, .optional($0.sha256)) }),
    ]
  }

  /// Decodes an event. Nil for other JSON.
  fileprivate var auditEntry: AuditEntry? {
    guard let text = self["ts"]?.stringIfAny, let time = StoreTime(text),
      let actor = self["actor"]?.stringIfAny, let action = self["action"]?.stringIfAny
    else { return nil }
    var entry = AuditEntry(time: time, actor: actor, action: action)
    (entry.field, entry.old) = (self["field"]?.stringIfAny, self["old"]?.stringIfAny)
    entry.new = self["new"]?.stringIfAny
    if case .object(let members)? = self["documents"] {
      entry.documents = members.map {
        AuditedDocument(name: $0.key, sha256: $0.value.stringIfAny)
      }
    }
    return entry
  }
}
