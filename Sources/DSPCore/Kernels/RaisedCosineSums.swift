import RealModule

/// Numerator and denominator of a mean square under ½ + ½ cos φ at equidistant angles φ, computed
/// by rotation.
package struct RaisedCosineSums {
  /// `Σ (x·w)²`.
  package private(set) var power = 0.0

  /// `Σ w²`.
  package private(set) var weights = 0.0

  package init() {}

  /// Adds `samples` with the weights at `firstAngle`, `firstAngle + step`, …, in radians, four at a
  /// time to shorten the dependency chain.
  package mutating func add(_ samples: Span<Double>, firstAngle: Double, step: Double) {
    let whole = samples.count - samples.count % Four.scalarCount
    var angles = Rotation(from: firstAngle, step: step)
    var (powers, squares) = (Four.zero, Four.zero)
    for index in stride(from: 0, to: whole, by: Four.scalarCount) {
      let values = Four(
        samples[index], samples[index + 1], samples[index + 2], samples[index + 3])
      let weight = 0.5 + 0.5 * angles.cosine
      let weighted = values * weight
      powers += weighted * weighted
      squares += weight * weight
      angles.advance()
    }
    for index in whole..<samples.count {
      let weight = 0.5 + 0.5 * angles.cosine[index - whole]
      let weighted = samples[index] * weight
      power += weighted * weighted
      weights += weight * weight
    }
    power += powers.sum()
    weights += squares.sum()
  }
}

private typealias Four = SIMD4<Double>

/// Cosines of four neighbouring angles, advanced four at a time.
private struct Rotation {
  private(set) var cosine: Four
  private var sine: Four
  // The rotation uses 1 − cos: the increments are small, and so is the accumulated rounding error.
  private let versine: Double
  private let stepSine: Double

  init(from first: Double, step: Double) {
    let turn = Double(Four.scalarCount) * step
    let halfSine = Double.sin(0.5 * turn)
    versine = 2 * halfSine * halfSine
    stepSine = Double.sin(turn)
    (cosine, sine) = (Four(repeating: Double.cos(first)), Four(repeating: Double.sin(first)))
    for lane in 1..<Four.scalarCount {
      let (turned, risen) = (Double.cos(Double(lane) * step), Double.sin(Double(lane) * step))
      (cosine[lane], sine[lane]) = (
        cosine[0] * turned - sine[0] * risen, sine[0] * turned + cosine[0] * risen
      )
    }
  }

  @inline(__always)
  mutating func advance() {
    let cosineLoss = versine * cosine + stepSine * sine
    sine -= versine * sine - stepSine * cosine
    cosine -= cosineLoss
  }
}
