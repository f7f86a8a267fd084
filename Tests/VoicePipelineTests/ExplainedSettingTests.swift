// The settings that an explanation names are those in force.

import DSPCore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct ExplainedSettingTests {
  /// A setting of an explanation, and the constant of the code that it names.
  struct Row: Sendable, CustomTestStringConvertible {
    let measure: String
    let setting: String
    let constant: Double

    init(_ measure: String, _ setting: String, _ constant: Double) {
      self.measure = measure
      self.setting = setting
      self.constant = constant
    }

    var testDescription: String { "\(measure): \(setting)" }
  }

  /// The numbers are written as decimals; a percentage comes from a share.
  private static let rounding = 1e-12

  private static let limits = PeriodLimits()
  private static let pitch = PitchSettings(range: .praatStandard)

  static let rows: [Row] =
    [
      Row("jitter.local_percent", "shortest period", limits.floor),
      Row("jitter.local_percent", "longest period", limits.ceiling),
      Row("jitter.local_percent", "maximum period factor", limits.maximumPeriodFactor),
      Row("shimmer.local_db", "shortest period", limits.floor),
      Row("shimmer.local_db", "longest period", limits.ceiling),
      Row("shimmer.local_db", "maximum period factor", limits.maximumPeriodFactor),
      Row("shimmer.local_db", "maximum amplitude factor", limits.maximumAmplitudeFactor),
      Row("hnr.mean_db", "floor, clinical preset", AnalysisSettings().harmonicityFloor.value),
      Row("hnr.mean_db", "time step", HarmonicitySettings.timeStep.value),
      Row("hnr.mean_db", "silence threshold", HarmonicitySettings.silenceThreshold),
      Row("hnr.mean_db", "window, cross-correlation", HarmonicitySettings.periodsPerWindow),
      Row(
        "hnr.ac_mean_db", "window, autocorrelation",
        HarmonicitySettings.autocorrelationPeriodsPerWindow),
      Row(
        "voice_quality.intensity_mean_db", "floor, clinical preset",
        AnalysisSettings().harmonicityFloor.value),
      Row("f0.mean_hz", "window, autocorrelation", pitch.periodsPerWindow),
      Row("f0.mean_hz", "candidates", Double(pitch.maximumCandidates)),
      Row("f0.mean_hz", "silence threshold", pitch.silenceThreshold),
      Row("f0.mean_hz", "voicing threshold", pitch.voicingThreshold),
      Row("f0.mean_hz", "octave cost", pitch.octaveCost),
      Row("f0.mean_hz", "octave-jump cost", pitch.octaveJumpCost),
      Row("f0.mean_hz", "voiced/unvoiced cost", pitch.voicedUnvoicedCost),
      Row("voice_quality.unvoiced_fraction", "silence threshold", pitch.silenceThreshold),
      Row("voice_quality.unvoiced_fraction", "voicing threshold", pitch.voicingThreshold),
      Row("phonation.unvoiced_fraction", "silence threshold", pitch.silenceThreshold),
      Row("phonation.unvoiced_fraction", "voicing threshold", pitch.voicingThreshold),
      Row("voice_quality.periods", "maximum period factor", limits.maximumPeriodFactor),
      Row(
        "voice_quality.cpps_db", "pitch floor of the window", CepstrogramSettings.pitchFloor.value),
      Row("voice_quality.cpps_db", "window", CepstrogramSettings.windowDuration),
      Row("voice_quality.cpps_db", "time step", CepstrogramSettings.timeStep.value),
      Row(
        "voice_quality.cpps_db", "maximum frequency", CepstrogramSettings.maximumFrequency.value),
      Row("voice_quality.cpps_db", "pre-emphasis from", CepstrogramSettings.preEmphasisFrom.value),
      Row("formants.f1_hz", "formants below the ceiling", Double(FormantSettings.count)),
      Row("formants.f1_hz", "ceiling", FormantCeiling.lower.value),
      Row("formants.f1_hz", "ceiling for a high voice", FormantCeiling.higher.value),
      Row("formants.f1_hz", "high voice: median F0 from", FormantCeiling.highVoice.value),
      Row("formants.f1_hz", "Gaussian window, half of it", FormantSettings.windowLength.value),
      Row("formants.f1_hz", "pre-emphasis from", FormantSettings.preEmphasisFrom.value),
      Row("formants.f1_hz", "margin at either end", FormantSettings.edgeMargin.value),
      Row("stability.score_percent", "minimum voicing", StabilityScore.leastVoiced.value),
      Row("tremor.f0_frequency_hz", "slowest rate", TremorSettings.slowest.value),
      Row("tremor.f0_frequency_hz", "fastest rate", TremorSettings.fastest.value),
      Row("tremor.f0_frequency_hz", "window", TremorSettings.window.value),
      Row(
        "phonation.maximum_phonation_time_s", "silence, below the reference level",
        NonsilentIntervals.silenceDepth.value),
      Row(
        "phonation.maximum_phonation_time_s", "shortest silence",
        NonsilentIntervals.leastSilence.value),
      Row(
        "phonation.maximum_phonation_time_s", "shortest sound",
        NonsilentIntervals.leastSounding.value),
      Row(
        "phonation.maximum_phonation_time_s", "longest event above the reference level",
        NonsilentIntervals.longestEvent.value),
      Row("phonation.onset_to_steady_s", "steady: minimum duration", Onset.held.value),
      Row("phonation.onset_to_steady_s", "steady: F0 from its median", Onset.semitones),
      Row("phonation.onset_to_steady_s", "steady: level from its median", Onset.decibels),
      Row("phonation.onset_to_steady_s", "window of a level", Onset.periodsPerWindow),
    ]
    + [
      ("anchor of F0", StabilityComponent.f0), ("anchor of the amplitude", .amplitude),
      ("anchor of PPQ5", .ppq5), ("anchor of APQ11", .apq11),
      ("anchor of APQ5, without APQ11", .apq5),
    ].map { Row("stability.score_percent", $0.0, $0.1.anchorPercent ?? .nan) }

  private func setting(_ name: String, of measure: String) throws -> Explanation.Setting {
    let explanation = try #require(
      ExplanationTests.shared.explanations.first { $0.name == measure })
    return try #require(explanation.settings.first { $0.name == name })
  }

  @Test(arguments: rows)
  func `an explained setting has the value of the code`(row: Row) throws {
    let explained = try #require(Double(setting(row.setting, of: row.measure).value))

    #expect(abs(explained - row.constant) <= Self.rounding * row.constant)
  }

  @Test func `pitch ranges are those of the presets`() throws {
    for (name, range) in [
      ("pitch range, praat preset", PitchRange.praatStandard),
      ("pitch range, clinical preset, first pass", PitchRange.wide),
    ] {
      let ends = try setting(name, of: "f0.mean_hz").value.split(separator: " … ").map {
        Double($0)
      }
      #expect(ends == [range.floor.value, range.ceiling.value])
    }
  }

  @Test func `weights are those of the score`() throws {
    let text = try setting("weights: F0, amplitude, PPQ5, APQ", of: "stability.score_percent").value
    let components: [StabilityComponent] = [.f0, .amplitude, .ppq5, .apq11]

    #expect(text.split(separator: ", ").map { Double($0) } == components.map(\.weight))
  }
}
