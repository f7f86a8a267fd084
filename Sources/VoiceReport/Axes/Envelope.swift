// Decimation of long curves to the minimum and maximum of each column, so that no peak is lost.

/// The minimum and maximum of each column.
package struct Envelope: Sendable, Equatable {
  /// One range per column; nil for a column without values.
  package let columns: [ClosedRange<Double>?]

  /// Computes the envelope of evenly spaced values over `count` columns.
  package init(of values: ArraySlice<Double>, columns count: Int) {
    let first = values.startIndex
    columns = (0..<count).map { column in
      let low = first + values.count * column / count
      let high = first + values.count * (column + 1) / count
      guard low < high else { return nil }
      return Self.range(of: values[low..<high])
    }
  }

  /// Computes the envelope of points at relative positions 0 … 1. It ignores other positions.
  package init(of points: [(place: Double, value: Double)], columns count: Int) {
    var found = [ClosedRange<Double>?](repeating: nil, count: count)
    for (place, value) in points where place >= 0 && place <= 1 {
      let column = min(count - 1, Int(place * Double(count)))
      let known = found[column] ?? value...value
      found[column] = min(known.lowerBound, value)...max(known.upperBound, value)
    }
    columns = found
  }

  private static func range(of values: ArraySlice<Double>) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
    return low...high
  }
}
