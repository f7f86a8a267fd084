// FFTW is fastest at sizes that are a power of two times a small number; the smallest such size that
// is large enough costs less than the next power of two, and less than a closer size with more
// prime factors: of real transforms with estimated plans, 2560 takes 60 % of the time of 2592.

/// Sizes at which a real transform is cheap.
package enum TransformSize {
  /// What powers of two are multiplied by: 4/4, 5/4 and 6/4.
  private static let quarters = 4...6

  /// The smallest size of 2ⁿ, 5/4 · 2ⁿ or 6/4 · 2ⁿ that is even and at least `count`.
  package static func smallest(holding count: Int) -> Int {
    var power = 2
    while 2 * power < count { power *= 2 }
    for quarter in quarters {
      let size = power * quarter / 4
      if size >= count && size.isMultiple(of: 2) { return size }
    }
    return 2 * power
  }
}
