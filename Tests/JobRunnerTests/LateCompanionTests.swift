// Sidecars and checksums that are late, duplicate, or of another recording with the same name.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct LateCompanionTests {
  private let inbox: Inbox
  private let first = Recordings.voice(1)
  private let second = Recordings.voice(2)

  init() throws { inbox = try Inbox() }

  private func expectInOrder() throws { #expect(try inbox.findings() == [] && inbox.work() == []) }

  @Test func `a second sidecar does not apply to the next recording of its name`() throws {
    try inbox.deliver(first, with: Inbox.sidecar(of: "anna"))
    try inbox.deliver(Inbox.sidecar(of: "otto"), "a.json")
    try inbox.deliver(second)

    #expect(try inbox.people([first, second]) == ["anna", nil])
    #expect(try inbox.codes() == ["sidecar_orphan"])
    #expect(inbox.stored("failed").contains("a.json"))
    #expect(try inbox.left() == [])
    try expectInOrder()
  }

  @Test func `sidecars with names that differ in accents match their own recordings`() throws {
    try inbox.put(Inbox.sidecar(of: "anna"), "\u{e9}.json")
    try inbox.deliver(Inbox.sidecar(of: "otto"), "e\u{301}.json")
    try inbox.put(first, "\u{e9}.wav")
    try inbox.deliver(second, "e\u{301}.wav")

    #expect(try inbox.people([first, second]) == ["anna", "otto"])
    #expect(try inbox.codes() == [] && inbox.left() == [])
    try expectInOrder()
  }

  @Test func `an ambiguous sidecar of two recordings applies to neither`() throws {
    try inbox.deliver(first)
    try inbox.deliver(second)

    #expect(try inbox.deliver(Inbox.sidecar(of: "anna"), "a.json") == WatchResult(refused: 1))
    #expect(try inbox.people([first, second]) == [nil, nil])
    #expect(try inbox.codes() == ["sidecar_orphan"])
    #expect(try inbox.json("status.json")["totals"]?["orphan"] == 1)
    try expectInOrder()
  }

  @Test(arguments: [1, 2])
  func `a sidecar with a SHA-256 finds its recording among others of its name`(number: Int) throws {
    try inbox.deliver(first)
    try inbox.deliver(second)
    let bytes = number == 1 ? first : second

    try inbox.deliver(Inbox.sidecar(of: "anna", Inbox.hash(of: bytes)), "a.json")

    #expect(try inbox.people([first, second]) == (number == 1 ? ["anna", nil] : [nil, "anna"]))
    #expect(try inbox.codes() == [] && inbox.left() == [])
    try expectInOrder()
  }

  @Test(arguments: [AudioPolicy.archive, .keep])
  func `a sidecar with a SHA-256 applies to no other recording`(audio: AudioPolicy) throws {
    inbox.settings.audio = audio
    let sidecar = Inbox.sidecar(of: "anna", Inbox.hash(of: second))
    try inbox.deliver(first, with: sidecar)
    #expect(try inbox.people([first]) == [nil])
    #expect(try inbox.left().contains("a.json"))

    try inbox.deliver(second)

    #expect(try inbox.people([first, second]) == [nil, "anna"])
    #expect(try inbox.left() == (audio == .keep ? ["a.json", "a.wav"] : []))
    #expect(try inbox.codes() == [])
    try expectInOrder()
  }

  @Test func `a sidecar with a SHA-256 finds a recording of another name`() throws {
    try inbox.deliver(first)
    try inbox.deliver(second, "b.wav")

    try inbox.deliver(Inbox.sidecar(of: "anna", Inbox.hash(of: first)), "b.json")

    #expect(try inbox.people([first, second]) == ["anna", nil])
  }

  @Test func `a sidecar of the same person corrects the latest recording`() throws {
    try inbox.deliver(first, with: #"{"user_id": "anna", "age": 34}"#)
    try inbox.deliver(#"{"user_id": "anna", "age": 43}"#, "a.json")

    let session = try inbox.session()
    let answers = try inbox.json("sessions/\(session.id.text)/answers.json")
    #expect(answers["given"]?["age"] == 43)
    #expect(try inbox.actions(of: session).contains("corrected_by_sidecar"))
    #expect(try inbox.codes() == [] && inbox.left() == [])
    try expectInOrder()
  }

  @Test func `the latest answers are assessed, also without stored audio`() throws {
    inbox.settings.audio = .delete
    try inbox.deliver(first, with: #"{"user_id": "anna", "age": 34}"#)
    let computed = "sessions/\(try inbox.session().id.text)/computed.json"
    #expect(try inbox.json(computed)[path: ["assessment", "reference", "band"]] == "18-59")

    try inbox.deliver(#"{"user_id": "anna", "age": 93}"#, "a.json")

    #expect(try inbox.json(computed)[path: ["assessment", "reference", "band"]] == "91-120")
    try expectInOrder()
  }

  @Test func `a sidecar of a duplicate delivery amends both sessions`() throws {
    try inbox.deliver(first)
    try inbox.deliver(first)

    try inbox.deliver(Inbox.sidecar(of: "anna"), "a.json")

    #expect(try inbox.sessions().map(\.person) == [.known, .known])
    #expect(try inbox.codes() == [])
    try expectInOrder()
  }

  @Test func `a late sidecar during the analysis of two recordings of its name applies to neither`()
    throws
  {
    inbox.settings.span = .untilStopped
    inbox.settings.sidecarWait = .seconds(3)

    try inbox.watching(inbox.watcher()) {
      try inbox.put(first, "a.wav")
      try wait { inbox.stored("sessions").count == 1 }
      try inbox.put(second, "a.wav")
      try wait { inbox.stored("sessions").count == 2 }
      try inbox.put(Inbox.sidecar(of: "anna"), "a.json")
      try wait { inbox.stored("failed").count == 2 }
    }

    inbox.settings.span = .untilDrained
    try inbox.drain()
    #expect(try inbox.people([first, second]) == [nil, nil])
    #expect(try inbox.codes() == ["sidecar_orphan"])
  }

  @Test func `a sidecar without a recording waits for it`() throws {
    try inbox.deliver(Inbox.sidecar(of: "anna"), "a.json")
    #expect(try inbox.left() == ["a.json"])

    try inbox.deliver(first)

    #expect(try inbox.people([first]) == ["anna"])
    #expect(try inbox.codes() == [])
  }

  @Test func `metadata of a purged recording do not apply to the next one`() throws {
    try inbox.deliver(first)
    _ = try inbox.openStore().purge(.sessions([inbox.session().id]), reason: "asked for", .forGood)

    try inbox.deliver(Inbox.sidecar(of: "anna"), "a.json")
    try inbox.deliver(second)

    #expect(try inbox.people([second]) == [nil])
    #expect(try inbox.codes() == ["sidecar_orphan"])
  }

  @Test func `two simultaneous sidecars are not confused`() throws {
    try inbox.deliver(first)
    try inbox.deliver(second, "b.wav")
    try inbox.put(Inbox.sidecar(of: "anna"), "a.json")
    try inbox.deliver(Inbox.sidecar(of: "otto", Inbox.hash(of: first)), "b.json")

    #expect(try inbox.people([first, second]) == ["anna", nil])
    #expect(try inbox.codes() == ["sidecar_orphan"])
    try expectInOrder()
  }

  @Test func `a late checksum does not affect the next recording`() throws {
    try inbox.deliver(first)
    try inbox.deliver("\(Inbox.digest(of: first))  a.wav\n", "a.wav.sha256")
    #expect(try inbox.left() == [])
    #expect(try inbox.actions(of: inbox.session()).contains("checksum_fits"))

    try inbox.deliver(second)

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
    try expectInOrder()
  }

  @Test(arguments: [String(repeating: "0", count: 64), "no checksum"])
  func `a late checksum that differs is reported`(text: String) throws {
    try inbox.deliver(first)
    try inbox.deliver(text, "a.wav.sha256")
    #expect(try inbox.codes() == ["checksum_orphan"])

    try inbox.deliver(second)

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
    try expectInOrder()
  }

  @Test func `an early checksum waits for its recording`() throws {
    try inbox.deliver("\(Inbox.digest(of: second))  a.wav\n", "a.wav.sha256")
    #expect(try inbox.left() == ["a.wav.sha256"])

    try inbox.deliver(first)

    #expect(try inbox.session().state == .refused)
  }

  @Test func `an orphan is reported once`() throws {
    inbox.wantsEvents = true
    try inbox.deliver(first, with: Inbox.sidecar(of: "anna"))
    try inbox.deliver(Inbox.sidecar(of: "otto"), "a.json")
    try inbox.drain()

    let text = try String(contentsOfFile: inbox.storePath + "/events.ndjson", encoding: .utf8)
    #expect(text.components(separatedBy: #""event":"sidecar_orphan""#).count == 2)
    #expect(!text.contains("otto"))
  }
}
