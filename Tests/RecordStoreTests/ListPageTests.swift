// Paging of lists: the pages together are the list, although sessions are added or removed meanwhile.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct ListPageTests {
  /// Adds sessions of new recordings with four names, in the order of their numbers.
  private func fill(_ store: RecordStore, _ numbers: ClosedRange<Int>) throws {
    for number in numbers {
      var life = SessionLife("", number: number)
      life.name = "voice \(number % 4).wav"
      let change = SessionChange(
        "claimed", header: life.header(in: store), state: StateRecord(.claimed))
      try store.session(life.id).commit(change)
    }
  }

  private func filled(_ kind: StoreKind, _ count: Int) throws -> RecordStore {
    let store = try kind.store()
    try fill(store, 1...count)
    return store
  }

  /// The pages of a query in order, with a change between each two.
  private func pages(
    _ query: SessionQuery, of store: RecordStore, between: () throws -> Void = {}
  ) throws -> [[SessionSummary]] {
    var (query, pages) = (query, [[SessionSummary]]())
    while true {
      let page = try store.sessions(query)
      guard let last = page.last else { return pages }
      pages.append(page)
      query.after = SessionCursor(last.cursor.text)
      try between()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the pages together are the list`(kind: StoreKind) throws {
    let store = try filled(kind, 300)
    var query = SessionQuery()
    let whole = try store.sessions(query)
    query.limit = 70

    let pages = try pages(query, of: store)

    #expect(whole.count == 300)
    #expect(pages.map(\.count) == [70, 70, 70, 70, 20])
    #expect(Array(pages.joined()) == whole)
  }

  @Test(arguments: StoreKind.allCases)
  func `the pages of a filter are the filtered list`(kind: StoreKind) throws {
    let store = try filled(kind, 60)
    var query = SessionQuery()
    query.name = "voice 3.wav"
    let whole = try store.sessions(query)
    query.limit = 4

    let pages = try pages(query, of: store)

    #expect(whole.count == 15)
    #expect(pages.map(\.count) == [4, 4, 4, 3])
    #expect(Array(pages.joined()) == whole)
  }

  @Test func `changes between two pages repeat and skip no session`() throws {
    let store = try filled(.open, 40)
    let whole = try store.sessions(SessionQuery()).map(\.id)
    var query = SessionQuery()
    query.limit = 10
    var next = 41

    let pages = try pages(query, of: store) {
      try fill(store, next...(next + 2))
      // The session before the cursor is purged.
      if next == 41 { _ = try store.purge(.sessions([whole[9]]), reason: "r", .forGood) }
      next += 3
    }

    #expect(pages.joined().map(\.id) == whole)
    #expect(try store.sessions(SessionQuery()).count == 51)
  }

  @Test(arguments: ["", "1", "1.", "x.aaaaaaaa-bbbb-4ccc-8ddd-000000000001", "-1.me", "1.2.3"])
  func `an invalid cursor is refused`(text: String) {
    #expect(SessionCursor(text) == nil)
  }
}
