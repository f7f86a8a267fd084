// A repeated analysis of a stored recording gives the same numbers, or the first different one.

import BaselineService
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct KeptRecordingTests {
  private static let kept = ArchivedRecording(
    Recordings.voice, named: "voice.wav", environment: .still)

  private func stored(_ tier: Tier) -> JSONValue {
    analyze(Recordings.voice, AnalysisSettings(tier: tier))
  }

  @Test(arguments: Tier.allCases)
  func `re-analysis of a stored recording gives the stored document`(tier: Tier) throws {
    let stored = stored(tier)

    #expect(Self.kept.document(tier).json == stored)
    #expect(Self.kept.difference(from: stored.fileBytes) == nil)
  }

  @Test func `the first different value is named with both numbers`() throws {
    let changed = stored(.quick).setting(["biomarkers", "f0", "mean_hz"], to: .number(121.5))

    let difference = try #require(Self.kept.difference(from: changed.fileBytes))

    #expect(difference.hasPrefix("biomarkers.f0.mean_hz was 121.5 and is now 1"))
  }

  @Test(arguments: ["", "{}", #"{"tier": "slow"}"#, #"{"tier": 1}"#])
  func `a file that is no results document is refused`(text: String) {
    #expect(Self.kept.difference(from: Array(text.utf8)) == "it is not a readable results document")
  }

  @Test func `a document for a person has the assessment by both shipped sets`() throws {
    let profile = UserProfile(userID: "a")

    let document = Self.kept.document(.comprehensive, for: profile, by: try .embedded()).json

    #expect(document.setting(["assessment"], to: .null) == stored(.comprehensive))
    #expect(
      document[path: ["assessment", "reference", "version"]]?.stringValue
        == (try ReferenceLimits.embedded().version))
    #expect(
      document[path: ["assessment", "reference", "measured", "version"]]?.stringValue
        == (try ReferenceLimits.embeddedMeasured().version))
  }
}
