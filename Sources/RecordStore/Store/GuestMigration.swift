// Migration of a guest with a new account from the store of guests to the store of accounts. A snapshot of each
// session and of the person is merged into the target, and deleted from the source once the target has all of it.
// Every step can be repeated after an error. Between the two steps the caller records durably that the copy is
// complete. From then on the person uses the target, and nothing there is replaced.

internal import Platform
internal import VoiceTypes

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
