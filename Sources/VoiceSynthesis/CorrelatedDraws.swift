// Random numbers that remember their predecessor: a first-order autoregressive sequence,
// x(i) = ρ·x(i − 1) + √(1 − ρ²)·e(i) with independent normal e (Box & Jenkins 1976), whose standard
// deviation is 1 whatever ρ is.

extension GaussianDraws {
  /// The next `count` draws of magnitude at most `limit`, neighbours correlated by `correlation`
  /// in 0 ..< 1; at 0 these are independent draws.
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
