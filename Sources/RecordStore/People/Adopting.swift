// Somebody who did not say who they are says it, and what was the guest's becomes theirs. It happens with
// one document, `people/GUEST/adopted.json`, that says who the guest has become; all else follows from it
// and may be done again:
//   1. a mark is put into the staging folder, and that document is kept;
//   2. the header of each session is written anew, with the hash of the user and the identity that the
//      recording has as theirs;
//   3. what the guest told is merged into what the user told, which wins;
//   4. alerts are raised for the user as they are; a journey goes on as theirs if they have none;
//   5. all else of the guest's goes, baselines too: they name another person. The document stays,
//      without identifiers;
//   6. the mark goes.
// The mark tells the next start, and whoever asks for a person, that this is to be done.

package import VoiceTypes

extension RecordStore {
  /// Makes what is a guest's somebody's. Doing it again does nothing.
  /// - Parameters:
  ///   - guest: An identifier of `AnonymousID`.
  ///   - user: The identifier of the person.
  /// - Returns: The sessions that the user has now, oldest first.
  @discardableResult
  package func adopt(guest: String, user: String) throws(StoreError) -> [SessionID] {
    guard options.access == .writing else { throw .readOnly }
    try AdoptedGuest.check(guest, becoming: user)
    try finishPeople()
    let (former, own) = (userHash(of: guest), userHash(of: user))
    try transact { _ throws(StoreError) in
      try recoverDocuments()
      if let adopted = try adoption(of: former.text) {
        guard adopted.user == own else { throw .adoptedByAnother }
        return (nil, ())
      }
      guard try isThere(former) else { throw .noSuchGuest }
      let adopted = AdoptedGuest(
        guest: former, user: own, pending: .init(guest: guest, user: user),
        at: options.clock.now())
      try stage(PersonMark(.adopted, of: former.text))
      return (try plan(adopted, "guest_adopted"), ())
    }
    try finishAdoptions()
    return try sessions(of: own)
  }

  /// Brings adoptions to an end that were interrupted.
  func finishAdoptions() throws(StoreError) {
    guard options.access == .writing else { return }
    for mark in try personMarks(.adopted) {
      try finishAdoption(of: mark.user)
      try disk.removeIfPresent(path(of: mark))
    }
  }

  private func isThere(_ guest: UserHash) throws(StoreError) -> Bool {
    for folder in layout.folders(of: guest.text) where try disk.facts(of: folder) != nil {
      return true
    }
    var query = SessionQuery()
    query.user = guest
    query.limit = 1
    try writeStaleRows()
    return try !sessionsNow(query).isEmpty
  }

  private func adoption(of guest: String) throws(StoreError) -> AdoptedGuest? {
    let name = AdoptedGuest.name(of: guest)
    guard let bytes = try readOwn(name) else { return nil }
    return try AdoptedGuest(parsing: bytes, file: layout.path(of: name))
  }

  private func plan(_ adopted: AdoptedGuest, _ action: String) throws(StoreError) -> Transaction {
    var change = Transaction(.store, entry(action))
    change.put(try writeOwn(adopted.json.fileBytes, as: adopted.name))
    return change
  }

  // MARK: - What follows

  private func finishAdoption(of guest: String) throws(StoreError) {
    let found = try appending { _ throws(StoreError) in
      try recoverDocuments()
      return try adoption(of: guest)
    }
    // It may never have happened.
    guard let adopted = found else { return }
    guard let names = adopted.pending else {
      return try appending { _ throws(StoreError) in try removePurgedFiles(of: guest) }
    }
    for session in try heldSessions(of: adopted.guest) { try rewrite(session, for: names) }
    try mergePerson(adopted, names)
    try moveDocuments(adopted)
    try empty(adopted)
  }

  /// Writes the header of a session as the user's. A damaged one stays the guest's, until its retention ends.
  private func rewrite(
    _ id: SessionID, for names: AdoptedGuest.Names
  ) throws(StoreError) {
    do {
      guard let session = try existingSession(id), let header = try session.header() else { return }
      try session.commit(header.adoption(by: names.user, in: self))
    } catch {
      switch error {
      case .purged: return
      case .damaged:
        notice("the session \(id.text) of a linked guest is damaged and stays as it is")
      default: throw error
      }
    }
  }

  /// What the user told wins; what only the guest told is theirs too.
  private func mergePerson(
    _ adopted: AdoptedGuest, _ names: AdoptedGuest.Names
  ) throws(StoreError) {
    guard let guest = try keptPerson(of: adopted.guest)?.told() else { return }
    var own = Person(UserProfile(userID: names.user))
    if let kept = try keptPerson(of: adopted.user) { own = try kept.told() }
    try keep(own.joined(by: guest), for: adopted.user, reason: "joined by what a guest told")
  }

  private func moveDocuments(_ adopted: AdoptedGuest) throws(StoreError) {
    let alerts = try keptAlerts(of: adopted.guest).alerts
    if !alerts.isEmpty { try raise(alerts, "alerts_adopted", for: adopted.user) }
    if let journey = try keptDocument(.journey, of: adopted.guest),
      try keptDocument(.journey, of: adopted.user) == nil
    {
      try keep(journey, as: .journey, of: adopted.user)
    }
  }

  /// Removes what is left of the guest, and the identifiers.
  private func empty(_ adopted: AdoptedGuest) throws(StoreError) {
    try transact { _ throws(StoreError) in
      try recoverDocuments()
      guard var done = try adoption(of: adopted.guest.text), done.pending != nil else {
        return (nil, ())
      }
      done.pending = nil
      var change = try plan(done, "guest_emptied")
      for folder in StoreLayout.personFolders {
        for name in try fileNames(of: adopted.guest.text, in: folder) where name != done.name {
          change.remove(name, at: layout.path(of: name))
        }
      }
      return (change, ())
    }
  }
}

extension AdoptedGuest {
  /// Refuses who is no guest, and who is nobody that is known.
  package static func check(_ guest: String, becoming user: String) throws(StoreError) {
    guard guest != user else {
      throw .unusable(
        "guest and person are the same; give the id of the guest, and the id of the person")
    }
    guard AnonymousID.isOne(guest), !AnonymousID.isOne(user), !user.allSatisfy(\.isWhitespace)
    else {
      throw .unusable(
        "only a guest can be assigned, and only to a known person; give the id of the guest (guest- and "
          + "a UUID), and the id of the person")
    }
  }
}

extension SessionHeader {
  /// The change that makes a session somebody's, by their identifier.
  package func adoption(by userID: String, in store: any SessionStore) -> SessionChange {
    var own = self
    own.take(userID: userID, of: store)
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
  /// The same person with what only another account of them tells.
  package func joined(by other: Person) -> Person {
    var own = json.ownMembersByKey
    let missing = other.json.ownMembersByKey.filter { member in
      !own.contains { $0.key == member.key }
    }
    own += missing
    // Both were read from what the store keeps, and members that differ do not touch each other.
    return (try? Person(json: .object(own), mode: .firstFault)) ?? self
  }
}

extension JSONValue {
  fileprivate var ownMembersByKey: [Member] {
    if case .object(let members) = self { members } else { [] }
  }
}

extension StoreError {
  /// A guest has become somebody else.
  package static let adoptedByAnother = StoreError.unusable(
    "the guest is already assigned to another person; check the id of the person, or purge the "
      + "wrong sessions")

  /// There is nobody of that identifier.
  package static let noSuchGuest = StoreError.unusable(
    "the store has no data and no session of this guest; check the id of the guest")
}
