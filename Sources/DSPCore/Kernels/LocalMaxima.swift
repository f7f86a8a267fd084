/// Local maxima of a row, tested eight at a time.
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
    precondition(
      range.lowerBound > 0 && range.upperBound < row.count, "every index has two neighbours")
    let whole = range.lowerBound + Lanes.whole(of: range.count)
    for first in stride(from: range.lowerBound, to: whole, by: Lanes.count) {
      let here = row.eight(at: first)
      let isHigh = here .> threshold
      guard any(isHigh) else { continue }
      let isRise = here .> row.eight(at: first - 1)
      let isMaximum = isHigh .& isRise .& (here .>= row.eight(at: first + 1))
      guard any(isMaximum) else { continue }
      for lane in 0..<Lanes.count where isMaximum[lane] { take(first + lane) }
    }
    for place in whole..<range.upperBound {
      let here = row[place]
      if here > threshold && here > row[place - 1] && here >= row[place + 1] { take(place) }
    }
  }
}
