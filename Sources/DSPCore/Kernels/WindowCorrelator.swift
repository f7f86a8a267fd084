import RealModule

/// Normalised correlation of a fixed window with windows that advance by one sample per call, the
/// inner loop of the pulse search. As in Praat, the mean is not removed.
package struct WindowCorrelator {
  private let samples: [Double]
  private let template: ClosedRange<Int>
  private var start: Int
  private var templateEnergy = 0.0
  private var slidingEnergy: CompensatedSum?

  package init(samples: [Double], template: ClosedRange<Int>, firstStart: Int) {
    self.samples = samples
    self.template = template
    start = firstStart
    if isInside(template.lowerBound) {
      let window = samples.span.extracting(template)
      templateEnergy = Rows.product(of: window, and: window)
    }
  }

  /// `Σxy / √(Σx² Σy²)` with the window at the current start; 0 for zero energy.
  package mutating func next() -> Double {
    defer { start += 1 }
    guard isInside(template.lowerBound), isInside(start) else {
      slidingEnergy = nil
      return correlationAtEdge()
    }
    let energy = energyOfWindow()
    guard templateEnergy > 0, energy > 0 else { return 0 }
    return dotProduct() / (templateEnergy * energy).squareRoot()
  }

  private func isInside(_ first: Int) -> Bool {
    first >= 0 && first + template.count <= samples.count
  }

  private mutating func energyOfWindow() -> Double {
    guard var energy = slidingEnergy else {
      var energy = CompensatedSum()
      for index in start..<(start + template.count) {
        energy.add(samples[index] * samples[index])
      }
      slidingEnergy = energy
      return energy.value
    }
    let (leaving, entering) = (samples[start - 1], samples[start + template.count - 1])
    energy.add(-(leaving * leaving))
    energy.add(entering * entering)
    slidingEnergy = energy
    return energy.value
  }

  private func dotProduct() -> Double {
    Rows.product(
      of: samples.span.extracting(template),
      and: samples.span.extracting(start..<(start + template.count)))
  }

  /// The correlation without the pairs that extend outside the signal.
  private func correlationAtEdge() -> Double {
    var (product, first, second) = (0.0, 0.0, 0.0)
    for offset in 0..<template.count {
      let (i, k) = (template.lowerBound + offset, start + offset)
      guard samples.indices.contains(i), samples.indices.contains(k) else { continue }
      product += samples[i] * samples[k]
      first += samples[i] * samples[i]
      second += samples[k] * samples[k]
    }
    return first > 0 && second > 0 ? product / (first * second).squareRoot() : 0
  }
}
