// All of a person on its way out of the database, in the form of any other export: what is verified first leaves it,
// and another store can take it in.

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
  /// What a store of folders calls the places of what is kept.
  func folders(of user: UserHash) -> [String] {
    (baselines.isEmpty ? [] : ["baselines/\(user.text)"])
      + (persons.isEmpty && documents.isEmpty ? [] : ["people/\(user.text)"])
  }
}

extension StoreTransaction {
  /// All that is kept of a person besides sessions.
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

  /// What was done to a session, oldest first.
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
      // What was done where the session came from is before its coming.
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
  /// A text; nil for anything else.
  var stringIfAny: String? { if case .string(let text) = self { text } else { nil } }
}
