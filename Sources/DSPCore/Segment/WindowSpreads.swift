/// Standard deviation in every window of a row. Each window is computed from its own mean, because
/// a running sum of squares would keep the rounding of earlier values.
package struct WindowSpreads {
  private let values: [Double]
  private let width: Int
  private var deviations: [Double]

  /// Creates windows of `width` values, at least one.
  package init(of values: [Double], width: Int) {
    precondition(width > 0, "the window width is positive")
    self.values = values
    self.width = width
    deviations = Array(repeating: 0, count: width)
  }

  /// The starts of the windows; empty if the row is shorter than one.
  package var starts: Range<Int> { 0..<max(0, values.count - width + 1) }

  /// The standard deviation (divisor n) of the window from `start` on.
  package mutating func spread(from start: Int) -> Double {
    let values = values
    let window = values.span.extracting(start..<(start + width))
    let mean = Rows.sum(of: window) / Double(width)
    Rows.subtract(mean, from: window, into: &deviations)
    let squares = Rows.product(of: deviations.span, and: deviations.span)
    return (squares / Double(width)).squareRoot()
  }
}
