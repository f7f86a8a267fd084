// What one worker keeps from recording to recording: transforms are planned once per size, weights
// of interpolation are computed once per depth.

package import VoiceTypes

/// Plans and buffers of one worker; make one per thread and pass it along.
///
/// Not copyable, because its buffers are written to during an analysis.
public struct AnalysisWorkspace: ~Copyable {
  package let transforms = TransformPool()
  private let pastEdgeTables = SincTables(window: .reachingPastEdge)
  private let fixedWidthTables = SincTables(window: .fixedHalfWidth)

  /// An empty workspace; it grows with the first analysis.
  public init() {}

  /// The interpolation weights of a window.
  package func sincTables(_ window: SincWindow) -> SincTables {
    switch window {
    case .reachingPastEdge: pastEdgeTables
    case .fixedHalfWidth: fixedWidthTables
    }
  }

  /// The cheapest transform that holds at least `count` samples.
  package mutating func transform(holding count: Int) -> RealFFT {
    transforms.transform(holding: count)
  }

  /// A transform of `size` samples, where the size itself rules the result.
  package mutating func transform(ofExactly size: Int) -> RealFFT {
    transforms.transform(ofExactly: size)
  }
}
