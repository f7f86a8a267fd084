// AVQI of a session with a vowel and a reading, or the reason for its absence.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes

@Suite struct SessionIndexTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private static let vowel = WAVEncoder.pcm16(signal(f0: 200, seconds: 3.2, seed: 1))

  /// Syllables of 0.25 s with F0 falling by a third, and pauses between them.
  private static let reading: [UInt8] = {
    let pause = [Double](repeating: 0, count: 6_615)
    var samples: [Double] = []
    for index in 0..<16 {
      for f0: Hertz in [230, 200, 170] {
        samples += signal(f0: f0, seconds: 0.1, seed: index).samples
      }
      samples += pause.map { $0 + 1e-4 * Double(index % 2) }
    }
    return WAVEncoder.pcm16(Signal(samples: samples, sampleRate: 44_100))
  }()

  private static func signal(f0: Hertz, seconds: Seconds, seed: Int) -> Signal {
    SyntheticVoice(f0: f0, vowel: .a, duration: seconds, seed: UInt64(seed)).with {
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (0.4, 2, 25)
    }.synthesize().signal
  }

  private func putVowel(session: String = "S1", more: String = "", as name: String = "v") throws {
    try inbox.put(Self.sidecar(session, more), name + ".json")
    try inbox.put(Self.vowel, name + ".wav")
  }

  private func putReading(session: String = "S1") throws {
    try inbox.put(Self.sidecar(session, #", "task": "reading", "language": "nl""#), "r.json")
    try inbox.put(Self.reading, "r.wav")
  }

  private static func sidecar(_ session: String, _ more: String) -> String {
    #"{"user_id": "anna-77", "session_id": "\#(session)", "recorded_at": "2026-01-01T09:30:00Z"\#(more)}"#
  }

  private func index(of name: String) throws -> JSONValue? {
    let summary = try #require(try inbox.sessions().first { $0.name == name })
    let bytes = try inbox.openStore().existingSession(summary.id)?.read(.avqi)
    return try bytes.map { try JSONValue.parse($0) }
  }

  @Test(arguments: [false, true])
  func `the second recording gets the AVQI, once`(readingFirst: Bool) throws {
    if readingFirst { try putReading() } else { try putVowel() }
    try inbox.drain()
    if readingFirst { try putVowel() } else { try putReading() }
    try inbox.drain()

    let (first, second) = readingFirst ? ("r.wav", "v.wav") : ("v.wav", "r.wav")
    let found = try #require(try index(of: second))
    #expect(try index(of: first) == nil)
    #expect(found["state"] == "complete" && found["value"]?.numberValue != nil)
    #expect(found[path: ["recordings", "vowel", "recording", "name"]] == "v.wav")
    #expect(found[path: ["recordings", "speech", "recording", "name"]] == "r.wav")
    #expect(found[path: ["comparisons", 0, "language"]] == "nl")
    #expect(try JSONSchemaValidator(IndexDocument.jsonSchema).problems(in: found) == [])
    let summary = try #require(try inbox.sessions().first { $0.name == second })
    let store = try inbox.openStore()
    let lines = try store.session(summary.id).auditLines()
    #expect(lines.contains { $0.entry.documents.contains { $0.name == "artifacts/avqi.json" } })
    #expect(try inbox.findings() == [])

    // Another vowel of the session gives no second AVQI.
    try inbox.deliver(Recordings.long(4), "w.wav", with: Self.sidecar("S1", ""))
    #expect(try index(of: "w.wav") == nil)
  }

  @Test func `both recordings have the same AVQI`() throws {
    try putVowel()
    try putReading()
    inbox.settings.jobs = 1
    try inbox.drain()

    var analyzer = AnalysisSession()
    let expected = analyzer.document(
      ofVowel: NamedBytes("v.wav", Self.vowel), speech: NamedBytes("r.wav", Self.reading),
      by: IndexPipeline(.avqi03_01, language: .dutch, environment: Inbox.environment())
    ).json
    let found = try [index(of: "v.wav"), index(of: "r.wav")].compactMap(\.self)
    #expect(!found.isEmpty)
    #expect(
      found.allSatisfy { $0["value"] == expected["value"] && $0["parts"] == expected["parts"] })
  }

  @Test func `without audio of the first recording the document has the reason`() throws {
    inbox.settings.audio = .delete
    try putVowel()
    try inbox.drain()
    try putReading()
    try inbox.drain()

    let found = try #require(try index(of: "r.wav"))
    #expect(found["state"] == "refused")
    #expect(found["errors"]?.elements.map { $0["recording"] } == ["vowel"])
    #expect(found["errors"]?.elements.map { $0["code"] } == ["sound_not_kept"])
    #expect(try JSONSchemaValidator(IndexDocument.jsonSchema).problems(in: found) == [])
    #expect(try inbox.findings() == [])
  }

  @Test func `with both recordings in memory, AVQI needs no stored audio`() throws {
    inbox.settings.audio = .delete
    try inbox.putClaimed(Self.vowel, "v.wav", for: "00000000-0000-4000-8000-000000000001")
    try inbox.putClaimed(
      Array(Self.sidecar("S1", "").utf8), "v.json", for: "00000000-0000-4000-8000-000000000001")
    try inbox.putClaimed(Self.reading, "r.wav", for: "00000000-0000-4000-8000-000000000002")
    try inbox.putClaimed(
      Array(Self.sidecar("S1", #", "task": "reading""#).utf8), "r.json",
      for: "00000000-0000-4000-8000-000000000002")

    try inbox.drain()

    let found = try [index(of: "v.wav"), index(of: "r.wav")].compactMap(\.self)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0["state"] == "complete" })
    #expect(try inbox.sessions().allSatisfy { $0.state == .filed })
    #expect(inbox.stored("sessions").count == 2)
    #expect(try inbox.findings() == [])
  }

  @Test(arguments: [#", "vowel": "i""#, ""])
  func `a second vowel, or one of another session, gives no AVQI`(more: String) throws {
    try putVowel(session: more.isEmpty ? "S2" : "S1", more: more)
    try inbox.drain()
    try putReading()
    try inbox.drain()

    #expect(try index(of: "v.wav") == nil && index(of: "r.wav") == nil)
  }

  @Test func `a late sidecar that adds the session gives AVQI`() throws {
    try inbox.deliver(Self.vowel, "v.wav")
    try putReading()
    try inbox.drain()
    #expect(try index(of: "r.wav") == nil)

    try inbox.deliver(Self.sidecar("S1", ""), "v.json")

    #expect(try index(of: "v.wav")?["state"] == "complete")
    #expect(try inbox.findings() == [])
  }
}
