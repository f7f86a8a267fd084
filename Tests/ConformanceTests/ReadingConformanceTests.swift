// F0 and CPPS of speech compared with Praat 6.1.38.

import DSPCore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes
import WAVIngest

// The clinical preset interpolates as Praat 7.0, which moves CPPS by up to 2e-5.
private let otherWindowTolerance = 2e-5

@Suite struct ReadingConformanceTests {
  /// Speech without digital silence.
  private static let speech = [
    "arctic_axb_a0004.wav", "lyon_aeiou.wav", "sr_english_mono-16-bit_44100.wav",
  ]

  /// The F0 statistics of a whole file, which are Praat's in the praat preset.
  private static let statistics: [Measure] = [
    .f0Mean, .f0Median, .f0StandardDeviation, .f0Minimum, .f0Maximum, .cpps,
  ]

  private func findings(
    _ recording: ReferenceRecording, _ settings: AnalysisSettings
  ) throws -> Findings {
    var workspace = AnalysisWorkspace()
    var settings = settings
    settings.task = .reading
    let environment = RunEnvironment(newID: { "id" }, timestamp: { "now" }, elapsed: { .zero })
    let document = VoicePipeline(settings: settings, environment: environment)
      .analyze(.path(recording.path), workspace: &workspace)
    return try #require(document.findings, "\(recording.name)")
  }

  @Test func `F0 statistics and CPPS of a reading equal Praat's`() throws {
    let reference = Reference.praat6Autocorrelation
    let recordings = try ReferenceSet.recordings(of: [.fixtures], for: reference)
      .filter { Self.speech.contains($0.name) }
    var worst = WorstDeviation()

    #expect(recordings.count == Self.speech.count)
    for recording in recordings {
      let found = try findings(recording, Measurement.settings(for: reference))
      for measure in Self.statistics {
        let expected = try #require(recording.praat.measures[measure] ?? nil)
        let value = try #require(found.biomarkers[measure].number, "\(recording.name), \(measure)")
        worst.noteRelative(value, to: expected, at: "\(recording.name), \(measure.rawValue)")
      }
    }

    print("reading: \(worst.value), \(worst.place)")
    #expect(worst.value <= Tolerance.cpps)
  }

  @Test func `CPPS of a reading in the clinical preset equals Praat's of the whole file`() throws {
    let recordings = try ReferenceSet.recordings(of: [.fixtures], for: .praat6Autocorrelation)
      .filter { Self.speech.contains($0.name) }

    for recording in recordings {
      var settings = AnalysisSettings()
      settings.givenGates = .flag
      let found = try findings(recording, settings)
      let expected = try #require(recording.praat.measures[.cpps] ?? nil)
      let value = try #require(found.biomarkers[.cpps].number, "\(recording.name)")
      #expect(abs(value - expected) <= otherWindowTolerance * expected, "\(recording.name)")
    }
  }
}
