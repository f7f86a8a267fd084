// A recording of low bandwidth is reported, and measures of the missing frequencies are withheld.

import DSPCore
import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct BandwidthTests {
  private func check(_ document: JSONValue) throws -> JSONValue {
    try #require(
      document[path: ["quality", "checks"]]?.elements.first { $0["id"] == "bandwidth" })
  }

  private func limited(_ document: JSONValue) -> [String] {
    DocumentRules.reasons(of: document)["bandwidth_limited"] ?? []
  }

  private func lowPassed(at end: Hertz) -> [UInt8] {
    var workspace = AnalysisWorkspace()
    return WAVEncoder.pcm16(
      HannStopBand(low: end, high: 44_100, smoothing: 100)
        .apply(to: Recordings.signal(seconds: 2), workspace: &workspace))
  }

  @Test func `a voice up to Nyquist passes and loses nothing`() throws {
    let document = analyze(Recordings.longVoice)

    let check = try check(document)
    #expect(check["verdict"] == "pass")
    #expect(check["value"]?.numberValue == 22_050)
    #expect(check["unit"] == "hertz")
    #expect(check["limit"]?.numberValue == 13_000)
    #expect(limited(document) == [])
  }

  static let spectral = [
    "voice_quality.cpps_db", "voice_quality.ltas_slope_db", "voice_quality.ltas_tilt_db",
    "voice_quality.alpha_ratio_db", "voice_quality.gne", "formants.f1_hz", "formants.f2_hz",
    "formants.f3_hz", "formants.b1_hz", "formants.b2_hz", "formants.b3_hz",
  ]

  static let losses: [(end: Double, lost: [String])] = [
    (3400, spectral), (4000, spectral), (8000, ["voice_quality.ltas_tilt_db"]), (11_000, []),
  ]

  @Test(arguments: losses)
  func `a band-limited voice gets a warning and loses the affected measures`(
    end: Double, lost: [String]
  ) throws {
    let document = analyze(lowPassed(at: Hertz(end)))

    let check = try check(document)
    #expect(check["verdict"] == "warn")
    #expect(abs((check["value"]?.numberValue ?? 0) - end) < 300)
    #expect(limited(document) == lost)
    for entry in document["unavailable"]?.elements ?? [] where entry["code"] == "bandwidth_limited"
    {
      let (needed, found) = (entry["needed"]?.numberValue, entry["found"]?.numberValue)
      #expect(found == check["value"]?.numberValue)
      #expect(try #require(needed) > #require(found))
    }
  }

  @Test func `the bandwidth of a low sample rate ends at Nyquist`() throws {
    let document = analyze(WAVEncoder.pcm16(Recordings.signal(seconds: 2, sampleRate: 16_000)))

    let check = try check(document)
    #expect(check["value"]?.numberValue == 8000)
    #expect(check["verdict"] == "warn")
    #expect(limited(document) == [])
  }

  @Test func `clipping hides the end, so the bandwidth is unknown`() throws {
    let clipped = Signal(
      samples: Recordings.signal(seconds: 2).samples.map { min(max(20 * $0, -1), 1) },
      sampleRate: 44_100)

    #expect(try check(analyze(WAVEncoder.pcm16(clipped)))["verdict"] == "unknown")
  }

  @Test func `the praat preset warns and suppresses nothing`() throws {
    let settings = AnalysisSettings(preset: .praat).with { $0.givenChecks = .all }

    let document = analyze(lowPassed(at: 3400), settings)

    #expect(try check(document)["verdict"] == "warn")
    #expect(limited(document) == [])
  }

  @Test func `without a voice the bandwidth is unknown`() throws {
    let noise = Signal(samples: (0..<44_100).map { $0 == 9 ? 0.5 : 0 }, sampleRate: 44_100)

    let check = try check(analyze(WAVEncoder.pcm16(noise)))

    #expect(check["verdict"] == "unknown")
    #expect(check["value"] == .null)
    #expect(check["message"]?.stringValue?.isEmpty == false)
  }

  @Test func `the quick tier has no bandwidth check`() {
    let checks = analyze(Recordings.longVoice, AnalysisSettings(tier: .quick))
    #expect(
      checks[path: ["quality", "checks"]]?.elements.contains { $0["id"] == "bandwidth" } == false)
  }

  /// Recordings made with 16 kHz or as compressed files and brought to a higher rate, by their spectra.
  private static let cutOff: [String: ClosedRange<Double>] = [
    "coswara_14_a.wav": 7500...8500, "coswara_16_a.wav": 7500...8500,
    "coswara_21_a.wav": 7500...8500, "coswara_26_a.wav": 7500...8500,
    "coswara_32_a.wav": 7500...8500, "coswara_43_a.wav": 7500...8500,
    "coswara_47_a.wav": 7500...8500, "world_vaiueo2d.wav": 9700...10_300,
    "lyon_aeiou.wav": 19_500...20_500,
  ]

  @Test func `only band-limited real recordings have a low bandwidth`() throws {
    for file in try Repository.recordings(in: "voices") {
      let document = analyze(.path(file.path), AnalysisSettings())
      guard document["state"] == "complete" else { continue }
      let check = try check(document)
      let name = file.lastPathComponent
      guard let found = check["value"]?.numberValue else {
        print(name, check["message"]?.stringValue ?? "")
        #expect(check["verdict"] == "unknown", "\(name)")
        continue
      }
      let nyquist = 0.5 * (document[path: ["recording", "sample_rate_hz"]]?.numberValue ?? 0)
      print(name, check["verdict"]?.stringValue ?? "", found, "of", nyquist, limited(document))
      #expect(Self.cutOff[name]?.contains(found) ?? (found == nyquist), "\(name)")
      #expect(limited(document).allSatisfy { $0 == "voice_quality.ltas_tilt_db" }, "\(name)")
    }
  }
}
