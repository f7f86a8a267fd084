import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct DisclosureTests {
  private let stores: ExchangeStores

  init() throws { stores = try ExchangeStores() }

  /// The lines of the store's log about what left it.
  private func lines(of life: SessionLife) throws -> [AuditEntry] {
    try life.open(.reading).storeLog().lines.map(\.entry)
      .filter { $0.action.hasPrefix("exported") || $0.action == "shown" }
  }

  @Test func `what is shown of an encrypted store is said before it is`() throws {
    let life = try stores.store("a", .encrypted)[0]

    try life.open().disclose(.shown(life.id, part: "computed"))
    try life.open().disclose(.shown(life.id, part: nil))

    let entries = try lines(of: life)
    #expect(entries.map(\.action) == ["shown", "shown"])
    #expect(
      entries.map(\.field)
        == ["sessions/\(life.id.text)/computed", "sessions/\(life.id.text)"])
    #expect(entries.allSatisfy { $0.actor == "test" && $0.old == nil && $0.new == nil })
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test(arguments: [(ExportForm.complete, "exported"), (.deidentified, "exported_deidentified")])
  func `an export names its sessions in the log`(form: ExportForm, action: String) throws {
    let lives = try stores.store("a", .encrypted)

    try stores.export(lives[0], to: "out", form)

    let entries = try lines(of: lives[0])
    #expect(entries.map(\.action) == [action])
    #expect(
      entries.map(\.field) == [lives.map { "sessions/\($0.id.text)" }.joined(separator: " ")])
    #expect(try lives[0].open(.reading).verify().findings == [])
  }

  @Test func `people whose baselines leave are named by their keyed hashes`() throws {
    let life = try stores.store("a", .encrypted)[0]
    let store = try life.open()
    let anna = store.userHash(of: "anna@example.org")
    try store.keep(["person": ["user_id": "anna@example.org"]], for: anna, reason: "r")
    var request = ExportRequest(of: [life.id], to: stores.path("out"), version: "0.5.0")
    request.baselines = .all

    _ = try store.export(request)

    let field = try #require(try lines(of: life).first?.field)
    #expect(field == "sessions/\(life.id.text) baselines/\(anna.text)")
    #expect(!field.contains("anna"))
  }

  @Test func `a log that cannot be written to keeps everything inside`() throws {
    let life = try stores.store("a", .encrypted)[0]
    let store = try life.open(.reading)
    let request = ExportRequest(of: [life.id], to: stores.path("out"), version: "0.5.0")

    #expect(throws: ExchangeError.store(.readOnly)) { try store.export(request) }
    #expect(throws: StoreError.readOnly) { try store.disclose(.shown(life.id, part: nil)) }
    #expect(try stores.files.list(stores.scratch.path) == ["a"])
  }

  @Test func `many sessions take several short lines`() throws {
    let life = try stores.store("a", .encrypted)[0]
    let sessions = Array(repeating: life.id, count: 205)

    try life.open().disclose(.exported(sessions, baselines: .none, .complete))

    let counts = try lines(of: life).compactMap { $0.field?.split(separator: " ").count }
    #expect(counts == [100, 100, 5])
  }

  @Test func `a store without a key says nothing and may be read only`() throws {
    let life = try stores.store("a")[0]
    let before = try stores.tree("a")["audit.log"]

    try stores.export(life, to: "out")
    try life.open(.reading).disclose(.shown(life.id, part: nil))

    #expect(try stores.tree("a")["audit.log"] == before)
  }
}
