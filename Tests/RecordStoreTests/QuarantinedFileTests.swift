// Unusable files and their reports.

import Dispatch
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct FailedFileTests {
  private let files = POSIXFileSystem()
  private let fault = ContractedStore.fault
  private let life = SessionLife("")
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func store(_ kind: StoreKind, at path: String? = nil) throws -> RecordStore {
    let store = try kind.store(at: path)
    try life.live(in: store)
    return store
  }

  private func file(_ bytes: [UInt8], _ name: String) throws -> QuarantinedFile {
    try scratch.failed(bytes, name, of: life.id)
  }

  @Test(
    arguments: [
      "a.wav", "Größe 東京 \u{1F3A4}.wav", "two words\nand a line.wav", ".hidden", "no ending",
      "e\u{301}.wav", "\u{E9}.wav", "..", "a/b.wav", String(repeating: "ä", count: 200) + ".wav",
      FileName.text(of: [0x61, 0xFF, 0xE9, 0x2E]),
    ], StoreKind.allCases)
  func `a quarantined file has its name and a report`(name: String, kind: StoreKind) throws {
    let store = try store(kind)

    let report = try store.quarantine(file([1, 2, 3], name))

    #expect(try files.facts(of: "\(scratch.path)/source") == nil)
    #expect(try store.failedBytes(report) == [1, 2, 3])
    #expect(try store.failureReports() == [report])
    #expect(report.name == name && report.fault == fault && report.session == life.id)
    let listed = try #require(try store.failedListing().reports.first)
    #expect(listed.name == name && listed.sha256 == report.sha256 && listed.path == nil)
    #expect(try store.check() == [])
  }

  @Test(arguments: [(1 << 26) + 1, 1 << 42])
  func `a file above the size limit stays and is reported`(bytes: Int) throws {
    let store = try store(.open)
    let failed = try file([], "a.wav")
    try files.truncate(failed.source, to: bytes)

    #expect(!store.canStore(fileOf: bytes))
    #expect(throws: StoreError.self) { try store.quarantine(failed) }

    #expect(try files.facts(of: failed.source)?.size == bytes)
    #expect(try store.failureReports() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `of a companion above the size limit the beginning is stored`(kind: StoreKind) throws {
    let store = try store(kind)
    var failed = try file([1, 2, 3], "a.json")
    failed.isCompanion = true
    try files.truncate(failed.source, to: 1 << 42)

    let report = try store.quarantine(failed)

    #expect(report.cutFromBytes == 1 << 42)
    let kept = try #require(try store.failedBytes(report))
    #expect(kept.count == 1 << 20 && kept.starts(with: [1, 2, 3]))
    #expect(try files.facts(of: failed.source) == nil)
    #expect(try store.quarantine(failed) == report)
  }

  @Test func `files of the same name are all stored`() throws {
    let store = try store(.open)

    for number in 0..<5 { try store.quarantine(file([UInt8(number)], "a.wav")) }

    let reports = try store.failureReports()
    #expect(try reports.map { try store.failedBytes($0) } == (0..<5).map { [UInt8($0)] })
    #expect(reports.map(\.name) == Array(repeating: "a.wav", count: 5))
  }

  @Test(arguments: StoreKind.allCases)
  func `the recording of a session is found among its quarantined files`(kind: StoreKind) throws {
    let store = try store(kind)
    let session = try store.session(life.id)
    try store.quarantine(file(Array("{".utf8), "a.json"))
    #expect(try store.failedRecording(of: session) == nil)

    try store.quarantine(file(life.audio, "a.wav"))

    #expect(try store.failedRecording(of: session) == life.audio)
  }

  @Test func `an interruption at any step loses neither file nor report`() throws {
    var (step, isDisturbed) = (0, true)
    while isDisturbed {
      let made = try MemoryStore()
      let failed = try file([1, 2, 3], "a.wav")
      step += 1
      made.database.plan = .away(from: step, calls: nil, .beforeTheAnswer)
      _ = try? made.store.quarantine(failed)
      isDisturbed = made.database.wasAway
      made.database.plan = .none

      let report = try made.store.quarantine(failed)

      #expect(try made.store.failedBytes(report) == [1, 2, 3], "step \(step)")
      #expect(try made.store.failureReports() == [report], "step \(step)")
      #expect(try files.facts(of: failed.source) == nil, "step \(step)")
    }
    #expect(step > 1)
  }

  @Test func `concurrent files of the same name are all stored`() throws {
    let store = try StoreKind.open.store(at: "\(scratch.path)/a.sqlite")
    let count = 24
    for number in 0..<count { try files.create("\(scratch.path)/\(number)", [UInt8(number / 2)]) }

    DispatchQueue.concurrentPerform(iterations: count) { number in
      let life = SessionLife("", number: number + 1)
      _ = try? store.quarantine(
        QuarantinedFile(
          source: "\(scratch.path)/\(number)", name: "a.wav", fault: fault, session: life.id))
    }

    let reports = try store.failureReports()
    #expect(reports.count == count)
    #expect(
      try reports.compactMap { try store.failedBytes($0)?.first }.sorted()
        == (0..<count).map { UInt8($0 / 2) })
  }

  @Test func `an encrypted store encrypts name, hash and fault`() throws {
    let path = "\(scratch.path)/a.sqlite"
    let store = try store(.encrypted, at: path)
    let report = try store.quarantine(file([1, 2, 3], "Doe, Jane.wav"))
    try store.reportStranded("/in/Roe.wav", named: "Roe.wav", for: fault)

    let text = try ["", "-wal"].map { String(decoding: try files.read(path + $0), as: UTF8.self) }
      .joined()

    for word in ["Jane", "Roe", report.sha256, fault.message, fault.code] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test(arguments: ["failed_file", "stranded_file"])
  func `a damaged report is listed`(table: String) throws {
    let store = try store(.encrypted)
    try store.quarantine(file([1], "a.wav"))
    try store.reportStranded("/nowhere/a.wav", named: "a.wav", of: life.id, for: fault)
    try store.write { rows in
      _ = try rows.run("update \(table) set report = x'00' where tenant = $1")
    }

    let listing = try store.failedListing()

    #expect(listing.unreadable == [table == "failed_file" ? "1" : "stranded/1"])
    #expect(listing.reports.count == 1)
  }

  @Test func `a store that is open for reading quarantines nothing`() throws {
    let path = "\(scratch.path)/a.sqlite"
    _ = try store(.open, at: path)
    let reader = try RecordStore(
      SQLiteDatabase(at: path, for: .reading), tenant: "a", access: .reading)

    #expect(throws: StoreError.readOnly) { try reader.quarantine(file([1], "a.wav")) }
    #expect(try files.facts(of: "\(scratch.path)/source") != nil)
  }
}
