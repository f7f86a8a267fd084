// A store of sessions in a database: what a runner asks for, each call one transaction of one tenant.
//
// Who writes to a session or to what is kept of a person holds a lock on its name until the transaction
// ends, and looks only then: what a change is planned from is what stands there. A call whose answer was
// lost may be made again, as its change then changes nothing.

package import RecordStore
package import VoiceTypes

/// The sessions and the people of one tenant.
package final class PostgresSessionStore: SessionStore {
  package typealias Session = PostgresSession

  /// Whose.
  package let tenant: String

  let files: any FileSystem
  private let lender: any ConnectionLender
  private let clock: (any StoreClock)?
  let access: StoreAccess
  let secret: [UInt8]
  let keys: StoreKeys?
  private let form: RowForm

  var names: StoreNames { form.names }

  /// Opens the store of a tenant. The first of the keys encrypts a new store.
  /// - Parameters:
  ///   - lender: Connections of a login that is a member of `sagevoice_clinic`.
  ///   - keys: Those of an encrypted store; nil for one in plain.
  ///   - access: For reading there has to be a store, and the database lets nothing of it be changed.
  ///   - creation: Whether opening for writing creates the store.
  ///   - clock: Of tests; nil for the database's own.
  package init(
    _ lender: any ConnectionLender, tenant: String, keys: StoreKeys? = nil,
    access: StoreAccess = .writing, creating creation: StoreCreation = .ifMissing,
    clock: (any StoreClock)? = nil,
    files: any FileSystem = POSIXFileSystem()
  ) throws(StoreError) {
    (self.lender, self.tenant, self.clock, self.files) = (lender, tenant, clock, files)
    (self.keys, self.access) = (keys, access)
    try Self.checkFit(of: lender)
    let kept = try Self.call(lender, tenant, clock, .unknown) { rows throws(StoreError) in
      try rows.openStore(with: keys, creating: access == .reading ? .never : creation)
    }
    if let file = kept.keys {
      guard let keys else { throw .keyNeeded }
      let sealing = try RowSealing(file, keys)
      (secret, form) = (sealing.secret, RowForm(names: sealing.names, sealing: sealing))
    } else {
      guard keys == nil else { throw .notEncrypted }
      (secret, form) = (kept.secret, RowForm(names: StoreNames(secret: kept.secret)))
    }
    guard access == .writing, let sealing = form.sealing else { return }
    let changed = try call { rows throws(StoreError) in try rows.takeFirstKey() }
    // Not before the store has it: nobody else could open what is written under it.
    if let changed { try sealing.follow(changed) }
  }

  /// A schema of another version is told as such, and not by the first statement that fails on it.
  private static func checkFit(of lender: any ConnectionLender) throws(StoreError) {
    var unfit: MigrationError?
    do throws(PostgresError) {
      try lender.with { connection throws(PostgresError) in
        do throws(MigrationError) {
          try Migrator.checkFit(connection)
        } catch {
          if case .database(let fault) = error { throw fault }
          unfit = error
        }
      }
    } catch {
      throw error.storeError
    }
    if let unfit { throw .unusable(unfit.description) }
  }

  /// Does something in one transaction: all of it, or nothing.
  func call<Value>(
    _ body: (StoreRows) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try Self.call(lender, tenant, clock, form) { rows throws(StoreError) in
      if access == .reading { try rows.changeNothing() }
      return try body(rows)
    }
  }

  private static func call<Value>(
    _ lender: any ConnectionLender, _ tenant: String, _ clock: (any StoreClock)?, _ form: RowForm,
    _ body: (StoreRows) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    var own: StoreError?
    do throws(PostgresError) {
      return try lender.with { connection throws(PostgresError) in
        try connection.transaction(of: tenant) { () throws(PostgresError) in
          let rows = StoreRows(connection, of: tenant, clock, form)
          do throws(StoreError) {
            let value = try body(rows)
            try rows.writeNews()
            return value
          } catch {
            if let fault = rows.fault { throw fault }
            own = error
            // Whatever it is: what was done until here is taken back.
            throw PostgresError.unreadable("the request cannot be processed")
          }
        }
      }
    } catch {
      throw own ?? error.storeError
    }
  }

  // MARK: - The runner

  package var place: String { "the database, for \(tenant)" }

  package func lockForWatching() throws(StoreError) -> (any FileLock)? {
    do throws(PostgresError) {
      return try PostgresLock(try lender.connect(), "watching/\(tenant)")
    } catch {
      throw error.storeError
    }
  }

  package func keepStatus(_ bytes: [UInt8]) throws(StoreError) {
    try call { rows throws(StoreError) in
      _ = try rows.run("update sagevoice.store set status = $2 where tenant = $1", .bytes(bytes))
    }
  }

  /// What the runner said of itself last; nil when it never did.
  package func status() throws(StoreError) -> [UInt8]? {
    try call { rows throws(StoreError) in
      let found = try rows.run(
        "select status from sagevoice.store where tenant = $1 and status is not null")
      return try rows.read { () throws(PostgresError) in try found.first?.bytes(0) }
    }
  }

  // MARK: - Names

  package func userHash(of userID: String) -> UserHash { names.user(userID) }

  package func profileHash(of profile: UserProfile) -> String { names.profile(profile) }

  package func identity(_ facts: IdentityFacts) -> RecordingIdentity { names.identity(facts) }

  package func inboxNameHash() -> @Sendable (String) -> String { names.inboxName() }

  // MARK: - Sessions

  package func session(_ id: SessionID) throws(StoreError) -> PostgresSession {
    try call { rows throws(StoreError) in try rows.checkThatNotPurged(id) }
    return PostgresSession(id, in: self)
  }

  package func existingSession(_ id: SessionID) throws(StoreError) -> PostgresSession? {
    try holds(id) ? PostgresSession(id, in: self) : nil
  }

  package func holds(_ id: SessionID) throws(StoreError) -> Bool {
    try call { rows throws(StoreError) in try rows.holds(id) }
  }

  package func wasPurged(_ id: SessionID) throws(StoreError) -> Bool {
    try call { rows throws(StoreError) in try rows.wasPurged(id) }
  }

  package func telling(of session: SessionID) throws(StoreError) -> SessionTelling? {
    try call { rows throws(StoreError) in try rows.telling(of: session) }
  }

  package func tellings(
    ofRecording sha256: String
  ) throws(StoreError) -> [SessionTelling] {
    try call { rows throws(StoreError) in
      let found = try rows.sessions(
        """
        select id from sagevoice.kept_session where tenant = $1 and recording_sha = $2
        order by place
        """, rows.column(sha256, .sound))
      var tellings: [SessionTelling] = []
      for id in found { if let telling = try rows.telling(of: id) { tellings.append(telling) } }
      return tellings
    }
  }

  package func sessionResults(
    of session: SessionID
  ) throws(StoreError) -> SessionResults? {
    try call { rows throws(StoreError) in
      guard let found = try rows.session(session) else { return nil }
      return SessionResults(
        session, header: found.header, state: found.state?.state,
        answers: try rows.read(.answers, of: session),
        computed: try rows.read(.computed, of: session))
    }
  }

  package func isAmended(_ session: SessionID) throws(StoreError) -> Bool {
    try call { rows throws(StoreError) in
      try rows.finds(
        """
        select 1 from sagevoice.kept_session where tenant = $1 and parent = $2::text::uuid limit 1
        """, .session(session))
    }
  }

  package func first(with identity: RecordingIdentity) throws(StoreError) -> SessionID? {
    try call { rows throws(StoreError) in
      try rows.sessions(
        """
        select id from sagevoice.kept_session
        where tenant = $1 and identity = $2 and counts_as_first order by place limit 1
        """, .text(identity.text)
      ).first
    }
  }

  package func sessions(of user: UserHash) throws(StoreError) -> [SessionID] {
    try call { rows throws(StoreError) in try rows.sessions(of: user) }
  }

  /// What was done to a session, oldest first.
  package func actions(of session: SessionID) throws(StoreError) -> [String] {
    try call { rows throws(StoreError) in
      let lines = try rows.run(
        """
        select action from sagevoice.kept_line where tenant = $1 and session = $2::text::uuid
        order by number
        """, .session(session))
      return try rows.read { () throws(PostgresError) in
        try lines.map { line throws(PostgresError) in try line.text(0) }
      }
    }
  }

  /// Takes a session out for good, with what was put away of it.
  package func purge(_ session: SessionID) throws(StoreError) {
    try call { rows throws(StoreError) in try rows.purge(session) }
  }
}

/// The right to fill a store, for as long as its connection lasts.
private final class PostgresLock: FileLock {
  private let connection: PostgresConnection
  private let name: String

  /// The lock; nil while somebody else has it. The server may not know yet that a program is gone which
  /// had it, so it is waited for, a little [E].
  init?(_ connection: PostgresConnection, _ name: String) throws(PostgresError) {
    (self.connection, self.name) = (connection, name)
    try connection.run("select set_config('lock_timeout', '1000', false)")
    do throws(PostgresError) {
      try connection.run("select pg_advisory_lock(hashtextextended($1, 0))", [.text(name)])
    } catch {
      guard case .refused(.lockNotAvailable, _) = error else { throw error }
      return nil
    }
  }

  deinit { release() }

  func share() {}

  /// Without the connection the lock is gone already.
  func release() {
    _ = try? connection.run(
      "select pg_advisory_unlock(hashtextextended($1, 0))", [.text(name)])
  }
}
