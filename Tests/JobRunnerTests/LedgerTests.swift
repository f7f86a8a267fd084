// What is remembered of recordings that were in an inbox.

import Foundation
import JobRunner
import RecordStore
import Testing

@Suite struct LedgerTests {
  private let inbox: Inbox
  private let path: String

  init() throws {
    inbox = try Inbox()
    path = inbox.path + "/ledger.ndjson"
  }

  private func ledger(_ audio: AudioPolicy = .keep) -> InboxLedger {
    InboxLedger(at: path, files: inbox.files, keeping: audio)
  }

  private func entry(_ path: String, _ number: Int = 0) throws -> InboxLedger.Entry {
    let digits = String(repeating: "0", count: 12 - String(number).count) + String(number)
    let session = try #require(SessionID("00000000-0000-0000-0000-\(digits)"))
    return InboxLedger.Entry(
      path: path,
      stamp: FileStamp(device: .max, inode: 7, size: number, modified: -1), session: session)
  }

  @Test(arguments: ["a.wav", "x/ä ö\nü.wav", "\"\\.wav"])
  func `what was noted is known after a restart`(name: String) throws {
    try ledger().note(entry(name, 5))

    #expect(try ledger().entry(for: name) == entry(name, 5))
  }

  @Test func `the latest note of a path counts`() throws {
    try ledger().note(entry("a.wav", 1))
    try ledger().note(entry("a.wav", 2))

    #expect(try ledger().entry(for: "a.wav") == entry("a.wav", 2))
  }

  @Test func `a line that a crash cut is passed over`() throws {
    try ledger().note(entry("a.wav"))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try (text + text.prefix(40)).write(toFile: path, atomically: false, encoding: .utf8)

    #expect(try ledger().entry(for: "a.wav") == entry("a.wav"))
  }

  @Test func `a sidecar finds its recording by what they share`() throws {
    let ledger = ledger()
    try ledger.note(entry("x/a.b.WAV"))

    #expect(ledger.entry(forStem: "x/a.b") != nil)
    #expect(ledger.entry(forStem: "x/a") == nil)
  }

  @Test func `recordings that left are forgotten in time, those that stay are not`() throws {
    for audio in [AudioPolicy.archive, .keep] {
      let ledger = ledger(audio)
      for number in 0..<1500 { try ledger.note(entry("\(number).wav", number)) }

      #expect((ledger.entry(for: "0.wav") == nil) == (audio == .archive))
      #expect(ledger.entry(for: "1499.wav") != nil)
    }
  }

  @Test func `the file does not grow with recordings that left`() throws {
    let ledger = ledger(.archive)
    for number in 0..<12_000 { try ledger.note(entry("\(number).wav", number)) }

    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count
    #expect(lines <= 5000)
  }
}
