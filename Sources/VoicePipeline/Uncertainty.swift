// 95 % intervals for the numbers that a document carries, the same for the same recording.

import DSPCore
import VoiceTypes

/// Intervals by block bootstrap.
enum Uncertainty {
  /// Hexadecimal digits of the recording's fingerprint that make a 64-bit seed.
  private static let seedDigits = 16

  /// A seed that depends on the bytes of the recording and on nothing else.
  static func seed(of facts: RecordingFacts) -> UInt64 {
    facts.sha256.flatMap { UInt64($0.prefix(seedDigits), radix: 16) } ?? 0
  }

  /// The intervals of those measures that have a number.
  static func intervals(
    of analysis: VoiceAnalysis, seed: UInt64, for biomarkers: Biomarkers,
    workspace: inout AnalysisWorkspace
  ) -> [Measure: ConfidenceInterval] {
    let wanted = Measure.allCases.filter { biomarkers[$0].number != nil }
    return UncertaintyEstimator(seed: seed)
      .intervals(of: analysis, wanted: Set(wanted), workspace: &workspace)
      .filter { wanted.contains($0.key) }
  }
}
