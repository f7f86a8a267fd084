// What one worker keeps from recording to recording: transforms are planned once per size.

/// Plans and buffers of one worker; make one per thread and pass it along.
///
/// Not copyable, because its buffers are written to during an analysis.
public struct AnalysisWorkspace: ~Copyable {
  private var transforms: [Int: RealFFT] = [:]

  /// An empty workspace; it grows with the first analysis.
  public init() {}

  /// Larger transforms serve one recording and are made anew for the next: 2²⁰ samples, about 24 MB.
  private static let largestKept = 1 << 20

  /// The cheapest transform that holds at least `count` samples.
  package mutating func transform(holding count: Int) -> RealFFT {
    transform(ofExactly: TransformSize.smallest(holding: count))
  }

  /// A transform of `size` samples, where the size itself rules the result.
  package mutating func transform(ofExactly size: Int) -> RealFFT {
    if let known = transforms[size] { return known }
    let made = RealFFT(size: size)
    if size <= Self.largestKept { transforms[size] = made }
    return made
  }
}
