// An index proves itself fresh, and opening then looks at no session; whatever happened that it does
// not know of takes the proof away.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct FreshIndexTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch
  private let life: SessionLife

  init() throws {
    scratch = try Scratch()
    life = SessionLife(scratch.store)
    for number in 1...5 {
      try SessionLife(scratch.store, number: number).live(in: life.open())
    }
  }

  /// What opening asks of the folders of sessions.
  private func looks(_ access: StoreAccess) throws -> [String] {
    let faulty = FaultyFileSystem()
    var life = life
    life.fileSystem = faulty
    _ = try life.open(access)
    return faulty.names.filter { $0.contains("/sessions/") || $0.hasPrefix("list") }
      .filter { !$0.hasSuffix("/staging") }
  }

  private func folder(_ number: Int) -> String {
    "\(scratch.store)/sessions/\(SessionLife("", number: number).id.text)"
  }

  @Test(arguments: [StoreAccess.reading, .writing])
  func `opening looks at no session where the index is fresh`(access: StoreAccess) throws {
    #expect(try looks(access) == [])
  }

  @Test(arguments: [StoreAccess.reading, .writing])
  func `an index stays fresh through changes, baselines and purges`(access: StoreAccess) throws {
    let store = try life.open()
    try store.session(life.id).record(StateRecord(.failed))
    try store.keep(["mean": 1], for: store.userHash(of: "anna"), reason: "r")
    _ = try store.purge(.sessions([life.id]), reason: "r", .forGood)
    try SessionLife(scratch.store, number: 9).live(in: store)

    #expect(try looks(access) == [])
    #expect(try life.open(.reading).sessions(SessionQuery()).count == 5)
  }

  @Test func `an index stays fresh when two programs take turns`() throws {
    let (first, second) = (try life.open(), try life.open())
    for number in 10...15 {
      try SessionLife(scratch.store, number: number).live(
        in: number.isMultiple(of: 2) ? first : second)
    }

    #expect(try looks(.reading) == [])
    #expect(try life.open(.reading).sessions(SessionQuery()).count == 11)
  }

  @Test func `a session that somebody took out or put back is noticed`() throws {
    try FileManager.default.moveItem(atPath: folder(2), toPath: "\(scratch.path)/away")
    #expect(try life.open().sessions(SessionQuery()).count == 4)

    try FileManager.default.moveItem(atPath: "\(scratch.path)/away", toPath: folder(2))
    #expect(try life.open().sessions(SessionQuery()).count == 5)
  }

  @Test func `a folder of sessions that was copied is looked at, whatever its times say`() throws {
    let sessions = "\(scratch.store)/sessions"
    let times = try FileManager.default.attributesOfItem(atPath: sessions)
    try FileManager.default.moveItem(atPath: sessions, toPath: "\(scratch.path)/away")
    try FileManager.default.copyItem(atPath: "\(scratch.path)/away", toPath: sessions)
    try FileManager.default.setAttributes(
      [.modificationDate: times[.modificationDate] as Any, .posixPermissions: 0o700],
      ofItemAtPath: sessions)

    #expect(try !looks(.reading).isEmpty)
    #expect(try looks(.reading) == [])
  }

  @Test func `only what the log of the store tells is looked at after a row could not be written`()
    throws
  {
    let store = try life.open()
    let mark = try #require(store.index.mark())
    let row = try #require(try store.sessions(SessionQuery()).last)
    try store.session(row.id).record(StateRecord(.failed))
    // As a program leaves it that dies before it writes the row.
    let now = try #require(store.index.mark())
    #expect(
      try store.index.put(
        [store.indexed(row)], removing: [row.id], IndexMarkMove(from: now, to: mark)))

    let looked = try looks(.reading)

    #expect(!looked.isEmpty)
    #expect(looked.allSatisfy { $0.contains(row.id.text) }, "\(looked)")
    #expect(try life.open(.reading).sessions(SessionQuery()).last?.state == .failed)
    #expect(try looks(.reading) == [])
  }

  @Test func `a mark is not moved by whoever did not see what lies between`() throws {
    let store = try life.open()
    let mark = try #require(store.index.mark())
    var other = mark
    other.head.sequence += 7

    store.index.move(IndexMarkMove(from: other, to: other))
    #expect(store.index.mark() == mark)
    store.index.move(IndexMarkMove(from: mark, to: other))
    #expect(store.index.mark() == other)
    // No line of the log is that one.
    #expect(try !looks(.reading).isEmpty)
  }

  @Test func `a change without documents that never came to the store's log is mended`() throws {
    let session = try life.open().session(life.id)
    let faulty = FaultyFileSystem()
    var dying = life
    dying.fileSystem = faulty
    let doomed = try dying.open().session(life.id)
    faulty.meddler = { name in
      guard name.hasPrefix("append"), name.hasSuffix("store/audit.log") else { return }
      faulty.plan = .die(step: faulty.steps + 1)
    }
    var change = SessionChange("amended")
    change.note = (field: "amended_by", old: nil, new: "somebody")
    #expect(throws: StoreError.self) { try doomed.commit(change) }
    #expect(try life.open(.reading).verify().findings.contains { $0.kind == .unfinished })

    let store = try life.open()

    withExtendedLifetime(session) {}
    #expect(try store.session(life.id).auditLines().last?.entry.action == "amended")
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test func `a reader does not wait for somebody who writes`() throws {
    let writer = try life.open()
    try writer.session(life.id).record(StateRecord(.failed))
    let faulty = FaultyFileSystem()
    var reading = life
    reading.fileSystem = faulty

    let reader = try reading.open(.reading)

    #expect(try reader.sessions(SessionQuery()).count == 5)
    #expect(try reader.existingSession(life.id)?.state()?.state == .failed)
    #expect(faulty.names.filter { $0.hasPrefix("lock") } == [])
    withExtendedLifetime(writer) {}
  }

  @Test func `a broken page of a marked index is mended by reindexing`() throws {
    var bytes = try files.read("\(scratch.store)/index.sqlite")
    let page = 4096
    bytes.replaceSubrange((2 * page)..<(4 * page), with: [UInt8](repeating: 0x55, count: 2 * page))
    try files.removeFile("\(scratch.store)/index.sqlite")
    try files.create("\(scratch.store)/index.sqlite", bytes)

    try life.open().reindex()

    #expect(try life.open(.reading).sessions(SessionQuery()).count == 5)
    #expect(try life.open(.reading).verify().findings == [])
  }
}
