// Sessions from one store to another, and back.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct ExchangeTests {
  private let stores: ExchangeStores

  init() throws { stores = try ExchangeStores() }

  private func findings(_ name: String, _ kind: StoreKind = .open) throws -> [Finding] {
    try SessionLife(stores.path(name), kind).open(.reading).verify().findings
  }

  @Test(arguments: ["out", "out.zip"])
  func `what is exported, imported and exported again is the same to the byte`(
    name: String
  ) throws {
    let lives = try stores.store("a")
    try stores.export(lives[0], to: "1" + name)
    let report = try stores.empty("b").importSessions(from: stores.path("1" + name))
    try stores.export(SessionLife(stores.path("b")), to: "2" + name)
    try stores.export(lives[0], to: "x")
    try stores.export(SessionLife(stores.path("b")), to: "y")

    #expect(report.imported == lives.map(\.id))
    #expect(try stores.tree("x") == stores.tree("y"))
    #expect(try stores.tree("x").count == 15)
    #expect(try findings("b") == [])
    if name.hasSuffix("zip") {
      #expect(
        try stores.files.read(stores.path("1" + name)) == stores.files.read(stores.path("2" + name))
      )
    }
  }

  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func `documents and their history go into any kind of store`(
    from: StoreKind, to: StoreKind
  ) throws {
    let lives = try stores.store("a", from)
    try stores.export(lives[0], to: "out.zip")
    _ = try stores.empty("b", to).importSessions(from: stores.path("out.zip"))
    let other = try SessionLife(stores.path("b"), to).open(.reading)

    for life in lives {
      let session = try #require(try other.existingSession(life.id))
      #expect(try session.read(.computed) == life.computed)
      #expect(try session.read(.audio) == life.audio)
      #expect(try session.auditLines().map(\.entry.action).starts(with: ["claimed", "analysed"]))
      #expect(try session.state()?.state == .filed)
    }
    #expect(try findings("b", to) == [])
    #expect(try other.sessions(SessionQuery()).map(\.id) == lives.reversed().map(\.id))
  }

  @Test func `an export from an encrypted store holds no ciphertext and no key`() throws {
    let lives = try stores.store("a", .encrypted)

    try stores.export(lives[0], to: "out")

    let tree = try stores.tree("out")
    #expect(tree["sessions/\(lives[0].id.text)/quick.json"] == lives[0].quick)
    #expect(tree.values.allSatisfy { !SealedHead.begins($0) })
  }

  @Test func `sessions that are there already are passed over`() throws {
    let lives = try stores.store("a")
    try stores.export(lives[0], to: "out")
    let store = try stores.empty("b")
    _ = try store.importSessions(from: stores.path("out"))
    let before = try stores.files.read(stores.path("b/audit.log"))

    let again = try store.importSessions(from: stores.path("out"))

    #expect(again == ImportReport(imported: [], present: lives.map(\.id)))
    #expect(try stores.files.read(stores.path("b/audit.log")) == before)
  }

  @Test func `a session with other contents is named and nothing is imported`() throws {
    let lives = try stores.store("a")
    try stores.export(lives[0], to: "out")
    let store = try stores.empty("b")
    try store.session(lives[0].id).write(.answers, Array("{}".utf8))

    let error = #expect(throws: ExchangeError.self) {
      try store.importSessions(from: stores.path("out"))
    }

    #expect(
      error == .conflicts([SessionConflict(session: lives[0].id, reason: .otherContents)]))
    #expect(try store.sessionIDs() == [lives[0].id])
  }

  @Test func `a purged session does not come back`() throws {
    let lives = try stores.store("a")
    try stores.export(lives[0], to: "out")
    let store = try lives[0].open()
    _ = try store.purge(.sessions([lives[0].id]), reason: "r", .forGood)

    let error = #expect(throws: ExchangeError.self) {
      try store.importSessions(from: stores.path("out"))
    }

    #expect(error == .conflicts([SessionConflict(session: lives[0].id, reason: .purged)]))
  }

  @Test func `a person is found, and purged, in a store that knows them by another hash`() throws {
    let lives = try stores.store("a")
    try stores.export(lives[0], to: "out")
    let store = try stores.empty("b")
    _ = try store.importSessions(from: stores.path("out"))
    var query = SessionQuery()
    query.user = store.userHash(of: "anna@example.org")
    #expect(try store.sessions(query) == [])

    let found = try store.sessions(ofUser: "anna@example.org", SessionQuery()).map(\.id)
    // The answers of both name her; a guest's answers would not.
    #expect(Set(found) == Set(lives.map(\.id)))
    #expect(try store.sessions(ofUser: "ben@example.org", SessionQuery()) == [])
    let erasure = try store.erase(user: "anna@example.org", reason: "r", .forGood)
    #expect(erasure.sessions == found.reversed())

    #expect(try store.sessionIDs() == [])
    #expect(try findings("b") == [])
  }

  @Test func `sessions of a person without answers are found by those that have them`() throws {
    let lives = try stores.store("a", people: ["anna@example.org", "anna@example.org", "ben"])
    for life in lives.dropFirst() {
      var change = SessionChange("forgotten")
      change.removed = [.answers]
      try life.open().session(life.id).commit(change)
    }
    try stores.export(lives[0], to: "out")
    let store = try stores.empty("b")
    _ = try store.importSessions(from: stores.path("out"))

    let found = try store.sessions(ofUser: "anna@example.org", SessionQuery()).map(\.id)

    #expect(Set(found) == [lives[0].id, lives[1].id])
  }

  @Test func `the file of a refused recording stays behind, and nothing misses it`() throws {
    let lives = try stores.store("a")
    try stores.files.create(stores.path("x.wav"), [1, 2])
    try lives[0].open().keepFailed(
      FailedFile(
        source: stores.path("x.wav"), name: "x.wav",
        fault: StateFault("c", message: "m", advice: "a"), session: lives[0].id))
    try stores.export(lives[0], to: "out")

    _ = try stores.empty("b").importSessions(from: stores.path("out"))
    try stores.export(SessionLife(stores.path("b")), to: "again")

    #expect(try findings("b") == [])
    #expect(try stores.tree("out") == stores.tree("again"))
    #expect(try stores.tree("a/failed").count == 2)
  }

  @Test func `an export is not written over anything, and is all there or not at all`() throws {
    let lives = try stores.store("a")
    try stores.export(lives[0], to: "out")
    #expect(throws: ExchangeError.self) { try stores.export(lives[0], to: "out") }
    let quick = stores.path("a/sessions/\(lives[0].id.text)/quick.json")
    try stores.files.removeFile(quick)

    for name in ["b", "b.zip"] {
      #expect(throws: ExchangeError.self) { try stores.export(lives[0], to: name) }
    }

    #expect(try stores.files.list(stores.scratch.path) == ["a", "out"])
  }

  @Test func `a fault at any step of an export leaves nothing behind`() throws {
    let lives = try stores.store("a", people: ["anna"])
    for name in ["b", "b.zip"] {
      var step = 0
      while true {
        step += 1
        let faulty = FaultyFileSystem()
        var life = lives[0]
        life.fileSystem = faulty
        let store = try life.open(.reading)
        faulty.plan = .failOnce(step: faulty.steps + step, code: 28)
        let request = ExportRequest(
          of: [life.id], to: stores.path("\(step)\(name)"), version: "0.5.0")
        _ = try? store.export(request)
        guard faulty.hasFailed else { break }
        let partial = try stores.files.list(stores.scratch.path).filter { $0.contains(".partial") }
        #expect(partial == [], "step \(step)")
      }
      print("export to \(name): failed at \(step - 1) steps")
      #expect(step > 10)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an import that a crash interrupts leaves whole sessions or none`(kind: StoreKind) throws {
    let lives = try stores.store("a")
    try stores.export(lives[0], to: "out")
    var step = 0
    while true {
      step += 1
      let name = "b\(step)"
      let faulty = FaultyFileSystem()
      try interrupted(name, kind, faulty, at: step)
      guard faulty.hasFailed else { break }

      let store = try stores.empty(name, kind)
      #expect(try findings(name, kind) == [], "step \(step)")
      let found = try store.sessionIDs()
      for id in found { #expect(try store.session(id).state()?.state == .filed) }
      let report = try store.importSessions(from: stores.path("out"))
      #expect(Set(report.present) == Set(found), "step \(step)")
      #expect(try store.sessionIDs() == lives.map(\.id), "step \(step)")
    }
    print("import into \(kind) store: died at \(step - 1) steps")
    #expect(step > 40)
  }

  /// Forgets the store at the end, as the death of a program does.
  private func interrupted(
    _ name: String, _ kind: StoreKind, _ faulty: FaultyFileSystem, at step: Int
  ) throws {
    let store = try stores.empty(name, kind, faulty)
    faulty.plan = .die(step: faulty.steps + step)
    _ = try? store.importSessions(from: stores.path("out"))
  }
}
