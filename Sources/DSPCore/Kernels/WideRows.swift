// Wrappers of C loops that are compiled for wide registers and for all processors. Swift has one
// instruction set for a whole program. See the article Design.

internal import CRowKernels

/// Loops over rows whose instruction set is selected at load time; all variants give the same bits.
///
/// Memory safety: every function checks that C reads and writes inside the rows.
enum WideRows {
  /// The sum of all values, added in eight lanes.
  static func sum(of row: Span<Double>) -> Double {
    unsafe row.withUnsafeBufferPointer { row in
      guard let start = row.baseAddress else { return 0 }
      return unsafe sagevoice_sum(start, row.count)
    }
  }

  /// `Σ first[k] · second[k]`, added in eight lanes.
  static func product(of first: Span<Double>, and second: Span<Double>) -> Double {
    precondition(first.count == second.count, "rows have equal length")
    return unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        guard let a = first.baseAddress, let b = second.baseAddress else { return 0 }
        return unsafe sagevoice_product(a, b, first.count)
      }
    }
  }

  /// `Σ a · b` and `Σ c · d`, each added in eight lanes; all rows have equal length.
  static func products(
    of a: Span<Double>, _ b: Span<Double>, and c: Span<Double>, _ d: Span<Double>
  ) -> (first: Double, second: Double) {
    precondition(
      a.count == b.count && c.count == d.count && a.count == c.count, "rows have equal length")
    return unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        unsafe c.withUnsafeBufferPointer { c in
          unsafe d.withUnsafeBufferPointer { d in
            guard let first = a.baseAddress, let second = b.baseAddress,
              let third = c.baseAddress, let fourth = d.baseAddress
            else { return (0, 0) }
            let sums = unsafe sagevoice_two_products(first, second, third, fourth, a.count)
            return (sums.first, sums.second)
          }
        }
      }
    }
  }

  /// Adds the products of one conjugated spectrum with eight others, summed over their bins and
  /// times four `turns` each of the real and the imaginary part, to eight rows of eight `sums` from
  /// `start` on. For each bin there are eight real and eight imaginary parts; those of the one
  /// spectrum are at `lane`.
  static func addCrossProducts(
    of one: Span<Float>, lane: Int, with eight: Span<Float>, turns: Span<Float>,
    to sums: inout MutableSpan<Float>, from start: Int
  ) {
    precondition(
      (0..<Lanes.count).contains(lane) && one.count == eight.count
        && one.count.isMultiple(of: 2 * Lanes.count) && turns.count == Lanes.count
        && start >= 0 && start + Lanes.count * Lanes.count <= sums.count,
      "eight spectra, turns and rows of sums")
    unsafe one.withUnsafeBufferPointer { one in
      unsafe eight.withUnsafeBufferPointer { eight in
        unsafe turns.withUnsafeBufferPointer { turns in
          unsafe sums.withUnsafeMutableBufferPointer { sums in
            guard let x = one.baseAddress, let y = eight.baseAddress, let by = turns.baseAddress,
              let into = sums.baseAddress
            else { return }
            unsafe sagevoice_add_cross_products(
              x + lane, y, one.count / (2 * Lanes.count), by, into + start)
          }
        }
      }
    }
  }

  /// `Σxy` and `Σy²`, each added in eight lanes.
  static func productAndSquare(
    of x: Span<Double>, _ y: Span<Double>
  ) -> (product: Double, square: Double) {
    precondition(x.count == y.count, "rows have equal length")
    return unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeBufferPointer { y in
        guard let first = x.baseAddress, let second = y.baseAddress else { return (0, 0) }
        let sums = unsafe sagevoice_product_and_square(first, second, x.count)
        return (sums.first, sums.second)
      }
    }
  }

  /// Writes `(a² + b²) · scale` of every pair.
  static func powers(
    of pairs: Span<Double>, times scale: Double, into powers: inout MutableSpan<Double>
  ) {
    precondition(pairs.count == 2 * powers.count, "two parts per power")
    unsafe pairs.withUnsafeBufferPointer { pairs in
      unsafe powers.withUnsafeMutableBufferPointer { powers in
        guard let from = pairs.baseAddress, let into = powers.baseAddress else { return }
        unsafe sagevoice_powers(from, powers.count, scale, into)
      }
    }
  }

  /// Adds `a² + b²` of every pair to its sum.
  static func addPowers(of pairs: Span<Double>, to sums: inout MutableSpan<Double>) {
    precondition(pairs.count == 2 * sums.count, "two parts per sum")
    unsafe pairs.withUnsafeBufferPointer { pairs in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        guard let from = pairs.baseAddress, let into = sums.baseAddress else { return }
        unsafe sagevoice_add_powers(from, sums.count, into)
      }
    }
  }

  /// The largest `|value − mean|`; zero for an empty row.
  static func largestMagnitude(of row: Span<Double>, minus mean: Double) -> Double {
    unsafe row.withUnsafeBufferPointer { row in
      guard let start = row.baseAddress else { return 0 }
      return unsafe sagevoice_largest_magnitude(start, row.count, mean)
    }
  }

  /// The local maxima above `threshold` among at most 64 values of `range`: bit k is the value at
  /// `range.lowerBound + k`.
  static func localMaxima(
    in row: Span<Double>, range: Range<Int>, above threshold: Double
  ) -> UInt64 {
    precondition(
      range.lowerBound > 0 && range.upperBound < row.count && range.count <= UInt64.bitWidth,
      "every value has two neighbours and a bit")
    return unsafe row.withUnsafeBufferPointer { row in
      guard let start = row.baseAddress else { return 0 }
      return unsafe sagevoice_local_maxima(start + range.lowerBound, range.count, threshold)
    }
  }

  /// Writes `(value − mean) · weight` for every value of `row`.
  static func taper(
    _ row: Span<Double>, minus mean: Double, by weights: Span<Double>,
    into target: inout MutableSpan<Double>
  ) {
    precondition(row.count == weights.count && row.count <= target.count, "rows have equal length")
    unsafe row.withUnsafeBufferPointer { row in
      unsafe weights.withUnsafeBufferPointer { weights in
        unsafe target.withUnsafeMutableBufferPointer { target in
          guard let from = row.baseAddress, let by = weights.baseAddress,
            let into = target.baseAddress
          else { return }
          unsafe sagevoice_taper(from, by, row.count, mean, into)
        }
      }
    }
  }

  /// `Σ_k w_k · y_k` and `Σ_k v_k · y_k`, with w and v the halves of `weights` and y the `values`.
  static func products(
    of weights: Span<Double>, with values: Span<Double>
  ) -> (first: Double, second: Double) {
    precondition(weights.count == 2 * values.count, "two weights per value")
    return unsafe weights.withUnsafeBufferPointer { weights in
      unsafe values.withUnsafeBufferPointer { values in
        guard let by = weights.baseAddress, let start = values.baseAddress else { return (0, 0) }
        let sums = unsafe sagevoice_shared_products(by, start, values.count)
        return (sums.first, sums.second)
      }
    }
  }

  /// Writes `ln((a² + b²) · factor + floor)` of every pair.
  static func logarithms(
    of pairs: Span<Double>, factor: Double, floor: Double, into target: inout MutableSpan<Double>
  ) {
    precondition(pairs.count == 2 * target.count, "one pair per logarithm")
    unsafe pairs.withUnsafeBufferPointer { pairs in
      unsafe target.withUnsafeMutableBufferPointer { target in
        guard let from = pairs.baseAddress, let into = target.baseAddress else { return }
        unsafe sagevoice_log_powers(from, target.count, factor, floor, into)
      }
    }
  }

  /// Writes two series for each distance, of the sum and of the difference of its weights. `start`
  /// has six rows of the left and of the right samples (see `SincTable`), the offsets of the nodes,
  /// and the terms of each node.
  static func writeSincSeries(from start: [SIMD8<Double>], into series: inout [SIMD8<Double>]) {
    precondition(
      start.count == 13 + Lanes.count && series.count.isMultiple(of: 2),
      "21 rows, two series per distance")
    let depth = series.count / 2
    unsafe start.withUnsafeBytes { start in
      unsafe series.withUnsafeMutableBytes { series in
        guard let from = start.baseAddress, let into = series.baseAddress else { return }
        unsafe sagevoice_sinc_series(
          from.assumingMemoryBound(to: Double.self), depth,
          into.assumingMemoryBound(to: Double.self))
      }
    }
  }

  /// `Σ_k (left + right) · series[2k]` and `Σ_k (left − right) · series[2k + 1]` over the values k
  /// before the end of `left` and k after the start of `right`.
  static func series(
    _ series: Span<SIMD8<Double>>, left: Span<Double>, right: Span<Double>
  ) -> (even: SIMD8<Double>, odd: SIMD8<Double>) {
    let depth = left.count
    precondition(
      depth > 0 && right.count == depth && series.count == 2 * depth, "two series per distance")
    var sums = (even: SIMD8<Double>.zero, odd: SIMD8<Double>.zero)
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        unsafe series.withUnsafeBytes { series in
          unsafe withUnsafeMutableBytes(of: &sums) { sums in
            guard let left = left.baseAddress, let right = right.baseAddress,
              let series = series.baseAddress, let target = sums.baseAddress
            else { return }
            let result = unsafe target.assumingMemoryBound(to: Double.self)
            unsafe sagevoice_sinc_polynomial(
              left + (depth - 1), right, series.assumingMemoryBound(to: Double.self), depth, result,
              result + Lanes.count)
          }
        }
      }
    }
    return sums
  }

  /// Writes the correlations of `lags`, a multiple of eight from lag 1 on, that belong to `sums` of
  /// products with windows of `length` values along `row`. `energy` is that of the window at lag
  /// zero, then of the last one; lag zero is at `start`.
  static func normalize(
    _ sums: Span<Double>, along row: Span<Double>, length: Int, lags: Range<Int>,
    by factors: (scale: Double, head: Double), energy: inout Double,
    into target: inout MutableSpan<Double>, from start: Int
  ) -> LagRowFacts {
    precondition(
      lags.lowerBound == 1 && lags.count.isMultiple(of: Lanes.count)
        && lags.upperBound <= sums.count && lags.upperBound + length - 1 <= row.count
        && start >= 0 && start + lags.upperBound <= target.count, "all lags are inside the rows")
    var facts = LagRowFacts(smallestStep: .infinity, smallestEnergy: energy, largestEnergy: energy)
    unsafe sums.withUnsafeBufferPointer { sums in
      unsafe row.withUnsafeBufferPointer { row in
        unsafe target.withUnsafeMutableBufferPointer { target in
          guard let from = sums.baseAddress, let values = row.baseAddress,
            let into = target.baseAddress
          else { return }
          let found = unsafe sagevoice_normalized_lags(
            from + 1, values, values + length, lags.count, factors.scale, factors.head, energy,
            into + (start + 1))
          energy = found.energy
          facts = LagRowFacts(
            smallestStep: found.step, smallestEnergy: found.smallest,
            largestEnergy: found.largest)
        }
      }
    }
    return facts
  }

  /// Multiplies the complex values of `second` by the conjugates of those of `first`.
  static func multiply(_ second: inout MutableSpan<Double>, byConjugatesOf first: Span<Double>) {
    precondition(
      first.count == second.count && first.count.isMultiple(of: 2), "rows have equal length")
    unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeMutableBufferPointer { second in
        guard let by = first.baseAddress, let into = second.baseAddress else { return }
        unsafe sagevoice_cross_spectrum(by, into, second.count / 2)
      }
    }
  }

  /// The number of values below the threshold.
  static func count(of values: [Double], below threshold: Double) -> Int {
    unsafe sagevoice_count_below(values, values.count, threshold)
  }

  /// The largest value below the threshold and the smallest of the others; infinities without any.
  static func neighbours(
    of threshold: Double, in values: [Double]
  ) -> (below: Double, above: Double) {
    let found = unsafe sagevoice_around(values, values.count, threshold)
    return (found.first, found.second)
  }

  /// Writes `dividends[k] / divisors[k]` for all indices of `ratios`.
  static func divide(
    _ dividends: Span<Double>, by divisors: Span<Double>, into ratios: inout [Double]
  ) {
    let count = ratios.count
    precondition(
      dividends.count >= count && divisors.count >= count, "one dividend and one divisor per ratio")
    unsafe dividends.withUnsafeBufferPointer { tops in
      unsafe divisors.withUnsafeBufferPointer { bottoms in
        guard let from = tops.baseAddress, let by = bottoms.baseAddress else { return }
        unsafe sagevoice_divide(from, by, count, &ratios)
      }
    }
  }

  /// Writes the mean of `shape` over the rows of a table that begin at `starts`.
  static func mean(
    _ shape: WeightedRows.Shape, ofRowsAt starts: [Int], of table: [Double],
    into means: inout [Double]
  ) {
    let (count, scale) = (means.count, 1 / shape.total)
    precondition(
      count % Lanes.count == 0 && starts.count == 2 * (shape.reach + 1) + 1
        && starts.allSatisfy { $0 >= 0 && $0 + count <= table.count },
      "the rows are inside the table")
    unsafe sagevoice_mean_rows(
      table, starts, shape.reach, scale, shape.edge * scale, shape.outer * scale, count, &means)
  }

  /// The last two values of Goertzel's recurrence over `values` for each of twelve factors.
  static func lines(
    of values: Span<Double>, factors: [Double]
  ) -> (newer: [Double], older: [Double]) {
    precondition(factors.count == 12, "twelve factors")
    var (newer, older) = (factors, factors)
    unsafe values.withUnsafeBufferPointer { values in
      guard let start = values.baseAddress else { return }
      unsafe sagevoice_twelve_lines(start, values.count, factors, &newer, &older)
    }
    return (newer, older)
  }

  /// `Σ f · b` and `Σ (f² + b²)` over the first `count` values.
  static func errorSums(
    _ f: [Double], _ b: [Double], count: Int
  ) -> (product: Double, energy: Double) {
    precondition(count >= 0 && count <= min(f.count, b.count), "the count is inside both rows")
    let sums = unsafe sagevoice_error_sums(f, b, count)
    return (sums.first, sums.second)
  }

  /// Writes `f[k + 1] − r · b[k + 1]` and `b[k] − r · f[k]` for the first `count` values of rows
  /// with one more, and returns the sums over the results.
  static func advance(
    _ f: inout [Double], _ b: inout [Double], by r: Double, count: Int
  ) -> (product: Double, energy: Double) {
    precondition(count >= 0 && count < min(f.count, b.count), "the count is inside both rows")
    let sums = unsafe sagevoice_next_errors(&f, &b, count, r)
    return (sums.first, sums.second)
  }
}
