// The stages in the order of an analysis.

import BenchmarkRecords
import VoiceTypes

/// One measured stage.
struct Stage: Sendable {
  let name: String
  /// Longest recording of the stage in seconds.
  let longest: Double
  let work: @Sendable (Bench) -> Void

  private init(_ name: String, longest: Double = 60, _ work: @escaping @Sendable (Bench) -> Void) {
    self.name = name
    self.longest = longest
    self.work = work
  }

  /// All stages.
  static let all: [Stage] =
    parts + [
      Stage(TaskName.clinicalJob, longest: .infinity) { $0.clinicalJob() },
      Stage(TaskName.clinicalJobAndCPPS) {
        $0.clinicalJob()
        $0.measureProminence(.v6_1)
      },
      Stage(TaskName.quick, longest: .infinity) { $0.document(AnalysisSettings(tier: .quick)) },
      Stage(TaskName.comprehensive, longest: .infinity) { $0.document(AnalysisSettings()) },
      Stage(TaskName.praatPreset) { $0.document(AnalysisSettings(preset: .praat)) },
    ]

  private static let parts = [
    Stage(TaskName.decode, longest: .infinity) { $0.decode() },
    Stage(TaskName.pitch, longest: .infinity) { $0.trackPitch(.autocorrelation) },
    Stage(TaskName.pitchCC) { $0.trackPitch(.crossCorrelation) },
    Stage(TaskName.pulses) { $0.findPulses() },
    Stage(TaskName.jitter) { $0.measureJitter() },
    Stage(TaskName.shimmer) { $0.measureShimmer() },
    Stage(TaskName.harmonicity) { $0.measureHarmonicity(.crossCorrelation) },
    Stage(TaskName.harmonicityAC) { $0.measureHarmonicity(.autocorrelation) },
    Stage(TaskName.cpps61) { $0.measureProminence(.v6_1) },
    Stage(TaskName.cpps63) { $0.measureProminence(.v6_3) },
    Stage(TaskName.cpps70) { $0.measureProminence(.v7_0) },
    Stage(TaskName.formants) { $0.measureFormants() },
    Stage(TaskName.gne) { $0.measureGlottalToNoiseExcitation() },
    Stage(TaskName.intervals) { $0.estimateIntervals() },
  ]
}
