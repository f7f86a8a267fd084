/// Screening of waveform matches by FFT: the highest local maximum of a correlation, or nil if
/// rounding could decide.
///
/// A cross-correlation over half a period of starts costs three short transforms, a tenth of the
/// direct sums. The winner is then summed directly, so the screen selects samples and never affects
/// values.
package struct PulseScreen {
  /// Number of products below which direct sums are faster.
  private static let leastProducts = 4_000

  /// Rounding error of the transform with a wide margin; closer maxima are not resolvable.
  private static let margin = 1e-9

  /// Maxima below this value compete with the zeros before the first start.
  private static let leastMaximum = 0.05

  private let transforms: TransformPool
  private var correlations: [Double] = []

  package init(transforms: TransformPool) { self.transforms = transforms }

  /// The start in `starts` with the highest local maximum; nil if exact sums are needed.
  /// - Parameter energy: The energy of the template; nil computes it.
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
    guard facts.isResolvable(atNoise: Self.margin) else { return nil }
    return highest(of: starts.count).map { starts.lowerBound + $0 }
  }

  private mutating func grow(to count: Int) {
    guard correlations.count < count else { return }
    correlations = Array(repeating: 0, count: count)
  }

  /// The index of the highest local maximum, unless another is as high.
  private func highest(of count: Int) -> Int? {
    let row = correlations.span
    var best: Int?
    var (height, rival) = (Self.leastMaximum, Self.leastMaximum)
    // The first start has no neighbour for a comparison: there the exact sums decide. The last one
    // never wins.
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
