// Files in `failed/` that belong to no session are named by the log of the store, so that one that
// somebody put there, changed or took out is found.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class PutAwayAuditTests {
  private let files = POSIXFileSystem()
  private let fault = StateFault("profile_invalid", message: "m", advice: "a")
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func put(_ name: String, _ life: SessionLife) throws -> FailedFile {
    let source = "\(scratch.path)/\(name)"
    try files.create(source, Array(name.utf8))
    return FailedFile(source: source, name: name, fault: fault, session: nil)
  }

  private func findings(_ life: SessionLife) throws -> [Finding] {
    try life.open(.reading).verify().findings
  }

  @Test(arguments: StoreKind.allCases)
  func `a file that somebody put into the folder of failed files is found`(kind: StoreKind) throws {
    let life = SessionLife(scratch.store, kind)
    let store = try life.open()
    try life.live(in: store)
    try store.keepFailed(put("a.json", life))
    #expect(try findings(life) == [])

    try files.create("\(scratch.store)/failed/planted.wav", [1])

    #expect(try findings(life).map(\.file) == ["failed/planted.wav"])
    #expect(try findings(life).map(\.kind) == [.tampered])
  }

  @Test(arguments: ["a.json", "a.json.error.json"])
  func `a failed file of no session that is changed or taken out is found`(name: String) throws {
    let life = SessionLife(scratch.store)
    try life.open().keepFailed(put("a.json", life))
    let path = "\(scratch.store)/failed/\(name)"

    try files.removeFile(path)
    #expect(try findings(life).map(\.kind) == [.tampered])
    try files.create(path, [9])

    #expect(try findings(life).map(\.kind) == [.tampered])
  }

  @Test func `what is purged of failed files is not missing afterwards`() throws {
    let life = SessionLife(scratch.store)
    let store = try life.open()
    try life.live(in: store)
    try store.keepFailed(put("a.json", life))
    try store.keepFailed(put("b.json", life))
    life.clock.advance(milliseconds: 91 * 86_400_000)

    _ = try store.purge(.olderThan(life.clock.now()), reason: "over", .forGood)

    #expect(try files.list("\(scratch.store)/failed") == [])
    #expect(try findings(life) == [])
    #expect(try files.list("\(scratch.store)/staging") == [])
  }

  /// Puts `name` away, dying at every step in turn; the next program puts away what is still there.
  private func putAwayDying(
    _ name: String, bytes: Int? = nil, atLeast least: Int,
    _ check: (PutAwayAuditTests, RecordStore, Int) throws -> Void
  ) throws {
    try dying(atLeast: least) { trial, life in
      let failed = try trial.put(name, life)
      if let bytes { try files.truncate(failed.source, to: bytes) }
      return failed
    } body: { store, failed in
      try store.keepFailed(failed)
    } check: { trial, life, failed, step in
      let next = try life.open()
      #expect(try trial.findings(life) == [], "step \(step)")
      if try files.facts(of: failed.source) != nil { try next.keepFailed(failed) }
      try check(trial, next, step)
      #expect(try trial.findings(life) == [], "step \(step)")
      #expect(try files.facts(of: failed.source) == nil, "step \(step)")
    }
  }

  /// Does something in stores of their own, dying at every step in turn, and lets `check` look at
  /// what is left after each.
  private func dying<Prepared>(
    atLeast least: Int, prepare: (PutAwayAuditTests, SessionLife) throws -> Prepared,
    body: (RecordStore, Prepared) throws -> Void,
    check: (PutAwayAuditTests, SessionLife, Prepared, Int) throws -> Void
  ) throws {
    let distance = Steps.every(7)
    var step = 1 - distance
    while true {
      step += distance
      let trial = try PutAwayAuditTests()
      var life = SessionLife(trial.scratch.store)
      let prepared = try prepare(trial, life)
      let faulty = FaultyFileSystem()
      life.fileSystem = faulty
      try trial.run(life, dyingAt: step, faulty) { try body($0, prepared) }
      guard faulty.hasFailed else { break }
      life.fileSystem = POSIXFileSystem()

      #expect(try trial.findings(life).allSatisfy { $0.kind == .unfinished }, "step \(step)")
      try check(trial, life, prepared, step)
    }
    print("died at \(step - 1) steps")
    #expect(step > least)
  }

  @Test func `a crash while a file of no session is put away is not called tampering`() throws {
    try putAwayDying("a.json", atLeast: 15) { _, next, step in
      let reports = try next.failureReports()
      #expect(reports.count == 1, "step \(step)")
    }
  }

  @Test func `a crash while a file too large to be read is put away loses nothing`() throws {
    let size = RecordStore.mostFailedBytesRead + 1
    try putAwayDying("a.wav", bytes: size, atLeast: 10) { trial, _, step in
      let kept = try files.facts(of: "\(trial.scratch.store)/failed/a.wav")
      #expect(kept?.size == size, "step \(step)")
      #expect(try files.list("\(trial.scratch.store)/staging") == [], "step \(step)")
    }
  }

  @Test func `a crash while failed files are removed is not called tampering`() throws {
    try dying(atLeast: 10) { trial, life in
      try life.open().keepFailed(trial.put("a.json", life))
    } body: { store, _ in
      try store.removeFailed { _ in true }
    } check: { trial, life, _, step in
      try life.open().removeFailed { _ in true }
      #expect(try trial.findings(life) == [], "step \(step)")
    }
  }

  /// Forgets the store at the end, as the death of a program does.
  private func run(
    _ life: SessionLife, dyingAt step: Int, _ faulty: FaultyFileSystem,
    _ body: (RecordStore) throws -> Void
  ) throws {
    let store = try life.open()
    faulty.plan = .die(step: faulty.steps + step)
    try? body(store)
  }

  // MARK: - Stores of earlier versions

  /// A store as 0.5.1 left it: a file that no log names, and a `store.json` that does not say
  /// otherwise.
  private func earlierStore() throws -> SessionLife {
    let source = Repository.fixtures.appendingPathComponent("stores/version-1")
    try FileManager.default.copyItem(atPath: source.path, toPath: scratch.store)
    try StoredModes.set(in: scratch.store)
    try files.create("\(scratch.store)/failed/old.json", [1])
    return SessionLife(scratch.store)
  }

  @Test func `what an earlier version put away is no tampering, and is taken in once`() throws {
    let life = try earlierStore()
    #expect(try findings(life).map(\.kind) == [.unknownOrigin])

    let store = try life.open()

    #expect(store.notices.contains { $0.contains("the log now contains") })
    #expect(try findings(life) == [])
    #expect(try life.open().notices == [])
    try files.create("\(scratch.store)/failed/planted.json", [1])
    _ = try life.open()
    #expect(try findings(life).map(\.kind) == [.tampered])
  }

  @Test func `a crash while a store of an earlier version is taken in is mended`() throws {
    let distance = Steps.every(7)
    var step = 1 - distance
    while true {
      step += distance
      let trial = try PutAwayAuditTests()
      var life = try trial.earlierStore()
      let faulty = FaultyFileSystem()
      faulty.plan = .die(step: step)
      life.fileSystem = faulty
      _ = try? life.open()
      guard faulty.hasFailed else { break }
      life.fileSystem = POSIXFileSystem()

      #expect(try trial.findings(life).allSatisfy { $0.kind != .tampered }, "step \(step)")
      _ = try life.open()

      #expect(try trial.findings(life) == [], "step \(step)")
    }
    print("taking in: died at \(step - 1) steps")
    #expect(step > 20)
  }
}
