// Which start of a window matches best, by way of a transform: a cross-correlation over half a
// period of starts costs as much as three short transforms, and a tenth of the direct sums. What
// wins is then summed directly, so that the screen decides which samples are looked at and never
// what the numbers are.

/// Finds the highest local maximum of a correlation, or says that it cannot tell.
package struct PulseScreen {
  /// Fewer products than this are summed sooner than transformed.
  private static let leastProducts = 4_000

  /// Rounding of the transform, with a wide margin; maxima that differ by less are not told apart.
  private static let margin = 1e-9

  /// Maxima lower than this compete with the zeros before the first start.
  private static let leastMaximum = 0.05

  private let transforms: TransformPool
  private var correlations: [Double] = []

  package init(transforms: TransformPool) { self.transforms = transforms }

  /// The start in `starts` with the highest local maximum; nil when that takes exact sums.
  /// - Parameter energy: That of the template; nil to have it summed.
  package mutating func bestStart(
    in samples: [Double], template: ClosedRange<Int>, starts: ClosedRange<Int>,
    energy: Double? = nil
  ) -> Int? {
    let needed = starts.lowerBound..<(starts.upperBound + template.count)
    guard template.count * starts.count >= Self.leastProducts,
      template.lowerBound >= 0, template.upperBound < samples.count,
      needed.lowerBound >= 0, needed.upperBound <= samples.count
    else { return nil }
    grow(to: starts.count)
    let window = samples.span.extracting(template)
    let row = samples.span.extracting(needed)
    let transform = transforms.transform(holding: row.count)
    let head = energy ?? Rows.product(of: window, and: window)
    var facts = LagRowFacts.none
    transform.crossCorrelate(window, with: row, lagCount: starts.count) { sums in
      var target = correlations.mutableSpan
      facts = NormalizedLags(length: window.count, scale: 1 / Double(transform.size), head: head)
        .write(sums, along: row, into: &target)
    }
    guard facts.areTold(apartBy: Self.margin) else { return nil }
    return highest(of: starts.count).map { starts.lowerBound + $0 }
  }

  private mutating func grow(to count: Int) {
    guard correlations.count < count else { return }
    correlations = Array(repeating: 0, count: count)
  }

  /// The place of the highest local maximum, unless another is as high.
  private func highest(of count: Int) -> Int? {
    let row = correlations.span
    var best: Int?
    var (height, rival) = (Self.leastMaximum, Self.leastMaximum)
    // The first start has no neighbour to be compared by: there the sums decide. The last one can
    // never win.
    guard count > 2 else { return nil }
    if row[0] >= row[1] { rival = max(rival, row[0]) }
    LocalMaxima.visit(in: row, range: 1..<(count - 1), above: rival) { place in
      guard row[place] > rival else { return }
      if row[place] > height {
        (rival, height, best) = (max(rival, height), row[place], place)
      } else {
        rival = row[place]
      }
    }
    return height - rival > Self.margin ? best : nil
  }
}
