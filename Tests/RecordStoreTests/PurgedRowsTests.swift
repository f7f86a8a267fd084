// The bytes of purged sessions leave the files of the index also when the program that purged them did not
// come so far.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PurgedRowsTests {
  private static let name = "MARKANNA.wav"
  private let files = POSIXFileSystem()

  /// The files of an index that hold the name of the purged recording.
  private func remains(at root: String) throws -> [String] {
    try ["", "-wal", "-shm"].map { "\(root)/index.sqlite\($0)" }.filter { path in
      guard try files.facts(of: path) != nil else { return false }
      return String(decoding: try files.read(path), as: Unicode.ASCII.self).contains("MARKANNA")
    }
  }

  private func filed(at root: String) throws -> SessionLife {
    var life = SessionLife(root)
    (life.name, life.userID) = (Self.name, "anna")
    try life.live(in: life.open())
    return life
  }

  private func marks(at root: String) throws -> [String] {
    try files.list("\(root)/staging").filter { ForgettingMark($0) != nil }
  }

  /// Purges a person's sessions by a program that comes to its end at a step.
  private func purge(_ life: SessionLife, dyingAt step: Int, _ faulty: FaultyFileSystem) throws {
    var dying = life
    dying.fileSystem = faulty
    let store = try dying.open()
    faulty.plan = .die(step: faulty.steps + step)
    _ = try? store.purge(.sessions([life.id]), reason: "r", .forGood)
  }

  @Test(arguments: [false, true])
  func `a program that ends at any step of a purge leaves no bytes behind the next start`(
    beside isBesideAnother: Bool
  ) throws {
    var (step, wereLeft) = (0, 0)
    while true {
      step += 1
      let scratch = try Scratch()
      let life = try filed(at: scratch.store)
      // The write-ahead log of an index goes with its last reader, and a killed program takes no leave.
      let disk = Disk(fileSystem: files)
      let reader = SessionIndex(at: "\(scratch.store)/index.sqlite", disk: disk, access: .reading)
      #expect(reader.rows(SessionQuery())?.count == 1)
      let other = isBesideAnother ? try SessionLife(scratch.store, number: 2).open() : nil
      let faulty = FaultyFileSystem()
      try purge(life, dyingAt: step, faulty)
      wereLeft += try remains(at: scratch.store).isEmpty ? 0 : 1

      let next = try SessionLife(scratch.store, number: 3).open()
      let context: Comment = "step \(step)"
      if try next.wasPurged(life.id) {
        if !isBesideAnother || next.index.logLength(of: life.id) == nil {
          #expect(try remains(at: scratch.store) == [], context)
          #expect(try marks(at: scratch.store) == [], context)
        }
      } else {
        #expect(try next.sessionIDs() == [life.id], context)
        #expect(try marks(at: scratch.store) == [], context)
      }
      withExtendedLifetime((reader, other)) {}
      if !faulty.hasFailed { break }
    }
    print("purge: died at \(step - 1) steps; bytes were left at \(wereLeft)")
    #expect(wereLeft > 5)
  }

  @Test func `a purge leaves no mark, and one that another program left goes with it`() throws {
    let scratch = try Scratch()
    let life = try filed(at: scratch.store)
    let store = try life.open()
    let left = ForgettingMark(of: life.id)
    try files.create("\(scratch.store)/staging/\(left.text)", [])

    _ = try store.purge(.sessions([life.id]), reason: "r", .forGood)

    #expect(try marks(at: scratch.store) == [])
    #expect(try remains(at: scratch.store) == [])
    #expect(try store.verify().findings == [])
  }

  @Test func `verification says what a mark is about`() throws {
    let scratch = try Scratch()
    let life = try filed(at: scratch.store)
    try files.create("\(scratch.store)/staging/\(ForgettingMark(of: life.id).text)", [])

    let findings = try life.open(.reading).verify().findings

    #expect(findings.map(\.kind) == [.unfinished])
    #expect(findings.first?.problem.contains("purged session") == true)
  }
}
