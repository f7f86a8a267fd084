// For every point of a row, how many of the slopes to the other points are at most s. With the
// residuals r[i] = y[i] − s·i the slope from i to a later j is at most s if r[j] ≤ r[i], to an
// earlier j if r[j] ≥ r[i]: counting slopes is counting pairs out of order, which sorting does in
// O(n log n). Cole, Salowe, Steiger & Szemerédi (1989), SIAM J Comput 18:792–810; Matoušek, Mount &
// Netanyahu (1998), "Efficient randomized algorithms for the repeated median line estimator",
// Algorithmica 20:136–150.

/// Counts slopes at most s, point by point.
struct SlopeCounter {
  private static let bitsPerWord = UInt64.bitWidth

  /// The points by residual, the later of equal ones first; kept, because the next s is close.
  private var order: [Int]
  private var residuals: [Double]
  private var ranks: [Int]
  /// Which ranks the points before the current one have, and how many are in earlier words.
  private var seen: [UInt64]
  private var seenBefore: [Int]

  init(count: Int) {
    order = Array(0..<count)
    residuals = Array(repeating: 0, count: count)
    ranks = Array(repeating: 0, count: count)
    let words = (count + Self.bitsPerWord - 1) / Self.bitsPerWord
    seen = Array(repeating: 0, count: words)
    seenBefore = Array(repeating: 0, count: words)
  }

  /// Writes how many slopes from each point of `row` are at most `slope` into `counts`.
  mutating func count(atMost slope: Double, in row: [Double], into counts: inout [Int]) {
    sort(row, slope: slope)
    for (rank, point) in order.enumerated() { ranks[point] = rank }
    for word in seen.indices { (seen[word], seenBefore[word]) = (0, 0) }
    for point in counts.indices {
      let rank = ranks[point]
      let earlierBelow = insert(rank)
      counts[point] = (rank - earlierBelow) + (point - earlierBelow)
    }
  }

  /// Sorts by insertion: from one s to the next few pairs change places.
  private mutating func sort(_ row: [Double], slope: Double) {
    for place in order.indices {
      let point = order[place]
      let residual = row[point] - slope * Double(point)
      var free = place
      while free > 0,
        residuals[free - 1] > residual
          || (residuals[free - 1] == residual && order[free - 1] < point)
      {
        residuals[free] = residuals[free - 1]
        order[free] = order[free - 1]
        free -= 1
      }
      residuals[free] = residual
      order[free] = point
    }
  }

  /// Marks a rank as seen.
  /// - Returns: How many smaller ranks were seen before.
  private mutating func insert(_ rank: Int) -> Int {
    let (word, bit) = rank.quotientAndRemainder(dividingBy: Self.bitsPerWord)
    let mask = UInt64(1) << UInt64(bit)
    let smaller = seenBefore[word] + (seen[word] & (mask - 1)).nonzeroBitCount
    seen[word] |= mask
    for later in (word + 1)..<seenBefore.count { seenBefore[later] += 1 }
    return smaller
  }
}
