// Linking a guest to an account in one transaction. A record of the link stays with the guest, without identifiers, so that a
// repeated call changes nothing.

package import VoiceTypes

extension RecordStore {
  @discardableResult
  package func adopt(guest: String, user: String) throws(StoreError) -> [SessionID] {
    try LinkedGuest.check(guest, becoming: user)
    let (former, own) = (userHash(of: guest), userHash(of: user))
    return try write { rows in
      let theirs = try rows.sessions(of: former)
      for session in theirs { try rows.lock(session) }
      // A fixed order of locks avoids deadlocks.
      for hash in [former, own].sorted(by: { $0.text < $1.text }) { try rows.lock(hash) }
      if let adopted = try rows.adoption(of: former) {
        guard adopted.user == own else { throw StoreError.adoptedByAnother }
        return try rows.sessions(of: own)
      }
      let isStored = try rows.isStored(former)
      guard isStored || !theirs.isEmpty else { throw StoreError.noSuchGuest }
      for session in theirs { try adopt(session, by: user, rows) }
      try rows.move(from: former, to: own, called: user)
      try rows.deletePerson(former)
      let adopted = LinkedGuest(guest: former, user: own, pending: nil, adoptedAt: try rows.now())
      try rows.save(StoredJSON.bytes(adopted), asDocument: StoreTransaction.adopted, of: former)
      rows.log("guest_adopted", of: own, ["guest": .string(former.text)])
      return try rows.sessions(of: own)
    }
  }

  /// Writes the header of a session as the user's. A damaged one stays the guest's, until its retention ends.
  private func adopt(_ session: SessionID, by user: String, _ rows: StoreTransaction) throws {
    let found = try rows.unlessDamaged { try rows.session(session)?.header }
    guard let header = found ?? nil else { return }
    try rows.commit(header.adoption(by: user, in: self), to: session)
  }
}

extension StoreTransaction {
  /// The name of the document with the account of a guest.
  fileprivate static let adopted = "adopted"

  /// The sessions of a person, oldest first.
  func sessions(of user: UserHash) throws -> [SessionID] {
    try sessions(
      "select id from kept_session where tenant = $1 and user_hash = $2 order by place",
      .user(user))
  }

  /// Whether the store has profile, baselines or documents of a person.
  func isStored(_ user: UserHash) throws -> Bool {
    try finds(
      """
      select 1 from kept_version where tenant = $1 and user_hash = $2
      union all select 1 from kept_person_document where tenant = $1 and user_hash = $2
      limit 1
      """, .user(user))
  }

  /// The account of a guest. Nil without a link.
  fileprivate func adoption(of guest: UserHash) throws -> LinkedGuest? {
    try document(Self.adopted, of: guest).map { try StoredJSON.read($0, at: Self.adopted) }
  }

  /// Moves profile, alerts and journey of a guest. Values of the account take precedence.
  fileprivate func move(from guest: UserHash, to own: UserHash, called user: String) throws {
    let profile: ProfileRecord? = try last(of: guest)
    if let added = try profile?.decoded() {
      let former: ProfileRecord? = try last(of: own)
      let person = try former?.decoded() ?? Person(UserProfile(userID: user))
      try save(
        person.joined(by: added).json, over: former, of: own,
        reason: "merged with the profile of a guest")
    }
    let (raised, former) = (try alerts(of: guest).alerts, try alerts(of: own))
    var list = former
    _ = list.raise(raised)
    if list != former { try save(list.json, as: .alerts, of: own) }
    if let journey = try read(.journey, of: guest), try read(.journey, of: own) == nil {
      try save(journey, as: .journey, of: own)
    }
  }
}

extension LinkedGuest {
  /// Throws unless `guest` is a guest and `user` is a known person.
  package static func check(_ guest: String, becoming user: String) throws(StoreError) {
    guard guest != user else {
      throw .unusable(
        "guest and person are the same; give the ID of the guest, and the ID of the person")
    }
    guard AnonymousID.isAnonymous(guest), !AnonymousID.isAnonymous(user),
      !user.allSatisfy(\.isWhitespace)
    else {
      throw .unusable(
        "only a guest can be assigned, and only to a known person; give the id of the guest (guest- and "
          + "a UUID), and the id of the person")
    }
  }
}

