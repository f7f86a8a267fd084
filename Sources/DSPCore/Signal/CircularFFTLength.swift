/// Circular FFT lengths at which a few far lags wrap around. If most of them are unused and direct
/// sums correct the rest, the next fast size is often too large.
package enum CircularFFTLength {
  /// Factors of powers of two, in sixteenths. With estimated plans, 6400 = 25 · 2⁸ and 7168 = 7 ·
  /// 2¹⁰ take 53 % and 71 % of the time of 8192; 7680 = 15 · 2⁹ takes 87 %.
  private static let sixteenths = [16, 20, 25, 28]

  /// Reciprocal of the fraction of lags that may wrap around: correcting n lags takes n²/2
  /// products, at most a quarter of the time of the transform.
  private static let leastShare = 25

  /// The smallest fast size without wrap-around of the first `searched` lags of `length` samples,
  /// and of all but a few lags up to `touched`.
  package static func cheapest(length: Int, searched: Int, touched: Int) -> Int {
    let most = length + touched
    let least = max(length + searched, most - most / leastShare)
    var power = 32
    while 2 * power <= least { power *= 2 }
    return sixteenths.map { $0 * power / 16 }.first { $0 >= least } ?? 2 * power
  }
}
