// Every step of a session's life fails once, for each reason that disks give; the same calls are
// made again, by the same program or by the next one.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct FaultTests {
  /// EIO, EACCES, ENOSPC, EROFS.
  private static let codes: [Int32] = [5, 13, 28, 30]

  @Test(arguments: codes)
  func `a step that fails once is retried by the same process`(code: Int32) throws {
    var tried = 0
    var step = 1
    while true {
      let scratch = try Scratch()
      var life = SessionLife(scratch.store)
      let faulty = FaultyFileSystem()
      life.fileSystem = faulty
      let store = try life.open()
      let opening = faulty.steps
      faulty.plan = .failOnce(step: opening + step, code: code)
      do {
        try life.live(in: store)
        // A fault that was not passed on has to have been harmless.
      } catch {
        try life.live(in: store)
      }
      guard faulty.hasFailed else { break }
      life.fileSystem = POSIXFileSystem()

      let findings = try life.open(.reading).verify().findings
      #expect(findings == [], "\(faulty.names[opening + step - 1])")
      #expect(try life.open(.reading).existingSession(life.id)?.state()?.state == .filed)
      tried += 1
      step += 1
    }
    print("fault \(code): \(tried) steps failed once")
    #expect(tried > 80)
  }

  @Test(arguments: codes)
  func `a failing disk is recovered by the next process`(
    code: Int32
  ) throws {
    var step = 1
    while true {
      let scratch = try Scratch()
      var life = SessionLife(scratch.store)
      let faulty = FaultyFileSystem()
      faulty.plan = .failFrom(step: step, code: code)
      life.fileSystem = faulty
      try? life.live(in: life.open())
      guard faulty.hasFailed else { break }
      life.fileSystem = POSIXFileSystem()

      try life.live(in: life.open())

      let findings = try life.open(.reading).verify().findings
      #expect(findings == [], "\(faulty.names[step - 1])")
      step += Steps.every(3)
    }
    print("fault \(code): failed for good from within \(step - 1) steps")
    #expect(step > 80)
  }

  @Test func `an index that cannot be written does not stop the store`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    _ = try life.open()
    let files = POSIXFileSystem()
    for ending in ["", "-wal", "-shm"] {
      try? files.removeFile("\(scratch.store)/index.sqlite\(ending)")
    }
    try files.makeFolder("\(scratch.store)/index.sqlite")

    let store = try life.open()
    try life.live(in: store)

    #expect(try store.sessions(SessionQuery()).map(\.id) == [life.id])
    #expect(store.notices.contains { $0.contains("index") })
  }
}
