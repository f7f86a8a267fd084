// What a session says of whose it is, when that is known and when it is not.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PersonTests {
  private let life = SessionLife("")

  /// A store with a session whose owner became unknown after it was filed.
  private func store(_ kind: StoreKind = .open, _ clock: FixedClock = FixedClock()) throws
    -> SQLStore
  {
    let store = try kind.store(clock)
    try life.live(in: store)
    let session = try store.session(life.id)
    var header = try #require(try session.header())
    header.takeUnknownPerson()
    try session.write(header)
    return store
  }

  @Test(arguments: StoreKind.allCases)
  func `that it is not known whose a recording is, is stored`(kind: StoreKind) throws {
    let store = try store(kind)

    let header = try #require(try store.existingSession(life.id)?.header())

    #expect(header.person == .unknown && header.user == nil && header.isLocalOnly)
    #expect(try store.sessions(SessionQuery()).map(\.person) == [.unknown])
    #expect(try store.check() == [])
  }

  @Test func `a recording of somebody who is not known does not go as a guest's does`() throws {
    let clock = FixedClock()
    let store = try store(.open, clock)
    var news: [RetentionNews] = []
    func enforce(_ retention: Retention, days: Int) throws {
      for _ in 1...days {
        clock.advance(milliseconds: 86_400_000)
        try store.enforce(retention) { news.append($0) }
      }
    }

    try enforce(Retention(), days: 100)
    #expect(news == [])

    try enforce(Retention(everyoneDays: 30), days: 1)
    #expect(news == [.announced(life.id)])
  }

  @Test func `whose it is can be told later`() throws {
    let store = try store()
    var header = try #require(try store.existingSession(life.id)?.header())

    header.take(UserProfile(userID: "anna"), of: store)

    #expect(header.person == .known && header.user == store.userHash(of: "anna"))
    header.take(nil, of: store)
    #expect(header.person == .guest)
  }
}
