// For every point of a row, how many of the slopes to the other points are at most s. With the
// residuals r[i] = y[i] − s·i the slope from i to a later j is at most s if r[j] ≤ r[i], to an
// earlier j if r[j] ≥ r[i]: counting slopes is counting pairs out of order, which sorting does in
// O(n log n). Cole, Salowe, Steiger & Szemerédi (1989), SIAM J Comput 18:792–810; Matoušek, Mount &
// Netanyahu (1998), "Efficient randomized algorithms for the repeated median line estimator",
// Algorithmica 20:136–150.

/// Counts slopes at most s, point by point.
package struct SlopeCounter {
  /// Ranks are marked in words of so many bits.
  private static let bitsPerWord = UInt64.bitWidth
  private static let wordShift = 6

  /// The points by residual, the later of equal ones first; kept, because the next s is close.
  private var order: [Int]
  private var residuals: [Double]
  private var ranks: [Int]
  /// Which ranks the points before the current one have, and how many are in earlier words.
  private var seen: [UInt64]
  private var seenBefore: [Int]

  package init(count: Int) {
    order = Array(0..<count)
    residuals = Array(repeating: 0, count: count)
    ranks = Array(repeating: 0, count: count)
    let words = (count + Self.bitsPerWord - 1) / Self.bitsPerWord
    seen = Array(repeating: 0, count: words)
    seenBefore = Array(repeating: 0, count: words)
  }

  /// Writes how many slopes from each point of `row` are at most `slope` into `counts`, for the
  /// first `counts.count` points.
  package mutating func count(
    atMost slope: Double, in row: [Double], into counts: inout [Int]
  ) {
    precondition(
      row.count == order.count && counts.count <= row.count, "rows are as long as announced")
    sort(row, slope: slope)
    rank()
    for word in seen.indices { (seen[word], seenBefore[word]) = (0, 0) }
    unsafe ranks.withUnsafeBufferPointer { ranks in
      unsafe seen.withUnsafeMutableBufferPointer { seen in
        unsafe seenBefore.withUnsafeMutableBufferPointer { seenBefore in
          for point in counts.indices {
            let rank = unsafe ranks[point]
            let earlierBelow = unsafe Self.insert(rank, into: seen, seenBefore)
            counts[point] = rank &+ point &- 2 &* earlierBelow
          }
        }
      }
    }
  }

  /// Sorts by insertion: from one s to the next few pairs change places.
  ///
  /// Memory safety: `order` is a permutation of the indices of all three buffers.
  private mutating func sort(_ row: [Double], slope: Double) {
    unsafe row.withUnsafeBufferPointer { row in
      unsafe order.withUnsafeMutableBufferPointer { order in
        unsafe residuals.withUnsafeMutableBufferPointer { residuals in
          for place in 0..<order.count {
            let point = unsafe order[place]
            let residual = unsafe row[point] - slope * Double(point)
            var free = place
            while free > 0 {
              let before = unsafe residuals[free &- 1]
              guard unsafe before > residual || (before == residual && order[free &- 1] < point)
              else { break }
              unsafe residuals[free] = before
              unsafe order[free] = order[free &- 1]
              free &-= 1
            }
            unsafe residuals[free] = residual
            unsafe order[free] = point
          }
        }
      }
    }
  }

  private mutating func rank() {
    unsafe order.withUnsafeBufferPointer { order in
      unsafe ranks.withUnsafeMutableBufferPointer { ranks in
        // In bounds: a permutation.
        for place in 0..<order.count { unsafe ranks[order[place]] = place }
      }
    }
  }

  /// Marks a rank as seen.
  ///
  /// Memory safety: there is a word for every rank, and as many counts as words.
  /// - Returns: How many smaller ranks were seen before.
  @inline(__always)
  private static func insert(
    _ rank: Int, into seen: UnsafeMutableBufferPointer<UInt64>,
    _ seenBefore: UnsafeMutableBufferPointer<Int>
  ) -> Int {
    let word = rank &>> wordShift
    let mask = UInt64(1) &<< UInt64(truncatingIfNeeded: rank)
    let known = unsafe seen[word]
    let smaller = unsafe seenBefore[word] &+ (known & (mask &- 1)).nonzeroBitCount
    unsafe seen[word] = known | mask
    for later in (word &+ 1)..<max(word &+ 1, seenBefore.count) { unsafe seenBefore[later] &+= 1 }
    return smaller
  }
}
