// Curves over time at page resolution: gaps stay gaps, and dense points become ranges per column.

/// Converts points to marks.
enum Curve {
  /// Number of points above which a curve shows the range of each column.
  private static let mostPoints = 1500

  /// Returns a curve through points in ascending x order, interrupted where y is nil.
  static func marks(
    through points: [(x: Double, y: Double?)], in panel: Panel, _ stroke: Stroke
  ) -> [Mark] {
    guard points.count <= mostPoints else { return ranges(of: points, in: panel, stroke) }
    let runs = points.split { $0.y == nil }.map { run in
      run.compactMap { x, y in y.map { panel.point(x, $0) } }
    }
    let lone = runs.filter { $0.count == 1 }.flatMap { $0 }
    let curves = runs.filter { $0.count > 1 }
    return (curves.isEmpty ? [] : [.curves(curves, stroke)])
      + (lone.isEmpty ? [] : [.dots(lone, stroke.ink, diameter: 2 * stroke.width)])
  }

  /// Returns dots, or the range of each column above half the limit of points.
  static func dots(
    at points: [(x: Double, y: Double)], in panel: Panel, _ ink: Ink, diameter: Double
  ) -> [Mark] {
    guard !points.isEmpty else { return [] }
    guard points.count <= mostPoints / 2 else {
      return ranges(of: points.map { ($0.x, $0.y) }, in: panel, Stroke(ink, width: diameter / 2))
    }
    return [.dots(points.map { panel.point($0.x, $0.y) }, ink, diameter: diameter)]
  }

  private static func ranges(
    of points: [(x: Double, y: Double?)], in panel: Panel, _ stroke: Stroke
  ) -> [Mark] {
    let (left, width) = (panel.field.left, panel.field.width)
    let envelope = Envelope(
      of: points.compactMap { x, y in y.map { ((panel.x.place(of: x) - left) / width, $0) } },
      columns: max(1, Int(panel.field.width)))
    return [.curves(bars(of: envelope, in: panel), stroke)]
  }

  /// Returns a waveform from 0 to `end` on the x axis as the range of its samples in each column,
  /// multiplied by `factor`.
  static func sound(
    _ samples: ArraySlice<Double>, until end: Double, times factor: Double, in panel: Panel,
    _ ink: Ink
  ) -> [Mark] {
    let left = panel.field.left
    let width = panel.x.clampedPosition(of: end) - left
    let count = max(1, Int(width))
    let columns = Envelope(of: samples, columns: count).columns
    let step = width / Double(count)
    var (upper, lower): ([Point], [Point]) = ([], [])
    for (index, column) in columns.enumerated() {
      guard let column else { continue }
      let x = left + (Double(index) + 0.5) * step
      upper.append(Point(x, panel.y.clampedPosition(of: factor * column.upperBound)))
      lower.append(Point(x, panel.y.clampedPosition(of: factor * column.lowerBound)))
    }
    return [.area(upper + lower.reversed(), ink)]
  }

  /// Returns a bar for each column, extended to the bar before it so that the curve is continuous.
  private static func bars(of envelope: Envelope, in panel: Panel) -> [[Point]] {
    let columns = envelope.columns
    let step = panel.field.width / Double(columns.count)
    return columns.indices.compactMap { index in
      guard let column = columns[index] else { return nil }
      let before = (index > 0 ? columns[index - 1] : nil) ?? column
      let x = panel.field.left + (Double(index) + 0.5) * step
      return [
        Point(x, panel.y.clampedPosition(of: min(column.lowerBound, before.upperBound))),
        Point(x, panel.y.clampedPosition(of: max(column.upperBound, before.lowerBound))),
      ]
    }
  }
}
