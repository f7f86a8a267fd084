/// Sums Σ row[j] · row[j + lag], j = 0 ..< length, to more than double precision, in lazily
/// computed groups of eight lags.
///
/// Every lane adds as `CompensatedSum` does. The error of a sum is Knuth's (The Art of Computer
/// Programming 2, 4.2.2), that of a product Dekker's (1971, Numerische Mathematik 18:224). Both are
/// exact and free of branches and calls, so they vectorise and give the same bits.
package struct ExactLagSums {
  /// 2²⁷ + 1 splits the 53 bits of a double in two halves whose products are exact.
  private static let splitter = 134_217_729.0

  private let length: Int
  /// The row, zero-padded to fill the last eight lags.
  private let row: [Double]
  private let highs: [Double]
  private let lows: [Double]
  /// The sums of eight lags each; nil until requested.
  private var eights: [SIMD8<Double>?]

  /// The number of computed groups of eight lags.
  package private(set) var summedEights = 0

  /// Creates the sums of the first `length` values of `row` at each lag inside `row`.
  package init(of row: Span<Double>, length: Int) {
    self.length = length
    var padded = row.indices.map { row[$0] }
    padded.append(contentsOf: repeatElement(0, count: Lanes.count))
    self.row = padded
    highs = padded.map { value in
      let scaled = Self.splitter * value
      return scaled - (scaled - value)
    }
    lows = zip(padded, highs).map(-)
    let lagCount = row.count - length + 1
    eights = Array(repeating: nil, count: (lagCount + Lanes.count - 1) / Lanes.count)
  }

  /// The sum at one lag.
  package mutating func sum(atLag lag: Int) -> Double {
    let (eight, lane) = lag.quotientAndRemainder(dividingBy: Lanes.count)
    if let known = eights[eight] { return known[lane] }
    let sums = sums(fromLag: Lanes.count * eight)
    eights[eight] = sums
    summedEights += 1
    return sums[lane]
  }

  private func sums(fromLag lag: Int) -> SIMD8<Double> {
    let (row, highs, lows) = (row.span, highs.span, lows.span)
    var (sum, lost) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for index in 0..<length {
      let (high, low) = (highs[index], lows[index])
      let (farHigh, farLow) = (highs.eight(at: index + lag), lows.eight(at: index + lag))
      let product = row[index] * row.eight(at: index + lag)
      let next = sum + product
      let added = next - sum
      lost += (sum - (next - added)) + (product - added)
      lost += low * farLow - (((product - high * farHigh) - low * farHigh) - high * farLow)
      sum = next
    }
    return sum + lost
  }
}
