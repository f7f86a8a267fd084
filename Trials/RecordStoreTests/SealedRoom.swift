// A database of one test with encrypted stores.

import PostgresStore
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

/// A database, and stores of one tenant in it.
struct SealedRoom {
  static let anna = "anna@example.org"

  /// A guest who is linked to the account of anna.
  private static let guest = "guest-" + SessionLife("", number: 9).id.text

  let scratch: Scratch
  let clock = FixedClock()
  let server: PostgresServer
  let database: String

  init() throws {
    scratch = try Scratch()
    server = try PostgresServer.shared()
    database = try server.freshDatabase()
  }

  /// A copy of another database without connections.
  init(copyOf other: SealedRoom) throws {
    scratch = try Scratch()
    server = other.server
    database = try server.freshDatabase(like: other.database)
  }

  /// A database with encrypted values of every kind, and several sessions and files.
  static func full(of keys: [StoreKey]) throws -> SealedRoom {
    let room = try SealedRoom()
    let store = try room.store(keys)
    try room.fill(store)
    let user = store.userHash(of: anna)
    for number in 2...3 {
      try store.session(SessionLife("", number: number).id).commit(
        SessionChange(
          "claimed", state: StateRecord(.filed), documents: [.computed: [UInt8(number)]]))
    }
    try store.save(["step": "MARKSTEP"], as: .journey, of: user)
    try store.save(TestPerson.person(guest), for: store.userHash(of: guest), reason: "r")
    try store.adopt(guest: guest, user: anna)
    try room.putAway("nobody.wav", of: nil, in: store)
    return room
  }

  /// Values of every kind in a store.
  @discardableResult
  func fill(_ store: RecordStore) throws -> SessionLife {
    var life = SessionLife("", number: 1)
    (life.userID, life.clock) = (Self.anna, clock)
    let session = try store.session(life.id)
    var header = SessionHeader(
      recording: life.recording, settingsSHA256: String(repeating: "5", count: 64), version: "1")
    header.user = store.userHash(of: Self.anna)
    (header.context, header.reference) = ("MARKCONTEXT", "MARKREFERENCE")
    var change = SessionChange(
      "claimed", header: header, state: StateRecord(.claimed),
      documents: [.answers: life.answers, .quick: life.quick, .audio: life.audio])
    change.note = (field: "user_id", old: nil, new: Self.anna)
    try session.commit(change)
    try session.noteOnce("looked_at", field: "by", new: "MARKLOOK")
    try session.noteOnce("looked_at", field: "by", new: "MARKLOOK")
    let user = store.userHash(of: Self.anna)
    try store.save(TestPerson.person(Self.anna), for: user, reason: "r")
    _ = try store.save(["n": "MARKBASELINE"], for: user, inPlaceOf: nil, reason: "r")
    try store.raise([TestPerson.alert], by: life.id, for: user)
    try putAway("MARKFILE.wav", of: life.id, in: store)
    try store.reportStranded("/in/MARKLEFT.wav", named: "MARKLEFT.wav", for: ContractedStore.fault)
    return life
  }

  private func putAway(
    _ name: String, of session: SessionID?, in store: RecordStore
  ) throws {
    let source = "\(scratch.path)/\(name)"
    try POSIXFileSystem().create(source, Array("MARKBYTES".utf8))
    _ = try store.quarantine(
      QuarantinedFile(source: source, name: name, fault: ContractedStore.fault, session: session))
  }

  // MARK: - Stores

  var pool: ConnectionPool { server.pool(to: database, as: .clinic) }

  /// The store of the tenant. Plain without keys.
  func store(
    _ keys: [StoreKey], for access: StoreAccess = .writing,
    through database: (any SQLDatabase)? = nil
  ) throws(StoreError) -> RecordStore {
    try RecordStore(
      database ?? PostgresDatabase(pool), tenant: "a",
      keys: keys.isEmpty ? nil : KeyedStore.keys(keys), access: access,
      clock: clock)
  }

  /// All decrypted values by their places.
  func contents(_ keys: [StoreKey]) throws -> [String: [UInt8]] {
    let store = try store(keys, for: .reading)
    var found = try store.decrypted()
    for id in try store.sessionIDs() {
      found["\(id.text), done"] = Array(try store.actions(of: id).joined(separator: " ").utf8)
    }
    // The link exists already, so the call changes nothing and returns the sessions of the record.
    let adopted = try self.store(keys).adopt(guest: Self.guest, user: Self.anna)
    found["adopted"] = Array(adopted.map(\.text).joined(separator: " ").utf8)
    return found
  }

  /// Expects all values unchanged under one key, and no findings.
  func expectAll(
    _ contents: [String: [UInt8]], under key: StoreKey, _ context: Comment? = nil
  ) throws {
    #expect(try self.contents([key]) == contents, context)
    #expect(try Set(keyNames().values.joined()) == [key.id], context)
    #expect(try store([key]).check() == [], context)
  }

  // MARK: - The owner of the database, without row security

  func connection() throws -> PostgresConnection { try server.connection(to: database) }

  func run(_ sql: String, _ parameters: [SQLValue] = []) throws {
    try connection().run(sql, parameters)
  }

  func all() throws -> String { try server.everything(in: database) }

  /// The key names of every encrypted column.
  func keyNames() throws -> [String: [String]] {
    let connection = try connection()
    let columns = try connection.run(
      """
      select c.relname::text, a.attname::text from pg_attribute a join pg_class c on c.oid = attrelid
      where relnamespace = 'sagevoice'::regnamespace and relkind = 'r' and atttypid = 'bytea'::regtype
        and attnum > 0 and not attisdropped order by 1, 2
      """)
    var found: [String: [String]] = [:]
    for column in columns {
      let (table, name) = (try column.text(0), try column.text(1))
      let values = try connection.run(
        "select \(name) from sagevoice.\(table) where \(name) is not null")
      let keys = try values.compactMap { SealedHead(of: try $0.bytes(0))?.key }
      if !keys.isEmpty { found["\(table).\(name)"] = keys }
    }
    return found
  }
}
