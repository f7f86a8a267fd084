import DSPCore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct DocumentTests {

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `the document of a voice is complete and keeps every rule`(
    settings: AnalysisSettings
  ) throws {
    let document = analyze(Recordings.voice, settings)

    #expect(document["state"] == "complete")
    #expect(try DocumentRules.problems(in: document) == [])
  }

  @Test(arguments: Preset.allCases)
  func `the quick tier has four measures and not_in_tier for the others`(preset: Preset) {
    let document = analyze(Recordings.voice, AnalysisSettings(preset: preset, tier: .quick))

    let numbers = DocumentRules.measures(of: document).filter { $0.value != .null }.map(\.name)
    let others = Measure.allCases.filter { !$0.isQuick }.map(\.rawValue)

    #expect(numbers == Measure.allCases.filter(\.isQuick).map(\.rawValue))
    #expect(DocumentRules.reasons(of: document) == ["not_in_tier": others])
  }

  @Test(arguments: Preset.allCases)
  func `the comprehensive tier has F0, jitter, shimmer and harmonicity`(preset: Preset) {
    let document = analyze(Recordings.longVoice, AnalysisSettings(preset: preset))

    let nulls = DocumentRules.measures(of: document).filter { $0.value == .null }.map(\.name)

    let byName = preset == .praat ? ["f0.modulation_slow_cents", "f0.modulation_fast_cents"] : []
    #expect(nulls.filter { $0.hasPrefix("f0.") || $0.hasPrefix("jitter.") } == byName)
    #expect(!nulls.contains { $0.hasPrefix("shimmer.") || $0 == "hnr.mean_db" })
  }

  @Test(arguments: [PitchMethod.autocorrelation, .crossCorrelation])
  func `F0 is found by either method`(method: PitchMethod) throws {
    let document = analyze(
      Recordings.voice, AnalysisSettings(preset: .praat).with { $0.pitchMethod = method })

    let f0 = try #require(document[path: ["biomarkers", "f0", "median_hz"]]?.numberValue)

    // Half a percent of jitter moves the median by less than that.
    #expect(abs(f0 - 120) < 0.6)
    #expect(
      document[path: ["provenance", "settings", "pitch_method"]] == .string(method.rawValue))
  }

  @Test func `the facts of the file are in the document`() {
    let recording = analyze(Recordings.voice)["recording"]

    #expect(recording?["name"] == "voice.wav")
    #expect(recording?["sha256"] == .string(ContentHash.sha256(of: Recordings.voice)))
    #expect(recording?["duration_s"] == .number(1))
    #expect(recording?["sample_rate_hz"] == 44_100)
    #expect(recording?["channels"] == 1)
    #expect(recording?["encoding"] == "pcm_16")
  }

  @Test func `a fixed range and the whole file are stated as such`() throws {
    for settings in [
      AnalysisSettings(preset: .praat), AnalysisSettings(preset: .clinical, tier: .quick),
    ] {
      let document = analyze(Recordings.voice, settings)

      #expect(
        document[path: ["pitch_range", "floor_hz"]]?.numberValue
          == settings.firstPitchRange.floor.value)
      #expect(document[path: ["pitch_range", "rule"]] == "fixed")
      let segment = try #require(document["segment"])
      #expect(
        segment.removing(["used"]) == [
          "start_s": .number(0), "end_s": .number(1), "rule": "whole", "excluded": [],
        ])
    }
  }

  @Test func `the clinical preset states the selected range and segment`() {
    let document = analyze(Recordings.voice, AnalysisSettings(preset: .clinical))

    #expect(document[path: ["pitch_range", "rule"]] == "two_pass")
    #expect(document[path: ["segment", "rule"]] == "steady")
  }

  @Test func `only the first channel is measured`() {
    let voice = Recordings.voiceSignal.samples
    let ramp = voice.indices.map { Double($0 % 100) / 200 }
    let silence = voice.map { _ in 0.0 }

    let documents = [[voice], [voice, silence], [voice, ramp]].map {
      analyze(WAVEncoder.encode($0, sampleRate: 44_100, encoding: .pcm16))
    }

    #expect(documents[1]["biomarkers"] == documents[0]["biomarkers"])
    #expect(documents[2]["biomarkers"] == documents[0]["biomarkers"])
    #expect(documents[2][path: ["recording", "channels"]] == 2)
    #expect(documents[2] != documents[1])
  }

  @Test(arguments: Preset.allCases)
  func `a document says that its stability score is experimental`(preset: Preset) throws {
    let with = analyze(Recordings.longVoice, AnalysisSettings(preset: preset))
    let without = analyze(Recordings.longVoice, AnalysisSettings(preset: preset, tier: .quick))

    let word = "stability.score_percent (0 to 100 %, higher for a steadier voice) uses reference"
    #expect(
      try #require(with["notes"]?.elements).contains { $0.stringValue?.contains(word) == true })
    #expect(try #require(without["notes"]?.elements).isEmpty)
  }

  @Test func `the clinical preset gives the smallest detectable change with each interval`() throws
  {
    let clinical = analyze(Recordings.longVoice, AnalysisSettings(preset: .clinical))
    let praat = analyze(Recordings.longVoice, AnalysisSettings(preset: .praat))
    let path: [JSONStep] = ["uncertainty", "jitter.local_percent", "smallest_change"]

    let change = try #require(clinical[path: path])
    #expect(change["scale"] == "log")
    #expect(try #require(change["recording"]?.numberValue) > 3)
    #expect(try #require(change["session"]?.numberValue) < 2.1)
    #expect(praat[path: path] == nil)
    #expect(clinical[path: ["uncertainty", "shimmer.apq11_percent", "smallest_change"]] == nil)
  }

  @Test func `a voice below 80 Hz has a note about low harmonicity`() throws {
    let bytes = WAVEncoder.pcm16(Recordings.signal(f0: 78, seconds: 2))

    let low = try #require(analyze(bytes)["notes"]?.elements)
    let high = try #require(analyze(Recordings.voice)["notes"]?.elements)

    #expect(low.contains { $0.stringValue?.contains("F0 is below 80 Hz") == true })
    #expect(!high.contains { $0.stringValue?.contains("F0 is below") == true })
  }

  @Test func `the times of a run come from its clock`() {
    let calls = Mutex(0)
    let environment = RunEnvironment(
      newID: { "given" }, timestamp: { "then" },
      elapsed: {
        calls.withLock {
          $0 += 1
          return .milliseconds([10, 15, 22][$0 - 1])
        }
      })
    var workspace = AnalysisWorkspace()

    let document = VoicePipeline(settings: .init(), environment: environment)
      .analyze(.bytes(Recordings.voice, name: "a"), workspace: &workspace).json

    #expect(document["analysis_id"] == "given")
    #expect(document["run"]?["analyzed_at"] == "then")
    #expect(document["run"]?["decode_ms"] == .number(5))
    #expect(document["run"]?["analysis_ms"] == .number(7))
    #expect(document["run"]?["total_ms"] == .number(12))
  }
}
