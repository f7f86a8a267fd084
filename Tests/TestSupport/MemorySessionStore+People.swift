// What a store in memory keeps of people.

package import RecordStore
package import VoiceTypes

extension MemorySessionStore {
  package func sessions(of user: UserHash) throws(StoreError) -> [SessionID] {
    try call { state throws(StoreError) in
      state.order.filter { state.sessions[$0]?.header?.user == user }
    }
  }

  // MARK: - What people told

  package func person(for user: UserHash) throws(StoreError) -> KeptPerson? {
    try call { state throws(StoreError) in state.persons[user]?.last }
  }

  @discardableResult
  package func keep(
    _ person: Person, for user: UserHash, reason: String
  ) throws(StoreError) -> KeptPerson {
    let time = now()
    guard userHash(of: person.profile.userID) == user else { throw .personOfAnother }
    return try call { state throws(StoreError) in
      let former = state.persons[user]?.last
      if let former, former.person == person.json { return former }
      var kept = KeptPerson(
        person.json, of: user, number: (former?.number ?? 0) + 1, kept: (at: time, why: reason))
      kept.parentSHA256 = former?.sha256
      state.persons[user, default: []].append(kept)
      return kept
    }
  }

  // MARK: - Baselines

  package func baseline(for user: UserHash) throws(StoreError) -> KeptBaseline? {
    try call { state throws(StoreError) in state.baselines[user]?.last }
  }

  package func baselines(for user: UserHash) throws(StoreError) -> [KeptBaseline] {
    try call { state throws(StoreError) in state.baselines[user] ?? [] }
  }

  /// Keeps a baseline in the place of the former one.
  package func keep(
    _ baseline: JSONValue, for user: UserHash, reason: String
  ) throws(StoreError) {
    let time = now()
    try call { state throws(StoreError) in
      _ = state.keep(baseline, for: user, (at: time, why: reason))
    }
  }

  package func keep(
    _ baseline: JSONValue, for user: UserHash, inPlaceOf former: KeptBaseline?, reason: String
  ) throws(StoreError) -> KeptBaseline? {
    let time = now()
    return try call { state throws(StoreError) in
      let current = state.baselines[user]?.last
      if let current, current.follows(former), current.baseline == baseline { return current }
      guard current?.number == former?.number, current?.sha256 == former?.sha256 else {
        return nil
      }
      return state.keep(baseline, for: user, (at: time, why: reason))
    }
  }

  // MARK: - Documents

  package func read(
    _ document: PersonDocument, of user: UserHash
  ) throws(StoreError) -> JSONValue? {
    try call { state throws(StoreError) in state.personDocuments[user]?[document] }
  }

  package func keep(
    _ value: JSONValue, as document: PersonDocument, of user: UserHash
  ) throws(StoreError) {
    try document.check(value)
    try call { state throws(StoreError) in
      state.personDocuments[user, default: [:]][document] = value
    }
  }

  package func alerts(for user: UserHash) throws(StoreError) -> [PersonAlert] {
    try changeAlerts(of: user) { $0.alerts }
  }

  @discardableResult
  package func raise(
    _ alerts: [ComparisonFindings.Alert], by session: SessionID, for user: UserHash
  ) throws(StoreError) -> [PersonAlert] {
    let time = now()
    return try changeAlerts(of: user) { list in
      list.raise(alerts.map { PersonAlert($0, by: session, at: time) })
    }
  }

  @discardableResult
  package func acknowledge(
    _ id: String, by name: String, note: String?, for user: UserHash
  ) throws(StoreError) -> PersonAlert? {
    let time = now()
    return try changeAlerts(of: user) { list in
      list.acknowledge(id, .init(by: name, at: time, note: note))
    }
  }

  private func changeAlerts<Value>(
    of user: UserHash, _ body: (inout AlertList) -> Value
  ) throws(StoreError) -> Value {
    try call { state throws(StoreError) in
      let kept = try state.personDocuments[user]?[.alerts].map { json throws(StoreError) in
        try AlertList(json: json)
      }
      var list = kept ?? AlertList()
      defer {
        if list != AlertList() { state.personDocuments[user, default: [:]][.alerts] = list.json }
      }
      return body(&list)
    }
  }
}

extension MemoryStoreState {
  /// Keeps a baseline in the place of the former one.
  fileprivate mutating func keep(
    _ baseline: JSONValue, for user: UserHash, _ kept: (at: StoreTime, why: String)
  ) -> KeptBaseline {
    let former = baselines[user]?.last
    if let former, former.baseline == baseline { return former }
    var next = KeptBaseline(baseline, of: user, number: (former?.number ?? 0) + 1, kept: kept)
    next.parentSHA256 = former?.sha256
    baselines[user, default: []].append(next)
    return next
  }
}
