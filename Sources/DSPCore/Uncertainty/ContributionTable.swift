/// Table of per-cycle contributions: one row per period or frame in order, one column per sum. The
/// terms come from the original sequence, so no window of a resample spans a block boundary.
struct ContributionTable: Sendable, Equatable {
  /// The terms in row-major order.
  private(set) var terms: [Double]

  /// Number of items.
  let rowCount: Int

  /// Number of sums.
  let columnCount: Int

  /// Creates a table of zeros.
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

  /// Adds a value to a column, and one to the next column, its count.
  mutating func count(_ value: Double, row: Int, column: Int) {
    self[row, column] += value
    self[row, column + 1] += 1
  }

  /// The sums over all rows, in their order.
  var totals: [Double] {
    var sums = [Double](repeating: 0, count: columnCount)
    ResampleSums.write((0..<rowCount).map { $0 * columnCount }, of: terms, into: &sums)
    return sums
  }

  /// The sums of `length` consecutive rows from every row on, with circular wrap-around.
  func circularSums(of length: Int) -> ContributionTable {
    var sums = ContributionTable(rows: rowCount, columns: columnCount)
    var (starts, sum) = (
      [Int](repeating: 0, count: length), [Double](repeating: 0, count: columnCount)
    )
    for start in 0..<rowCount {
      for step in 0..<length { starts[step] = (start + step) % rowCount * columnCount }
      ResampleSums.write(starts, of: terms, into: &sum)
      for column in 0..<columnCount { sums[start, column] = sum[column] }
    }
    return sums
  }
}
