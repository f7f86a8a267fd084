// The 95 % intervals of a recording's measures, in the units of the results document.

public import VoiceTypes

/// Intervals for the measures of one recording.
public struct UncertaintyEstimator: Sendable {
  private let bootstrap: BlockBootstrap

  /// An estimator with a seed, to be derived from the recording and nothing else.
  public init(seed: UInt64, resamples: Int = BlockBootstrap.usualResamples) {
    bootstrap = BlockBootstrap(seed: seed, resamples: resamples)
  }

  private typealias Task = @Sendable (inout AnalysisWorkspace) -> [Measure: ConfidenceInterval]

  /// The intervals of all measures that have one, and of those only the families in which something
  /// is `wanted`; a measure without a number has none, nor has a stretch of less than eight blocks.
  public func intervals(
    of analysis: VoiceAnalysis, wanted: Set<Measure> = Set(Measure.allCases),
    workspace: inout AnalysisWorkspace
  ) -> [Measure: ConfidenceInterval] {
    let (voice, bootstrap) = (analysis.voice, bootstrap)
    let asked = analysis.families.filter { family in
      type(of: family).measures.contains { wanted.contains($0) }
    }
    let tasks: [Task] = asked.map { family in { _ in family.intervals(in: voice, by: bootstrap) } }
    return workspace.results(of: tasks).reduce(into: [:]) { all, some in
      all.merge(some) { first, _ in first }
    }
  }
}
