// The person of a session, known or unknown.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PersonTests {
  private let life = SessionLife("")

  /// A store with a session whose owner became unknown after it was filed.
  private func store(_ kind: StoreKind = .open, _ clock: FixedClock = FixedClock()) throws
    -> RecordStore
  {
    let store = try kind.store(clock)
    try life.live(in: store)
    let session = try store.session(life.id)
    var header = try #require(try session.header())
    header.setUnknownPerson()
    try session.write(header)
    return store
  }

  @Test(arguments: StoreKind.allCases)
  func `an unknown person is stored as unknown`(kind: StoreKind) throws {
    let store = try store(kind)

    let header = try #require(try store.existingSession(life.id)?.header())

    #expect(header.person == .unknown && header.user == nil && header.isLocalOnly)
    #expect(try store.sessions(SessionQuery()).map(\.person) == [.unknown])
    #expect(try store.check() == [])
  }

  @Test func `a recording of an unknown person does not expire like a guest's`() throws {
    let clock = FixedClock()
    let store = try store(.open, clock)
    var news: [RetentionEvent] = []
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

  @Test func `the person can be added later`() throws {
    let store = try store()
    var header = try #require(try store.existingSession(life.id)?.header())

    header.setPerson(UserProfile(userID: "anna"), of: store)

    #expect(header.person == .known && header.user == store.userHash(of: "anna"))
    header.setPerson(nil, of: store)
    #expect(header.person == .guest)
  }
}