extension SessionHeader {
  /// The change that assigns a session to a person.
  package func adoption(by userID: String, in store: RecordStore) -> SessionChange {
    var own = self
    own.setPerson(userID: userID, of: store)
    if identity != nil {
      own.identity = store.identity(
        IdentityFacts(
          audioSHA256: recording.sha256, userID: userID, settingsSHA256: settingsSHA256,
          version: version))
    }
    var change = SessionChange("adopted", header: own)
    change.note = (field: "user", old: user?.text, new: store.userHash(of: userID).text)
    return change
  }
}

extension Person {
  /// The profile with the members that only `other` has.
  package func joined(by other: Person) -> Person {
    var own = json.ownMembersByKey
    let missing = other.json.ownMembersByKey.filter { member in
      !own.contains { $0.key == member.key }
    }
    own += missing
    // Both profiles are valid, and their members do not depend on each other.
    return (try? Person(json: .object(own), mode: .firstFault)) ?? self
  }
}

extension JSONValue {
  fileprivate var ownMembersByKey: [Member] {
    if case .object(let members) = self { members } else { [] }
  }
}

extension StoreError {
  /// The guest is already linked to another account.
  package static let adoptedByAnother = StoreError.unusable(
    "the guest is already assigned to another person; check the id of the person, or purge the "
      + "wrong sessions")

  /// The guest does not exist.
  package static let noSuchGuest = StoreError.unusable(
    "the store has no data and no session of this guest; check the id of the guest")
}

extension StoreError {
  /// The profile has the identifier of another person.
  package static let personOfAnother = StoreError.unusable(
    "the identifier in the profile differs from the requested one; give the profile with that "
      + "identifier")
}

/// The link of a guest to an account.
package struct LinkedGuest: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/adopted/1"

  package let guest: UserHash
  package let user: UserHash

  /// The identifiers of an unfinished link. Nil for a complete one.
  package var pending: Names?

  package let adoptedAt: StoreTime

  /// The identifiers of two hashes.
  package struct Names: Sendable, Equatable {
    let guest: String
    let user: String
  }
}

extension LinkedGuest: Shaped {
  package static let shape = Shape(LinkedGuest.init) {
    Derived(schema: schema)
    Field("guest", \.guest, .user)
    Field("user", \.user, .user)
    Field("pending", \.pending, .orNull(.shaped))
    Field("adopted_at", \.adoptedAt, .time)
  }
}

extension LinkedGuest.Names: Shaped {
  package static let shape = Shape(LinkedGuest.Names.init(guest:user:)) {
    Field("guest_id", \.guest, .anyText)
    Field("user_id", \.user, .anyText)
  }
}

/// Identifiers of guests. They join the recordings of one guest, who may create an account later.
public enum AnonymousID {
  private static let beginning = "guest-"

  /// A new random identifier.
  public static func fresh() -> String { beginning + SessionID.fresh().text }

  /// Whether an identifier belongs to a guest.
  public static func isAnonymous(_ userID: String) -> Bool {
    guard userID.hasPrefix(beginning) else { return false }
    let rest = String(userID.dropFirst(beginning.count))
    return SessionID(rest)?.text == rest
  }
}

// Migration of a guest with a new account from the store of guests to the store of accounts. A snapshot of each
// session and of the person is merged into the target, and deleted from the source once the target has all of it.
// Every step can be repeated after an error. Between the two steps the caller records durably that the copy is
// complete. From then on the person uses the target, and nothing there is replaced.

