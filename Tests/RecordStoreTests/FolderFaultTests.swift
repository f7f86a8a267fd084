// Faults of a store in a folder: a file operation or a transaction fails once, or the program ends there. No data are
// lost, and the files equal the rows after the next opening.

import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct FolderFaultTests {
  enum Fault: CaseIterable, Sendable {
    /// A step on a file fails with EIO or ENOSPC.
    case device, full
    /// A transaction fails before or after its commit.
    case transaction, answer
    /// The program ends at a step on a file, or before or after the commit of a transaction.
    case death, deathBeforeCommit, deathAfterCommit

    var isOfFiles: Bool { [.device, .full, .death].contains(self) }
    var isDeath: Bool { [.death, .deathBeforeCommit, .deathAfterCommit].contains(self) }

    func plan(_ step: Int, _ files: FaultyFileSystem, _ database: OutageDatabase) {
      switch self {
      case .device: files.plan = .failOnce(step: step, code: 5)
      case .full: files.plan = .failOnce(step: step, code: 28)
      case .transaction: database.plan = .away(from: step, calls: 1, .beforeTheCall)
      case .answer: database.plan = .away(from: step, calls: 1, .beforeTheAnswer)
      case .death:
        files.plan = .die(step: step)
        files.meddler = { [weak files] _ in
          guard let files, files.steps + 1 >= step else { return }
          database.plan = .away(from: 0, calls: nil, .beforeTheCall)
        }
      case .deathBeforeCommit: database.plan = .away(from: step, calls: nil, .beforeTheCall)
      case .deathAfterCommit: database.plan = .away(from: step, calls: nil, .beforeTheAnswer)
      }
    }
  }

  private static let anna = "anna@example.org"
  private static let lives = (1...3).map { SessionLife("", number: $0) }

  /// A session, one without its recording, a purged one, a quarantined file, a person and an erased one. Can be repeated.
  private static func fill(_ store: RecordStore, _ scratch: Scratch) throws {
    try lives[0].live(in: store)
    try lives[1].live(in: store)
    _ = try store.purgeAudio(.sessions([lives[1].id]), reason: "r", .forGood)
    if try !store.wasPurged(lives[2].id) {
      try lives[2].live(in: store)
      try store.purge(lives[2].id)
    }
    try TestPerson.save(anna, in: store)
    try TestPerson.save("otto", in: store)
    try store.eraseAll(of: "otto", reason: "r")
    let source = "\(scratch.path)/x.wav"
    if try store.failureReports().isEmpty {
      try POSIXFileSystem().replace(source, with: [1, 2], durability: .eventual)
    }
    _ = try store.quarantine(
      QuarantinedFile(
        source: source, name: "x.wav", fault: ContractedStore.fault, session: lives[0].id))
  }

  private static func expectComplete(_ life: SessionLife, _ context: Comment) throws {
    let store = try life.open()
    #expect(try store.verify().findings == [], context)
    for (life, audio) in [(lives[0], lives[0].audio), (lives[1], nil)] {
      let session = try store.session(life.id)
      #expect(try session.state()?.state == .filed, context)
      #expect(try session.read(.answers) == life.answers, context)
      #expect(try session.read(.computed) == life.computed, context)
      #expect(try session.read(.audio) == audio, context)
    }
    #expect(try store.sessionIDs() == lives.prefix(2).map(\.id), context)
    #expect(try store.wasPurged(lives[2].id), context)
    #expect(try store.failures().map(\.bytes) == [[1, 2]], context)
    let user = store.userHash(of: anna)
    #expect(try store.copy(ofPerson: anna).persons.map(\.number) == [1, 2], context)
    #expect(try store.alerts(for: user).map(\.acknowledged?.note) == ["MARKNOTE", "MARKNOTE"])
    #expect(try store.read(.journey, of: user) == ["step": "MARKSTEP 2"], context)
    try expectCopies(store, context)
  }

  /// Expects audio files of rows, and copies that equal rows, and no other files.
  private static func expectCopies(_ store: RecordStore, _ context: Comment) throws {
    let root = try #require(store.root)
    let expected = try store.read { rows in
      let owners =
        try rows.sessions("select id from kept_session where tenant = $1").map(ChangedFiles.session)
        + rows.users().map(ChangedFiles.person)
        + rows.run("select number from failed_file where tenant = $1").map {
          ChangedFiles.failed(try $0.int(0))
        }
      var files: [String: [UInt8]] = [:]
      for folder in owners.flatMap(\.folders) {
        for (name, bytes) in try rows.copies(in: folder) ?? [:] {
          files["\(folder)/\(name)"] = bytes
        }
      }
      return files
    }
    var found = try Scratch.tree(root).filter { $0.key.contains("/") }
    let audio = found.removeValue(
      forKey: "sessions/\(lives[0].id.text)/\(SessionDocument.audio.name)")
    #expect(found == expected, context)
    #expect(audio != nil && (store.isEncrypted || audio == lives[0].audio), context)
    #expect(expected.isEmpty == store.isEncrypted && expected.count != 1)
  }

  @Test(arguments: StoreKind.allCases, Fault.allCases)
  func `a store in a folder is complete after a fault at any step`(
    kind: StoreKind, fault: Fault
  ) throws {
    let distance = Steps.every(fault.isOfFiles ? 31 : 11)
    var step = 1 - distance
    while true {
      step += distance
      let scratch = try Scratch()
      let life = SessionLife(scratch.store, kind)
      _ = try life.open()
      let files = FaultyFileSystem()
      let database = OutageDatabase(
        try SQLiteDatabase(at: StoreFolder.database(in: life.root), for: .writing))
      fault.plan(step, files, database)
      try run(life, scratch, files, database, fault)
      guard files.hasFailed || database.wasAway else { break }
      let name = files.hasFailed ? files.names[step - 1] : "transaction"

      try Self.expectComplete(life, "\(fault), step \(step): \(name)")
    }
    print("folder: \(kind), \(fault) within \(step - 1) steps")
    #expect(step > (fault.isOfFiles ? 100 : 30))
  }

  private func run(
    _ life: SessionLife, _ scratch: Scratch, _ files: FaultyFileSystem, _ database: OutageDatabase,
    _ fault: Fault
  ) throws {
    var options = life.options()
    (options.fileSystem, options.database) = (files, database)
    let store = try? RecordStore(at: life.root, options)
    guard !fault.isDeath else {
      if let store { try? Self.fill(store, scratch) }
      _ = try life.open()
      #expect(try life.open(.reading).verify().findings == [], "\(fault)")
      return try Self.fill(life.open(), scratch)
    }
    let open = try store ?? RecordStore(at: life.root, options)
    do {
      try Self.fill(open, scratch)
    } catch {
      // The runner repeats the call later.
      #expect((error as? StoreError)?.outlook == .transient, "\(error)")
      try Self.fill(open, scratch)
    }
  }

  @Test func `the next change writes copies that an error delayed`() throws {
    let scratch = try Scratch()
    var life = SessionLife(scratch.store)
    let files = FaultyFileSystem()
    life.fileSystem = files
    let store = try life.open()
    try TestPerson.save("anna", in: store)
    files.meddler = { [weak files] name in
      guard let files, !files.hasFailed, name.hasSuffix("/files.lock") else { return }
      files.plan = .failOnce(step: files.steps + 1, code: 28)
    }
    try store.save(["step": "consent"], as: .journey, of: store.userHash(of: "anna"))
    #expect(files.hasFailed)
    #expect(try store.verify().findings != [])

    try store.save(["step": "consent"], as: .journey, of: store.userHash(of: "otto"))

    #expect(try store.verify().findings == [])
  }

  @Test func `a delayed copy of another thread does not block the copies of a session`() throws {
    let scratch = try Scratch()
    var life = SessionLife(scratch.store)
    let files = FaultyFileSystem()
    life.fileSystem = files
    let store = try life.open()
    try TestPerson.save("anna", in: store)
    let anna = ChangedFiles.person(store.userHash(of: "anna"))
    files.meddler = { [weak store] name in
      guard name.hasSuffix("/files.lock") else { return }
      store?.lateFiles.withLock { $0[.max] = anna }
    }

    try within(seconds: 60) { [life] in
      try store.session(life.id).commit(life.changes(in: store)[0])
    }

    files.meddler = nil
    #expect(try store.session(life.id).read(.answers) == life.answers)
    #expect(store.lateFiles.withLock { $0 } == [.max: anna])
  }

  @Test func `a change of a person writes missing versions, and leaves those of the same size`()
    throws
  {
    let scratch = try Scratch()
    let store = try SessionLife(scratch.store).open()
    try TestPerson.save("anna", in: store)
    let user = store.userHash(of: "anna")
    let (files, folder) = (POSIXFileSystem(), "\(scratch.store)/people/\(user.text)")
    let versions = try ["1.json", "2.json"].map { try files.read("\(folder)/\($0)") }
    var changed = versions[0]
    changed[changed.count - 2] ^= 1
    try files.replace("\(folder)/1.json", with: changed, durability: .eventual)
    try files.removeIfThere("\(folder)/2.json")

    try store.save(["step": "consent"], as: .journey, of: user)

    #expect(try files.read("\(folder)/1.json") == changed)
    #expect(try files.read("\(folder)/2.json") == versions[1])
    #expect(try store.verify().findings.map(\.kind) == [.index])

    try store.rewriteFiles()

    #expect(try files.read("\(folder)/1.json") == versions[0])
    #expect(try store.verify().findings == [])
  }

  @Test func `retention removes audio without a row, and leaves folders with documents`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let store = try life.open()
    try life.live(in: store)
    let folder = try #require(store.folder)
    let (unknown, lost) = (SessionLife("", number: 7).id, SessionLife("", number: 8).id)
    for id in [unknown, lost] { try folder.writeAudio([1], of: id) }
    let document = "\(folder.folder(of: lost))/\(SessionDocument.answers.name)"
    try folder.files.replace(document, with: [1], durability: .eventual)

    try store.enforce(Retention()) { _ in }

    #expect(try folder.files.facts(of: folder.folder(of: unknown)) == nil)
    #expect(try folder.files.facts(of: folder.audio(of: lost)) != nil)
    #expect(try store.session(life.id).read(.audio) == life.audio)
  }

  @Test(arguments: [5, 28] as [Int32])
  func `creating a store can be repeated after a fault at any step`(code: Int32) throws {
    var step = 0
    while true {
      step += Steps.every(5)
      let scratch = try Scratch()
      var life = SessionLife(scratch.store)
      let files = FaultyFileSystem()
      files.plan = .failOnce(step: step, code: code)
      life.fileSystem = files
      _ = try? life.open()
      guard files.hasFailed else { break }

      try life.live(in: life.open())

      #expect(try life.open(.reading).verify().findings == [], "\(files.names[step - 1])")
    }
    #expect(step > 5)
  }
}
