import Dispatch
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct FailedFileTests {
  private let files = POSIXFileSystem()
  private let fault = StateFault("truncated", message: "It ends early.", advice: "Record again.")

  private func put(_ bytes: [UInt8], _ scratch: Scratch, _ name: String, _ life: SessionLife)
    throws -> FailedFile
  {
    let source = "\(scratch.path)/source"
    try files.create(source, bytes)
    return FailedFile(source: source, name: name, fault: fault, session: life.id)
  }

  @Test(
    arguments: [
      "a.wav", "Größe 東京 \u{1F3A4}.wav", "two words\nand a line.wav", ".hidden", "no ending",
      "e\u{301}.wav", "\u{E9}.wav", "..", "a/b.wav", String(repeating: "ä", count: 200) + ".wav",
      FileName.text(of: [0x61, 0xFF, 0xE9, 0x2E]),
    ], StoreKind.allCases)
  func `a file is put away under its name with a report`(name: String, kind: StoreKind) throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, kind)
    let store = try life.open()
    try life.live(in: store)

    let report = try store.keepFailed(put([1, 2, 3], scratch, name, life))

    #expect(try files.facts(of: "\(scratch.path)/source") == nil)
    #expect(try store.failedBytes(report) == [1, 2, 3])
    #expect(try store.failureReports() == [report])
    #expect(report.name == name && report.fault == fault)
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a file too large to be read is moved with its report, or left where it is`(
    kind: StoreKind
  ) throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, kind)
    let store = try life.open()
    try life.live(in: store)
    let bytes = RecordStore.mostFailedBytesRead + 1
    let failed = try put([], scratch, "a.wav", life)
    try files.truncate(failed.source, to: bytes)

    let report = try? store.keepFailed(failed)

    let kept = try files.facts(of: "\(scratch.store)/failed/a.wav")
    let left = try files.facts(of: failed.source)
    #expect(store.canKeep(fileOf: bytes) == (kind == .open))
    #expect((report != nil) == (kind == .open))
    #expect(kept?.size == (kind == .open ? bytes : nil))
    #expect(kept?.permissions == (kind == .open ? 0o600 : nil))
    #expect(left?.size == (kind == .open ? nil : bytes))
    #expect(try life.open(.reading).verify().findings == [])
    if let report { #expect(try store.keepFailed(failed) == report) }
  }

  @Test func `a file of more bytes than any disk has is left where it is`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let store = try life.open()
    let failed = try put([], scratch, "a.wav", life)
    try files.truncate(failed.source, to: 1 << 42)

    #expect(throws: StoreError.self) { try store.keepFailed(failed) }

    #expect(try files.facts(of: failed.source)?.size == 1 << 42)
    #expect(try files.list("\(scratch.store)/failed") == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `of a companion of more bytes than any disk has the beginning is kept`(
    kind: StoreKind
  ) throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, kind)
    let store = try life.open()
    try life.live(in: store)
    var failed = try put([1, 2, 3], scratch, "a.json", life)
    failed.isCompanion = true
    try files.truncate(failed.source, to: 1 << 42)

    let report = try store.keepFailed(failed)

    #expect(report.cutFromBytes == 1 << 42)
    let kept = try #require(try store.failedBytes(report))
    #expect(kept.count == 1 << 20 && kept.starts(with: [1, 2, 3]))
    #expect(try files.facts(of: failed.source) == nil)
    #expect(try life.open(.reading).verify().findings == [])
    #expect(try store.keepFailed(failed) == report)
  }

  @Test func `files of one name are all kept`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let store = try life.open()
    try life.live(in: store)

    let names = try (0..<5).map { number in
      try store.keepFailed(put([UInt8(number)], scratch, "a.wav", life)).file
    }

    #expect(names == ["a.wav", "a.2.wav", "a.3.wav", "a.4.wav", "a.5.wav"])
    #expect(try store.failureReports().count == 5)
    #expect(try store.verify().findings == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a crash at any step loses neither the file nor the reason`(kind: StoreKind) throws {
    var step = 0
    while true {
      step += 1
      let scratch = try Scratch()
      var life = SessionLife(scratch.store, kind)
      let faulty = FaultyFileSystem()
      life.fileSystem = faulty
      let failed = try put([1, 2, 3], scratch, "a.wav", life)
      try keep(failed, life, dyingAt: step, faulty)
      guard faulty.hasFailed else { break }
      life.fileSystem = POSIXFileSystem()

      let next = try life.open()
      let report = try next.keepFailed(failed)

      #expect(try next.failedBytes(report) == [1, 2, 3], "step \(step)")
      #expect(try next.failureReports() == [report], "step \(step)")
      #expect(try files.facts(of: failed.source) == nil, "step \(step)")
      let findings = try life.open(.reading).verify().findings
      #expect(findings == [], "step \(step)")
    }
    print("putting away: died at \(step - 1) steps, \(kind)")
    #expect(step > 15)
  }

  /// Forgets the store at the end, as the death of a program does.
  private func keep(
    _ failed: FailedFile, _ life: SessionLife, dyingAt step: Int, _ faulty: FaultyFileSystem
  ) throws {
    let store = try life.open()
    try life.live(in: store)
    faulty.plan = .die(step: faulty.steps + step)
    _ = try? store.keepFailed(failed)
  }

  @Test func `files of one name that come at once are all kept`() throws {
    let scratch = try Scratch()
    let store = try SessionLife(scratch.store).open()
    let count = 24
    for number in 0..<count { try files.create("\(scratch.path)/\(number)", [UInt8(number / 2)]) }

    DispatchQueue.concurrentPerform(iterations: count) { number in
      let life = SessionLife("", number: number + 1)
      _ = try? store.keepFailed(
        FailedFile(
          source: "\(scratch.path)/\(number)", name: "a.wav", fault: fault, session: life.id))
    }

    let reports = try store.failureReports()
    #expect(reports.count == count)
    #expect(
      try reports.compactMap { try store.failedBytes($0)?.first }.sorted()
        == (0..<count).map { UInt8($0 / 2) })
    #expect(try store.verify().findings == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a file that stays where it is has a report until it is tried again`(kind: StoreKind) throws
  {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, kind)
    let store = try life.open()
    try life.live(in: store)
    try store.keepFailed(put([1], scratch, "a.wav", life))

    for _ in 1...2 {
      try store.reportStranded("/nowhere/a.wav", named: "a.wav", of: life.id, for: fault)
    }

    #expect(try store.strandedReports().map(\.path) == ["/nowhere/a.wav"])
    #expect(try store.failureReports().count == 1)
    let reports = try files.list("\(scratch.store)/failed").filter { $0.hasSuffix(".error.json") }
    #expect(reports.count == 2)
    #expect(try life.open(.reading).verify().findings == [])

    try store.removeStrandedReports(of: life.id)

    #expect(try store.strandedReports() == [])
    #expect(try store.failureReports().count == 1)
    #expect(try life.open(.reading).verify().findings == [])
  }

  @Test func `a report of a stranded file goes with its session`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let store = try life.open()
    try life.live(in: store)
    try store.reportStranded("/nowhere/a.wav", named: "a.wav", of: life.id, for: fault)

    _ = try store.purge(.sessions([life.id]), reason: "r", .forGood)

    #expect(try files.list("\(scratch.store)/failed") == [])
  }

  @Test func `a file that was put away and changed is found`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    let store = try life.open()
    try life.live(in: store)
    let report = try store.keepFailed(put([1, 2, 3], scratch, "a.wav", life))
    let path = "\(scratch.store)/failed/\(report.file)"
    try files.removeFile(path)
    try files.create(path, [1, 2, 4])

    #expect(try store.verify().findings.map(\.kind) == [.tampered])
  }

  @Test func `an encrypted store keeps a name, a fingerprint and what was found to itself`() throws
  {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, .encrypted)
    let store = try life.open()
    try life.live(in: store)
    let report = try store.keepFailed(put([1, 2, 3], scratch, "Doe, Jane.wav", life))

    let names = try files.list("\(scratch.store)/failed")
    let text = try names.map {
      String(decoding: try files.read("\(scratch.store)/failed/\($0)"), as: UTF8.self)
    }.joined()

    #expect(names.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}\.(sealed|error\.json)/) != nil })
    #expect(!text.contains(fault.message) && !text.contains(report.sha256))
    #expect(text.contains(fault.code) && text.contains(fault.advice))
    #expect(text.contains(life.id.text))
  }

  @Test func `what an encrypted store of version 0.5.1 put away is still read`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store, .encrypted)
    let store = try life.open()
    try life.live(in: store)
    var report = FailureReport(
      name: "a.wav", file: "a.wav.sealed", sha256: StoreSecrets.sha256(of: [1, 2]),
      at: life.clock.now(), fault: fault)
    report.session = life.id
    let sealed = try store.sealed(
      [1, 2], for: SealedPlace(owner: "failed", name: StoreSecrets.sha256(of: [1, 2])))
    try files.create("\(scratch.store)/failed/a.wav.sealed", sealed)
    try files.create(
      "\(scratch.store)/failed/a.wav.sealed.error.json", report.json.fileBytes)

    #expect(try store.failureReports() == [report])
    #expect(try store.failedBytes(report) == [1, 2])
    #expect(try store.failedListing().reports.map(\.name) == ["a.wav"])

    _ = try store.purge(.sessions([life.id]), reason: "r", .forGood)

    #expect(try files.list("\(scratch.store)/failed") == [])
  }

  @Test func `a report that nobody can read is named in the list of what failed`() throws {
    let scratch = try Scratch()
    let store = try SessionLife(scratch.store, .encrypted).open()
    try files.create("\(scratch.store)/failed/x.error.json", [1])

    #expect(try store.failedListing().unreadable == ["x.error.json"])
  }
}
