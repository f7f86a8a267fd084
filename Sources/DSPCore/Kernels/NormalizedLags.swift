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
    let whole = 1 + Lanes.whole(of: count - 1)
    var facts = WideRows.normalize(
      sums, along: row, length: length, lags: 1..<whole, by: (scale, head), energy: &energy,
      into: &target, from: start)
    for lag in whole..<max(whole, count) {
      let (leaving, entering) = (row[lag - 1], row[lag + length - 1])
      energy += entering * entering - leaving * leaving
      let correlation = sums[lag] * scale / (head * energy).squareRoot()
      facts.add(step: correlation - target[start + lag - 1], energy: energy)
      target[start + lag] = correlation
    }
    return facts
  }
}
