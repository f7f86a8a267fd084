// Planning a transform costs more than running it; each size is planned once.

/// The transforms of one worker, by size.
package final class TransformPool {
  /// Larger transforms serve one recording and are made anew for the next: 2²⁰ samples, about 24 MB.
  private static let largestKept = 1 << 20

  private var transforms: [Int: RealFFT] = [:]
  private var pairs: [Int: EvenPair] = [:]

  package init() {}

  /// The cheapest transform that holds at least `count` samples.
  package func transform(holding count: Int) -> RealFFT {
    transform(ofExactly: TransformSize.smallest(holding: count))
  }

  /// A transform of `size` samples, where the size itself rules the result.
  package func transform(ofExactly size: Int) -> RealFFT {
    if let known = transforms[size] { return known }
    let made = RealFFT(size: size)
    if size <= Self.largestKept { transforms[size] = made }
    return made
  }

  /// How two even rows share a transform of `size` samples.
  func evenPair(size: Int) -> EvenPair {
    if let known = pairs[size] { return known }
    let made = EvenPair(size: size)
    pairs[size] = made
    return made
  }
}
