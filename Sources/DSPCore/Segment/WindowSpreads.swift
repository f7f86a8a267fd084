// How far the values in each window of a row scatter. A sum of squares that slides along would leave the
// rounding of what it held before in windows whose values hardly differ; each window by itself, from its
// own mean, leaves none, and costs no more than some hundred sums of some hundred values.

/// The standard deviation of the values in every window of a row.
package struct WindowSpreads {
  private let values: [Double]
  private let width: Int
  private var deviations: [Double]

  /// Windows of `width` values, at least one.
  package init(of values: [Double], width: Int) {
    precondition(width > 0, "a window holds a value")
    self.values = values
    self.width = width
    deviations = Array(repeating: 0, count: width)
  }

  /// Where windows begin; none where the row is shorter than one.
  package var starts: Range<Int> { 0..<max(0, values.count - width + 1) }

  /// The standard deviation, divided by the number of values, of the window from `start` on.
  package mutating func spread(from start: Int) -> Double {
    let values = values
    let window = values.span.extracting(start..<(start + width))
    let mean = Rows.sum(of: window) / Double(width)
    Rows.subtract(mean, from: window, into: &deviations)
    let squares = Rows.product(of: deviations.span, and: deviations.span)
    return (squares / Double(width)).squareRoot()
  }
}
