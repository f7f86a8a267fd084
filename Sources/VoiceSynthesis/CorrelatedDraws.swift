// First-order autoregressive sequence x(i) = ρ·x(i − 1) + √(1 − ρ²)·e(i) with independent normal e
// (Box & Jenkins 1976); its standard deviation is 1 for every ρ.

extension GaussianDraws {
  /// Returns the next `count` draws of magnitude at most `limit`, with a correlation of neighbours
  /// in 0 ..< 1; 0 gives independent draws.
  package mutating func sequence(
    count: Int, within limit: Double, correlation: Double
  ) -> [Double] {
    let innovationScale = (1 - correlation * correlation).squareRoot()
    var sequence: [Double] = []
    while sequence.count < count {
      let draw =
        sequence.last.map { correlation * $0 + innovationScale * next() } ?? next()
      if draw.magnitude <= limit { sequence.append(draw) }
    }
    return sequence
  }
}
