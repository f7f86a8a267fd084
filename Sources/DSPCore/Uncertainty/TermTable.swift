// What a resample adds up. Every measure here is a function of sums over a row of items, periods or
// frames: sums of deviations, of lengths, and of how many of either counted. The terms are taken
// once, from the sequence as it was; a resample only adds them, so no window ever spans a seam.

/// Rows of terms, one row per item in order; a column is what one sum adds up.
struct TermTable: Sendable, Equatable {
  /// Terms of all rows, one row after the other.
  private(set) var terms: [Double]

  /// Number of items.
  let rowCount: Int

  /// Number of sums.
  let columnCount: Int

  /// A table of zeros.
  init(rows: Int, columns: Int) {
    terms = Array(repeating: 0, count: rows * columns)
    rowCount = rows
    columnCount = columns
  }

  /// A term; zero until set.
  subscript(row: Int, column: Int) -> Double {
    get { terms[row * columnCount + column] }
    set { terms[row * columnCount + column] = newValue }
  }

  /// Counts a value in a column, and that it counted in the column after.
  mutating func count(_ value: Double, row: Int, column: Int) {
    self[row, column] += value
    self[row, column + 1] += 1
  }

  /// The sums over all rows, in their order.
  var totals: [Double] {
    var sums = [Double](repeating: 0, count: columnCount)
    DrawnSums.write((0..<rowCount).map { $0 * columnCount }, of: terms, into: &sums)
    return sums
  }

  /// The sums of `length` rows from every row on, the last row being followed by the first.
  func circularSums(of length: Int) -> TermTable {
    var sums = TermTable(rows: rowCount, columns: columnCount)
    var (starts, sum) = (
      [Int](repeating: 0, count: length), [Double](repeating: 0, count: columnCount)
    )
    for start in 0..<rowCount {
      for step in 0..<length { starts[step] = (start + step) % rowCount * columnCount }
      DrawnSums.write(starts, of: terms, into: &sum)
      for column in 0..<columnCount { sums[start, column] = sum[column] }
    }
    return sums
  }
}
