// Tick positions at multiples of 1, 2 or 5 times a power of ten.

internal import RealModule

/// Ticks of an axis.
package struct Ticks: Sendable, Equatable {
  /// Positions in axis units, ascending.
  package let values: [Double]

  /// The decimals of a label.
  package let places: Int

  /// The tick labels.
  package var labels: [String] { values.map { NumberFormat.fixed($0, places) } }

  /// Step sizes, in units of a power of ten.
  private static let steps = [1.0, 2, 5, 10]

  /// Rounding tolerance at the ends of a range, relative to a step.
  private static let tolerance = 1e-9

  /// Returns at most `count` equidistant ticks within a range.
  package static func even(in range: ClosedRange<Double>, atMost count: Int) -> Ticks {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite, count > 1 else { return Ticks(values: [], places: 0) }
    let exponent = Double.log10(span / Double(count)).rounded(.down)
    let unit = Double.pow(10, exponent)
    let all = steps + [20]
    let step =
      all.map { $0 * unit }.first { Self.values(in: range, step: $0).count <= count } ?? span
    let places = max(0, Int((-Double.log10(step) - tolerance).rounded(.up)))
    return Ticks(values: values(in: range, step: step), places: places)
  }

  /// Returns ticks for a logarithmic scale: multiples of powers of ten, denser in narrow ranges.
  package static func ofRatios(in range: ClosedRange<Double>, atMost count: Int) -> Ticks {
    guard range.lowerBound > 0, range.upperBound > range.lowerBound, count > 1 else {
      return Ticks(values: [], places: 0)
    }
    let first = Int(Double.log10(range.lowerBound).rounded(.down))
    let last = Int(Double.log10(range.upperBound).rounded(.up))
    let choices: [[Double]] = [
      [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], [1, 1.5, 2, 3, 4, 5, 7], [1, 2, 3, 5], [1, 2, 5], [1],
    ]
    for choice in choices {
      let values = (first...last).flatMap { exponent in
        choice.map { $0 * Double.pow(10, Double(exponent)) }
      }.filter(range.contains)
      guard values.count <= count else { continue }
      // A range of less than an octave has too few of these.
      guard values.count > 2 else { break }
      let places = max(0, -first)
      let scale = Double.pow(10, Double(places))
      let areWhole = values.allSatisfy { ($0 * scale).rounded() == $0 * scale }
      return Ticks(values: values, places: areWhole ? places : places + 1)
    }
    return even(in: range, atMost: count)
  }

  private static func values(in range: ClosedRange<Double>, step: Double) -> [Double] {
    let first = (range.lowerBound / step - tolerance).rounded(.up)
    let last = (range.upperBound / step + tolerance).rounded(.down)
    guard first <= last, last - first < 1000 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }
}
