// Correlations of a row with itself to more than double precision: eight lags at a time, each no more than once.
//
// Every lane adds as `CompensatedSum` does. The error of a sum is Knuth's (The Art of Computer Programming 2,
// 4.2.2), that of a product Dekker's (1971, Numerische Mathematik 18:224): both are exact, as the branch and the
// fused product there are, so that the bits are the same; without a branch or a call they go in lanes.

/// The sums Σ row[j] · row[j + lag], j = 0 ..< length.
package struct ExactLagSums {
  /// 2²⁷ + 1 parts the 53 bits of a double in two halves whose products are exact.
  private static let splitter = 134_217_729.0

  private let length: Int
  /// The row, with zeros behind it that fill the last eight lags.
  private let row: [Double]
  private let highs: [Double]
  private let lows: [Double]
  /// The sums of eight lags each; nil where none was asked for.
  private var eights: [SIMD8<Double>?]

  /// The number of eights that were summed.
  package private(set) var summedEights = 0

  /// The sums of the first `length` values of `row` with as many at each lag that `row` holds.
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
