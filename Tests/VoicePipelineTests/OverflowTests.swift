import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct OverflowTests {
  private let huge = WAVEncoder.encode(
    [Recordings.voiceSignal.samples.map { $0 * 1e300 }], sampleRate: 44_100, encoding: .float64)

  @Test(arguments: Preset.allCases)
  func `samples too large for the arithmetic make every measure numeric_overflow`(
    preset: Preset
  ) throws {
    let document = analyze(huge, AnalysisSettings(preset: preset))

    #expect(try DocumentRules.problems(in: document) == [])
    #expect(
      DocumentRules.reasons(of: document)
        == ["numeric_overflow": Measure.allCases.map(\.rawValue)])
  }

  @Test(arguments: Preset.allCases)
  func `the quick tier gives other measures the reason not_in_tier only`(
    preset: Preset
  ) throws {
    let document = analyze(huge, AnalysisSettings(preset: preset, tier: .quick))

    let reasons = DocumentRules.reasons(of: document)

    #expect(try DocumentRules.problems(in: document) == [])
    #expect(
      reasons["not_in_tier"] == Measure.allCases.filter { !$0.isQuick }.map(\.rawValue))
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `the largest samples that are measured give finite numbers`(
    settings: AnalysisSettings
  ) throws {
    let large = WAVEncoder.encode(
      [Recordings.voiceSignal.samples.map { $0 * 1e60 }], sampleRate: 44_100, encoding: .float64)

    let document = analyze(large, settings)

    #expect(document["state"] == "complete")
    #expect(try DocumentRules.problems(in: document) == [])
    #expect(document[path: ["biomarkers", "f0", "mean_hz"]] != .null)
  }
}
