// What a store of folders passes on of people, and takes in.

internal import VoiceTypes

extension RecordStore {
  package func peopleToPass() throws(StoreError) -> [UserHash] {
    try finishAdoptions()
    var found: [UserHash] = []
    for user in try peopleWithFiles().filter(Hex.isSHA256).map({ UserHash(text: $0) }) {
      guard let userID = try userID(of: user), !AnonymousID.isOne(userID) else { continue }
      found.append(user)
    }
    return found
  }

  package func copy(of user: UserHash) throws(StoreError) -> PersonCopy? {
    try finishAdoptions()
    return try userID(of: user).map { userID throws(StoreError) in try copy(ofPerson: userID) }
  }

  package func copy(ofPerson userID: String) throws(StoreError) -> PersonCopy {
    try finishAdoptions()
    return try keptCopy(of: userHash(of: userID), called: userID)
  }

  package func pack(
    _ user: UserHash, to path: String, version: String
  ) throws(ExchangeError) {
    var request = ExportRequest(of: [], to: path, version: version)
    request.baselines = .people([user])
    _ = try export(request)
  }

  package func take(_ person: PersonCopy) throws(StoreError) -> Taking {
    guard options.access == .writing else { throw .readOnly }
    try person.checkThatMayCome()
    try finishPeople()
    let user = userHash(of: person.userID)
    return try transact { _ throws(StoreError) -> (Transaction?, Taking) in
      try recoverDocuments()
      let own = try keptCopy(of: user, called: person.userID)
      let merge = PersonMerge(of: user, own, person, erasedAt: try erasure(of: user))
      guard merge.taking.isChange else { return (nil, merge.taking) }
      var change = Transaction(.store, entry("person_taken_in"))
      if let last = merge.persons.last {
        PersonChange(from: own.persons.last?.person, to: last.person).tell(&change.entry, secrets)
      }
      for kept in merge.persons {
        change.put(try writeOwn(kept.json.fileBytes, as: kept.name))
      }
      for kept in merge.baselines {
        change.put(try writeOwn(kept.json.fileBytes, as: kept.name))
      }
      for (document, value) in merge.documents.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        change.put(try writeOwn(value.fileBytes, as: document.name(of: user)))
      }
      return (change, merge.taking)
    }
  }

  /// What is kept of a person, for whoever appends, too.
  private func keptCopy(
    of user: UserHash, called userID: String
  ) throws(StoreError) -> PersonCopy {
    var copy = PersonCopy(of: userID)
    for number in try keptNumbers(in: "people", of: user) {
      if let kept = try person(number, of: user) { copy.persons.append(kept) }
    }
    copy.baselines = try baselines(for: user)
    for document in PersonDocument.allCases {
      copy.documents[document] = try keptDocument(document, of: user)
    }
    return copy
  }
}
