// Withdrawal of consent deletes all data that require it, in store and inbox.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct WithdrawalTests {
  private static let words = ["anna-77", "hoarse week", "S1-anna"]

  private static func sidecar(
    _ purposes: String, signed: Bool = true, at: String = "2026-01-01T09:00:00Z", take: Int = 1,
    day: Int = 1
  ) -> String {
    """
    {"profile": {"user_id": "anna-77", "age": 34, "voice_conditions": ["a hoarse week"]},
     "session_id": "S\(day)-anna", "recorded_at": "2026-01-0\(day)T09:3\(take):00Z",
     "consent": {"signed": \(signed), "at": "\(at)", "version": "3", "purposes": [\(purposes)]}}
    """
  }

  private static let all = #""analysis", "storage""#

  /// A person with a baseline of three vowels, another person, and events.
  private func onboarded(_ isEncrypted: Bool) throws -> Inbox {
    let inbox = try Inbox()
    inbox.wantsEvents = true
    inbox.key = isEncrypted ? StoreKeys(bytes: [UInt8](repeating: 7, count: 32)) : nil
    for take in 1...3 {
      try inbox.put(Recordings.long(take), "a\(take).wav", with: Self.sidecar(Self.all, take: take))
    }
    try inbox.deliver(Recordings.voice(9), "b.wav", with: #"{"user_id": "ben-12"}"#)
    let store = try inbox.openStore()
    _ = try #require(try store.baseline(for: store.userHash(of: "anna-77")))
    return inbox
  }

  /// Data of the person in the store: words and values of results.
  private func traces(_ inbox: Inbox, of values: [String]) throws -> [String] {
    try FolderSearch.findings(of: Self.words + values, in: inbox.storePath)
  }

  /// Unique numbers of results and baseline in their encoded form.
  private func values(_ inbox: Inbox) throws -> [String] {
    let store = try inbox.openStore()
    let user = store.userHash(of: "anna-77")
    var theirs = Self.numbers(in: try #require(try store.baseline(for: user)).content)
    for session in try store.sessions(of: user) {
      let bytes = try #require(try store.session(session).read(.computed))
      theirs.formUnion(Self.numbers(in: try JSONValue.parse(bytes)["biomarkers"] ?? .null))
    }
    for session in try store.sessions(of: store.userHash(of: "ben-12")) {
      for document in [SessionDocument.quick, .computed, .bundle] {
        let bytes = try #require(try store.session(session).read(document))
        theirs.subtract(Self.numbers(in: try JSONValue.parse(bytes)))
      }
    }
    return theirs.sorted()
  }

  /// Numbers with enough digits to be unique.
  private static func numbers(in document: JSONValue) -> Set<String> {
    let words = document.text(.compact).split { !"0123456789.".contains($0) }
    return Set(words.map(String.init).filter { $0.count >= 12 && $0.contains(".") })
  }

  private func expectNothing(of inbox: Inbox, but sessions: Int, _ values: [String]) throws {
    let store = try inbox.openStore()
    let user = store.userHash(of: "anna-77")
    // A share of frames may equal that of a quick answer without consent to storage.
    var theirs = Set(values)
    for session in try store.sessions(of: user) {
      let quick = try #require(try store.session(session).read(.quick))
      theirs.subtract(Self.numbers(in: try JSONValue.parse(quick)))
    }
    #expect(theirs.count > values.count / 2)
    #expect(try traces(inbox, of: theirs.sorted()) == [])
    #expect(try store.baselines(for: user) == [] && store.person(for: user) == nil)
    for document in PersonDocument.allCases {
      #expect(try store.read(document, of: user) == nil, "\(document)")
    }
    let hashed = try FolderSearch.findings(of: [user.text], in: inbox.storePath)
    #expect(!hashed.contains { $0.contains("baselines/") || $0.contains("people/") })
    #expect(try inbox.sessions().count == sessions)
    #expect(try store.person(for: store.userHash(of: "ben-12")) != nil)
    #expect(try inbox.findings() == [])
  }

  @Test(arguments: [false, true])
  func `a late sidecar with a withdrawal leaves no data of the person`(isEncrypted: Bool) throws {
    let inbox = try onboarded(isEncrypted)
    let values = try values(inbox)
    if !isEncrypted { #expect(try !traces(inbox, of: values).isEmpty) }

    try inbox.deliver(Self.sidecar("", signed: false, at: "2026-02-01T09:00:00Z"), "a2.json")

    try expectNothing(of: inbox, but: 1, values)
    #expect(inbox.eventNames().count { $0 == "purged" } == 3)
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test(arguments: [false, true])
  func `a new recording with a withdrawal gets the quick answer, and all else is purged`(
    isEncrypted: Bool
  ) throws {
    let inbox = try onboarded(isEncrypted)
    let values = try values(inbox)
    try inbox.put(Self.sidecar(#""analysis""#, at: "2026-02-01T09:00:00Z", day: 2), "c.json")
    try inbox.deliver(Recordings.long(5), "c.wav")

    try expectNothing(of: inbox, but: 2, values)
    let last = try #require(try inbox.sessions().first { $0.name == "c.wav" })
    let session = try #require(try inbox.openStore().existingSession(last.id))
    #expect(
      try SessionDocument.allCases.filter { try session.read($0) != nil }
        == [.header, .quick, .state])
  }

  @Test
  func
    `a late withdrawal for an unassigned recording gives the quick answer, and all else is purged`()
    throws
  {
    let inbox = try onboarded(false)
    let values = try values(inbox)
    try inbox.deliver(Recordings.long(5), "c.wav")
    try inbox.deliver(Self.sidecar(#""analysis""#, at: "2026-02-01T09:00:00Z", day: 2), "c.json")

    try expectNothing(of: inbox, but: 2, values)
  }

  /// Refuses withdrawals in the store during `body`.
  private func whileRefusing(_ inbox: Inbox, _ body: () throws -> Void) throws {
    let database = try SQLiteDatabase(at: "\(inbox.storePath)/store.sqlite", for: .writing)
    func run(_ sql: String) throws {
      try database.transaction(of: "store", .writing) { _ = try $0.run(sql, []) }
    }
    try run(
      """
      create trigger refusal before delete on kept_version
      begin select raise(abort, 'refused'); end
      """)
    try body()
    try run("drop trigger refusal")
  }

  @Test(arguments: [false, true])
  func `a withdrawal that the store refuses is a failure until a later start succeeds`(
    isLate: Bool
  ) throws {
    let inbox = try onboarded(false)
    let values = try values(inbox)
    let purposes = isLate ? "" : #""analysis""#
    try inbox.put(
      Self.sidecar(purposes, signed: !isLate, at: "2026-02-01T09:00:00Z", day: isLate ? 1 : 2),
      isLate ? "a2.json" : "c.json")
    if !isLate { try inbox.put(Recordings.long(5), "c.wav") }

    try whileRefusing(inbox) {
      for _ in 0..<2 {
        #expect(try inbox.drain().unfinished == 1)
        let store = try inbox.openStore()
        #expect(try store.person(for: store.userHash(of: "anna-77")) != nil)
      }
    }

    #expect(try inbox.drain().unfinished == 0)
    try expectNothing(of: inbox, but: isLate ? 1 : 2, values)
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test(arguments: [
    (Self.all, "2026-02-01T09:00:00Z", 34), (#""analysis""#, "2025-12-01T09:00:00Z", 34),
    (Self.all, "2026-02-01T09:00:00Z", 15),
  ])
  func `an older, running or incomplete consent withdraws nothing`(
    purposes: String, at: String, age: Int
  ) throws {
    let inbox = try onboarded(false)
    try inbox.put(Self.sidecar(purposes, at: at, day: 2).replacing("34", with: "\(age)"), "c.json")
    try inbox.deliver(Recordings.long(5), "c.wav")

    let store = try inbox.openStore()
    #expect(try store.baseline(for: store.userHash(of: "anna-77")) != nil)
    #expect(try inbox.sessions().count == 5)
  }
}
