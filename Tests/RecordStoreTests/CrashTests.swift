// The program dies at every step of a session's life; the next start goes on.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct CrashTests {
  /// The steps of opening a new store and living one session in it.
  private func steps(_ kind: StoreKind, _ files: any FileSystem, at root: String) throws -> Int {
    let faulty = FaultyFileSystem(wrapping: files)
    var life = SessionLife(root, kind)
    life.fileSystem = faulty
    try life.live(in: life.open())
    return faulty.steps
  }

  private func expectGood(_ life: SessionLife, _ context: Comment) throws {
    let store = try life.open(.reading)
    let session = try #require(try store.existingSession(life.id), context)
    let report = try store.verify()
    #expect(report.findings == [], context)
    #expect(report.sessions == 1, context)
    #expect(try session.state()?.state == .filed, context)
    #expect(try session.read(.quick) == life.quick, context)
    #expect(try session.read(.computed) == life.computed, context)
    #expect(try session.read(.audio) == life.audio, context)
  }

  @Test(arguments: StoreKind.allCases)
  func `a crash at any step leaves nothing to be seen after the next start`(kind: StoreKind) throws
  {
    let first = try Scratch()
    let count = try steps(kind, POSIXFileSystem(), at: first.store)
    print("crash: \(count) steps, \(kind)")
    for step in stride(from: 1, through: count, by: Steps.every(23)) {
      let scratch = try Scratch()
      var life = SessionLife(scratch.store, kind)
      let faulty = FaultyFileSystem()
      faulty.plan = .die(step: step)
      life.fileSystem = faulty
      #expect(throws: StoreError.self) { try life.live(in: life.open()) }
      life.fileSystem = POSIXFileSystem()
      let context: Comment = "step \(step): \(faulty.names[step - 1])"

      _ = try life.open()
      let findings = try life.open(.reading).verify().findings
      #expect(findings == [], context)
      try life.live(in: life.open())

      try expectGood(life, context)
    }
  }

  @Test func `who sees in a folder that a session is filed finds its sound there`() throws {
    let files = POSIXFileSystem()
    var (filed, step, isWhole) = (0, 0, false)
    while !isWhole {
      step += 1
      let scratch = try Scratch()
      let faulty = FaultyFileSystem()
      var life = SessionLife(scratch.store)
      life.fileSystem = faulty
      let store = try life.open()
      let session = try store.session(life.id)
      for change in life.changes(in: store).prefix(3) { try session.commit(change) }
      faulty.plan = .die(step: faulty.steps + step)
      try? session.archiveAudio(
        life.audio, sha256: StoreSecrets.sha256(of: life.audio), state: StateRecord(.filed))
      isWhole = !faulty.hasFailed

      let folder = "\(scratch.store)/sessions/\(life.id.text)"
      let state = try files.read(folder + "/state.json")
      guard String(decoding: state, as: UTF8.self).contains("\"filed\"") else { continue }
      filed += 1
      #expect(try files.facts(of: folder + "/artifacts/audio.wav") != nil, "step \(step)")
    }
    // Also in the state between, where the change is on its way.
    #expect(filed > 1)
  }

  @Test func `a crash beside another program that writes is mended like any other`() throws {
    let first = try Scratch()
    let count = try steps(.open, POSIXFileSystem(), at: first.store)
    for step in stride(from: 1, through: count, by: Steps.every(41)) {
      let scratch = try Scratch()
      // As long as this one is open, no other is alone.
      let other = try SessionLife(scratch.store, number: 2).open()
      var life = SessionLife(scratch.store)
      let faulty = FaultyFileSystem()
      faulty.plan = .die(step: step)
      life.fileSystem = faulty
      try? life.live(in: life.open())
      life.fileSystem = POSIXFileSystem()

      let store = try life.open()
      try life.live(in: store)

      let context: Comment = "step \(step)"
      #expect(
        try store.sessions(SessionQuery()) == store.summaries(of: store.sessionIDs()), context)
      #expect(try store.verify().findings == [], context)
      withExtendedLifetime(other) {}
    }
  }

  @Test func `a crash while a crash is mended leaves nothing to be seen either`() throws {
    let first = try Scratch()
    let count = try steps(.open, POSIXFileSystem(), at: first.store)
    var tried = 0
    for step in stride(from: 1, through: count, by: Steps.every(151, all: 5)) {
      for second in stride(from: 1, through: 60, by: Steps.every(29, all: 7)) {
        let scratch = try Scratch()
        var life = SessionLife(scratch.store)
        for plan in [FaultPlan.die(step: step), .die(step: second)] {
          let faulty = FaultyFileSystem()
          faulty.plan = plan
          life.fileSystem = faulty
          try? life.live(in: life.open())
        }
        life.fileSystem = POSIXFileSystem()

        try life.live(in: life.open())

        try expectGood(life, "steps \(step) and \(second)")
        tried += 1
      }
    }
    print("crash while mending: \(tried) pairs of steps")
  }

  @Test(arguments: StoreKind.allCases)
  func `a loss of power at any step loses nothing that was said to be durable`(
    kind: StoreKind
  ) throws {
    let memory = MemoryFileSystem()
    try memory.makeFolder("/nowhere")
    let count = try steps(kind, memory, at: "/nowhere/store")
    let chances = (1...4).map { MemoryFileSystem.Loss.byChance(seed: $0 &* 0x9E37_79B9_7F4A_7C15) }
    for step in stride(from: 1, through: count, by: Steps.every(23)) {
      try losePower(kind, at: step, .everything)
    }
    for step in stride(from: 1, through: count, by: Steps.every(61)) {
      for loss in chances { try losePower(kind, at: step, loss) }
    }
    print("power: \(count) steps, \(kind)")
  }

  private func losePower(
    _ kind: StoreKind, at step: Int, _ loss: MemoryFileSystem.Loss
  ) throws {
    let memory = MemoryFileSystem()
    try memory.makeFolder("/nowhere")
    try memory.synchronizeFolder("/")
    var life = SessionLife("/nowhere/store", kind)
    let faulty = FaultyFileSystem(wrapping: memory)
    faulty.plan = .die(step: step)
    life.fileSystem = faulty
    let promised = try promises(life)
    memory.losePower(loss)
    life.fileSystem = memory

    let context: Comment =
      "step \(step): \(faulty.names.dropFirst(step - 1).first ?? "none"), \(loss)"
    if !promised.isEmpty {
      let session = try #require(try life.open().existingSession(life.id), context)
      for document in promised { #expect(try session.read(document) != nil, context) }
    }
    _ = try life.open()
    let findings = try life.open(.reading).verify().findings
    // By chance, a renaming may have reached one of its two folders alone. File systems with a
    // journal do not tear one so; what is asked for even then is that the runner can make it good.
    if case .everything = loss { #expect(findings == [], context) }
    try life.live(in: life.open())
    try expectGood(life, context)
  }

  /// The documents that were said to be durable before the end.
  private func promises(_ life: SessionLife) throws -> [SessionDocument] {
    var promised: [SessionDocument] = []
    do {
      let store = try life.open()
      let session = try store.session(life.id)
      for change in life.changes(in: store) {
        try session.commit(change)
        promised += change.documents.keys
      }
    } catch {}
    return promised
  }
}
