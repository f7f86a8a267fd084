// Keeping people. A fault may leave a document on its way, so whoever keeps one puts the store's own
// documents in order first, as the only one who appends.

package import VoiceTypes

extension RecordStore {
  /// What is kept of a person now; nil when nothing was.
  package func person(for user: UserHash) throws(StoreError) -> KeptPerson? {
    try finishAdoptions()
    return try keptPerson(of: user)
  }

  /// The same for whoever appends.
  func keptPerson(of user: UserHash) throws(StoreError) -> KeptPerson? {
    guard let number = try keptNumbers(in: "people", of: user).last else { return nil }
    return try person(number, of: user)
  }

  /// All that was kept of a person, oldest first.
  package func persons(for user: UserHash) throws(StoreError) -> [KeptPerson] {
    var kept: [KeptPerson] = []
    for number in try keptNumbers(in: "people", of: user) {
      if let person = try person(number, of: user) { kept.append(person) }
    }
    return kept
  }

  /// The people of whom something is kept, in the order of their hashes.
  package func people() throws(StoreError) -> [UserHash] {
    try disk.listIfPresent(layout.people).filter(Hex.isSHA256).map { UserHash(text: $0) }
  }

  /// The sessions of a person, oldest first.
  package func sessions(of user: UserHash) throws(StoreError) -> [SessionID] {
    try finishAdoptions()
    return try heldSessions(of: user)
  }

  /// The same while somebody becomes somebody.
  func heldSessions(of user: UserHash) throws(StoreError) -> [SessionID] {
    var query = SessionQuery()
    query.user = user
    return try sessions(query).reversed().map(\.id)
  }

  /// Keeps a person in the place of the former one, which stays readable. The same again leaves no
  /// trace.
  /// - Parameter reason: Why, for the file; no log has it.
  @discardableResult
  package func keep(
    _ person: Person, for user: UserHash, reason: String
  ) throws(StoreError) -> KeptPerson {
    guard userHash(of: person.profile.userID) == user else { throw .personOfAnother }
    return try transact { _ throws(StoreError) in
      try recoverDocuments()
      let former = try keptPerson(of: user)
      let json = person.json
      if let former, former.sha256 == KeptPerson.sha256(of: json) { return (nil, former) }
      var kept = KeptPerson(
        json, of: user, number: (former?.number ?? 0) + 1,
        kept: (at: options.clock.now(), why: reason))
      kept.parentSHA256 = former?.sha256
      return (try plan(kept, over: former, "person_kept"), kept)
    }
  }

  /// Takes in a person who was kept elsewhere, with the number.
  func takeIn(_ kept: KeptPerson) throws(StoreError) {
    try transact { _ throws(StoreError) in
      try recoverDocuments()
      let path = layout.path(of: kept.name)
      guard try disk.facts(of: path) == nil else { throw .fileSystem(.interfered(with: path)) }
      return (try plan(kept, over: try keptPerson(of: kept.user), "person_imported"), ())
    }
  }

  /// A person on their way.
  func plan(
    _ kept: KeptPerson, over former: KeptPerson?, _ action: String
  ) throws(StoreError) -> Transaction {
    var change = Transaction(.store, entry(action))
    PersonChange(from: former?.person, to: kept.person).tell(&change.entry, secrets)
    change.put(try writeOwn(kept.json.fileBytes, as: kept.name))
    return change
  }

  /// One of the versions that were kept of a person; nil for none of that number.
  func person(_ number: Int, of user: UserHash) throws(StoreError) -> KeptPerson? {
    let name = KeptPerson.name(number, of: user)
    guard let bytes = try readOwn(name) else { return nil }
    return try KeptPerson(parsing: bytes, file: layout.path(of: name))
  }
}

extension StoreError {
  /// A person is kept for somebody else.
  package static let personOfAnother = StoreError.unusable(
    "the identifier in the profile differs from the requested one; give the profile with that "
      + "identifier")
}
