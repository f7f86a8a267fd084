/// Local maxima of a row.
package enum LocalMaxima {
  /// Writes the indices in `range` above `threshold`, higher than the value before and not lower
  /// than the value after, to `places`, ascending. Both neighbours of the range must exist.
  package static func find(
    in row: Span<Double>, range: Range<Int>, above threshold: Double, into places: inout [Int]
  ) {
    places.removeAll(keepingCapacity: true)
    visit(in: row, range: range, above: threshold) { places.append($0) }
  }

  /// Calls `take` for each local maximum instead.
  @inline(__always)
  static func visit(
    in row: Span<Double>, range: Range<Int>, above threshold: Double, _ take: (Int) -> Void
  ) {
    for first in stride(from: range.lowerBound, to: range.upperBound, by: UInt64.bitWidth) {
      let part = first..<min(first + UInt64.bitWidth, range.upperBound)
      var found = WideRows.localMaxima(in: row, range: part, above: threshold)
      while found != 0 {
        take(first + found.trailingZeroBitCount)
        found &= found - 1
      }
    }
  }
}
