import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct RefusalTests {
  private let clinical = AnalysisSettings.presetsAndTiers.filter { $0.preset == .clinical }
  private let praat = AnalysisSettings.presetsAndTiers.filter { $0.preset == .praat }

  private func code(_ document: JSONValue) throws -> String {
    #expect(try DocumentRules.problems(in: document) == [])
    return try #require(document["error"]?["code"]?.stringValue ?? document["state"]?.stringValue)
  }

  @Test(arguments: [(22_050, "too_short"), (22_051, "complete")])
  func `the clinical preset needs more than half a second`(count: Int, outcome: String) throws {
    for settings in clinical {
      #expect(try code(analyze(Recordings.voice(sampleCount: count), settings)) == outcome)
    }
  }

  @Test func `lengths in messages have sensible digits`() throws {
    let settings = AnalysisSettings(preset: .praat).with {
      $0.givenPitchRange = PitchRange(floor: 70, ceiling: 600)
    }
    // Three periods of 70 Hz are 1890 samples.
    for (count, found) in [(1_000, "0.0227 s"), (1_889, "0.0428 s")] {
      let document = analyze(Recordings.voice(sampleCount: count), settings)
      let message = try #require(document["error"]?["message"]?.stringValue)

      #expect(message.contains(found) && message.contains("0.0429 s"), "\(message)")
    }
  }

  @Test func `the praat preset measures recordings of half a second`() throws {
    for settings in praat {
      let document = analyze(Recordings.voice(sampleCount: 22_050), settings)
      #expect(try code(document) == "complete")
      #expect(document[path: ["biomarkers", "f0", "mean_hz"]] != .null)
    }
  }

  // Three periods of the floor of 75 Hz are 0.04 s: 1764 samples.
  @Test(arguments: [(1_763, "too_short"), (1_764, "complete")])
  func `the praat preset needs three periods of the floor`(count: Int, outcome: String) throws {
    for settings in praat {
      #expect(try code(analyze(Recordings.voice(sampleCount: count), settings)) == outcome)
    }
  }

  // Three periods of 150 Hz are 0.02 s: 882 samples.
  @Test(arguments: [(881, "too_short"), (882, "complete")])
  func `the given pitch floor sets the minimum length`(count: Int, outcome: String) throws {
    let settings = AnalysisSettings(preset: .praat).with {
      $0.givenPitchRange = PitchRange(floor: 150, ceiling: 600)
    }

    #expect(try code(analyze(Recordings.voice(sampleCount: count), settings)) == outcome)
  }

  @Test(arguments: [
    (8_000.0, "sample_rate_too_low"), (15_999, "sample_rate_too_low"),
    (16_000, "complete"),
  ])
  func `the clinical preset needs 16 kHz`(rate: Double, outcome: String) throws {
    let bytes = WAVEncoder.pcm16(Recordings.signal(sampleRate: Hertz(rate)))
    for settings in clinical {
      #expect(try code(analyze(bytes, settings)) == outcome)
    }
  }

  @Test func `the praat preset measures recordings at 8 kHz`() throws {
    let bytes = WAVEncoder.pcm16(Recordings.signal(sampleRate: 8_000))
    for settings in praat {
      let document = analyze(bytes, settings)
      #expect(try code(document) == "complete")
      #expect(document[path: ["biomarkers", "f0", "mean_hz"]] != .null)
    }
  }

  @Test(arguments: [0.0, 0.25])
  func `the clinical preset refuses a constant as silent`(level: Double) throws {
    for settings in clinical {
      #expect(try code(analyze(Recordings.constant(level), settings)) == "silent")
    }
  }

  @Test(arguments: [0.0, 0.25])
  func `the praat preset finds no voicing in a constant`(level: Double) throws {
    for settings in praat {
      let document = analyze(Recordings.constant(level), settings)
      let reasons = DocumentRules.reasons(of: document)
      #expect(try code(document) == "complete")
      #expect(reasons["no_voicing"]?.contains("f0.mean_hz") == true)
      #expect(document[path: ["biomarkers", "f0", "voiced_fraction"]] == .number(0))
    }
  }

  @Test func `jitter and shimmer of an unvoiced sound have the reason no voicing`() {
    let document = analyze(Recordings.constant(0), AnalysisSettings(preset: .praat))

    let reasons = DocumentRules.reasons(of: document)["no_voicing"] ?? []

    #expect(reasons.count { $0.hasPrefix("jitter.") } == 5)
    #expect(reasons.count { $0.hasPrefix("shimmer.") } == 6)
    #expect(reasons.contains("hnr.mean_db") && reasons.contains("hnr.sd_db"))
  }

  @Test func `half a minute is measured and fails the check of its duration`() throws {
    let document = analyze(WAVEncoder.pcm16(Recordings.signal(seconds: 30)))

    let checks = try #require(document[path: ["quality", "checks"]]?.elements)
    let duration = try #require(checks.first { $0["id"] == "duration" })

    #expect(try code(document) == "complete")
    #expect(duration["verdict"] == "fail")
    #expect(document["quality"]?["verdict"] == "fail")
  }

  @Test func `a refused but readable recording keeps its facts and checks`() {
    let document = analyze(Recordings.voice(sampleCount: 22_050))

    #expect(document[path: ["recording", "duration_s"]] == .number(0.5))
    #expect(document["quality"]?["checks"]?.elements.isEmpty == false)
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `an input that cannot be opened has its document`(settings: AnalysisSettings) throws {
    let missing = analyze(.path("/no/such/folder/voice.wav"), settings)
    let folder = analyze(.path(Repository.fixtures.path), settings)

    #expect(try code(missing) == "not_found")
    #expect(missing[path: ["recording", "name"]] == "voice.wav")
    #expect(try code(folder) == "is_a_directory")
  }
}
