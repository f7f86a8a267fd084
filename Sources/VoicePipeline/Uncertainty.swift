import DSPCore
import VoiceTypes

/// 95 % confidence intervals by block bootstrap, deterministic per recording.
enum Uncertainty {
  /// Number of hexadecimal digits in a 64-bit seed.
  private static let seedDigits = 16

  /// Derives the seed from the hash of the recording.
  static func seed(of facts: RecordingFacts) -> UInt64 {
    facts.sha256.flatMap { UInt64($0.prefix(seedDigits), radix: 16) } ?? 0
  }

  /// Computes the intervals of all measures with a number.
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
