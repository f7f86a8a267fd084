/// Counts, for every point of a row, the slopes to the other points that are at most s.
///
/// With the residuals r[i] = y[i] − s·i the slope from i to a later j is at most s if r[j] ≤ r[i],
/// to an earlier j if r[j] ≥ r[i]: counting slopes is counting inversions. Cole, Salowe, Steiger &
/// Szemerédi (1989), SIAM J Comput 18:792–810; Matoušek, Mount & Netanyahu (1998), "Efficient
/// randomized algorithms for the repeated median line estimator", Algorithmica 20:136–150.
///
/// From one s or row to a similar one, few pairs change their order. Insertion sort exchanges only
/// these, and each exchange changes the counts of its two points by one.
package struct SlopeCounter {
  /// Point with the number of its slopes that are at most the last s.
  private struct Entry {
    let point: Int32
    var count: Int32
  }

  /// Shift that copies the sign of a number to all its bits.
  private static let signShift: Int32 = 31

  /// The points by residual, the later of equal ones first; reused as the start for the next s.
  private var order: [Entry]
  private var residuals: [Double]

  /// Allocates for rows of `count` points.
  package init(count: Int) {
    // The order of the points is that of all slopes greater than s.
    order = (0..<Int32(count)).map { Entry(point: $0, count: 0) }
    residuals = Array(repeating: 0, count: count)
  }

  /// Writes the number of slopes from each point of `row` that are at most `slope` to `counts`.
  ///
  /// Memory safety: the points in `order` are a permutation of the indices of all buffers.
  package mutating func count(
    atMost slope: Double, in row: [Double], into counts: inout [Int32]
  ) {
    precondition(
      row.count == order.count && counts.count == row.count, "rows have the declared length")
    unsafe row.withUnsafeBufferPointer { row in
      unsafe order.withUnsafeMutableBufferPointer { order in
        unsafe residuals.withUnsafeMutableBufferPointer { residuals in
          for place in 0..<row.count {
            let point = unsafe order[place].point
            let residual = unsafe row[Int(point)] - slope * Double(point)
            unsafe Self.insert(point, residual, from: place, into: order, residuals)
          }
        }
        // In bounds: a permutation.
        for place in 0..<order.count {
          let entry = unsafe order[place]
          counts[Int(entry.point)] = entry.count
        }
      }
    }
  }

  /// Inserts the point at `place` into the sorted points before it.
  ///
  /// Memory safety: `place` is an index of both buffers.
  @inline(__always)
  private static func insert(
    _ point: Int32, _ residual: Double, from place: Int,
    into order: UnsafeMutableBufferPointer<Entry>, _ residuals: UnsafeMutableBufferPointer<Double>
  ) {
    var count = unsafe order[place].count
    var free = place
    while free > 0 {
      let before = unsafe residuals[free &- 1]
      guard before >= residual else { break }
      let other = unsafe order[free &- 1]
      if before == residual && other.point > point { break }
      // An earlier point moves after a later one: their slope is at most s. The order of the two is
      // unpredictable for a branch, so bit operations form the sign.
      let change = ((point &- other.point) &>> Self.signShift) | 1
      unsafe residuals[free] = before
      unsafe order[free] = Entry(point: other.point, count: other.count &+ change)
      count &+= change
      free &-= 1
    }
    unsafe residuals[free] = residual
    unsafe order[free] = Entry(point: point, count: count)
  }
}
