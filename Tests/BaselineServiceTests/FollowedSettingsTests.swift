// Settings of measures that no baseline follows come and go with versions; those of followed measures end it.

import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct FollowedSettingsTests {
  private static let settings: [String: JSONValue] = [
    "pitch_floor_hz": 60, "cpps_window_s": .number(0.04), "preset": "clinical", "channel": 1,
    "gne_band_width_hz": 1000,
  ]

  /// A baseline as a file has it, by `settings`.
  private static func stored() throws -> StoredBaseline {
    var document = SampleSessions.established(
      from: SampleSessions.vowels(sessions: 3).map { $0.with { $0.namedSettings = settings } })
    document.provenance = SampleVowel.provenance(named: settings)
    return try StoredBaseline(json: JSONValue(parsing: document.json.text(.pretty)))
  }

  /// A session of a later day, measured by other settings.
  private static func session(_ settings: [String: JSONValue]) -> [SampleVowel] {
    (0..<3).map { vowel in
      SampleVowel().with {
        ($0.name, $0.session, $0.day, $0.minute) = ("n\(vowel).wav", "N", 20, vowel)
        ($0.settings, $0.namedSettings) = ("b", settings)
      }
    }
  }

  private static func differences(by settings: [String: JSONValue]) throws -> [ConditionDifference
    .Kind]
  {
    BaselineComparison(with: try stored().baseline, rule: .mustAgree, minimums: Samples.minimums)
      .compare(session(settings).map(\.measured)).differences.map(\.kind)
  }

  @Test(arguments: ["gne_band_width_hz", "formant_count", "measure_of_tomorrow_hz"])
  func `a setting of a measure outside the baseline is no difference`(name: String) throws {
    #expect(try Self.differences(by: Self.settings.merging([name: 7]) { $1 }) == [])
    #expect(try Self.differences(by: Self.settings.filter { $0.key != name }) == [])
  }

  @Test(arguments: [
    "pitch_floor_hz", "cpps_window_s", "preset", "channel", "maximum_period_factor",
    "steady_longest_s",
  ])
  func `a setting of a baseline measure is a difference`(name: String) throws {
    #expect(try Self.differences(by: Self.settings.merging([name: 7]) { $1 }) == [.settings])
  }

  @Test func `a number with and without a fraction is one setting`() throws {
    #expect(
      try Self.differences(by: Self.settings.merging(["pitch_floor_hz": .number(60)]) { $1 }) == [])
  }

  @Test func `unknown settings are compared by their fingerprint`() throws {
    #expect(try Self.differences(by: [:]) == [.settings])
  }

  @Test func `settings with another fingerprint than the recordings are ignored`() throws {
    var document = SampleSessions.established(from: SampleSessions.vowels(sessions: 3))
    document.provenance = SampleVowel.provenance(settings: "c", named: Self.settings)

    let stored = try StoredBaseline(json: document.json)

    #expect(stored.baseline.conditions.followedSettings == [:])
  }

  @Test func `a baseline accepts sessions with a new measure and stores the newest settings`()
    throws
  {
    let later = Self.settings.merging(["measure_of_tomorrow_hz": 7]) { $1 }
    let first = SampleSessions.vowels(sessions: 3).map {
      $0.with { $0.namedSettings = Self.settings }
    }

    let document = SampleSessions.established(from: first + Self.session(later))

    #expect(document.baseline?.sessions.count == 4)
    #expect(document.baseline?.conditions.settingsSHA256 == String(repeating: "b", count: 64))
  }
}
