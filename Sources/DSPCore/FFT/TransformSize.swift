// FFTW is fastest at sizes with small prime factors; the smallest such size that is large enough
// costs less than the next power of two.

/// Sizes at which a real transform is cheap.
package enum TransformSize {
  /// FFTW's codelets cover these primes directly.
  private static let cheapPrimes = [2, 3, 5, 7]

  /// The smallest even product of 2, 3, 5 and 7 that is at least `count`.
  package static func smallest(holding count: Int) -> Int {
    var size = max(2, count + count % 2)
    while !isCheap(size) { size += 2 }
    return size
  }

  private static func isCheap(_ size: Int) -> Bool {
    var rest = size
    for prime in cheapPrimes {
      while rest % prime == 0 { rest /= prime }
    }
    return rest == 1
  }
}
