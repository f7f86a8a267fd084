// Queries of sessions by their columns.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct IndexTests {
  /// Sessions of three people and of guests, in several states, a day apart.
  private func filled(_ kind: StoreKind, at path: String? = nil) throws -> RecordStore {
    let clock = FixedClock()
    let store = try kind.store(clock, at: path)
    for number in 1...12 {
      var life = SessionLife("", number: number)
      life.userID = number.isMultiple(of: 4) ? nil : "user \(number % 3)"
      life.name = "voice \(number % 2).wav"
      let day = "2025-12-\(10 + number)"
      life.recordedAt = number.isMultiple(of: 3) ? "by hand" : day + "T09:00:00+01:00"
      let session = try store.session(life.id)
      for change in life.changes(in: store).prefix(number % 6) { try session.commit(change) }
      clock.advance(milliseconds: 86_400_000)
    }
    return store
  }

  @Test func `a filter without a match gives no session, others give some`() throws {
    let store = try filled(.encrypted)
    var query = SessionQuery()
    query.name = "voice 1.wav"
    query.recordedFrom = StoreTime("2025-12-15T08:00:00Z")

    #expect(try store.sessions(query).map(\.name) == Array(repeating: "voice 1.wav", count: 3))
    query.recordedUntil = StoreTime("2025-12-15T08:00:00.001Z")
    #expect(try store.sessions(query).map(\.recordedAt) == ["2025-12-15T09:00:00+01:00"])
    query.verdict = .fail
    #expect(try store.sessions(query) == [])
  }

  private func queries(_ store: RecordStore) -> [SessionQuery] {
    var queries = [SessionQuery()]
    func add(_ change: (inout SessionQuery) -> Void) {
      var query = SessionQuery()
      change(&query)
      queries.append(query)
    }
    add { $0.user = store.userHash(of: "user 1") }
    add { $0.from = FixedClock().now().adding(days: 3) }
    add { $0.until = FixedClock().now().adding(days: 3) }
    add { $0.tier = .quick }
    add { $0.tier = .comprehensive }
    add { $0.states = [.filed, .claimed] }
    add { $0.context = "clinic" }
    add { $0.context = "elsewhere" }
    add { $0.reference = "visit 05" }
    add { $0.reference = "visit" }
    add { $0.name = "voice 1.wav" }
    add { $0.name = "voice" }
    add { $0.recordedFrom = StoreTime("2025-12-15T08:00:00Z") }
    add { $0.recordedUntil = StoreTime("2025-12-15T08:00:00Z") }
    for verdict in Verdict.allCases { add { $0.verdict = verdict } }
    add { $0.limit = 3 }
    add {
      $0.name = "voice 1.wav"
      $0.limit = 2
    }
    add {
      $0.user = store.userHash(of: "user 2")
      $0.states = [.quickDone]
    }
    return queries
  }

  @Test(arguments: StoreKind.allCases)
  func `a query has the result of a scan of all sessions`(kind: StoreKind) throws {
    let store = try filled(kind)
    let all = try store.sessions(SessionQuery())

    for query in queries(store) {
      let expected = all.filter(query.matches)
      #expect(try store.sessions(query) == Array(expected.prefix(query.limit ?? 100)))
    }
    #expect(all.count == 10)
    #expect(try store.sessionIDs() == all.map(\.id).sorted())
  }

  @Test(arguments: StoreKind.allCases)
  func `an encrypted store has no reference, name or hash of a recording in plain`(
    kind: StoreKind
  ) throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/a.sqlite"
    let store = try filled(kind, at: path)

    let text = try ["", "-wal"].map {
      String(decoding: try POSIXFileSystem().read(path + $0), as: UTF8.self)
    }.joined()

    for clear in ["visit 05", "voice 1.wav", "2025-12-15", "clinic"] {
      #expect(text.contains(clear) == (kind == .open), "\(clear)")
    }
    #expect(text.contains(SessionLife("").audioSHA256) == (kind == .open))
    withExtendedLifetime(store) {}
  }

  @Test func `of equal recordings the first is found by the order of arrival`() throws {
    let clock = FixedClock()
    let store = try StoreKind.open.store(clock)
    let lives = (1...3).map { SessionLife("", number: $0) }
    for life in lives {
      try life.live(in: store)
      // After the clock is set back, the order of arrival counts.
      clock.advance(milliseconds: -3_600_000)
    }
    let identity = try #require(lives[0].header(in: store).identity)
    #expect(try store.first(with: identity) == lives[0].id)

    try store.session(lives[0].id).record(StateRecord(.failed))

    #expect(try store.first(with: identity) == lives[1].id)
  }
}
