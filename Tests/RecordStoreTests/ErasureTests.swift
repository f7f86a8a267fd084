// Erasure of all data of a person, and of no other data.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct ErasureTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch
  private let first = SessionLife("", number: 1).id
  private let second = SessionLife("", number: 2).id

  init() throws { scratch = try Scratch() }

  /// A store with a session without an owner, a file that was quarantined with it, and a session of otto.
  private func store(
    _ kind: StoreKind, sidecar: [UInt8] = Array("{".utf8), named name: String = "a.json",
    of userID: String? = nil
  ) throws -> RecordStore {
    let store = try kind.store()
    for (number, owner) in [(1, userID), (2, "otto")] {
      var life = SessionLife("", number: number)
      (life.userID, life.answers, life.name) = (owner, Array("{}".utf8), "a.wav")
      try life.live(in: store)
    }
    try put(sidecar, name, in: store, of: first)
    return store
  }

  private func put(
    _ bytes: [UInt8], _ name: String, in store: RecordStore, of session: SessionID?
  ) throws {
    let source = "\(scratch.path)/source"
    try files.create(source, bytes)
    try store.quarantine(
      QuarantinedFile(
        source: source, name: name,
        fault: StateFault("profile_invalid", message: "age: found \"34\"", advice: "a"),
        session: session))
  }

  private static let texts = [
    #"{"user_id": "anna-77", "age": "34"}"#, #"{"profile": {"userId": "anna-77"}}"#,
    #"{"user_id": "anna-77", "age": }"#, #"{"patient": "anna-77"}"#, "anna-77;34;female",
    #"{"user_id": "anna\u002d77", "age": }"#, #"{"user_id": "\u0061nna-77"}"#,
  ]

  private static let encodings: [[UInt8]] =
    texts.map { Array($0.utf8) }
    + [
      [0xFF, 0xFE] + texts[0].utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + texts[0].utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
      [0xEF, 0xBB, 0xBF] + Array(texts[0].utf8), Array(texts[2].utf8) + [0xFC],
    ]

  @Test(arguments: StoreKind.allCases, encodings)
  func `an invalid sidecar that names the person is erased with its session`(
    kind: StoreKind, sidecar: [UInt8]
  ) throws {
    let store = try store(kind, sidecar: sidecar)
    let lines = try store.tenantLines().count

    #expect(try store.erase(user: "anna-77", reason: "r", .dryRun).sessions == [first])
    #expect(try store.tenantLines().count == lines)
    let erasure = try store.erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.sessions == [first])
    #expect(erasure.remainders == [])
    #expect(try store.failureReports() == [])
    #expect(try store.sessionIDs() == [second])
    #expect(try store.check() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an empty quarantined file does not prevent an erasure`(kind: StoreKind) throws {
    let store = try store(kind, sidecar: [], named: "e.wav")

    let erasure = try store.erase(user: "otto", reason: "r", .forGood)

    #expect(erasure.sessions == [second])
    #expect(erasure.remainders == [])
    #expect(try store.failureReports().count == 1)
  }

  @Test func `a sidecar with the person in its name is erased`() throws {
    let store = try store(.encrypted, named: "anna-77.json")

    #expect(try store.erase(user: "anna-77", reason: "r", .forGood).sessions == [first])
    #expect(try store.failureReports() == [])
  }

  @Test(arguments: [
    (#"{"user_id": "otto", "note": "instead of anna-77"}"#, nil),
    (#"{"user_id": "anna-77"}"#, "otto"),
  ])
  func `a session of another person stays, and a sidecar that names the erased person is deleted`(
    sidecar: String, owner: String?
  ) throws {
    let store = try store(.open, sidecar: Array(sidecar.utf8), of: owner)

    let erasure = try store.erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.sessions == [])
    #expect(try store.failureReports() == [])
    #expect(try store.sessionIDs().count == 2)
    #expect(try store.check() == [])
  }

  @Test(arguments: [
    ("77", #"{"user_id": "otto", "age": "77"}"#), ("77", #"{"age": 77}"#),
    ("1", #"{"session_id": "1", "age": "34"}"#), ("anna", #"{"user_id": "otto"}"#),
    ("o", #"{"user_id": "otto"}"#),
  ])
  func `a file about another person, or with a number of years, stays`(
    userID: String, sidecar: String
  ) throws {
    let store = try store(.open, sidecar: Array(sidecar.utf8))

    let erasure = try store.erase(user: userID, reason: "r", .forGood)

    #expect(erasure.sessions == [])
    #expect(try store.failureReports().count == 1)
  }

  @Test func `a possible match stays and is reported`() throws {
    let store = try store(.open, sidecar: Array(#"{"patient": "anna-778"}"#.utf8))

    let erasure = try store.erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.sessions == [])
    #expect(erasure.remainders == [Erasure.Remainder("failed/a.json", .uncertain)])
    #expect(try store.failureReports().count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a session without an owner is erased if its answers name the person`(kind: StoreKind) throws
  {
    let store = try store(kind)
    try store.session(first).write(.answers, Array(#"{"patient": "anna-77"}"#.utf8))

    #expect(try store.erase(user: "anna-77", reason: "r", .forGood).sessions == [first])
  }

  @Test func `answers of another person's session that name the person stay and are reported`()
    throws
  {
    let store = try store(.encrypted)
    try store.session(second).write(.answers, Array(#"{"asked_by": "anna-77"}"#.utf8))

    let erasure = try store.erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.remainders == [.init("sessions/\(second.text)/answers.json", .anothers)])
    #expect(try store.sessionIDs() == [first, second])
  }

  @Test(arguments: ["bytes", "report"])
  func `an unreadable file is reported`(column: String) throws {
    let store = try store(.encrypted)
    try store.write { rows in
      _ = try rows.run("update failed_file set \(column) = x'00' where tenant = $1")
    }

    let erasure = try store.erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.remainders == [.init("failed/1", .unreadable)])
    #expect(try store.failedListing().unreadable == (column == "report" ? ["1"] : []))
  }

  @Test(arguments: StoreKind.allCases)
  func `a file above the search limit is reported`(kind: StoreKind) throws {
    let store = try store(kind, sidecar: Array(repeating: UInt8(ascii: "x"), count: 2 << 20))

    let erasure = try store.erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.remainders == [.init("failed/a.json", .unreadable)])
  }

  @Test func `a report of an unreadable file without a session is erased by the file name`() throws
  {
    let store = try store(.encrypted)
    let fault = StateFault("c", message: "m", advice: "a")
    for name in ["anna-77.wav", "xanna-77.wav", "otto.wav"] {
      try store.reportStranded("/in/\(name)", named: name, for: fault)
    }

    let erasure = try store.erase(user: "anna-77", reason: "r", .forGood)

    #expect(erasure.remainders == [.init("failed/xanna-77.wav", .uncertain)])
    #expect(try store.strandedReports().map(\.name) == ["xanna-77.wav", "otto.wav"])
  }

  @Test func `sessions of another store are erased by their answers and owners`()
    throws
  {
    let store = try store(.open)
    let named = #"{"user_id":"anna-77"}"#
    try importSessions(
      [(3, "anna-77", named), (4, "anna-77", "{}"), (5, "ben", "{}")], into: store)
    let theirs = [3, 4].map { SessionLife("", number: $0).id }

    #expect(try store.sessions(ofUser: "anna-77", SessionQuery()).map(\.id) == theirs.reversed())
    #expect(try store.erase(user: "anna-77", reason: "r", .forGood).sessions == theirs)
    #expect(try store.sessions(ofUser: "anna-77", SessionQuery()) == [])
  }

  @Test func `a profile stays while a session of another store names the person`()
    throws
  {
    let store = try store(.open, of: "anna-77")
    let user = store.userHash(of: "anna-77")
    try store.save(TestPerson.person("anna-77"), for: user, reason: "r")
    try importSessions([(3, "anna-77", #"{"user_id":"anna-77"}"#)], into: store)

    _ = try store.purge(.sessions([first]), reason: "r", .forGood)

    #expect(try store.person(for: user) != nil)
  }

  private func importSessions(
    _ sessions: [(number: Int, userID: String, answers: String)], into store: RecordStore
  ) throws {
    let source = try StoreKind.open.store()
    for session in sessions {
      var life = SessionLife("", number: session.number)
      (life.userID, life.answers) = (session.userID, Array(session.answers.utf8))
      try life.live(in: source)
    }
    let path = "\(scratch.path)/export.zip"
    _ = try source.export(ExportRequest(of: source.sessionIDs(), to: path, version: "1"))
    #expect(try store.importSessions(from: path).imported.count == sessions.count)
  }

  @Test func `an unreadable recording is erased with its session`() throws {
    let store = try store(.open)
    var work = scratch.path
    for folder in ["in", ".sagevoice", "work", first.text] {
      work += "/\(folder)"
      try files.makeFolder(work)
    }
    for name in ["a.wav", "a.json"] { try files.create("\(work)/\(name)", [1]) }
    let elsewhere = "\(scratch.path)/in/b.wav"
    try files.create(elsewhere, [1])
    let fault = StateFault("c", message: "m", advice: "a")
    try store.reportStranded("\(work)/a.wav", named: "a.wav", of: first, for: fault)
    try store.reportStranded(elsewhere, named: "b.wav", of: second, for: fault)

    _ = try store.purge(.all, reason: "r", .forGood)

    #expect(try files.facts(of: work) == nil)
    #expect(try files.facts(of: elsewhere) != nil)
    #expect(try store.strandedReports() == [] && store.notices == [])
    #expect(throws: StoreError.purged(first)) {
      try store.reportStranded("/x/b.wav", named: "b.wav", of: first, for: fault)
    }
  }
}
