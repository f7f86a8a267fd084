import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct BaselineEstablishmentTests {
  /// Sessions, vowels per session, days between sessions, and the resulting status.
  @Test(arguments: [
    (1, 1, 1, BaselineStatus.onboarding), (1, 3, 1, .onboarding), (2, 3, 1, .onboarding),
    (3, 3, 1, .provisional), (5, 3, 1, .provisional), (6, 3, 1, .established),
    (8, 4, 3, .established),
    // Two vowels are no complete session, and three sessions of one day are no three days.
    (3, 2, 1, .onboarding), (6, 3, 0, .onboarding),
  ])
  func `the baseline status follows from the number of sessions`(
    sessions: Int, vowels: Int, apart: Int, status: BaselineStatus
  ) throws {
    let document = SampleSessions.established(
      from: SampleSessions.vowels(sessions: sessions, vowels: vowels, apart: apart))

    #expect(document.rejection?.reasons == nil)
    #expect(document.baseline?.status == status)
    #expect(try JSONSchemaValidator(BaselineDocument.jsonSchema).problems(in: document.json) == [])
  }

  /// Something changed in a recording, and the codes that come of it.
  struct Change: Sendable, CustomTestStringConvertible {
    let codes: [String]
    let change: @Sendable (inout SampleVowel) -> Void

    init(_ codes: String..., change: @escaping @Sendable (inout SampleVowel) -> Void) {
      self.codes = codes
      self.change = change
    }

    var testDescription: String { "\(codes)" }
  }

  /// Recording faults with their rejection codes.
  static let useless = [
    Change("too_long") { $0.seconds = 30 }, Change("too_short") { $0.seconds = 0.5 },
    Change("f0_confidence") { $0.confidence = 59.99 },
    Change("f0_confidence") { $0.confidence = nil },
    Change("voiced_fraction") { $0.voiced = 0.8999 },
    Change("voiced_duration") { $0.vowelSeconds = 0.4999 },
    Change("signal_type") { $0.type = 4 }, Change("signal_type") { $0.type = nil },
    Change("illness") { $0.flags = [.illness] }, Change("cold") { $0.flags = [.cold] },
    Change("clipping") {
      $0.checks = [
        QualityCheck(
          id: .clipping, verdict: .fail, value: 3, unit: "percent", limit: 1,
          message: "3 % of the samples are at full scale; lower the input level")
      ]
    },
    Change("not_a_wav") {
      $0.refusal = Refusal(.notAWAV, message: "no WAV", advice: "export it as WAV")
    },
  ]

  @Test(arguments: useless)
  func `an unusable recording is rejected with advice`(case change: Change) throws {
    let document = SampleSessions.established(from: [SampleVowel().with(change.change)])
    let rejection = try #require(document.rejection)
    let recording = try #require(rejection.sessions.first?.recordings.first)

    #expect(rejection.reasons.map(\.code) == ["no_usable_recording"])
    #expect(recording.use == .unusable)
    #expect(recording.faults.map(\.code) == change.codes)
    #expect(recording.faults.allSatisfy { !$0.message.isEmpty && !$0.advice.isEmpty })
    #expect(!rejection.reasons[0].advice.isEmpty)
    #expect(try JSONSchemaValidator(BaselineDocument.jsonSchema).problems(in: document.json) == [])
  }

  @Test func `a rejection lists all faults of a recording`() throws {
    let vowel = SampleVowel().with {
      $0.seconds = 31
      $0.confidence = 10
      $0.voiced = 0.2
      $0.type = nil
      $0.flags = [.cold]
    }

    let rejection = try #require(SampleSessions.established(from: [vowel]).rejection)

    #expect(
      rejection.sessions[0].recordings[0].faults.map(\.code)
        == ["too_long", "signal_type", "f0_confidence", "voiced_fraction", "cold"])
  }

  /// Just inside the limits: usable, with a caution or without.
  static let usable = [
    Change { _ in }, Change { $0.seconds = 29.99 }, Change { $0.seconds = 0.51 },
    Change("f0_confidence") { $0.confidence = 60 },
    Change("f0_confidence") { $0.confidence = 79.9 }, Change { $0.confidence = 80 },
    Change("voiced_fraction") { $0.voiced = 0.9 }, Change { $0.voiced = 0.95 },
    Change { $0.vowelSeconds = 0.5 }, Change { $0.flags = [.medicine] },
  ]

  @Test(arguments: usable)
  func `a recording at its limit is used`(case change: Change) throws {
    let baseline = try #require(
      SampleSessions.established(from: [SampleVowel().with(change.change)]).baseline)

    #expect(baseline.sessions[0].recordings[0].use == .used)
    #expect(baseline.sessions[0].recordings[0].cautions.map(\.code) == change.codes)
  }

  /// Faults of a set of recordings.
  static let unlike = [
    Change("device_model_differs") { $0.device = "other" },
    Change("encoding_differs") { $0.encoding = .float32 },
    Change("sample_rate_hz_differs") { $0.sampleRate = 48_000 },
    Change("settings_sha256_differs") { $0.settings = "b" },
    Change("version_differs") { $0.version = "1.3.0" },
    Change("recorded_at_missing") { $0.day = nil },
    Change("sessions_too_far_apart") { $0.day = 31 + 5 },
  ]

  @Test(arguments: unlike)
  func `one recording with different conditions makes no baseline`(case change: Change) throws {
    var vowels = SampleSessions.vowels(sessions: 3)
    vowels.append(
      vowels[8].with {
        $0.name = "last.wav"
        $0.session = "S9"
      }.with(change.change))

    let rejection = try #require(SampleSessions.established(from: vowels).rejection)

    #expect(rejection.reasons.map(\.code) == change.codes)
    #expect(rejection.reasons.allSatisfy { !$0.advice.isEmpty })
  }

  @Test func `recordings of one session lie within a day`() throws {
    let vowels = [0, 1].map { day in
      SampleVowel().with {
        $0.name = "\(day).wav"
        $0.day = day
      }
    }

    let rejection = try #require(SampleSessions.established(from: vowels).rejection)

    #expect(rejection.reasons.map(\.code) == ["session_too_long"])
  }

  @Test func `a recording without a device matches any device, with a note`() throws {
    let vowels = SampleSessions.vowels(sessions: 1)

    let document = SampleSessions.established(
      from: [vowels[0].with { $0.device = nil }] + vowels.dropFirst())

    #expect(document.baseline?.conditions.deviceModel == "phone")
    #expect(document.notes.contains { $0.contains("device") })
  }

  @Test func `an unusable recording does not change the other recordings`() throws {
    let good = SampleSessions.vowels(sessions: 3)
    let bad = good[0].with {
      $0.name = "bad.wav"
      $0.minute = 9
      $0.sampleRate = 8_000
      $0.refusal = Refusal(.sampleRateTooLow, message: "low", advice: "record with 44100 Hz")
    }

    let (with, without) = (
      SampleSessions.established(from: good + [bad]), SampleSessions.established(from: good)
    )

    #expect(with.baseline?.sessions[0].used.count == 3)
    #expect(with.baseline?.sessions[1] == without.baseline?.sessions[1])
    #expect(with.baseline?.conditions == without.baseline?.conditions)
  }

  @Test func `every vowel of a session is used, in the order of its time`() throws {
    let vowels = SampleSessions.vowels(sessions: 1, vowels: 4)

    let baseline = try #require(SampleSessions.established(from: vowels.reversed()).baseline)

    #expect(baseline.sessions[0].recordings.map(\.name) == vowels.map(\.name))
    #expect(baseline.sessions[0].recordings.allSatisfy { $0.use == .used })
    #expect(baseline.measures.allSatisfy { $0.vowels == 4 })
  }

  @Test func `the same recording counts once`() throws {
    let vowels = SampleSessions.vowels(sessions: 1)
    let copy = vowels[0].with {
      $0.name = "copy.wav"
      $0.hash = vowels[0].document.recording.sha256
    }

    let baseline = try #require(SampleSessions.established(from: vowels + [copy]).baseline)

    #expect(baseline.sessions[0].recordings.filter { $0.use == .unusable }.count == 1)
    #expect(
      baseline.sessions[0].recordings.flatMap(\.faults).map(\.code) == ["duplicate"])
  }

  @Test func `the order of the recordings does not matter`() {
    let vowels = SampleSessions.vowels(sessions: 4)

    let (forward, backward) = (
      SampleSessions.established(from: vowels), SampleSessions.established(from: vowels.reversed())
    )

    #expect(forward.json.text(.compact) == backward.json.text(.compact))
  }

  @Test func `a new baseline may keep the sessions of the one it amends`() throws {
    let old = try #require(
      SampleSessions.established(from: SampleSessions.vowels(sessions: 2)).baseline)
    let parent = BaselineToAmend(
      baseline: old,
      reference: BaselineParent(
        baselineID: "b0", sha256: String(repeating: "0", count: 64), status: .onboarding,
        keepsSessions: true))
    let new = SampleSessions.vowels(sessions: 1, from: 10)

    let document = SampleSessions.established(from: new, amending: parent)
    let again = SampleSessions.established(
      from: new + SampleSessions.vowels(sessions: 2), amending: parent)

    #expect(document.baseline?.status == .provisional)
    #expect(document.baseline?.parent == parent.reference)
    #expect(document.baseline?.sessions.map(\.id) == ["S0", "S1", "S10"])
    #expect(again.baseline?.measures == document.baseline?.measures)
  }

  @Test func `the baseline of one person is not amended by another`() throws {
    let old = try #require(
      SampleSessions.established(from: SampleSessions.vowels(sessions: 1)).baseline)
    let parent = BaselineToAmend(
      baseline: old,
      reference: BaselineParent(
        baselineID: "b0", sha256: String(repeating: "0", count: 64), status: .onboarding,
        keepsSessions: false))

    let document = SampleSessions.established(
      from: SampleSessions.vowels(sessions: 1),
      person: BaselinePerson(UserProfile(userID: "u2"), demographic: nil), amending: parent)

    #expect(document.rejection?.reasons.map(\.code) == ["another_person"])
  }
}
