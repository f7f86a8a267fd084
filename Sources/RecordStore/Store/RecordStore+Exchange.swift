// Export of sessions and people, and snapshots for synchronization. The database itself writes the history of a
// session. Events of another store are therefore stored inside the line that records their arrival, and read as part
// of the history.

internal import VoiceTypes

extension RecordStore {
  /// Whether the rows are encrypted.
  package var isEncrypted: Bool { keys != nil }

  /// Writes an export, completely or not at all. Each session is verified first. An encrypted store records the export
  /// before it is written, and therefore must be open for writing.
  package func export(_ request: ExportRequest) throws(ExchangeError) -> ExportReport {
    try exchanging {
      try verify(request)
      let name = ExportName(request.path, files)
      let isZIP = request.path.lowercased().hasSuffix(".zip")
      let target: any ExportTarget =
        if isZIP { try ZIPTarget(name) } else { try FolderTarget(name) }
      do {
        let report = try write(request, to: target)
        try target.finish()
        return report
      } catch {
        target.giveUp()
        throw error
      }
    }
  }

  private func write(
    _ request: ExportRequest, to target: any ExportTarget
  ) throws -> ExportReport {
    let (people, isComplete) = (try snapshots(of: request.baselines), request.form == .complete)
    try disclose(
      .exported(request.sessions, baselines: request.baselines, request.form),
      folders: isComplete ? people.flatMap { paths(of: $0) } : [])
    var (baselines, profiles): ([ExportedPerson], [ExportedPerson]) = ([], [])
    for person in people {
      if let exported = try ExportedPerson(person.baselines) { baselines.append(exported) }
      if let exported = try ExportedPerson(person.persons, person.documents) {
        profiles.append(exported)
      }
    }
    var (report, manifest) = (
      ExportReport(), ExportManifest(request.form, version: request.version)
    )
    func add(_ files: [ExportedFile], of owner: ExportOwner) throws -> [ExportManifest.File] {
      for file in files {
        try target.add(file.bytes, as: ExportLayout.path(of: file.name, in: owner))
      }
      report.files += files.count
      return files.map { ExportManifest.File($0) }
    }
    for id in request.sessions {
      let copy = try self.copy(of: id)
      var (files, head) = copy.exported
      if !isComplete { (files, head) = (Deidentification.files(files, of: id), nil) }
      manifest.sessions.append(.init(id: id, head: head, files: try add(files, of: .session(id))))
      report.sessions += 1
      report.guests += copy.header?.isLocalOnly ?? true ? 1 : 0
      request.progress?(request.sessions.count + report.sessions, 2 * request.sessions.count)
    }
    if isComplete {
      manifest.people = try baselines.sorted { $0.user.text < $1.user.text }.map {
        .init(user: $0.user, files: try add($0.files, of: .person($0.user)))
      }
      manifest.profiles = try profiles.sorted { $0.user.text < $1.user.text }.map {
        .init(user: $0.user, files: try add($0.files, of: .profiles($0.user)))
      }
      (report.peopleWithBaselines, report.people) = (baselines.count, profiles.count)
    } else {
      (report.baselinesLeftOut, report.peopleLeftOut) = (baselines.count, profiles.count)
    }
    try target.add(manifest.json.fileBytes, as: ExportManifest.name)
    return report
  }

  @discardableResult
  package func exportAll(
    of userID: String, to path: String, version: String
  ) throws(ExchangeError) -> ExportReport {
    let sessions = try exchanging { try self.sessions(toSync: userID) }
    var request = ExportRequest(of: sessions, to: path, version: version)
    request.baselines = .user(userID)
    return try export(request)
  }

  package func pack(_ session: SessionID, to path: String, version: String) throws(ExchangeError) {
    _ = try export(ExportRequest(of: [session], to: path, version: version))
  }

  package func pack(_ user: UserHash, to path: String, version: String) throws(ExchangeError) {
    var request = ExportRequest(of: [], to: path, version: version)
    request.baselines = .people([user])
    _ = try export(request)
  }

  private func verify(_ request: ExportRequest) throws {
    let progress = request.progress.map { report -> StoreProgress in
      { done, total in report(done, 2 * total) }
    }
    let findings = try findings(in: request.sessions, reporting: progress)
    guard findings.isEmpty else { throw ExchangeError.findings(findings) }
  }