/// The migration of guests between two stores with the same hashes.
package struct GuestMigration: Sendable {
  /// The store of guests.
  package let source: RecordStore

  /// The store of people with accounts.
  package let target: RecordStore

  package init(from source: RecordStore, to target: RecordStore) {
    (self.source, self.target) = (source, target)
  }

  /// Copies all data of a guest. The guest must not change meanwhile.
  package func copyAll(_ person: String) throws(StoreError) {
    let user = source.userHash(of: person)
    guard target.userHash(of: person) == user else {
      throw .unusable("the guest store and the target store have different person hashes")
    }
    for session in try source.sessions(of: user) { try copyAll(session, of: person) }
    var copy = try source.copy(ofPerson: person)
    // The guest store is the origin of the documents in the target, and has later versions.
    copy.origin = .onlyStore
    _ = try target.merge(copy)
    let held = try target.copy(ofPerson: person)
    guard held.sha256 == copy.sha256, held.documents == copy.documents else {
      throw .notArrived("the profile of a guest")
    }
  }

  /// Deletes all data of a guest from the source, after the caller recorded that the copy is complete.
  package func clear(_ person: String) throws(StoreError) {
    let user = source.userHash(of: person)
    for session in try source.sessions(of: user) {
      // A database that was restored from a backup may lack sessions.
      guard try !target.holds(session), try !target.wasPurged(session) else { continue }
      try copyAll(session, of: person)
    }
    _ = try source.purge(
      .user(user), reason: "moved to the store of people with accounts", .forGood)
  }

  private func copyAll(_ id: SessionID, of person: String) throws(StoreError) {
    let findings = try source.findings(in: [id])
    guard findings.isEmpty else {
      throw .damaged(
        path: "\(source.place), \(id.text)",
        problem: findings.map(\.problem).joined(separator: "; "))
    }
    let copy = try source.copy(of: id)
    let outcome = try target.merge(copy, of: person)
    guard outcome != .erased else { return }
    let files = try source.read { rows in try rows.failedFiles(of: id) }
    let held = try target.write { rows in
      try rows.lock(id)
      // A session that was changed in the target keeps its documents.
      if outcome != .older { try rows.removeDocuments(of: id, notIn: copy) }
      try rows.add(files, to: id)
      return try rows.copy(of: id).digest
    }
    guard outcome == .older || held == copy.digest else { throw .notArrived("session \(id.text)") }
  }
}

extension StoreError {
  fileprivate static func notArrived(_ what: String) -> StoreError {
    .unusable("\(what) differs after the copy; the original stays in the guest store")
  }
}

extension StoreTransaction {
  fileprivate func failedFiles(of id: SessionID) throws -> [(FailureReport, bytes: [UInt8])] {
    if try finds("select 1 from stranded_file where tenant = $1 and session = $2", .session(id)) {
      throw StoreError.unusable("a spooled file of the session \(id.text) cannot be read")
    }
    return try run(
      """
      select report, bytes, sha256 from failed_file
      where tenant = $1 and session = $2 order by number
      """, .session(id)
    ).map { row in
      let (report, bytes, hash) = (try row.bytes(0), try row.bytes(1), try row.text(2))
      return (try failure(report, hash), try opened(bytes, as: .failed(hash, isReport: false)))
    }
  }

  /// Adds quarantined files that the session does not have.
  fileprivate func add(_ files: [(FailureReport, bytes: [UInt8])], to id: SessionID) throws {
    for (report, bytes) in files {
      let isKnown = try finds(
        """
        select 1 from failed_file where tenant = $1 and session = $2 and name = $3 and sha256 = $4
        """, .session(id), column(report.name, .failedName), column(report.sha256, .sound))
      if !isKnown { try insert(report, bytes) }
    }
  }

  /// Removes documents that a snapshot does not have.
  fileprivate func removeDocuments(of id: SessionID, notIn copy: SessionSnapshot) throws {
    let gone = try hashes(of: id).keys.sorted().compactMap { SessionDocument(rawValue: $0) }
      .filter { copy.documents[$0] == nil }
    guard !gone.isEmpty else { return }
    for document in gone { try remove(document, of: id) }
    try findResults(of: id)
    // The history of the snapshot has time and author.
    let documents = gone.map { JSONValue.Member($0.rawValue, .null) }
    try note(Self.syncAction, ["documents": .object(documents)], in: id)
  }
}

extension RecordStore {
  /// Opens the store of guests in a folder, with the hashes and keys of this store. A missing one is created.
  package func guests(
    in folder: String, actor: String, clock: any StoreClock
  ) throws(StoreError) -> RecordStore {
    var options = StoreOptions(.writing, actor: actor, clock: clock, fileSystem: files)
    (options.secret, options.keys) = (secret, keys)
    return try RecordStore(at: folder, options)
  }
}
