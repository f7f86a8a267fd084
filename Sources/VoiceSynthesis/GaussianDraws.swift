import RealModule

/// Standard normal random numbers by Marsaglia's polar method (Marsaglia & Bray 1964).
package struct GaussianDraws {
  // A double holds 53 bits: the upper 53 of 64 give a uniform number in 0 ..< 1.
  private static let uniformStep = 0x1p-53
  private static let droppedBits: UInt64 = 11

  private var bits: Xoshiro256StarStar
  private var spare: Double?

  /// Creates the stream of a seed for one purpose.
  package init(seed: UInt64, stream: RandomStream) {
    bits = Xoshiro256StarStar(seed: seed, stream: stream)
  }

  package mutating func next() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let x = 2 * nextUniform() - 1
      let y = 2 * nextUniform() - 1
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let factor = (-2 * Double.log(square) / square).squareRoot()
      spare = y * factor
      return x * factor
    }
  }

  /// Returns the next draw whose magnitude is at most `limit`.
  package mutating func next(within limit: Double) -> Double {
    while true {
      let draw = next()
      if draw.magnitude <= limit { return draw }
    }
  }

  private mutating func nextUniform() -> Double {
    Double(bits.next() >> Self.droppedBits) * Self.uniformStep
  }
}

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
