// Linking a guest to an account in one transaction. A record of the link stays with the guest, without identifiers, so that a
// repeated call changes nothing.

internal import VoiceTypes

extension RecordStore {
  @discardableResult
  package func adopt(guest: String, user: String) throws(StoreError) -> [SessionID] {
    try AdoptedGuest.check(guest, becoming: user)
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
      let adopted = AdoptedGuest(guest: former, user: own, pending: nil, adoptedAt: try rows.now())
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
  fileprivate func adoption(of guest: UserHash) throws -> AdoptedGuest? {
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
