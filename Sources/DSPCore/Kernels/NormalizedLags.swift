// Sums of products to correlations, over a whole row of lags.

import RealModule

/// What a row of normalised correlations tells about its own exactness.
package struct LagRowFacts {
  /// The smallest difference of neighbouring correlations.
  package var smallestStep: Double

  /// The smallest and the largest energy of a window.
  package var smallestEnergy: Double
  package var largestEnergy: Double

  package init(smallestStep: Double, smallestEnergy: Double, largestEnergy: Double) {
    self.smallestStep = smallestStep
    self.smallestEnergy = smallestEnergy
    self.largestEnergy = largestEnergy
  }

  /// Running energies keep twelve digits down to this share of the largest.
  private static let quietShare = 1e-3

  /// Whether no window is so quiet that its energy lost digits, and no neighbours are so equal that
  /// an error of `noise` in a window of middle energy would decide which is higher.
  package func areTold(apartBy noise: Double) -> Bool {
    guard smallestEnergy > Self.quietShare * largestEnergy else { return false }
    return smallestStep > noise * (largestEnergy / smallestEnergy).squareRoot()
  }
}

/// Correlations of one window with windows that slide along a row.
package enum NormalizedLags {
  /// Writes the energies `Σ_j row[lag + j]²`, `j < length`, of all windows that `row` has; sums run
  /// on from the first, which is exact to rounding, and lose what a loud stretch takes with it.
  package static func energies(
    of row: Span<Double>, length: Int, into energies: inout [Double]
  ) {
    let count = row.count - length + 1
    precondition(length > 0 && count > 0 && count <= energies.count, "windows inside")
    let head = row.extracting(0..<length)
    var energy = Rows.product(of: head, and: head)
    var target = energies.mutableSpan
    target[0] = energy
    // Eight changes at a time, so that not every sum waits for the one before.
    let whole = 1 + Lanes.whole(of: count - 1)
    for lag in stride(from: 1, to: whole, by: Lanes.count) {
      let (leaving, entering) = (row.eight(at: lag - 1), row.eight(at: lag + length - 1))
      let changes = entering * entering - leaving * leaving
      var change = 0.0
      for lane in 0..<Lanes.count {
        change += changes[lane]
        target[lag + lane] = energy + change
      }
      energy += change
    }
    for lag in whole..<max(whole, count) {
      let (leaving, entering) = (row[lag - 1], row[lag + length - 1])
      energy += entering * entering - leaving * leaving
      target[lag] = energy
    }
  }

  /// Turns sums of products with a window of energy `head`, times `1 / scale`, into correlations
  /// `r = scale · sum / √(head · energies[lag])`, for as many lags as there are energies.
  package static func normalize(
    _ sums: inout [Double], scale: Double, head: Double, energies: Span<Double>
  ) -> LagRowFacts {
    precondition(sums.count >= energies.count && energies.count > 0, "a sum for every energy")
    var target = sums.mutableSpan
    let whole = Lanes.whole(of: energies.count)
    for lag in stride(from: 0, to: whole, by: Lanes.count) {
      let norms = (head * energies.eight(at: lag)).squareRoot()
      target.set(target.span.eight(at: lag) * scale / norms, at: lag)
    }
    for lag in whole..<energies.count {
      target[lag] = target[lag] * scale / (head * energies[lag]).squareRoot()
    }
    return facts(target.span.extracting(0..<energies.count), energies: energies)
  }

  private static func facts(_ row: Span<Double>, energies: Span<Double>) -> LagRowFacts {
    var steps = SIMD8<Double>(repeating: .infinity)
    var (smallest, largest) = (SIMD8(repeating: energies[0]), SIMD8(repeating: energies[0]))
    let whole = Lanes.whole(of: row.count - 1)
    for lag in stride(from: 0, to: whole, by: Lanes.count) {
      let step = row.eight(at: lag + 1) - row.eight(at: lag)
      let size = step.replacing(with: -step, where: step .< 0)
      steps = steps.replacing(with: size, where: size .< steps)
      let energy = energies.eight(at: lag + 1)
      smallest = smallest.replacing(with: energy, where: energy .< smallest)
      largest = largest.replacing(with: energy, where: energy .> largest)
    }
    var facts = LagRowFacts(
      smallestStep: steps.min(), smallestEnergy: smallest.min(), largestEnergy: largest.max())
    for lag in (whole + 1)..<max(whole + 1, row.count) {
      facts.smallestStep = min(facts.smallestStep, (row[lag] - row[lag - 1]).magnitude)
      facts.smallestEnergy = min(facts.smallestEnergy, energies[lag])
      facts.largestEnergy = max(facts.largestEnergy, energies[lag])
    }
    return facts
  }
}
