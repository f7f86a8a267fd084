// What is remembered of recordings that were in an inbox.

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
    // Any function will do that keeps names apart.
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
  func `what was noted is known after a restart`(name: String) throws {
    try ledger().note(entry(name, 5))

    #expect(try ledger().isRemembered(name, entry(name, 5).stamp))
    #expect(try !ledger().isRemembered(name, entry(name, 6).stamp))
    #expect(try ledger().sessions(at: name) == [entry(name, 5).session])
  }

  @Test func `the latest note of a path counts, and the recordings before it are known`() throws {
    try ledger().note(entry("a.wav", 2))
    try ledger().note(entry("a.wav", 1))

    #expect(try ledger().isRemembered("a.wav", entry("a.wav", 1).stamp))
    #expect(try !ledger().isRemembered("a.wav", entry("a.wav", 2).stamp))
    #expect(ledger().sessions(forStem: "a").map { String($0.text.suffix(1)) } == ["2", "1"])
  }

  @Test func `a line that a crash cut is passed over`() throws {
    try ledger().note(entry("a.wav"))
    try (text + text.prefix(40)).write(toFile: path, atomically: false, encoding: .utf8)

    #expect(try ledger().sessions(at: "a.wav") == [entry("a.wav").session])
  }

  @Test func `a sidecar finds its recordings by what they share, and no companions`() throws {
    let ledger = ledger()
    try ledger.note(entry("x/a.b.WAV", 1))
    try ledger.note(entry("x/a.b.json", 2))
    try ledger.note(entry("x/a.b.bwf", 3))

    #expect(ledger.sessions(forStem: "x/a.b").map { String($0.text.suffix(1)) } == ["1", "3"])
    #expect(ledger.sessions(forStem: "x/a") == [])
    #expect(try ledger.isRemembered("x/a.b.json", entry("x/a.b.json", 2).stamp))
  }

  @Test func `what was never begun is forgotten`() throws {
    let ledger = ledger()
    try ledger.note(entry("a.wav", 1))
    try ledger.note(entry("a.wav", 2))

    ledger.forget("a.wav", of: try entry("a.wav", 2).session)

    #expect(try ledger.isRemembered("a.wav", entry("a.wav", 1).stamp))
  }

  @Test func `recordings that left are forgotten in time, those that stay are not`() throws {
    for audio in [AudioPolicy.archive, .keep] {
      let ledger = ledger(audio)
      for number in 0..<1500 { try ledger.note(entry("\(number).wav", number)) }

      #expect(ledger.sessions(at: "0.wav").isEmpty == (audio == .archive))
      #expect(!ledger.sessions(at: "1499.wav").isEmpty)
    }
  }

  @Test func `the file does not grow with recordings that left`() throws {
    let ledger = ledger(.archive)
    for number in 0..<12_000 { try ledger.note(entry("\(number).wav", number)) }

    #expect(lines <= 5000)
  }

  @Test func `the file does not grow from run to run`() throws {
    // Each run takes fewer recordings than a memory holds.
    for run in 0..<12 {
      let ledger = ledger(.archive)
      for number in 0..<900 { try ledger.note(entry("\(run) \(number).wav", number)) }
    }

    #expect(lines <= 5000)
  }

  @Test func `files that left an inbox where they stay are forgotten`() throws {
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

  @Test func `runs that take a few files each leave a bounded file, and know what stays`() throws {
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
    // What is told of a recording later finds its session for a while.
    #expect(try ledger.sessions(at: "29 299.wav") == [entry("29 299.wav", 299).session])
    #expect(ledger.sessions(at: "0 0.wav") == [])
  }

  @Test func `a run to the end of an inbox forgets what left it, and takes nothing twice`() throws {
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
  func `no name of a file stands in it`(audio: AudioPolicy) throws {
    inbox.settings.audio = audio
    try inbox.put(Inbox.sidecar(of: "Doe"), "Doe, Jane 1950.json")
    try inbox.put(Recordings.voice(), "Doe, Jane 1950.wav")
    try inbox.drain()

    #expect(!text.isEmpty)
    for part in ["Doe", "Jane", "1950.", ".wav"] { #expect(!text.contains(part)) }
  }

  @Test func `names that version 0.5.1 left are taken over and do not stay`() throws {
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
