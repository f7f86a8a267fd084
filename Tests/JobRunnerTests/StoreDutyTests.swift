// Baselines and retention in the watcher.

import BaselineService
import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes

@Suite struct StoreDutyTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  @Test func `expired sessions of guests are purged`() throws {
    let clock = FixedClock()
    inbox.clock = clock
    inbox.wantsEvents = true
    try inbox.deliver(Recordings.voice(1))
    let session = try inbox.session().id
    for _ in 1...48 {
      clock.advance(milliseconds: 2 * Self.day)
      try inbox.drain()
    }
    #expect(try inbox.sessions().map(\.name) == ["a.wav"])
    #expect(inbox.eventNames().last == "purge_announced")
    clock.advance(milliseconds: 2 * Self.day)

    try inbox.deliver(Recordings.voice(2), "b.wav")

    #expect(try inbox.sessions().map(\.name) == ["b.wav"])
    #expect(
      inbox.endings().filter { $0["session_id"] == .string(session.text) }.map { $0["event"] }
        == ["purged"])
  }

  @Test func `a wrong clock at one start purges no recording`() throws {
    let clock = FixedClock()
    inbox.clock = clock
    try inbox.deliver(Recordings.voice(1))
    clock.advance(milliseconds: 100 * Self.day)
    try inbox.deliver(Recordings.voice(2), "b.wav")
    clock.advance(milliseconds: -100 * Self.day)

    for _ in 1...3 { try inbox.drain() }

    #expect(try inbox.sessions().map(\.name).count == 2)
  }

  private static let day: Int64 = 86_400_000

  @Test func `a new recording is compared with the stored baseline of the person`() throws {
    inbox.wantsEvents = true
    let store = try storeWithBaseline()
    try inbox.put(Recordings.voice(), "a.wav", with: Recordings.profile)

    _ = try inbox.watcher(store).run()

    let comparison = try inbox.json(
      "sessions/\(inbox.session().id.text)/\(SessionDocument.comparison.name)")
    #expect(comparison["schema"] == .string(ComparisonDocument.schema))
    #expect(comparison["baseline"]?["user_id"] == "anna-77")
    let isHeld = comparison["state"] == "complete"
    #expect(
      inbox.eventNames().filter { $0.hasPrefix("comparison_") }
        == [isHeld ? "comparison_held" : "comparison_refused"])
  }

  @Test func `the stored baseline decides an ambiguous octave`() throws {
    let store = try storeWithBaseline()
    for name in ["anna", "guest"] { try inbox.put(Self.openOctave, "\(name).wav") }
    try inbox.put(Recordings.profile, "anna.json")

    _ = try inbox.watcher(store).run()

    let sessions = try inbox.sessions()
    let known = try #require(sessions.first { $0.name == "anna.wav" })
    let unknown = try #require(sessions.first { $0.name == "guest.wav" })
    let computed = try inbox.json("sessions/\(known.id.text)/\(SessionDocument.computed.name)")
    let guests = try inbox.json("sessions/\(unknown.id.text)/\(SessionDocument.computed.name)")
    #expect(guests[path: ["f0_candidates", "decided_by"]] == .null)
    #expect(guests[path: ["biomarkers", "f0", "median_hz"]] == .null)
    #expect(computed[path: ["f0_candidates", "decided_by"]] == "baseline")
    let median = try #require(computed[path: ["biomarkers", "f0", "median_hz"]]?.numberValue)
    #expect(abs(median / 200 - 1) < 0.02)
    // Comparisons have the same settings for every person, and a second analysis gives the same values.
    #expect(
      computed[path: ["provenance", "settings_sha256"]]
        == guests[path: ["provenance", "settings_sha256"]])
    let stored = try #require(try store.existingSession(known.id)?.read(.computed))
    let again = ArchivedRecording(
      Self.openOctave, named: "anna.wav", environment: Inbox.environment())
    #expect(again.difference(from: stored) == nil)
  }

  /// A voice of 200 Hz in which every second cycle is weaker. 100 Hz is possible too.
  private static let openOctave: [UInt8] = {
    let voice = SyntheticVoice(f0: 200, vowel: .u, duration: 3, seed: 5).with {
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (0.4, 2, 25)
      $0.amplitudeAlternationPercent = 60
    }
    return WAVEncoder.pcm16(voice.synthesize().signal)
  }()

  @Test func `a recording of another person is not compared with the baseline`() throws {
    let store = try storeWithBaseline()
    try inbox.put(Recordings.voice(), "a.wav", with: #"{"user_id": "otto"}"#)

    _ = try inbox.watcher(store).run()

    let session = try inbox.session()
    #expect(try store.existingSession(session.id)?.read(.comparison) == nil)
  }

  private func storeWithBaseline() throws -> RecordStore {
    let store = try inbox.openStore()
    try store.save(try Self.baseline(), for: store.userHash(of: "anna-77"), reason: "a test")
    return store
  }

  /// A baseline of three recordings of one session.
  private static func baseline() throws -> JSONValue {
    var analyzer = AnalysisSession()
    let pipeline = VoicePipeline(settings: .init(), environment: Inbox.environment())
    let limits = try ReferenceLimits.embedded()
    let documents = (1...3).map { number in
      analyzer.document(of: Recordings.long(number), name: "\(number).wav", by: pipeline)
    }
    let vowels = documents.enumerated().map { index, document in
      MeasuredVowel(
        document: document,
        origin: VowelMetadata(
          sessionID: "1", recordedAt: RecordedTime("2026-01-01T09:3\(index + 1):00Z")))
    }
    let profile = try UserProfile(parsing: Array(Recordings.profile.utf8), mode: .allFaults)
    let (outcome, notes) = BaselineEstablishment(
      of: BaselinePerson(profile, demographic: VoiceDemographic(of: profile)),
      context: BaselineEstablishment.usualContext, amending: nil, minimums: limits.minimums
    ).establish(from: vowels)
    return BaselineDocument(
      outcome: outcome, notes: notes, provenance: documents[0].provenance,
      run: BaselineRun(baselineID: "b", establishedAt: "2026-01-05T09:30:00Z")
    ).json
  }
}
