// What one worker keeps from recording to recording: transforms are planned once per size.

/// Plans and buffers of one worker; make one per thread and pass it along.
///
/// Not copyable, because its buffers are written to during an analysis.
public struct AnalysisWorkspace: ~Copyable {
  private var transforms: [Int: RealFFT] = [:]

  /// An empty workspace; it grows with the first analysis.
  public init() {}

  /// The cheapest transform that holds at least `count` samples.
  package mutating func transform(holding count: Int) -> RealFFT {
    let size = TransformSize.smallest(holding: count)
    if let known = transforms[size] { return known }
    let made = RealFFT(size: size)
    transforms[size] = made
    return made
  }
}
