// A recording through the whole pipeline, as `sagevoice analyze --preset praat --contours` does.

import DSPCore
import Testing
import VoicePipeline
import VoiceTypes
import WAVIngest

/// Measurements with the praat preset.
enum Measurement {
  static func settings(for reference: Reference) -> AnalysisSettings {
    var settings = AnalysisSettings(preset: .praat)
    settings.pitchMethod = reference.method
    settings.givenPraatVersion = reference.version
    settings.includesContours = true
    return settings
  }

  static func signal(of recording: ReferenceRecording) throws -> Signal {
    try WAVReader.read(.path(recording.path)).result.get().signal
  }

  /// The findings on a recording; a refusal fails the test.
  static func findings(
    on recording: ReferenceRecording, for reference: Reference,
    workspace: inout AnalysisWorkspace
  ) throws -> Findings {
    let environment = RunEnvironment(newID: { "id" }, timestamp: { "now" }, elapsed: { .zero })
    let pipeline = VoicePipeline(settings: settings(for: reference), environment: environment)
    let document = pipeline.analyze(.path(recording.path), workspace: &workspace)
    return try #require(
      document.findings, "\(recording.name): \(String(describing: document.refusal))")
  }
}
