// The ledger of recordings that were in an inbox.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing

@Suite struct LedgerTests {
  private let inbox: Inbox
  private let path: String

  init() throws {
    inbox = try Inbox()
    path = inbox.layout.ledger
    try TestFolder.make(inbox.layout.control)
  }

  private func ledger(_ audio: AudioPolicy = .keep) -> InboxLedger {
    // Any injective function works.
    InboxLedger(inbox.layout, files: inbox.files, keeping: audio) {
      String(
        $0.utf8.reduce(into: UInt64(14_695_981_039_346_656_037)) { hash, byte in
          hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
        })
    }
  }

  private func entry(_ path: String, _ number: Int = 0) throws -> InboxLedger.Entry {
    let digits = String(repeating: "0", count: 12 - String(number).count) + String(number)
    let session = try #require(SessionID("00000000-0000-0000-0000-\(digits)"))
    return InboxLedger.Entry(
      path: path,
      stamp: FileStamp(device: .max, inode: 7, size: number, modified: -1), session: session)
  }

  private var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
  private var lines: Int { text.split(separator: "\n").count }

  @Test(arguments: ["a.wav", "x/ä ö\nü.wav", "\"\\.wav"])
  func `entries remain after a restart`(name: String) throws {
    try ledger().note(entry(name, 5))

    #expect(try ledger().isRemembered(name, entry(name, 5).stamp))
    #expect(try !ledger().isRemembered(name, entry(name, 6).stamp))
    #expect(try ledger().sessions(at: name) == [entry(name, 5).session])
  }

  @Test func `the latest entry of a path counts, and earlier recordings are known`() throws {
    try ledger().note(entry("a.wav", 2))
    try ledger().note(entry("a.wav", 1))

    #expect(try ledger().isRemembered("a.wav", entry("a.wav", 1).stamp))
    #expect(try !ledger().isRemembered("a.wav", entry("a.wav", 2).stamp))
    #expect(ledger().sessions(forStem: "a").map { String($0.text.suffix(1)) } == ["2", "1"])
  }

  @Test func `a truncated line is skipped`() throws {
    try ledger().note(entry("a.wav"))
    try (text + text.prefix(40)).write(toFile: path, atomically: false, encoding: .utf8)

    #expect(try ledger().sessions(at: "a.wav") == [entry("a.wav").session])
  }

  @Test func `a sidecar finds its recordings by the stem`() throws {
    let ledger = ledger()
    try ledger.note(entry("x/a.b.WAV", 1))
    try ledger.note(entry("x/a.b.json", 2))
    try ledger.note(entry("x/a.b.bwf", 3))

    #expect(ledger.sessions(forStem: "x/a.b").map { String($0.text.suffix(1)) } == ["1", "3"])
    #expect(ledger.sessions(forStem: "x/a") == [])
    #expect(try ledger.isRemembered("x/a.b.json", entry("x/a.b.json", 2).stamp))
  }

  @Test func `unstarted entries are deleted`() throws {
    let ledger = ledger()
    try ledger.note(entry("a.wav", 1))
    try ledger.note(entry("a.wav", 2))

    ledger.forget("a.wav", of: try entry("a.wav", 2).session)

    #expect(try ledger.isRemembered("a.wav", entry("a.wav", 1).stamp))
  }

  @Test func `entries of removed recordings are deleted after some time, others stay`() throws {
    for audio in [AudioPolicy.archive, .keep] {
      let ledger = ledger(audio)
      for number in 0..<1500 { try ledger.note(entry("\(number).wav", number)) }

      #expect(ledger.sessions(at: "0.wav").isEmpty == (audio == .archive))
      #expect(!ledger.sessions(at: "1499.wav").isEmpty)
    }
  }

  @Test func `removed recordings do not enlarge the file`() throws {
    let ledger = ledger(.archive)
    for number in 0..<12_000 { try ledger.note(entry("\(number).wav", number)) }

    #expect(lines <= 5000)
  }

  @Test func `runs do not enlarge the file`() throws {
    // Each run has fewer recordings than the memory limit.
    for run in 0..<12 {
      let ledger = ledger(.archive)
      for number in 0..<900 { try ledger.note(entry("\(run) \(number).wav", number)) }
    }

    #expect(lines <= 5000)
  }

  @Test func `with policy keep, entries of removed files are deleted`() throws {
    var ledger = ledger(.keep)
    for number in 0..<9000 { try ledger.note(entry("\(number).wav", number)) }
    try inbox.put("there", "8.wav")

    ledger = self.ledger(.keep)
    #expect(try ledger.isRemembered("8.wav", entry("8.wav", 8).stamp))
    for number in 0..<15_000 { try ledger.note(entry("8.wav", number)) }

    #expect(lines <= 6000)
    #expect(ledger.sessions(at: "7.wav").isEmpty)
    #expect(!ledger.sessions(at: "8.wav").isEmpty)
  }

  @Test func `runs of a few files each keep the file bounded and complete`() throws {
    let stays = try entry("stays.wav", 1)
    try inbox.put("there", "stays.wav")
    try ledger(.keep).note(stays)

    for run in 0..<30 {
      let ledger = ledger(.keep)
      #expect(ledger.isRemembered(stays.path, stays.stamp))
      for number in 0..<300 { try ledger.note(entry("\(run) \(number).wav", number)) }
      try ledger.tidy(after: .wholeLook)
      #expect(lines <= 2600)
    }

    let ledger = ledger(.keep)
    #expect(ledger.isRemembered(stays.path, stays.stamp))
    // Late metadata of a recording find its session for some time.
    #expect(try ledger.sessions(at: "29 299.wav") == [entry("29 299.wav", 299).session])
    #expect(ledger.sessions(at: "0 0.wav") == [])
  }

  @Test func `a complete run deletes entries of removed files and repeats no analysis`() throws {
    inbox.settings.audio = .keep
    try inbox.put(Recordings.voice(), "stays.wav")
    try inbox.drain()
    let gone = ledger(.keep)
    let store = try inbox.openStore(UnsyncedFileSystem())
    for number in 1...2100 {
      let entry = try entry("gone \(number).wav", number)
      try store.session(entry.session).record(StateRecord(.filed))
      try gone.note(entry)
    }
    #expect(lines == 2101)

    try inbox.drain()

    #expect(lines == 1001)
    #expect(try inbox.sessions().count == 2101)
  }

  @Test(arguments: [AudioPolicy.archive, .keep])
  func `the file contains no file name`(audio: AudioPolicy) throws {
    inbox.settings.audio = audio
    try inbox.put(Inbox.sidecar(of: "Doe"), "Doe, Jane 1950.json")
    try inbox.put(Recordings.voice(), "Doe, Jane 1950.wav")
    try inbox.drain()

    #expect(!text.isEmpty)
    for part in ["Doe", "Jane", "1950.", ".wav"] { #expect(!text.contains(part)) }
  }

  @Test func `names of version 0.5.1 are converted`() throws {
    let session = "11111111-2222-3333-4444-555555555555"
    let line =
      #"{"schema":"sagevoice/ledger/1","path":"Doe, Jane.wav","session_id":"\#(session)","#
      + #""device":"1","inode":"2","size_bytes":3,"modified_ns":4}"#
    try (line + "\n").write(toFile: path, atomically: false, encoding: .utf8)

    let ledger = ledger()

    #expect(ledger.sessions(forStem: "Doe, Jane").map(\.text) == [session])
    #expect(!text.contains("Doe") && lines == 1)
    #expect(
      self.ledger().isRemembered(
        "Doe, Jane.wav", FileStamp(device: 1, inode: 2, size: 3, modified: 4)))
  }
}