  /// Verifies sessions, and the form of their documents.
  func findings(
    in sessions: [SessionID], reporting progress: StoreProgress? = nil
  ) throws(StoreError) -> [Finding] {
    guard !sessions.isEmpty else { return [] }
    for id in sessions where try !holds(id) { throw .noSession(id) }
    var request = VerificationRequest()
    (request.sessions, request.checksContents) = (sessions, false)
    request.progress = progress
    var found = try verify(request).findings
    guard found.isEmpty else { return found }
    for id in sessions {
      found += try copy(of: id).problemsOfDocuments().map { Finding(.tampered, id, "history", $0) }
    }
    return found
  }

  /// The selected people with stored data.
  private func snapshots(of wanted: ExportedBaselines) throws(StoreError) -> [PersonSnapshot] {
    try read { rows in
      let users: [UserHash] =
        switch wanted {
        case .none: []
        case .user(let userID): [userHash(of: userID)]
        case .people(let users): users.sorted { $0.text < $1.text }
        case .all, .known: try rows.users()
        }
      let people = try users.map { try rows.copy(of: $0) }.filter { !$0.isEmpty }
      return wanted == .known ? people.filter { !AnonymousID.isAnonymous($0.userID) } : people
    }
  }

  /// The paths of a person in the access log.
  private func paths(of person: PersonSnapshot) -> [String] {
    let user = userHash(of: person.userID)
    return (person.baselines.isEmpty ? [] : ["baselines/\(user.text)"])
      + (person.persons.isEmpty ? [] : ["people/\(user.text)"])
  }

  // MARK: - Snapshots

  package func sessions(toSync userID: String?) throws(StoreError) -> [SessionID] {
    try read { rows in
      if let userID { return try rows.sessions(of: userHash(of: userID)).sorted() }
      return try rows.sessions("select id from kept_session where tenant = $1 order by id")
    }
  }

  func copy(of session: SessionID) throws(StoreError) -> SessionSnapshot {
    try read { rows in try rows.copy(of: session) }
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

  package func peopleToSync() throws(StoreError) -> [UserHash] {
    var found: [UserHash] = []
    for user in try people() {
      guard let userID = try userID(of: user), !AnonymousID.isAnonymous(userID) else { continue }
      found.append(user)
    }
    return found
  }

  package func copy(of user: UserHash) throws(StoreError) -> PersonSnapshot? {
    try userID(of: user).map { userID throws(StoreError) in try copy(ofPerson: userID) }
  }

  package func copy(ofPerson userID: String) throws(StoreError) -> PersonSnapshot {
    try read { rows in try rows.copy(of: userHash(of: userID), called: userID) }
  }
}

extension PersonSnapshot {
  fileprivate var isEmpty: Bool { persons.isEmpty && baselines.isEmpty && documents.isEmpty }
}

extension StoreTransaction {
  /// A snapshot of a person.
  /// - Parameter userID: The identifier. Nil: that of the last profile or baseline.
  func copy(of user: UserHash, called userID: String? = nil) throws -> PersonSnapshot {
    let persons: [ProfileRecord] = try versions(of: user)
    let baselines: [BaselineRecord] = try versions(of: user)
    var copy = PersonSnapshot(
      userID: userID ?? persons.last?.userID ?? baselines.last?.userID ?? "", persons: persons,
      baselines: baselines)
    for document in PersonDocument.allCases {
      copy.documents[document] = try read(document, of: user)
    }
    return copy
  }

  func copy(of id: SessionID) throws -> SessionSnapshot {
    guard try holds(id) else { throw StoreError.noSession(id) }
    var documents: [SessionDocument: [UInt8]] = [:]
    for document in SessionDocument.allCases { documents[document] = try read(document, of: id) }
    return SessionSnapshot(of: id, documents, try history(of: id))
  }

  /// The history of a session, oldest first.
  func history(of id: SessionID) throws -> [AuditEntry] {
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
      let detail = try StoredJSON.parse(Array(text.utf8), file: "a line of the history")
      // Events of the other store precede the arrival.
      let elsewhere = try self.entries(detail["entries"], of: id)
      let entry = AuditEntry(
        time: StoreTime(milliseconds: Int64(time / 1000)),
        actor: detail["actor"]?.stringIfAny ?? login, action: action,
        field: detail["field"]?.stringIfAny, old: detail["old"]?.stringIfAny,
        new: detail["new"]?.stringIfAny, documents: Self.documents(in: detail))
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

extension JSONValue {
  /// The texts of all members `user_id`, at any depth.
  package var userIDs: [String] {
    switch self {
    case .object(let members):
      members.flatMap { member -> [String] in
        if member.key == "user_id", case .string(let text) = member.value { return [text] }
        return member.value.userIDs
      }
    case .array(let elements): elements.flatMap(\.userIDs)
    default: []
    }
  }
}
