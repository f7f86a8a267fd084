// Recordings whose F0 lies apart like another person's.

import BaselineService
import Testing
import VoiceTypes

@Suite struct ApartVoicesTests {
  /// A recording a session, with these mean F0.
  private static func vowels(_ f0: [Double]) -> [SampleVowel] {
    f0.enumerated().map { index, f0 in
      SampleVowel().with {
        $0.name = "v\(index).wav"
        $0.minute = index
        $0.f0 = f0
      }
    }
  }

  private static func outcome(
    _ f0: [Double], voices: SpeakerMismatchRule = .rejectMismatch,
    amending parent: BaselineToAmend? = nil
  ) -> (outcome: BaselineDocument.Outcome, notes: [String]) {
    BaselineEstablishment(
      of: SampleSessions.person, amending: parent, minimums: Samples.minimums, voices: voices
    ).establish(from: vowels(f0).map(\.measured))
  }

  private static func reasons(_ f0: [Double]) -> [BaselineFault] {
    guard case .rejected(let rejection) = outcome(f0).outcome else { return [] }
    return rejection.reasons
  }

  @Test func `recordings of two speakers are named and make no baseline`() throws {
    let reasons = Self.reasons([110, 205, 112, 108, 210])

    #expect(reasons.map(\.code) == ["f0_apart"])
    #expect(
      reasons[0].message.hasPrefix(
        "F0 differs by 10.5 semitones between v1.wav, v4.wav (205–210 Hz) and "
          + "v3.wav, v0.wav, v2.wav (108–112 Hz)"))
    #expect(reasons[0].advice.hasSuffix("If all recordings are of one person, confirm this"))
  }

  // 5 semitones are a ratio of 1.3348.
  @Test(arguments: [([110.0, 146.7], 0), ([110.0, 147.0], 1), ([110.0], 0), ([90, 115, 150], 0)])
  func `speakers are separated at the widest F0 gap`(f0: [Double], reasons: Int) {
    #expect(Self.reasons(f0).count == reasons)
  }

  @Test func `recordings confirmed as one person make a baseline with a note`() {
    let (outcome, notes) = Self.outcome([110, 205], voices: .allowMismatch)

    guard case .accepted = outcome else {
      Issue.record("rejected")
      return
    }
    #expect(notes.contains { $0.contains("between v1.wav (205 Hz) and v0.wav (110 Hz)") })
  }

  @Test func `stored sessions count by their mean`() throws {
    let old = try #require(
      SampleSessions.established(from: SampleSessions.vowels(sessions: 1)).baseline)
    let parent = BaselineToAmend(
      baseline: old,
      reference: BaselineParent(
        baselineID: "b1", sha256: String(repeating: "a", count: 64), status: old.status,
        keepsSessions: true))

    guard case .rejected(let rejection) = Self.outcome([95, 97], amending: parent).outcome else {
      Issue.record("accepted")
      return
    }
    #expect(
      rejection.reasons.first { $0.code == "f0_apart" }?.message.contains(
        "between session S0 (180 Hz) and v0.wav, v1.wav (95–97 Hz)") == true)
  }
}
