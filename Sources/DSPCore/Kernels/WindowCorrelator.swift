// Normalised correlation of one window with windows that slide along the same sound, the inner
// loop of the pulse search. Raw samples: Praat takes no mean out here.

import RealModule

/// Correlates a fixed window with the windows that start one sample later at each call.
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
      for index in template { templateEnergy += samples[index] * samples[index] }
    }
  }

  /// `Σxy / √(Σx² Σy²)` with the window at the current start, 0 if an energy is zero.
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
    let first = samples.span.extracting(template)
    let second = samples.span.extracting(start..<(start + template.count))
    var sums = SIMD4<Double>.zero
    let whole = first.count - first.count % 4
    for index in stride(from: 0, to: whole, by: 4) {
      sums += Self.four(first, at: index) * Self.four(second, at: index)
    }
    var sum = sums.sum()
    for index in whole..<first.count { sum += first[index] * second[index] }
    return sum
  }

  private static func four(_ values: Span<Double>, at index: Int) -> SIMD4<Double> {
    SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3])
  }

  /// Pairs with either sample outside the sound are left out.
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
