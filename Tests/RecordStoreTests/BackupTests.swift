// Backups of one moment of a store.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct BackupTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private var target: String { "\(scratch.path)/backup" }

  private func open(
    _ root: String, _ kind: StoreKind = .open, _ access: StoreAccess = .writing
  ) throws -> RecordStore {
    try SessionLife(root, kind).open(access)
  }

  private func live(_ number: Int, in store: RecordStore) throws {
    try SessionLife("", number: number).live(in: store)
  }

  /// A store with two sessions, a purged one, a person and a quarantined file.
  private func fill(_ kind: StoreKind = .open) throws -> RecordStore {
    let store = try open(scratch.store, kind)
    for number in 1...3 { try live(number, in: store) }
    let gone = SessionLife("", number: 3).id
    try store.purge(gone)
    let user = store.userHash(of: "anna")
    try store.save(TestPerson.person("anna"), for: user, reason: "first")
    try store.quarantine(scratch.failed([1, 2]))
    return store
  }

  private func backUp(to name: String = "backup") throws -> BackupReport {
    try StoreBackup(of: scratch.store, to: "\(scratch.path)/\(name)").make()
  }

  private func audio(_ number: Int, in root: String) -> String {
    "\(root)/sessions/\(SessionLife("", number: number).id.text)/artifacts/audio.wav"
  }

  @Test(arguments: StoreKind.allCases)
  func `a backup has the contents and the head of its store`(kind: StoreKind) throws {
    let store = try fill(kind)

    let report = try backUp()

    #expect(try report == BackupReport(sessions: 2, head: store.head().noted))
    let copy = try open(target, kind, .reading)
    #expect(try copy.verify().findings == [])
    #expect(try copy.person(for: copy.userHash(of: "anna"))?.number == 1)
    #expect(try copy.failures().count == 1)
    #expect(try files.read(audio(1, in: target)) == files.read(audio(1, in: scratch.store)))
    #expect(try files.list("\(target)/sessions").count == 2)
    #expect(try files.list(target) == ["sessions", "store.sqlite"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a backup in the place of its store accepts further sessions`(kind: StoreKind) throws {
    _ = try fill(kind)
    _ = try backUp()

    let store = try open(target, kind)
    try live(7, in: store)

    #expect(try store.sessions(toSync: nil).count == 3)
    let gone = SessionLife("", number: 3).id
    #expect(throws: StoreError.purged(gone)) { try store.session(gone) }
    #expect(try store.verify().findings == [])
  }

  @Test func `backups during writes and purges are one moment of the store`() async throws {
    let store = try open(scratch.store)
    for number in 1000..<1010 { try live(number, in: store) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<3 {
        group.addTask {
          for number in 0..<20 {
            let id = SessionLife("", number: 100 * worker + number + 1).id
            try live(100 * worker + number + 1, in: store)
            guard number % 5 == 4 else { continue }
            try store.purge(id)
          }
        }
      }
      for number in 0..<6 {
        let report = try backUp(to: "b\(number)")
        let copy = try open("\(scratch.path)/b\(number)", .open, .reading)
        #expect(try copy.verify().findings == [], "backup \(number)")
        #expect(report.sessions >= 10)
      }
      try await group.waitForAll()
    }
    #expect(try store.verify().findings == [])
  }

  @Test func `an existing folder is refused and unchanged`() throws {
    _ = try fill()
    try files.makeFolder(target)

    let error = #expect(throws: ExchangeError.self) { try backUp() }

    #expect(error?.description.contains("file or folder exists") ?? false)
    #expect(try files.list(target) == [])
  }

  @Test func `a partial folder with other files is refused and unchanged`() throws {
    _ = try fill()
    try files.makeFolder("\(target).partial")
    try files.create("\(target).partial/letter.txt", [1])

    #expect(throws: ExchangeError.self) { try backUp() }

    #expect(try files.list("\(target).partial") == ["letter.txt"])
  }

  @Test(arguments: ["store/backup", "store/sessions/backup", "link/backup"])
  func `a target in the store is refused`(name: String) throws {
    _ = try fill()
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/link", withDestinationPath: "\(scratch.store)/sessions")

    let error = #expect(throws: ExchangeError.self) { try backUp(to: name) }

    #expect(error?.description.contains("is in the store") ?? false)
  }

  @Test func `a folder without a store is refused`() throws {
    try files.makeFolder(scratch.store)

    #expect(throws: ExchangeError.self) { try backUp() }
    #expect(try files.list(scratch.path) == ["store"])
  }

  @Test func `an interrupted backup continues without purged people`() throws {
    let store = try fill()
    // The files of a run that was interrupted during a copy, and then a purge.
    try files.makeFolder("\(target).partial")
    try FileManager.default.copyItem(
      atPath: "\(scratch.store)/sessions", toPath: "\(target).partial/sessions")
    let torn = audio(2, in: "\(target).partial")
    try files.truncate(torn, to: 100)
    try files.create("\(target).partial/store.sqlite", [1])
    try store.purge(SessionLife("", number: 1).id)

    #expect(try backUp().sessions == 1)

    #expect(try files.facts(of: audio(1, in: target)) == nil)
    #expect(try files.read(audio(2, in: target)) == files.read(audio(2, in: scratch.store)))
    #expect(try open(target, .open, .reading).verify().findings == [])
  }

  @Test func `a link in place of audio is not followed`() throws {
    _ = try fill()
    let path = audio(1, in: scratch.store)
    try FileManager.default.moveItem(atPath: path, toPath: "\(scratch.path)/away")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "\(scratch.path)/away")

    #expect(throws: ExchangeError.self) { try backUp() }
    #expect(try files.facts(of: "\(target).partial") == nil)
  }

  @Test func `a failed verification of the copy leaves no backup`() throws {
    _ = try fill()

    #expect(throws: ExchangeError.self) {
      try StoreBackup(of: scratch.store, to: target).make { _ throws(ExchangeError) in
        throw ExchangeError.findings([])
      }
    }

    #expect(try files.list(scratch.path).filter { $0.hasPrefix("backup") } == [])
  }

  @Test func `a step that fails leaves no partial backup`() throws {
    _ = try fill()
    var step = 0
    while true {
      step += Steps.every(7)
      let faulty = FaultyFileSystem()
      faulty.plan = .failOnce(step: step, code: 28)
      let isMade = (try? StoreBackup(of: scratch.store, to: target, faulty).make()) != nil
      let left = try files.list(scratch.path).filter { $0.hasPrefix("backup") }
      #expect(left.allSatisfy { $0 == "backup" }, "step \(step): \(left)")
      if isMade { #expect(try open(target, .open, .reading).verify().findings == []) }
      try? FileManager.default.removeItem(atPath: target)
      if isMade, !faulty.hasFailed { break }
    }
    #expect(step > 25)
  }

  @Test func `progress counts the sessions with audio`() throws {
    _ = try fill()
    let steps = StepCounter()

    _ = try StoreBackup(of: scratch.store, to: target, reporting: steps.add).make()

    #expect(steps.all == [[0, 2], [1, 2], [2, 2]])
  }
}
