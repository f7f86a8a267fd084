// Guests of a server are kept in a folder beside the database, and go over when they make an account. Sessions and
// people come as from any other store (SQLStore+Passing.swift); here is what comes with them.

internal import VoiceTypes

extension SQLStore {
  /// Opens the store of people without an account beside this one: a folder that knows people and recordings by the
  /// same hashes. It is made where there is none.
  package func guests(
    in folder: String, actor: String, clock: any StoreClock
  ) throws(StoreError) -> RecordStore {
    var options = StoreOptions(.writing, actor: actor, clock: clock, fileSystem: files)
    (options.secret, options.keys) = (secret, keys)
    return try RecordStore(at: folder, options)
  }
}

extension SQLStore: GuestHome {
  package func complete(
    _ session: SessionID, putAway: [PutAwayFile], without gone: Set<SessionDocument>
  ) throws(StoreError) -> Set<String> {
    try write { rows in
      try rows.lock(session)
      try rows.checkThatNotPurged(session)
      try rows.remove(gone, of: session)
      for file in putAway { try rows.put(file, of: session) }
      return try rows.putAway(of: session)
    }
  }
}

extension StoreTransaction {
  fileprivate func remove(
    _ gone: Set<SessionDocument>, of id: SessionID
  ) throws {
    let stored = try hashes(of: id)
    let names = gone.map(\.rawValue).filter { stored[$0] != nil }.sorted()
    guard !names.isEmpty else { return }
    for document in gone { try remove(document, of: id) }
    // When and by whom stands in what came of its history.
    let documents = names.map { JSONValue.Member($0, .null) }
    try findResults(of: id)
    try note(Self.takingAction, ["documents": .object(documents)], in: id)
  }

  fileprivate func put(_ file: PutAwayFile, of id: SessionID) throws {
    var report = file.report
    report.file = report.sha256
    let hash = form.names.column(report.sha256, .sound)
    try run(
      """
      insert into failed_file (tenant, session, name, sha256, report, bytes, failed_ms)
      select $1, $2, $3, $4, $5, $6, $7 where not exists (
        select 1 from failed_file
        where tenant = $1 and session = $2 and name = $3 and sha256 = $4)
      """, .session(id), column(report.name, .failedName), .text(hash),
      try value(StoredForm.bytes(report), as: .failed(hash, isReport: true)),
      try value(file.bytes, as: .failed(hash, isReport: false)),
      .int(report.failedAt.milliseconds))
  }

  /// SHA-256 of what was put away of a session, as its bytes are.
  fileprivate func putAway(of id: SessionID) throws -> Set<String> {
    let found = try run(
      """
      select bytes, sha256 from failed_file
      where tenant = $1 and session = $2
      """, .session(id))
    return Set(
      try found.map { row in
        let (bytes, hash) = (try row.bytes(0), try row.text(1))
        return StoreSecrets.sha256(of: try opened(bytes, as: .failed(hash, isReport: false)))
      })
  }
}
