// Transforms for lags of which the farthest may wrap around: where most of them are never read, and
// the others can be freed by a few direct sums, the next cheap size is often too large.

/// Sizes of transforms that wrap a few lags around.
package enum WrappedSize {
  /// What powers of two are multiplied by, in sixteenths: of real transforms with estimated plans,
  /// 6400 = 25 · 2⁸ and 7168 = 7 · 2¹⁰ take 53 % and 71 % of the time of 8192, 7680 = 15 · 2⁹ takes 87 %.
  private static let sixteenths = [16, 20, 25, 28]

  /// One of so many lags of a transform may be wrapped around: freeing n lags takes n²/2 products,
  /// in the worst case as long as a quarter of the transform.
  private static let leastShare = 25

  /// The smallest cheap size that leaves the first `searched` lags of `length` samples free, and of
  /// those up to `touched` all but a few.
  package static func cheapest(length: Int, searched: Int, touched: Int) -> Int {
    let most = length + touched
    let least = max(length + searched, most - most / leastShare)
    var power = 32
    while 2 * power <= least { power *= 2 }
    return sixteenths.map { $0 * power / 16 }.first { $0 >= least } ?? 2 * power
  }
}
