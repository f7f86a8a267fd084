public import VoiceTypes

/// Estimator of the 95 % intervals of a recording's measures, in the units of the results document.
public struct UncertaintyEstimator: Sendable {
  private let bootstrap: BlockBootstrap

  /// Creates an estimator with a seed, which must derive from the recording only.
  public init(seed: UInt64, resamples: Int = BlockBootstrap.usualResamples) {
    bootstrap = BlockBootstrap(seed: seed, resamples: resamples)
  }

  private typealias Task = @Sendable (inout AnalysisWorkspace) -> [Measure: ConfidenceInterval]

  /// The intervals of all available measures, limited to the feature groups of the `wanted` ones.
  /// Unavailable measures and segments of fewer than five blocks have none.
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
