// Sessions from one store to another, and back.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct ExchangeTests {
  private let stores: ExchangeStores
  private let anna = "anna@example.org"

  init() throws { stores = try ExchangeStores() }

  @Test(arguments: ["out", "out.zip"])
  func `the same sessions give the same bytes at any time`(name: String) throws {
    let (store, _) = try stores.store()
    try stores.export(store, to: "1" + name)
    stores.clock.advance(milliseconds: 1000)
    try stores.export(store, to: "2" + name)

    if name.hasSuffix("zip") {
      let zips = try ["1", "2"].map { try stores.files.read(stores.path($0 + name)) }
      #expect(zips[0] == zips[1])
    } else {
      #expect(try stores.tree("1" + name) == stores.tree("2" + name))
      #expect(try stores.tree("1" + name).count == 15)
    }
  }

  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func `documents and history of an imported session equal the exported ones`(
    from: StoreKind, to: StoreKind
  ) throws {
    let (store, lives) = try stores.store(from)
    try stores.export(store, to: "out.zip")
    stores.clock.advance(milliseconds: 1000)
    let other = try stores.empty(to)

    let report = try stores.imported("out.zip", into: other)

    #expect(report.imported == lives.map(\.id))
    for life in lives {
      let (before, after) = (try store.copy(of: life.id), try other.copy(of: life.id))
      #expect(before.digest == after.digest)
      #expect(after.documents[.audio] == life.audio)
      #expect(Array(after.entries.prefix(before.entries.count)) == before.entries)
      #expect(
        after.entries.dropFirst(before.entries.count).map(\.action) == ["exported", "imported"])
      #expect(try other.existingSession(life.id)?.state()?.state == .filed)
    }
    #expect(try other.check() == [])
    #expect(try other.sessions(SessionQuery()).map(\.id) == lives.reversed().map(\.id))
  }

  @Test func `an export from an encrypted store holds no ciphertext and no key`() throws {
    let (store, lives) = try stores.store(.encrypted)

    try stores.export(store, to: "out")

    let tree = try stores.tree("out")
    #expect(tree["sessions/\(lives[0].id.text)/quick.json"] == lives[0].quick)
    #expect(tree.values.allSatisfy { !SealedHead.begins($0) })
  }

  @Test func `sessions that the store has with the same documents are skipped`() throws {
    let (source, lives) = try stores.store()
    try stores.export(source, to: "out")
    let store = try stores.empty()
    try stores.imported("out", into: store)
    let before = try store.tenantLines().count

    let again = try stores.imported("out", into: store)

    #expect(again == ImportReport(imported: [], present: lives.map(\.id)))
    #expect(try store.tenantLines().count == before)
    #expect(try store.actions(of: lives[0].id) == ["imported"])
    // The source store has it too.
    #expect(try stores.imported("out", into: source).present == lives.map(\.id))
  }

  @Test func `a session with different documents is reported and nothing is imported`() throws {
    let (source, lives) = try stores.store()
    try stores.export(source, to: "out")
    let store = try stores.empty()
    try store.session(lives[1].id).commit(
      SessionChange("told", documents: [.answers: Array("{}".utf8)]))

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: store) }

    #expect(error == .conflicts([SessionConflict(session: lives[1].id, reason: .otherContents)]))
    #expect(try store.sessions(toSync: nil) == [lives[1].id])
  }

  @Test func `a purged session is reported and nothing is imported`() throws {
    let (store, lives) = try stores.store()
    try stores.export(store, to: "out")
    try store.purge(lives[0].id)

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: store) }

    #expect(error == .conflicts([SessionConflict(session: lives[0].id, reason: .purged)]))
  }

  @Test func `a session from before the erasure of its person is refused`() throws {
    let (source, lives) = try stores.store()
    try stores.export(source, to: "out")
    let store = try stores.empty()
    try store.eraseAll(of: anna, reason: "asked for")

    let error = #expect(throws: ExchangeError.self) { try stores.imported("out", into: store) }

    #expect(error == .conflicts([SessionConflict(session: lives[0].id, reason: .purged)]))
    #expect(try store.sessions(toSync: nil) == [])
  }

  @Test func `a person is found and erased in a store with other hashes`() throws {
    let (source, lives) = try stores.store()
    try stores.export(source, to: "out")
    let store = try stores.empty()
    try stores.imported("out", into: store)

    #expect(try store.sessions(ofUser: anna, SessionQuery()).map(\.id) == [lives[0].id])
    #expect(try store.sessions(ofUser: "ben@example.org", SessionQuery()) == [])
    // The answers of the other session, which has no owner, name the person.
    let erasure = try store.eraseAll(of: anna, reason: "r")

    #expect(erasure.sessions == lives.map(\.id))
    #expect(try store.sessions(toSync: nil) == [] && store.check() == [])
  }

  @Test func `sessions of a person without answers are found by those with answers`() throws {
    let (source, lives) = try stores.store(people: [anna, anna, "ben"])
    for life in lives.dropFirst() {
      var change = SessionChange("forgotten")
      change.removed = [.answers]
      try source.session(life.id).commit(change)
    }
    try stores.export(source, to: "out")
    let store = try stores.empty()
    try stores.imported("out", into: store)

    #expect(try store.sessions(of: store.userHash(of: anna)) == [lives[0].id, lives[1].id])
  }

  @Test func `quarantined files are not exported`() throws {
    let (source, lives) = try stores.store()
    try source.quarantine(stores.scratch.failed([1, 2], of: lives[0].id))
    try stores.export(source, to: "out")
    let store = try stores.empty()

    try stores.imported("out", into: store)

    #expect(try store.failures().isEmpty && store.check() == [])
    #expect(try source.failures().count == 1)
  }

  @Test func `an export replaces nothing, and is complete or absent`() throws {
    let (store, lives) = try stores.store()
    try stores.export(store, to: "out")
    #expect(throws: ExchangeError.self) { try stores.export(store, to: "out") }
    try store.write { rows in try rows.remove(.quick, of: lives[1].id) }
    try store.write { rows in
      try rows.write(Array("{}".utf8), as: .computed, of: lives[1].id)
    }

    for name in ["b", "b.zip"] {
      let error = #expect(throws: ExchangeError.self) { try stores.export(store, to: name) }
      #expect(error?.description.contains(lives[1].id.text) == true)
    }

    #expect(try stores.files.list(stores.scratch.path) == ["out"])
  }

  @Test func `a session that is not in the store is not exported`() throws {
    let id = SessionLife("", number: 7).id
    let request = ExportRequest(of: [id], to: stores.path("out"), version: "1")

    #expect(throws: ExchangeError.store(.noSession(id))) { try stores.empty().export(request) }
    #expect(try stores.files.list(stores.scratch.path) == [])
  }

  @Test func `a disk failure at any step of an export leaves nothing`() throws {
    let faulty = FaultyFileSystem()
    let (store, _) = try stores.store(people: ["anna"], faulty)
    for name in ["b", "b.zip"] {
      var step = 0
      while true {
        step += Steps.every(5)
        let before = faulty.steps
        faulty.plan = .failOnce(step: before + step, code: 28)
        _ = try? stores.export(store, to: "\(step)\(name)")
        faulty.plan = .none
        guard faulty.steps >= before + step else { break }
        let partial = try stores.files.list(stores.scratch.path).filter { $0.contains(".partial") }
        #expect(partial == [], "step \(step)")
      }
      print("export to \(name): ends before step \(step)")
      #expect(step > 5)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an interrupted import leaves whole sessions or none, and can be repeated`(
    kind: StoreKind
  ) throws {
    let (source, lives) = try stores.store()
    try stores.export(source, to: "out")

    let calls = try stores.interruptImport(of: "out", into: kind) {
      store, report, before, call throws in
      #expect(report.present == before, call)
      #expect(try store.sessions(toSync: nil) == lives.map(\.id), call)
      for life in lives { #expect(try store.session(life.id).read(.audio) == life.audio, call) }
    }

    #expect(calls > 3)
  }

  @Test func `export and import report progress for each session`() throws {
    let (store, _) = try stores.store(people: [anna, nil, "ben@example.org"])
    let (exported, imported) = (StepCounter(), StepCounter())
    var request = ExportRequest(
      of: try store.sessions(toSync: nil), to: stores.path("out.zip"), version: "0.5.0")
    request.progress = exported.add

    let report = try store.export(request)
    _ = try stores.empty().importSessions(from: stores.path("out.zip"), reporting: imported.add)

    #expect(exported.all == (0...6).map { [$0, 6] } && imported.all == exported.all)
    #expect(report.guests == 1)
  }

  @Test func `the folders of a store without its database are imported`() throws {
    let scratch = try Scratch()
    var life = SessionLife(scratch.store)
    life.userID = anna
    let lost = try life.open()
    try life.live(in: lost)
    try TestPerson.save(anna, in: lost)
    let baselines = try lost.baselines(for: lost.userHash(of: anna)).map(\.content)
    let rebuilt = try RecordStore(SQLiteDatabase(), tenant: "a")
    #expect(throws: ExchangeError.self) { try rebuilt.importSessions(from: scratch.store) }
    for name in try POSIXFileSystem().list(scratch.store) where name.hasPrefix("store.sqlite") {
      try POSIXFileSystem().removeFile("\(scratch.store)/\(name)")
    }

    let report = try rebuilt.importSessions(from: scratch.store)

    let (session, user) = (try rebuilt.session(life.id), rebuilt.userHash(of: anna))
    #expect(report.imported == [life.id])
    #expect(try session.read(.audio) == life.audio)
    #expect(try session.read(.computed) == life.computed)
    #expect(try session.header()?.user == user)
    #expect(try rebuilt.copy(ofPerson: anna).persons.map(\.number) == [1, 2])
    #expect(try rebuilt.baselines(for: user).map(\.content) == baselines)
    #expect(try rebuilt.alerts(for: user).count == 2)
    #expect(try rebuilt.check() == [])
  }
}
