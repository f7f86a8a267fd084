// What a watcher does with what the store keeps: baselines, and sessions whose time is over.

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
  @Test func `sessions of guests whose time is over are purged`() throws {
    let inbox = try Inbox()
    let clock = FixedClock()
    inbox.clock = clock
    inbox.wantsEvents = true
    try inbox.put(Recordings.voice(1), "a.wav")
    try inbox.drain()
    let session = try inbox.session().id
    for _ in 1...48 {
      clock.advance(milliseconds: 2 * Self.day)
      try inbox.drain()
    }
    #expect(try inbox.sessions().map(\.name) == ["a.wav"])
    #expect(inbox.eventNames().last == "purge_announced")
    clock.advance(milliseconds: 2 * Self.day)
    try inbox.put(Recordings.voice(2), "b.wav")

    try inbox.drain()

    #expect(try inbox.sessions().map(\.name) == ["b.wav"])
    #expect(
      inbox.endings().filter { $0["session_id"] == .string(session.text) }.map { $0["event"] }
        == ["purged"])
  }

  @Test func `a clock that is wrong at one start takes no recording with it`() throws {
    let inbox = try Inbox()
    let clock = FixedClock()
    inbox.clock = clock
    try inbox.put(Recordings.voice(1), "a.wav")
    try inbox.drain()
    clock.advance(milliseconds: 100 * Self.day)
    try inbox.put(Recordings.voice(2), "b.wav")
    try inbox.drain()
    clock.advance(milliseconds: -100 * Self.day)

    for _ in 1...3 { try inbox.drain() }

    #expect(try inbox.sessions().map(\.name).count == 2)
  }

  private static let day: Int64 = 86_400_000

  @Test func `a new recording is held against the baseline that is kept of the person`() throws {
    let inbox = try Inbox()
    inbox.wantsEvents = true
    let store = try inbox.openStore()
    try store.keep(try Self.baseline(), for: store.userHash(of: "anna-77"), reason: "a test")
    try inbox.put(Recordings.profile, "a.json")
    try inbox.put(Recordings.voice(), "a.wav")

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

  @Test func `the baseline that is kept decides an octave that a recording leaves open`() throws {
    let inbox = try Inbox()
    let store = try inbox.openStore()
    try store.keep(try Self.baseline(), for: store.userHash(of: "anna-77"), reason: "a test")
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
    // The person's settings are no others for a comparison, and measuring again gives the same.
    #expect(
      computed[path: ["provenance", "settings_sha256"]]
        == guests[path: ["provenance", "settings_sha256"]])
    let stored = try #require(try store.existingSession(known.id)?.read(.computed))
    let again = ArchivedRecording(
      Self.openOctave, named: "anna.wav", environment: Inbox.environment())
    #expect(again.difference(from: stored) == nil)
  }

  /// Every second cycle of a voice of 200 Hz is much weaker, so that it may be one of 100 Hz.
  private static let openOctave: [UInt8] = {
    let voice = SyntheticVoice(f0: 200, vowel: .u, duration: 3, seed: 5).with {
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (0.4, 2, 25)
      $0.amplitudeAlternationPercent = 60
    }
    return WAVEncoder.pcm16(voice.synthesize().signal)
  }()

  @Test func `a recording of somebody else is held against no baseline`() throws {
    let inbox = try Inbox()
    let store = try inbox.openStore()
    try store.keep(try Self.baseline(), for: store.userHash(of: "anna-77"), reason: "a test")
    try inbox.put(#"{"user_id": "otto"}"#, "a.json")
    try inbox.put(Recordings.voice(), "a.wav")

    _ = try inbox.watcher(store).run()

    let session = try inbox.session()
    #expect(try store.existingSession(session.id)?.read(.comparison) == nil)
  }

  /// A baseline of three recordings of one sitting.
  private static func baseline() throws -> JSONValue {
    var analyst = AnalysisSession()
    let pipeline = VoicePipeline(settings: .init(), environment: Inbox.environment())
    let limits = try ReferenceLimits.embedded()
    let vowels = (1...3).map { number in
      MeasuredVowel(
        document: analyst.document(
          of: Recordings.long(number), name: "\(number).wav", by: pipeline),
        origin: VowelMetadata(
          sessionID: "1", recordedAt: RecordedTime("2026-01-01T09:3\(number):00Z")))
    }
    let profile = try UserProfile(parsing: Array(Recordings.profile.utf8), mode: .allFaults)
    let (outcome, notes) = BaselineEstablishment(
      of: BaselinePerson(profile, demographic: VoiceDemographic(of: profile)),
      context: BaselineEstablishment.usualContext, amending: nil, minimums: limits.minimums
    ).establish(from: vowels)
    return BaselineDocument(
      outcome: outcome, notes: notes, provenance: vowels[0].document.provenance,
      run: BaselineRun(baselineID: "b", establishedAt: "2026-01-05T09:30:00Z")
    ).json
  }
}
