// People: immutable versions of profiles and baselines, and documents that change.

package import VoiceTypes

extension RecordStore {
  package func person(for user: UserHash) throws(StoreError) -> ProfileRecord? {
    try read { rows in try rows.last(of: user) }
  }

  @discardableResult
  package func save(
    _ person: Person, for user: UserHash, reason: String
  ) throws(StoreError) -> ProfileRecord {
    guard userHash(of: person.profile.userID) == user else { throw .personOfAnother }
    return try write { rows in
      try rows.lock(user)
      return try rows.save(person.json, over: rows.last(of: user), of: user, reason: reason)
    }
  }

  // MARK: - Baselines

  package func baseline(for user: UserHash) throws(StoreError) -> BaselineRecord? {
    try read { rows in try rows.last(of: user) }
  }

  /// The versions of the baseline from a number on, oldest first.
  package func baselines(
    for user: UserHash, from number: Int = 0
  ) throws(StoreError) -> [BaselineRecord] {
    try read { rows in try rows.versions(of: user, from: number) }
  }

  /// Adds a version of the baseline. The current one is not stored again.
  @discardableResult
  package func save(
    _ baseline: JSONValue, for user: UserHash, reason: String
  ) throws(StoreError) -> BaselineRecord {
    try write { rows in
      try rows.lock(user)
      return try rows.save(baseline, over: rows.last(of: user), of: user, reason: reason)
    }
  }

  package func save(
    _ baseline: JSONValue, for user: UserHash, inPlaceOf former: BaselineRecord?, reason: String
  ) throws(StoreError) -> BaselineRecord? {
    try write { rows in
      try rows.lock(user)
      let current: BaselineRecord? = try rows.last(of: user)
      // As bytes: equality of texts ignores the composition of accents.
      let isSame = current?.content.fileBytes == baseline.fileBytes
      // A repeated call.
      if let current, isSame, current.follows(former) { return current }
      guard current?.number == former?.number, current?.sha256 == former?.sha256 else { return nil }
      return try rows.save(baseline, over: current, of: user, reason: reason)
    }
  }

  // MARK: - Documents

  package func read(
    _ document: PersonDocument, of user: UserHash
  ) throws(StoreError) -> JSONValue? {
    try read { rows in try rows.read(document, of: user) }
  }

  package func save(
    _ value: JSONValue, as document: PersonDocument, of user: UserHash
  ) throws(StoreError) {
    try document.check(value)
    try write { rows in
      try rows.lock(user)
      try rows.save(value, as: document, of: user)
    }
  }

  package func alerts(for user: UserHash) throws(StoreError) -> [PersonAlert] {
    try read { rows in try rows.alerts(of: user).alerts }
  }

  @discardableResult
  package func raise(
    _ alerts: [ComparisonFindings.Alert], by session: SessionID, for user: UserHash
  ) throws(StoreError) -> [PersonAlert] {
    try changeAlerts(of: user, "alerts_raised") { list, time in
      list.raise(alerts.map { PersonAlert($0, by: session, at: time) })
    }
  }

  @discardableResult
  package func acknowledge(
    _ id: String, by name: String, note: String?, for user: UserHash
  ) throws(StoreError) -> PersonAlert? {
    try changeAlerts(of: user, "alert_acknowledged") { list, time in
      list.acknowledge(id, .init(by: name, at: time, note: note))
    }
  }

  private func changeAlerts<Value>(
    of user: UserHash, _ action: String, _ body: (inout AlertList, StoreTime) -> Value
  ) throws(StoreError) -> Value {
    try write { rows in
      try rows.lock(user)
      let former = try rows.alerts(of: user)
      var list = former
      let value = body(&list, try rows.now())
      guard list != former else { return value }
      try rows.save(list.json, as: .alerts, of: user)
      rows.log(action, of: user)
      return value
    }
  }
}

extension StoreTransaction {
  /// Adds a version. The current content is not stored again.
  @discardableResult
  func save<Kind>(
    _ content: JSONValue, over former: VersionRecord<Kind>?, of user: UserHash, reason: String
  ) throws -> VersionRecord<Kind> {
    // As bytes: equality of texts ignores the composition of accents.
    if let former, former.content.fileBytes == content.fileBytes { return former }
    var next = VersionRecord<Kind>(
      content, of: user, number: (former?.number ?? 0) + 1, saved: (at: try now(), why: reason))
    next.parentSHA256 = former?.sha256
    try add(next)
    log("\(Kind.name)_kept", of: user, ["number": .int(next.number)])
    return next
  }

  /// The last version of a kind.
  func last<Kind>(of user: UserHash) throws -> VersionRecord<Kind>? {
    let found: [VersionRecord<Kind>] = try versions(of: user, "desc limit 1")
    return found.first
  }

  /// The versions of a kind from a number on, oldest first.
  func versions<Kind>(
    of user: UserHash, from number: Int = 0, _ order: String = ""
  ) throws -> [VersionRecord<Kind>] {
    let found = try run(
      """
      select bytes, number from kept_version
      where tenant = $1 and user_hash = $2 and kind = $3 and number >= $4
      order by number \(order)
      """, .user(user), .text(Kind.name), .int(Int64(number)))
    return try found.map { row in
      let (bytes, number) = (try row.bytes(0), try row.int(1))
      return try StoredJSON.read(
        opened(bytes, as: RowContext(user, Kind.name, number)), at: "a \(Kind.name)")
    }
  }

  func add<Kind>(_ record: VersionRecord<Kind>) throws {
    try insertVersion(StoredJSON.bytes(record), Kind.name, record.number, of: record.user)
  }

  func insertVersion(_ bytes: [UInt8], _ kind: String, _ number: Int, of user: UserHash) throws {
    changedFiles.insert(.person(user))
    try run(
      """
      insert into kept_version (tenant, user_hash, kind, number, bytes)
      values ($1, $2, $3, $4, $5)
      """, .user(user), .text(kind), .int(Int64(number)),
      try value(bytes, as: RowContext(user, kind, number)))
  }

  func read(_ document: PersonDocument, of user: UserHash) throws -> JSONValue? {
    try self.document(document.rawValue, of: user).map {
      try StoredJSON.parse($0, file: document.fileName)
    }
  }

  /// The decrypted bytes of a document of a person. Nil without it.
  func document(_ name: String, of user: UserHash) throws -> [UInt8]? {
    let found = try run(
      "select bytes from kept_person_document where tenant = $1 and user_hash = $2 and name = $3",
      .user(user), .text(name))
    return try found.first.map { try opened($0.bytes(0), as: RowContext(user, name)) }
  }

  func save(_ value: JSONValue, as document: PersonDocument, of user: UserHash) throws {
    let former = try unlessDamaged { try read(document, of: user) } ?? nil
    guard former?.fileBytes != value.fileBytes else { return }
    try save(value.fileBytes, asDocument: document.rawValue, of: user)
  }

  func save(_ bytes: [UInt8], asDocument name: String, of user: UserHash) throws {
    changedFiles.insert(.person(user))
    try run(
      """
      insert into kept_person_document (tenant, user_hash, name, bytes)
      values ($1, $2, $3, $4)
      on conflict (tenant, user_hash, name) do update set bytes = excluded.bytes
      """, .user(user), .text(name), try value(bytes, as: RowContext(user, name)))
  }

  func alerts(of user: UserHash) throws -> AlertList {
    guard let json = try read(.alerts, of: user) else { return AlertList() }
    return try AlertList(json: json)
  }
}
