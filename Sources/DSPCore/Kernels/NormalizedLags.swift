import RealModule

/// Precision facts of a row of normalised correlations.
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

  /// Facts of an unexamined row.
  static let none = LagRowFacts(smallestStep: 0, smallestEnergy: 0, largestEnergy: 0)

  fileprivate mutating func add(step: Double, energy: Double) {
    smallestStep = min(smallestStep, step.magnitude)
    smallestEnergy = min(smallestEnergy, energy)
    largestEnergy = max(largestEnergy, energy)
  }

  /// Running energies have twelve digits down to this fraction of the largest.
  private static let quietShare = 1e-3

  /// Whether all neighbours are resolvable: no energy lost digits in a quiet window, and no
  /// difference is within an error of `noise` at middle energy.
  package func isResolvable(atNoise noise: Double) -> Bool {
    guard smallestEnergy > Self.quietShare * largestEnergy else { return false }
    return smallestStep > noise * (largestEnergy / smallestEnergy).squareRoot()
  }
}

/// Normalised correlation of one window with windows that slide along a row.
package struct NormalizedLags {
  /// Values per window.
  let length: Int

  /// Factor of the sums of products.
  let scale: Double

  /// The energy of the fixed window; nil if it is the first window of the row.
  let head: Double?

  package init(length: Int, scale: Double, head: Double? = nil) {
    (self.length, self.scale, self.head) = (length, scale, head)
  }

  /// Converts sums of products of one window with the windows along `row`, times `1 / scale`, to
  /// correlations `r = scale · sum / √(head · energy)`, one per window, and writes them from
  /// `start` on. The energies are running sums of squares; a loud part reduces the precision of the
  /// quiet windows after it.
  package func write(
    _ sums: Span<Double>, along row: Span<Double>, into target: inout MutableSpan<Double>,
    from start: Int = 0
  ) -> LagRowFacts {
    let count = row.count - length + 1
    precondition(length > 0 && count > 0 && count <= sums.count, "one sum per window")
    let window = row.extracting(0..<length)
    var energy = Rows.product(of: window, and: window)
    let head = head ?? energy
    let first = sums[0] * scale / (head * energy).squareRoot()
    target[start] = first
    var extremes = LagRowExtremes(correlation: first, energy: energy)
    let whole = 1 + Lanes.whole(of: count - 1)
    // Roots and quotients dominate the time here.
    for lag in stride(from: 1, to: whole, by: Lanes.count) {
      let (leaving, entering) = (row.eight(at: lag - 1), row.eight(at: lag + length - 1))
      let energies = Self.energies(
        after: &energy, changing: entering * entering - leaving * leaving)
      let correlations = sums.eight(at: lag) * scale / (head * energies).squareRoots
      target.set(correlations, at: start + lag)
      extremes.add(correlations, energies: energies)
    }
    var facts = extremes.facts
    for lag in whole..<max(whole, count) {
      let (leaving, entering) = (row[lag - 1], row[lag + length - 1])
      energy += entering * entering - leaving * leaving
      let correlation = sums[lag] * scale / (head * energy).squareRoot()
      facts.add(step: correlation - target[start + lag - 1], energy: energy)
      target[start + lag] = correlation
    }
    return facts
  }

  /// Eight energies from eight changes; partial sums shorten the dependency chain.
  @inline(__always)
  private static func energies(
    after energy: inout Double, changing changes: SIMD8<Double>
  ) -> SIMD8<Double> {
    // Pairs first: only every other sum waits for the one before.
    let evens = changes.evenHalf
    let pairs = evens + changes.oddHalf
    let second = pairs[0] + pairs[1]
    let third = second + pairs[2]
    let afterPairs = SIMD4(pairs[0], second, third, third + pairs[3])
    var sums = SIMD8<Double>.zero
    sums.evenHalf = evens + SIMD4(0, pairs[0], second, third)
    sums.oddHalf = afterPairs
    let energies = energy + sums
    energy += afterPairs[3]
    return energies
  }
}

/// Running extremes of a row, eight lags at a time.
private struct LagRowExtremes {
  private var steps = SIMD8<Double>(repeating: .infinity)
  private var smallest: SIMD8<Double>
  private var largest: SIMD8<Double>
  private var last: Double

  init(correlation: Double, energy: Double) {
    last = correlation
    (smallest, largest) = (SIMD8(repeating: energy), SIMD8(repeating: energy))
  }

  @inline(__always)
  mutating func add(_ row: SIMD8<Double>, energies: SIMD8<Double>) {
    let before = SIMD8(last, row[0], row[1], row[2], row[3], row[4], row[5], row[6])
    let step = row - before
    let size = step.replacing(with: -step, where: step .< 0)
    steps = steps.replacing(with: size, where: size .< steps)
    smallest = smallest.replacing(with: energies, where: energies .< smallest)
    largest = largest.replacing(with: energies, where: energies .> largest)
    last = row[Lanes.count - 1]
  }

  var facts: LagRowFacts {
    LagRowFacts(
      smallestStep: steps.least, smallestEnergy: smallest.least, largestEnergy: largest.greatest)
  }
}
