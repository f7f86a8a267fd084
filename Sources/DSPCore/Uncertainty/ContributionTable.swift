/// Table of per-cycle contributions: one row per period or frame in order, one column per sum. The
/// terms come from the original sequence, so no window spans a block boundary.
struct ContributionTable: Sendable, Equatable {
  /// The terms in row-major order.
  private var terms: [Double]

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
    (0..<columnCount).map { column in
      (0..<rowCount).reduce(0) { $0 + self[$1, column] }
    }
  }

  /// The linearized contributions of the rows to a statistic of the sums, by a numeric gradient;
  /// nil if the statistic is undefined.
  func contributions(to statistic: ([Double]) -> Double?) -> [Double]? {
    let totals = totals
    var contributions = [Double](repeating: 0, count: rowCount)
    for column in 0..<columnCount {
      let size = (0..<rowCount).reduce(0) { $0 + self[$1, column].magnitude }
      guard size > 0 else { continue }
      let step = Self.relativeStep * size
      var (lower, upper) = (totals, totals)
      lower[column] -= step
      upper[column] += step
      guard let low = statistic(lower), let high = statistic(upper) else { return nil }
      let slope = (high - low) / (2 * step)
      for row in 0..<rowCount { contributions[row] += slope * self[row, column] }
    }
    return contributions.allSatisfy(\.isFinite) ? contributions : nil
  }

  /// Step of the gradient, as a fraction of the sum of magnitudes of a column.
  private static let relativeStep = 1e-5
}
