// What a session says of whose it is, when that is known and when it is not.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PersonTests {
  /// A session whose header was changed after it was filed.
  private func session(
    _ scratch: Scratch, _ kind: StoreKind = .open, _ change: (inout SessionHeader) -> Void
  ) throws -> SessionLife {
    let life = SessionLife(scratch.store, kind)
    let store = try life.open()
    try life.live(in: store)
    let session = try store.session(life.id)
    var header = try #require(try session.header())
    change(&header)
    try session.write(header)
    return life
  }

  @Test(arguments: StoreKind.allCases)
  func `that it is not known whose a recording is, is known after a restart`(
    kind: StoreKind
  ) throws {
    let scratch = try Scratch()
    let life = try session(scratch, kind) { $0.takeUnknownPerson() }

    let store = try life.open(.reading)
    let header = try #require(try store.existingSession(life.id)?.header())

    #expect(header.person == .unknown && header.user == nil && header.isLocalOnly)
    #expect(try store.sessions(SessionQuery()).map(\.person) == [.unknown])
    #expect(try store.verify().findings == [])
  }

  @Test func `a recording of somebody who is not known does not go as a guest's does`() throws {
    let scratch = try Scratch()
    let life = try session(scratch) { $0.takeUnknownPerson() }
    let summary = try #require(try life.open(.reading).sessions(SessionQuery()).first)
    let later = try #require(summary.createdAt).adding(days: 1000)

    #expect(!Retention().isDue(summary, at: later))
    #expect(Retention(everyoneDays: 30).isDue(summary, at: later))
  }

  @Test func `whose it is can be told later`() throws {
    let scratch = try Scratch()
    let life = try session(scratch) { $0.takeUnknownPerson() }
    let store = try life.open()
    var header = try #require(try store.existingSession(life.id)?.header())

    header.take(UserProfile(userID: "anna"), of: store)

    #expect(header.person == .known && header.user == store.userHash(of: "anna"))
    header.take(nil, of: store)
    #expect(header.person == .guest)
  }
}
