// Everything that a store holds of a person goes when that is asked for, and nothing else.

import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class ErasureTests {
  private let files = POSIXFileSystem()

  /// Folders last as long as their test.
  private var keepers: [Scratch] = []

  /// A store with a session of nobody who is known, and a file that was put away with it.
  private func store(
    _ kind: StoreKind, sidecar: [UInt8], named name: String = "a.json", of userID: String? = nil,
    _ fileSystem: any FileSystem = POSIXFileSystem()
  ) throws -> SessionLife {
    let scratch = try Scratch()
    keepers.append(scratch)
    var life = SessionLife(scratch.store, kind)
    life.userID = userID
    life.answers = Array("{}".utf8)
    life.name = "a.wav"
    try life.live(in: life.open())
    try put(sidecar, name, in: life, of: life.id)
    var other = SessionLife(scratch.store, kind, number: 2)
    other.userID = "otto"
    other.answers = Array("{}".utf8)
    try other.live(in: other.open())
    life.fileSystem = fileSystem
    return life
  }

  private func put(
    _ bytes: [UInt8], _ name: String, in life: SessionLife, of session: SessionID?
  ) throws {
    let source = "\(life.root)/../source"
    try files.create(source, bytes)
    try life.open().keepFailed(
      FailedFile(
        source: source, name: name,
        fault: StateFault("profile_invalid", message: "age: found \"34\"", advice: "a"),
        session: session))
  }

  private static let texts = [
    #"{"user_id": "anna-77", "age": "34"}"#, #"{"profile": {"userId": "anna-77"}}"#,
    #"{"user_id": "anna-77", "age": }"#, #"{"patient": "anna-77"}"#, "anna-77;34;female",
    #"{"user_id": "anna\u002d77", "age": }"#, #"{"user_id": "\u0061nna-77"}"#,
  ]

  private static let encodings: [[UInt8]] =
    texts.map { Array($0.utf8) }
    + [
      [0xFF, 0xFE] + texts[0].utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + texts[0].utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
      [0xEF, 0xBB, 0xBF] + Array(texts[0].utf8), Array(texts[2].utf8) + [0xFC],
    ]

  @Test(arguments: StoreKind.allCases, encodings)
  func `a sidecar that could not be used goes when it names the person, with its session`(
    kind: StoreKind, sidecar: [UInt8]
  ) throws {
    let life = try store(kind, sidecar: sidecar)

    #expect(
      try life.open(.reading).erase(user: "anna-77", reason: "r", .dryRun).sessions == [life.id])
    let erasure = try life.open().erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.sessions == [life.id])
    #expect(erasure.remainders == [])
    #expect(try files.list("\(life.root)/failed") == [])
    #expect(try life.open(.reading).sessionIDs().count == 1)
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test func `a sidecar whose name is the person's goes too`() throws {
    let life = try store(.encrypted, sidecar: Array("{".utf8), named: "anna-77.json")

    #expect(try life.open().erase(user: "anna-77", reason: "r", .forGood).sessions == [life.id])
    #expect(try files.list("\(life.root)/failed") == [])
  }

  @Test(arguments: [
    (#"{"user_id": "otto", "note": "instead of anna-77"}"#, nil),
    (#"{"user_id": "anna-77"}"#, "otto"),
  ])
  func `a session of somebody else stays, and the sidecar that names the person goes`(
    sidecar: String, owner: String?
  ) throws {
    let life = try store(.open, sidecar: Array(sidecar.utf8), of: owner)

    let erasure = try life.open().erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.sessions == [])
    #expect(try files.list("\(life.root)/failed") == [])
    #expect(try life.open(.reading).sessionIDs().count == 2)
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test(arguments: [
    ("77", #"{"user_id": "otto", "age": "77"}"#), ("77", #"{"age": 77}"#),
    ("1", #"{"session_id": "1", "age": "34"}"#), ("anna", #"{"user_id": "otto"}"#),
    ("o", #"{"user_id": "otto"}"#),
  ])
  func `what says that it is about somebody else, or counts years, stays`(
    userID: String, sidecar: String
  ) throws {
    let life = try store(.open, sidecar: Array(sidecar.utf8))

    let erasure = try life.open().erase(user: userID, reason: "r", .forGood)

    #expect(erasure.sessions == [])
    #expect(try files.list("\(life.root)/failed").count == 2)
  }

  @Test func `what may be another identifier stays and is named`() throws {
    let life = try store(.open, sidecar: Array(#"{"patient": "anna-778"}"#.utf8))

    let erasure = try life.open().erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.sessions == [])
    #expect(erasure.remainders == [Erasure.Remainder("failed/a.json", .uncertain)])
    #expect(try files.list("\(life.root)/failed").count == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `what was told of nobody's session and names the person takes it along`(
    kind: StoreKind
  ) throws {
    let life = try store(kind, sidecar: Array("{".utf8))
    try life.open().session(life.id).write(.answers, Array(#"{"patient": "anna-77"}"#.utf8))

    #expect(try life.open().erase(user: "anna-77", reason: "r", .forGood).sessions == [life.id])
  }

  @Test func `what cannot be read is named`() throws {
    let life = try store(.encrypted, sidecar: Array("{".utf8))
    let names = try files.list("\(life.root)/failed")
    for name in names {
      let path = "\(life.root)/failed/\(name)"
      var bytes = try files.read(path)
      bytes[bytes.count - 5] ^= 1
      try files.removeFile(path)
      try files.create(path, bytes)
    }

    let erasure = try life.open().erase(user: "anna-77", reason: "r", .forGood)

    #expect(Set(erasure.remainders.map(\.place)) == Set(names.map { "failed/\($0)" }))
    #expect(erasure.remainders.allSatisfy { $0.reason == .unreadable })
  }

  @Test func `a folder in failed, and a file that is too long to be looked through, are named`()
    throws
  {
    let long = Array(repeating: UInt8(ascii: "x"), count: 2 << 20)
    let life = try store(.open, sidecar: long)
    try files.makeFolder("\(life.root)/failed/y.error.json")

    let erasure = try life.open().erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.remainders.map(\.place) == ["failed/a.json", "failed/y.error.json"])
    #expect(try life.open().failedListing().unreadable == ["y.error.json"])
  }

  @Test func `an erasure that a crash interrupts is finished when it is asked for again`() throws {
    var step = 0
    while true {
      step += 1
      let faulty = FaultyFileSystem()
      let life = try store(.open, sidecar: Array(Self.texts[0].utf8), faulty)
      try erase(life, dyingAt: step, faulty)
      guard faulty.hasFailed else { break }
      var next = life
      next.fileSystem = POSIXFileSystem()

      _ = try next.open().erase(user: "anna-77", reason: "r", .forGood)

      #expect(try files.list("\(life.root)/failed") == [], "step \(step)")
      #expect(try next.open(.reading).sessionIDs().count == 1, "step \(step)")
      #expect(try next.open(.reading).verify().findings == [], "step \(step)")
    }
    print("erasure: died at \(step - 1) steps")
    #expect(step > 20)
  }

  /// Forgets the store at the end, as the death of a program does.
  private func erase(_ life: SessionLife, dyingAt step: Int, _ faulty: FaultyFileSystem) throws {
    let store = try life.open()
    faulty.plan = .die(step: faulty.steps + step)
    _ = try? store.erase(user: "anna-77", reason: "r", .forGood)
  }

  // MARK: - The index

  @Test func `no byte of a purged session is left in the files of an index that others have open`()
    throws
  {
    let scratch = try Scratch()
    keepers.append(scratch)
    let watcher = try SessionLife(scratch.store).open()
    for number in 1...40 {
      var life = SessionLife(scratch.store, number: number)
      life.name = number.isMultiple(of: 2) ? "MARKANNA \(number).wav" : "other.wav"
      life.userID = number.isMultiple(of: 2) ? "anna" : "otto"
      try life.live(in: watcher)
    }
    #expect(try watcher.sessions(SessionQuery()).count == 40)

    let store = try SessionLife(scratch.store).open()
    let user = store.userHash(of: "anna")
    _ = try store.purge(.user(user), reason: "r", .forGood)

    for ending in ["", "-wal", "-shm"] {
      let bytes = try files.read("\(scratch.store)/index.sqlite\(ending)")
      let text = String(decoding: bytes, as: Unicode.ASCII.self)
      #expect(!text.contains("MARKANNA") && !text.contains(user.text), "index.sqlite\(ending)")
    }
    #expect(try watcher.sessions(SessionQuery()).count == 20)
    #expect(watcher.notices == [] && store.notices == [])
    #expect(try watcher.verify().findings == [])
  }

  // MARK: - Recordings on their way

  /// When a session is purged while its recording is put away; nobody can while that is told.
  enum Moment: String, CaseIterable, Sendable {
    case beforeItIsStaged, beforeItIsTold, beforeItsSourceGoes

    func isBefore(_ step: String) -> Bool {
      switch self {
      case .beforeItIsStaged: step.hasPrefix("write ") && step.contains("/failed-")
      case .beforeItIsTold: step.hasPrefix("lock ")
      case .beforeItsSourceGoes: step.hasPrefix("remove ") && step.hasSuffix("/source")
      }
    }
  }

  @Test(arguments: Moment.allCases)
  func `a recording that is put away while its session is purged is not left in failed`(
    moment: Moment
  ) throws {
    let faulty = FaultyFileSystem()
    let life = try store(.open, sidecar: Array("{".utf8), faulty)
    let store = try life.open()
    let other = try SessionLife(life.root).open()
    let source = "\(life.root)/../source"
    try files.create(source, [1])
    let isPurged = Mutex(false)
    faulty.meddler = { step in
      let isNow = isPurged.withLock { isPurged in
        guard !isPurged, moment.isBefore(step) else { return false }
        isPurged = true
        return true
      }
      if isNow { _ = try? other.purge(.sessions([life.id]), reason: "r", .forGood) }
    }
    let fault = StateFault("c", message: "m", advice: "a")
    let failed = FailedFile(source: source, name: "b.wav", fault: fault, session: life.id)

    if moment != .beforeItsSourceGoes {
      #expect(throws: StoreError.purged(life.id)) { try store.keepFailed(failed) }
    } else {
      try store.keepFailed(failed)
      #expect(throws: StoreError.purged(life.id)) {
        try store.reportStranded("/x/b.wav", named: "b.wav", of: life.id, for: fault)
      }
    }

    #expect(isPurged.withLock { $0 })
    #expect(try files.list("\(life.root)/failed") == [] && other.verify().findings == [])
  }

  @Test func `a recording that its disk did not give out goes with its session`() throws {
    let life = try store(.open, sidecar: Array("{".utf8))
    var work = "\(life.root)/.."
    for folder in ["in", ".sagevoice", "work", life.id.text] {
      work += "/\(folder)"
      try files.makeFolder(work)
    }
    for name in ["a.wav", "a.json"] { try files.create("\(work)/\(name)", [1]) }
    let elsewhere = "\(life.root)/../in/b.wav"
    try files.create(elsewhere, [1])
    let fault = StateFault("c", message: "m", advice: "a")
    let store = try life.open()
    let other = try #require(try store.sessionIDs().last)
    try store.reportStranded("\(work)/a.wav", named: "a.wav", of: life.id, for: fault)
    try store.reportStranded(elsewhere, named: "b.wav", of: other, for: fault)

    _ = try store.purge(.all, reason: "r", .forGood)

    #expect(try files.facts(of: work) == nil)
    #expect(try files.facts(of: elsewhere) != nil)
    #expect(try files.list("\(life.root)/failed") == [])
  }
}
