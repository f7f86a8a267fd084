import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct DisclosureTests {
  private let stores: ExchangeStores

  init() throws { stores = try ExchangeStores() }

  /// The lines about access in the history of a store.
  private func lines(
    of store: RecordStore
  ) throws -> [(actor: String?, action: String, field: String?)] {
    try store.tenantLines().filter { $0.action.hasPrefix("exported") || $0.action == "shown" }
      .map { ($0.actor, $0.action, $0.field) }
  }

  @Test func `an encrypted store records reads of data`() throws {
    let (store, lives) = try stores.store(.encrypted)
    let id = lives[0].id

    try store.disclose(.shown(id, part: "computed"))
    try store.disclose(.shown(id, part: nil))

    let found = try lines(of: store)
    #expect(found.map(\.action) == ["shown", "shown"])
    #expect(found.map(\.field) == ["sessions/\(id.text)/computed", "sessions/\(id.text)"])
    #expect(try store.check() == [])
  }

  @Test(arguments: [(ExportForm.complete, "exported"), (.deidentified, "exported_deidentified")])
  func `an encrypted store records the sessions of an export`(
    form: ExportForm, action: String
  ) throws {
    let (store, lives) = try stores.store(.encrypted)

    try stores.export(store, to: "out", form: form)

    let found = try lines(of: store)
    #expect(found.map(\.action) == [action])
    #expect(found.map(\.field) == [lives.map { "sessions/\($0.id.text)" }.joined(separator: " ")])
    #expect(try store.check() == [])
  }

  @Test func `exported people are recorded by their keyed hashes`() throws {
    let (store, lives) = try stores.store(.encrypted, people: ["anna@example.org"])
    try TestPerson.save("anna@example.org", in: store)
    try stores.export(store, to: "out", .all)
    try stores.export(store, to: "study", .all, form: .deidentified)

    let fields = try lines(of: store).map(\.field)
    let (session, hash) = (
      "sessions/\(lives[0].id.text)", store.userHash(of: "anna@example.org").text
    )
    #expect(fields == ["\(session) baselines/\(hash) people/\(hash)", session])
  }

  @Test func `an encrypted store that is open for reading exports nothing`() throws {
    let path = stores.path("a.sqlite")
    let written = try stores.empty(.encrypted, on: SQLiteDatabase(at: path, for: .writing))
    let life = SessionLife("", .encrypted)
    try life.live(in: written)
    let store = try RecordStore(
      SQLiteDatabase(at: path, for: .reading), tenant: "a", keys: StoreKind.encrypted.key,
      access: .reading)
    let request = ExportRequest(of: [life.id], to: stores.path("out"), version: "0.5.0")

    #expect(throws: ExchangeError.store(.readOnly)) { try store.export(request) }
    #expect(throws: StoreError.readOnly) { try store.disclose(.shown(life.id, part: nil)) }
    #expect(try stores.files.list(stores.scratch.path).allSatisfy { !$0.hasPrefix("out") })
  }

  @Test func `many sessions need several lines`() throws {
    let (store, lives) = try stores.store(.encrypted)
    let sessions = Array(repeating: lives[0].id, count: 205)

    try store.disclose(.exported(sessions, baselines: .none, .complete))

    let counts = try lines(of: store).compactMap { $0.field?.split(separator: " ").count }
    #expect(counts == [100, 100, 5])
  }

  @Test func `a plain store records access on behalf of a person only`() throws {
    let (store, lives) = try stores.store()
    let clara = try #require(AuditActor("staff/Clara"))

    try stores.export(store, to: "out")
    try store.disclose(.shown(lives[0].id, part: nil))
    #expect(try lines(of: store).isEmpty)
    try AuditActor.$acting.withValue(clara) {
      _ = try stores.export(store, to: "again")
    }

    #expect(try lines(of: store).map(\.actor) == ["staff/Clara"])
  }
}
