// Given seconds are measured, and no others.

import DSPCore
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct GivenStretchTests {
  private static let rate = 44_100.0
  /// Two voices one after the other, 3 s each.
  private static let samples =
    Recordings.signal(f0: 120, seconds: 3).samples
    + Recordings.signal(f0: 210, seconds: 3).samples

  private static func file(_ samples: some Collection<Double>) -> [UInt8] {
    WAVEncoder.encode([Array(samples)], sampleRate: 44_100, encoding: .float64)
  }

  private func settings(
    _ start: Double?, _ end: Double?, _ preset: Preset = .clinical
  ) throws -> AnalysisSettings {
    let stretch = try #require(
      RequestedSegment(start: start.map { Seconds($0) }, end: end.map { Seconds($0) }))
    return AnalysisSettings(preset: preset).with { $0.requestedSegment = stretch }
  }

  @Test(arguments: [(0.5, 2.5), (3.5, 5.5)])
  func `a given segment has the values of its samples alone`(
    start: Double, end: Double
  ) throws {
    let part = Self.samples[Int(start * Self.rate)..<Int(end * Self.rate)]
    let alone = analyze(Self.file(part), AnalysisSettings(preset: .praat))

    let chosen = try analyze(Self.file(Self.samples), settings(start, end, .praat))

    // Phonation covers the whole recording for any segment.
    var compared = 0
    for (one, other) in zip(DocumentRules.measures(of: alone), DocumentRules.measures(of: chosen))
    where !one.name.hasPrefix("phonation") {
      #expect(one.name == other.name && one.value == other.value)
      compared += 1
    }
    #expect(compared > 40)
  }

  @Test(arguments: [(0.5, 2.5, 120.0), (3.5, 5.5, 210.0)])
  func `the clinical preset fits the range to the segment and lists the excluded parts`(
    start: Double, end: Double, f0: Double
  ) throws {
    let document = try analyze(Self.file(Self.samples), settings(start, end))

    let segment = try #require(document["segment"])
    #expect(segment["rule"] == "given")
    #expect(segment["start_s"]?.numberValue == start && segment["end_s"]?.numberValue == end)
    #expect(segment["excluded"]?.elements.map { $0["reason"] } == ["not_chosen", "not_chosen"])
    let found = try #require(document[path: ["biomarkers", "f0", "mean_hz"]]?.numberValue)
    print("F0 of the stretch: \(found) of \(f0) Hz")
    #expect((found - f0).magnitude < 0.005 * f0)
    let floor = try #require(document[path: ["pitch_range", "floor_hz"]]?.numberValue)
    #expect((floor - 0.75 * f0).magnitude < 0.01 * f0)
    #expect(try DocumentRules.problems(in: document) == [])
  }

  @Test func `provenance has the given segment, the settings hash only that one was given`()
    throws
  {
    let bytes = Self.file(Self.samples)
    let (first, second) = try (
      analyze(bytes, settings(0.5, 2.5)), analyze(bytes, settings(3.25, nil))
    )

    let given = first[path: ["provenance", "settings"]]
    #expect(given?["segment"] == "given")
    #expect(
      given?["segment_from_s"]?.numberValue == 0.5 && given?["segment_to_s"]?.numberValue == 2.5)
    #expect(second[path: ["provenance", "settings", "segment_from_s"]]?.numberValue == 3.25)
    #expect(second[path: ["provenance", "settings"]]?["segment_to_s"] == nil)
    let hashes = [first, second, analyze(bytes)].map {
      $0[path: ["provenance", "settings_sha256"]]
    }
    #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
  }

  @Test(arguments: [(6.0, nil), (1.0, 6.5), (7.0, 9.0)] as [(Double, Double?)])
  func `times outside the recording are refused`(start: Double, end: Double?) throws {
    let document = try analyze(Self.file(Self.samples), settings(start, end))

    #expect(document["error"]?["code"] == "stretch_outside")
    #expect(document["error"]?["message"]?.stringValue?.contains("(duration: 6 s)") == true)
  }

  @Test func `times in a refusal have enough digits to differ`() throws {
    let samples = Array(Self.samples.prefix(Int(5.123_456 * Self.rate)))
    let error = try analyze(Self.file(samples), settings(5.9, nil))["error"]

    #expect(
      error?["message"]?.stringValue
        == "the requested segment (5.9 to 5.123 s) extends beyond the recording "
        + "(duration: 5.123 s)")
  }

  @Test func `an end within rounding of the last sample is accepted`() throws {
    let document = try analyze(Self.file(Self.samples), settings(4, 6.00001))

    #expect(document["state"] == "complete")
    #expect(document[path: ["segment", "end_s"]]?.numberValue == 6)
  }

  @Test func `a too short segment is refused like a recording`() throws {
    let clinical = try analyze(Self.file(Self.samples), settings(1, 1.4))
    let praat = try analyze(Self.file(Self.samples), settings(1, 1.03, .praat))
    let enough = try analyze(Self.file(Self.samples), settings(1, 1.4, .praat))

    #expect(clinical["error"]?["code"] == "too_short")
    #expect(praat["error"]?["message"]?.stringValue?.contains("three periods") == true)
    #expect(enough["state"] == "complete")
  }

  @Test func `invalid times give no segment`() {
    #expect(RequestedSegment(start: 2, end: 2) == nil)
    #expect(RequestedSegment(start: 3, end: 2) == nil)
    #expect(RequestedSegment(start: nil, end: 0) == nil)
    #expect(RequestedSegment(start: Seconds(-1), end: nil) == nil)
    #expect(RequestedSegment(start: Seconds(.nan), end: nil) == nil)
    #expect(RequestedSegment(start: nil, end: nil) != nil)
  }
}
