// An encrypted store in a database: personal data in the database, and changes of keys.

import PostgresStore
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct SealedDatabaseTests {
  private static let anna = SealedRoom.anna

  private let old = KeyedStore.old
  private let new = KeyedStore.new

  private static let marks =
    TestPerson.words.filter { !["MARKNOTE", "MARKSTEP"].contains($0) } + [
      anna, "MARKCONTEXT", "MARKREFERENCE", "MARKLOOK", "MARKBASELINE", "MARKFILE", "MARKBYTES",
      "MARKLEFT", "Größe",
    ]

  /// The marks in a text, plain or in hexadecimal digits.
  private static func marks(in text: String) -> Set<String> {
    Set(marks.filter { text.contains($0) || text.contains(Hex.text(of: Array($0.utf8))) })
  }

  @Test func `an encrypted database holds no readable personal data`() throws {
    let (plain, room) = (try SealedRoom(), try SealedRoom())
    _ = try plain.fill(plain.store([]))
    let store = try room.store([old])
    let life = try room.fill(store)

    let (read, sealed) = (try plain.all(), try room.all())
    let rows = try room.server.connection(to: room.database).run("select keys from sagevoice.store")
    let secret = try RowEncryption(try #require(try rows.first?.bytes(0)), KeyedStore.keys([old]))
      .secret

    // The marks exist in the plain data.
    let known = Self.marks(in: read)
    #expect(known.count >= Self.marks.count - 2, "\(Set(Self.marks).subtracting(known))")
    #expect(Self.marks(in: sealed) == [])
    #expect(!sealed.contains(Hex.text(of: life.audio)))
    #expect(read.contains(Hex.text(of: life.audio)))
    #expect(!sealed.contains(Hex.text(of: secret)))
    #expect(try store.check() == [])
    #expect(try store.actions(of: life.id) == ["claimed", "looked_at"])
    #expect(try store.metadata(ofRecording: life.recording.sha256 ?? "").count == 1)
    #expect(try store.failures().map(\.bytes) == [Array("MARKBYTES".utf8)])
    #expect(try store.strandedReports().map(\.path) == ["/in/MARKLEFT.wav"])
    #expect(try Contents.check(room.server.connection(to: room.database)).problems == [])
  }

  @Test func `an encrypted store needs its key, an unencrypted one refuses a key`()
    throws
  {
    let (plain, room) = (try SealedRoom(), try SealedRoom())
    _ = try plain.store([])
    _ = try room.store([old])

    func fault(_ room: SealedRoom, _ keys: [StoreKey]) -> StoreError? {
      #expect(throws: StoreError.self) { try room.store(keys) }
    }
    let (keyless, other) = (fault(room, []), fault(room, [new]))

    #expect(keyless == .keyNeeded && other == .wrongKey)
    #expect(fault(plain, [old]) == .notEncrypted)
    // A version without keys creates the row of its tenant, and reads its secret.
    let connection = try room.server.connection(to: room.database, as: "login_clinic")
    let refused = #expect(throws: SQLError.self) {
      try connection.transaction(of: "a") { () throws(SQLError) in
        _ = try connection.run(
          "insert into sagevoice.store (tenant, secret) values ('a', $1) on conflict do nothing",
          [.bytes(StoreSecrets.newSecret())])
      }
    }
    #expect(refused?.description.contains("the store of this tenant is encrypted") == true)
  }

  @Test func `a new first key becomes the store key and all data stays readable`()
    throws
  {
    let room = try SealedRoom()
    let before = try room.store([old])
    let both = try room.store([old, new])
    let life = try room.fill(before)

    let after = try room.store([new, old])
    let session = try #require(try after.existingSession(life.id))
    try session.commit(SessionChange("analysed", documents: [.computed: life.computed]))
    // A program that has not read the new key.
    let former = try #require(try before.existingSession(life.id))
    try former.commit(SessionChange("bundled", documents: [.bundle: [1, 2]]))

    let last = try room.store([new])
    let read = try #require(try last.existingSession(life.id))
    #expect(try read.read(.answers) == life.answers)
    #expect(try read.read(.computed) == life.computed)
    #expect(try read.read(.bundle) == [1, 2])
    #expect(try last.check() == [])
    #expect(try both.existingSession(life.id)?.read(.computed) == life.computed)
    #expect(try after.tenantLines().map(\.action).filter { $0 == "key_changed" }.count == 1)
    #expect(throws: StoreError.formerKey(current: "new")) { try room.store([old]) }
    // A program with the former key gets no report of damage, because the key may arrive later.
    let late = #expect(throws: StoreError.self) { try former.read(.computed) }
    #expect(late?.outlook == .transient)
  }

  @Test func `changed or moved rows of the database are found`() throws {
    let room = try SealedRoom()
    let store = try room.store([old])
    let life = try room.fill(store)
    let other = SessionLife("", number: 2)
    try store.session(other.id).commit(
      SessionChange("claimed", documents: [.answers: life.answers]))
    #expect(try store.check() == [])

    try room.run(
      """
      update sagevoice.kept_document d set bytes = o.bytes from sagevoice.kept_document o
      where d.name = 'answers' and o.name = 'answers' and d.session <> o.session
        and d.session = '\(life.id.text)'
      """)

    let session = try #require(try store.existingSession(life.id))
    let fault = #expect(throws: StoreError.self) { try session.read(.answers) }
    #expect(fault?.outlook != .transient)
    let found = try store.check()
    #expect(found.count == 1 && found[0].hasPrefix(life.id.text), "\(found)")
  }

  @Test func `guests of an encrypted database are encrypted and migrated`() throws {
    let room = try SealedRoom()
    let store = try room.store([old])
    let guests = try store.guests(in: room.scratch.store, actor: "test", clock: room.clock)
    let guest = "guest-" + SessionLife("", number: 9).id.text
    var life = SessionLife("", number: 1)
    life.userID = guest
    life.answers = Array("{\"user_id\":\"\(guest)\"}".utf8)
    let session = try guests.session(life.id)
    for var change in life.changes(in: guests) {
      change.header?.setPerson(userID: guest, of: guests)
      try session.commit(change)
    }
    try TestPerson.save(guest, in: guests)
    let move = GuestMigration(from: guests, to: store)

    try move.copyAll(guest)
    try move.clear(guest)

    #expect(guests.userHash(of: guest) == store.userHash(of: guest))
    let moved = try #require(try store.existingSession(life.id))
    #expect(try moved.read(.answers) == life.answers)
    #expect(try moved.read(.audio) == life.audio)
    #expect(try store.check() == [] && guests.sessions(of: store.userHash(of: guest)).isEmpty)
    #expect(Self.marks(in: try room.all()) == [])
    let out = room.scratch.path + "/out.zip"
    #expect(try store.exportAll(of: guest, to: out, version: "1").sessions == 1)
  }
}
