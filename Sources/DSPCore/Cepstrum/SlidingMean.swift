/// Weights of one mean: one for each point of `inner`, plus corrections.
struct MeanWindow: Equatable {
  /// The points inside the window.
  let inner: ClosedRange<Int>

  /// Additional weights of the first and the last inner point.
  private(set) var firstWeight = 0.0
  private(set) var lastWeight = 0.0

  /// Weights of the points adjacent to the window; zero if absent.
  private(set) var beforeWeight = 0.0
  private(set) var afterWeight = 0.0

  /// The sum of all weights.
  private(set) var total: Double

  /// The window `start ... end`, in points from the first of `count`; at least one point is inside.
  init(from start: Double, to end: Double, count: Int) {
    let first = max(0, Int(start.rounded(.up)))
    let last = min(count - 1, Int(end.rounded(.down)))
    inner = first...last
    total = Double(inner.count)
    // A window that extends past the half step around the outermost point needs no correction.
    if start > -0.5 {
      (firstWeight, beforeWeight) = Self.correction(
        beyond: Double(first) - start, hasNeighbour: first > 0)
    }
    if end < Double(count) - 0.5 {
      (lastWeight, afterWeight) = Self.correction(
        beyond: end - Double(last), hasNeighbour: last + 1 < count)
    }
    total += firstWeight + beforeWeight + lastWeight + afterWeight
  }

  /// The symmetric mean of this window; nil if the window touches an end of its `count` points.
  func shape(among count: Int) -> WeightedRows.Shape? {
    let (first, last) = (inner.lowerBound, inner.upperBound)
    guard first > 0, last + 1 < count, (last - first).isMultiple(of: 2), last > first,
      firstWeight == lastWeight, beforeWeight == afterWeight
    else { return nil }
    return WeightedRows.Shape(
      reach: (last - first) / 2, edge: 1 + firstWeight, outer: beforeWeight, total: total)
  }

  /// A point represents half a step on either side. At a window edge that half is replaced by the
  /// linear piece of length φ up to the edge: φ·(y + ½φ(outer − y)).
  private static func correction(
    beyond fraction: Double, hasNeighbour: Bool
  ) -> (end: Double, outer: Double) {
    guard hasNeighbour else { return (min(fraction, 0.5) - 0.5, 0) }
    let outer = 0.5 * fraction * fraction
    return (fraction - outer - 0.5, outer)
  }
}

/// Smoothing of rows by the mean of the piecewise-linear curve in a fixed window around each point.
/// Hillenbrand & Houde (1996), JSHR 39:311–321, smooth the cepstrum in this way; the ends follow
/// Praat.
package struct SlidingMean {
  private let windows: [MeanWindow]
  /// The common shape of the windows that touch no end; nil if every window does.
  private let inside: (places: Range<Int>, shape: WeightedRows.Shape)?

  /// Plans means over `width` steps around each of `count` points, truncated at the outermost
  /// points.
  package init(count: Int, width: Double) {
    let last = Double(count - 1)
    windows = (0..<count).map { index in
      let centre = Double(index)
      return MeanWindow(
        from: max(0, centre - 0.5 * width), to: min(last, centre + 0.5 * width), count: count)
    }
    let reach = Int((0.5 * width).rounded(.down))
    guard reach > 0, 2 * (reach + 1) < count else {
      inside = nil
      return
    }
    let middle = windows[count / 2]
    inside = (
      (reach + 1)..<(count - reach - 1),
      WeightedRows.Shape(
        reach: reach, edge: 1 + middle.firstWeight, outer: middle.beforeWeight,
        total: middle.total)
    )
  }

  /// Writes the mean around every value of `row` into `means`.
  package func smooth(_ row: Span<Double>, into means: inout [Double]) {
    guard let inside else { return smooth(row, at: 0..<row.count, into: &means) }
    let end = WeightedRows.smooth(
      row, shape: inside.shape, from: inside.places.lowerBound, into: &means)
    smooth(row, at: 0..<inside.places.lowerBound, into: &means)
    smooth(row, at: end..<row.count, into: &means)
  }

  private func smooth(_ row: Span<Double>, at places: Range<Int>, into means: inout [Double]) {
    for place in places {
      let window = windows[place]
      let (first, last) = (window.inner.lowerBound, window.inner.upperBound)
      var sum = window.firstWeight * row[first] + window.lastWeight * row[last]
      for index in window.inner { sum += row[index] }
      if first > 0 { sum += window.beforeWeight * row[first - 1] }
      if last + 1 < row.count { sum += window.afterWeight * row[last + 1] }
      means[place] = sum / window.total
    }
  }
}
