// Copies of a store that are one moment of it.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class BackupTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private var target: String { "\(scratch.path)/backup" }

  private func backUp(to name: String = "backup") throws -> BackupReport {
    var backup = StoreBackup(of: scratch.store, to: "\(scratch.path)/\(name)")
    return try backup.make()
  }

  /// A store with sessions, a purged one, a baseline and failed files.
  private func fill(_ kind: StoreKind) throws -> SessionLife {
    let life = SessionLife(scratch.store, kind)
    let store = try life.open()
    try life.live(in: store)
    for number in 2...3 { try SessionLife(scratch.store, kind, number: number).live(in: store) }
    _ = try store.purge(
      .sessions([SessionLife("", number: 3).id]), reason: "asked for", .forGood)
    let user = store.userHash(of: "anna")
    try store.keep(["mean": 1], for: user, reason: "first")
    try store.keep(Told.person("anna"), for: user, reason: "first")
    try store.keepJourney(["step": "consent"], for: user)
    for session in [nil, life.id] {
      let source = "\(scratch.path)/x.wav"
      try files.create(source, [1, 2, session == nil ? 3 : 4])
      try store.keepFailed(
        FailedFile(
          source: source, name: "x.wav", fault: StateFault("c", message: "m", advice: "a"),
          session: session))
    }
    return life
  }

  private func opened(_ life: SessionLife, _ access: StoreAccess = .reading) throws -> RecordStore {
    var copy = SessionLife(target, life.kind)
    copy.clock = life.clock
    return try copy.open(access)
  }

  @Test(arguments: StoreKind.allCases)
  func `a backup holds, needs no key, and is its owner's alone`(kind: StoreKind) throws {
    let life = try fill(kind)

    let report = try backUp()

    let head = try life.open(.reading).head()
    #expect(report == BackupReport(sessions: 2, unnamed: 0, head: "\(head.sequence):\(head.hash)"))
    let copy = try opened(life)
    #expect(try copy.verify().findings == [])
    #expect(try copy.session(life.id).read(.audio) == life.audio)
    #expect(try copy.failureReports().count == 2)
    let user = copy.userHash(of: "anna")
    #expect(try copy.baselines(for: user).count == 1)
    #expect(try copy.person(for: user) == life.open(.reading).person(for: user))
    #expect(try copy.person(for: user)?.number == 1)
    #expect(try copy.journey(for: user) == ["step": "consent"])
    #expect(try files.facts(of: target)?.permissions == 0o700)
    #expect(try files.facts(of: "\(target)/audit.log")?.permissions == 0o600)
  }

  @Test(arguments: StoreKind.allCases)
  func `a backup that is put in the place of its store goes on`(kind: StoreKind) throws {
    let life = try fill(kind)
    _ = try backUp()
    try FileManager.default.removeItem(atPath: scratch.store)
    try FileManager.default.moveItem(atPath: target, toPath: scratch.store)

    let store = try life.open()
    try SessionLife(scratch.store, kind, number: 7).live(in: store)

    #expect(try store.sessions(SessionQuery()).count == 3)
    #expect(throws: StoreError.purged(SessionLife("", number: 3).id)) {
      try store.session(SessionLife("", number: 3).id)
    }
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test func `a backup beside programs that write is one moment of the store`() async throws {
    let store = try SessionLife(scratch.store).open()
    let root = scratch.store
    for number in 1000..<1010 { try SessionLife(root, number: number).live(in: store) }
    let made = try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<3 {
        group.addTask {
          for number in 0..<40 {
            let life = SessionLife(root, number: 100 * worker + number + 1)
            try life.live(in: store)
            if number % 10 == 9 {
              _ = try store.purge(.sessions([life.id]), reason: "r", .forGood)
            }
          }
        }
      }
      var made = 0
      for number in 0..<6 {
        let report = try backUp(to: "b\(number)")
        let copy = try SessionLife("\(scratch.path)/b\(number)").open(.reading)
        #expect(try copy.verify().findings == [], "backup \(number)")
        made += report.sessions
        try await Task.sleep(for: .milliseconds(60))
      }
      try await group.waitForAll()
      return made
    }
    print("backups beside writers: \(made) sessions in six")
    #expect(made >= 60)
    #expect(try SessionLife(scratch.store).open(.reading).verify().findings == [])
  }

  @Test func `nothing is written over`() throws {
    _ = try fill(.open)
    try files.makeFolder(target)

    let error = #expect(throws: ExchangeError.self) { try backUp() }

    #expect(error?.description.contains("file or folder exists") ?? false)
    #expect(try files.list(target) == [])
  }

  @Test func `what is no store is not copied`() throws {
    try files.makeFolder(scratch.store)

    #expect(throws: ExchangeError.self) { try backUp() }
    #expect(try files.list(scratch.path) == ["store"])
  }

  @Test func `a file that somebody put into the folder of failed files stays behind`() throws {
    let life = try fill(.encrypted)
    try files.create("\(scratch.store)/failed/planted.wav", [9])

    #expect(try backUp().unnamed == 1)

    #expect(try opened(life).verify().findings == [])
  }

  @Test func `a link in a store is not followed into its backup`() throws {
    let life = try fill(.open)
    let folder = "\(scratch.store)/sessions/\(life.id.text)"
    try FileManager.default.moveItem(atPath: folder, toPath: "\(scratch.path)/away")
    try FileManager.default.createSymbolicLink(
      atPath: folder, withDestinationPath: "\(scratch.path)/away")

    #expect(throws: ExchangeError.self) { try backUp() }
    #expect(try files.facts(of: "\(target).partial") == nil)
  }

  @Test func `a crash of a store is in its backup, and mended there`() throws {
    var step = 0
    var unfinished = 0
    while true {
      step += 1
      let trial = try BackupTests()
      var life = SessionLife(trial.scratch.store)
      let faulty = FaultyFileSystem()
      life.fileSystem = faulty
      let hasDied = try trial.write(life, dyingAt: step, faulty)
      guard hasDied else { break }
      life.fileSystem = POSIXFileSystem()

      _ = try trial.backUp()

      let found = try trial.opened(life).verify().findings
      // The index of the copy is one in memory, which waits for a session that is put in order.
      let kinds: Set<FindingKind> = [.unfinished, .index]
      #expect(found.allSatisfy { kinds.contains($0.kind) }, "step \(step): \(found)")
      unfinished += found.isEmpty ? 0 : 1
      _ = try trial.opened(life, .writing)
      #expect(try trial.opened(life).verify().findings == [], "step \(step)")
    }
    print("backups of crashed stores: \(step - 1), \(unfinished) of them unfinished")
    #expect(step > 30)
  }

  /// Forgets the store at the end, as the death of a program does.
  private func write(
    _ life: SessionLife, dyingAt step: Int, _ faulty: FaultyFileSystem
  ) throws -> Bool {
    let store = try life.open()
    faulty.plan = .die(step: faulty.steps + step)
    try? life.live(in: store)
    return faulty.hasFailed
  }

  @Test func `a step that fails leaves neither a backup nor a part of one`() throws {
    _ = try fill(.open)
    var step = 0
    while true {
      step += 1
      let faulty = FaultyFileSystem()
      faulty.plan = .failOnce(step: step, code: 28)
      var backup = StoreBackup(of: scratch.store, to: target, faulty)
      let isMade = (try? backup.make()) != nil
      if isMade {
        try FileManager.default.removeItem(atPath: target)
        if !faulty.hasFailed { break }
      } else {
        let left = try files.list(scratch.path).filter { $0.hasPrefix("backup") }
        #expect(left.allSatisfy { $0 == "backup" }, "step \(step): \(left)")
        try? FileManager.default.removeItem(atPath: target)
      }
    }
    print("backup: failed at \(step - 1) steps")
    #expect(step > 60)
  }
}
