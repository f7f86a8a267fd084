// A store of folders passes sessions and people on, and takes them in. A session comes at once, as one of an
// import does (Adoption.swift); what has gone on elsewhere comes as the log with what was done since, whole, in
// the place of the one that it continues.

package import VoiceTypes

extension RecordStore: PassingStore {
  /// The action of the store's line that takes in a session of a person whom it knows, or lets one go on.
  static let takingAction = "taken_in"

  package func sessions(toPass userID: String?) throws(StoreError) -> [SessionID] {
    try finishAdoptions()
    guard let userID else { return try sessionIDs() }
    return try sessions(ofUser: userID, SessionQuery()).map(\.id).sorted()
  }

  package func digest(of session: SessionID) throws(StoreError) -> SessionDigest? {
    guard try !wasPurged(session), try logSize(of: session) > 0 else { return nil }
    return try still { () throws(StoreError) in try copy(of: session) }.digest
  }

  package func owner(of session: SessionID) throws(StoreError) -> String? {
    guard let user = try header(of: session)?.user else { return nil }
    if let known = try userID(of: user) { return known }
    guard let answers = try read(.answers, of: session), let json = try? JSONValue.parse(answers)
    else { return nil }
    return json.userIDs.first { userHash(of: $0) == user }
  }

  package func pack(
    _ session: SessionID, to path: String, version: String
  ) throws(ExchangeError) {
    let whole = try exchanging { () throws(StoreError) in try exported(session) }
    let problems = ImportedSession(whole).problems
    guard problems.isEmpty else {
      throw .findings(problems.map { Finding(.tampered, session, "audit.log", $0) })
    }
    let request = ExportRequest(of: [session], to: path, version: version)
    _ = try request.write(on: options.fileSystem) { () throws(ExchangeError) in
      try exchanging { () throws(StoreError) in
        try disclose(.exported([session], baselines: .none, .complete))
      }
      return ExportContents(people: [], told: [], session: { _ throws(StoreError) in whole })
    }
  }

  package func take(
    _ copy: SessionCopy, of userID: String?
  ) throws(StoreError) -> Taking {
    guard options.access == .writing else { throw .readOnly }
    try finishPeople()
    var coming = copy.header(of: userID, in: self)
    let isVerbatim = !isEncrypted && coming.documents == copy.documents
    if isEncrypted { coming.entries = coming.entries.map(sealedValues) }
    let given = coming
    return try transact { writing throws(StoreError) -> (Transaction?, Taking) in
      if try isErased(given, of: userID) { return (nil, .erased) }
      // One that came already, and whose log is still on its way after a fault, is not taken for a new one.
      try recover(given.id, &writing)
      guard try logSize(of: given.id) > 0 else {
        let isKnown = userID != nil && given.header?.user == userID.map(userHash)
        let action = isKnown ? Self.takingAction : Self.importAction
        return (try plan(given, action, isVerbatim: isVerbatim), .new)
      }
      let own = try self.copy(of: given.id)
      switch given.standing(to: own) {
      case .present: return (nil, .present)
      case .older: return (nil, .older)
      case .differs: return (nil, .differs)
      case .goesOn(let all):
        let change = try plan(
          all.header(of: userID, in: self), Self.takingAction, isVerbatim: false, over: own)
        return (change, .extended)
      }
    }
  }

  /// A session as it is, for whoever keeps others from changing it.
  private func copy(of session: SessionID) throws(StoreError) -> SessionCopy {
    var documents: [SessionDocument: [UInt8]] = [:]
    for document in SessionDocument.allCases {
      documents[document] = try read(document, of: session)
    }
    return SessionCopy(of: session, documents, try auditLog(of: session).lines.map(\.entry))
  }

  /// Whether a session was removed here for good, or is of somebody of whom everything was, and from before that.
  private func isErased(_ copy: SessionCopy, of userID: String?) throws(StoreError) -> Bool {
    if try wasPurged(copy.id) { return true }
    guard let userID, let erased = try erasure(of: userHash(of: userID)) else { return false }
    return copy.header?.createdAt.map { $0 <= erased } ?? true
  }

  /// When everything of a person was removed last; nil for never.
  func erasure(of user: UserHash) throws(StoreError) -> StoreTime? {
    let bytes = try disk.readIfPresent(layout.auditLog) ?? []
    // Most stores never removed anybody, and need not be read line by line.
    guard bytes.contains(Array("\"\(Self.erasingAction)\"".utf8)) else { return nil }
    return try storeLog().lines.last { line in
      line.entry.action == Self.erasingAction
        && line.entry.documents.contains { $0.sha256 == nil && $0.name.contains(user.text) }
    }?.entry.time
  }

  /// A session that comes to its place, or takes the place of what it continues.
  private func plan(
    _ copy: SessionCopy, _ action: String, isVerbatim: Bool, over former: SessionCopy? = nil
  ) throws(StoreError) -> Transaction {
    let stored = try auditLog(of: copy.id).documents
    var documents: [Transaction.Write] = []
    var named: [AuditedDocument] = []
    for document in SessionDocument.allCases {
      guard let bytes = copy.documents[document] else { continue }
      var sha256 = former?.documents[document] == bytes ? stored[document.name] : nil
      if sha256 == nil {
        let write = try write(bytes, as: document, of: copy.id)
        documents.append(write)
        sha256 = write.sha256
      }
      named.append(AuditedDocument(name: document.name, sha256: sha256))
    }
    var entries = copy.entries
    if !isVerbatim {
      var last = entry(Self.takingAction)
      let gone = copy.gone.map(\.name).sorted()
      last.documents = named + gone.map { AuditedDocument(name: $0, sha256: nil) }
      entries.append(last)
    }
    let log = AuditChain.bytes(of: entries, behind: seed(of: copy.id), secrets)
    let place = layout.path(of: ExportLayout.log, in: copy.id)
    var change = Transaction(.store, entry(action))
    // The log comes first: without it, documents are nobody's.
    change.writes =
      [write(log.bytes, as: ExportLayout.log, of: copy.id.text, at: place)] + documents.reversed()
    change.entry.anchor = AuditAnchor(
      session: copy.id, sequence: log.head.sequence, hash: log.head.hash)
    return change
  }

  /// An entry that says of values what an encrypted store says.
  private func sealedValues(_ entry: AuditEntry) -> AuditEntry {
    var sealed = entry
    (sealed.old, sealed.new) = (entry.old.map(auditValue), entry.new.map(auditValue))
    return sealed
  }
}

extension JSONValue {
  /// All texts that a member `user_id` anywhere in here holds.
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
