/// Cache of the transforms of one worker by size, because planning costs more than execution.
package final class TransformPool {
  /// Largest cached size: 2²⁰ samples, about 24 MB. A larger transform is planned for each
  /// recording.
  private static let largestKept = 1 << 20

  private var transforms: [Int: RealFFT] = [:]
  private var pairs: [Int: EvenFFTPair] = [:]

  package init() {}

  /// The cheapest transform of at least `count` samples.
  package func transform(holding count: Int) -> RealFFT {
    transform(ofExactly: TransformSize.smallest(holding: count))
  }

  /// A transform of exactly `size` samples, for results that depend on the size.
  package func transform(ofExactly size: Int) -> RealFFT {
    if let known = transforms[size] { return known }
    let made = RealFFT(size: size)
    if size <= Self.largestKept { transforms[size] = made }
    return made
  }

  /// The pair of even rows for transforms of `size` samples.
  func evenPair(size: Int) -> EvenFFTPair {
    if let known = pairs[size] { return known }
    let made = EvenFFTPair(size: size)
    pairs[size] = made
    return made
  }
}
