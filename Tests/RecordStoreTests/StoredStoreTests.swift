// Stores as earlier versions wrote them, which every later one reads.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct StoredStoreTests {
  /// A copy of a stored store: opening one writes to it.
  private func copy(
    _ name: String, to scratch: Scratch, _ kind: StoreKind = .open
  ) throws -> SessionLife {
    let source = Repository.fixtures.appendingPathComponent("stores/\(name)")
    try FileManager.default.copyItem(atPath: source.path, toPath: scratch.store)
    try StoredModes.set(in: scratch.store)
    return SessionLife(scratch.store, kind)
  }

  @Test(arguments: ["version-1"])
  func `a store of an earlier version is read and holds`(name: String) throws {
    let scratch = try Scratch()
    let life = try copy(name, to: scratch)

    let store = try life.open(.reading)
    let session = try #require(try store.existingSession(life.id))

    #expect(try store.verify().findings == [])
    #expect(try session.header()?.recording == life.recording)
    #expect(try session.header()?.consent == ["research": true])
    #expect(try session.state()?.state == .filed)
    #expect(try session.read(.answers) == life.answers)
    #expect(try store.sessions(SessionQuery()).map(\.parent) == [life.id, nil])
    let user = store.userHash(of: "anna@example.org")
    #expect(try store.baseline(for: user)?.baseline == ["mean": .number(1.5)])
    #expect(try store.failureReports().map(\.fault.code) == ["truncated"])
  }

  @Test func `an index of an earlier version is brought up to date when the store is opened`()
    throws
  {
    let scratch = try Scratch()
    let life = try copy("version-1", to: scratch)
    let index = Repository.fixtures.appendingPathComponent("stores/version-1-index.sqlite")
    try FileManager.default.copyItem(atPath: index.path, toPath: "\(scratch.store)/index.sqlite")
    try StoredModes.set(in: scratch.store)

    let store = try life.open()

    var query = SessionQuery()
    query.recording = store.recordingHash(of: life.audioSHA256)
    #expect(try store.sessions(query).map(\.person) == [.known, .known])
    #expect(try store.sessions(SessionQuery()).map(\.order) == [14, 2])
    #expect(try store.verify().findings == [])
  }

  @Test func `an encrypted store of an earlier version is read, holds and goes on`() throws {
    let scratch = try Scratch()
    let life = try copy("sealed-1", to: scratch, .encrypted)

    let store = try life.open(.reading)
    let rows = try store.sessions(SessionQuery())
    let filed = try #require(try rows.first.flatMap { try store.existingSession($0.id) })

    #expect(try store.verify().findings == [])
    #expect(rows.map(\.name) == ["a.wav", "bad.wav"])
    #expect(try filed.header()?.reference == "visit 1")
    #expect(try filed.read(.audio)?.count == 44 + 2 * 26_460)
    #expect(try Set(store.failedListing().reports.map(\.name)) == ["bad.wav", "bad.json"])
    let user = store.userHash(of: "anna@example.org")
    #expect(try store.baseline(for: user)?.number == 1)
    try life.live(in: life.open())
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test(arguments: ["version-1"])
  func `a store of an earlier version goes on`(name: String) throws {
    let scratch = try Scratch()
    let life = try copy(name, to: scratch)

    try SessionLife(scratch.store, number: 4).live(in: life.open())

    #expect(try life.open(.reading).verify().findings == [])
    #expect(try life.open(.reading).sessions(SessionQuery()).count == 3)
  }

  @Test func `a store of a version that kept no people is read, and keeps them when it goes on`()
    throws
  {
    let scratch = try Scratch()
    let life = try copy("version-1", to: scratch)
    let anna = "anna@example.org"

    let read = try life.open(.reading)
    let user = read.userHash(of: anna)
    #expect(try read.person(for: user) == nil && read.alerts(for: user) == [])
    #expect(try read.people() == [] && read.journey(for: user) == nil)
    let store = try life.open()
    try store.keep(Told.person(anna), for: user, reason: "first")

    #expect(try life.open(.reading).person(for: user)?.told() == Told.person(anna))
    #expect(try life.open(.reading).verify().findings == [])
  }
}
