// Sums of squares under ½ + ½ cos φ at equidistant angles φ; the cosine of the next angle follows
// from the last by a rotation.

import RealModule

/// What a weighted mean square is made of.
package struct RaisedCosineSums {
  /// `Σ (x·w)²`.
  package private(set) var power = 0.0

  /// `Σ w²`.
  package private(set) var weights = 0.0

  package init() {}

  /// Adds `samples` with the weights at `firstAngle`, `firstAngle + step`, …, in radians.
  package mutating func add(_ samples: Span<Double>, firstAngle: Double, step: Double) {
    // Rotation by way of 1 − cos: the increments are small, and so is what rounding adds up to.
    let halfSine = Double.sin(0.5 * step)
    let versine = 2 * halfSine * halfSine
    let stepSine = Double.sin(step)
    var (cosine, sine) = (Double.cos(firstAngle), Double.sin(firstAngle))
    for index in 0..<samples.count {
      let weight = 0.5 + 0.5 * cosine
      let weighted = samples[index] * weight
      power += weighted * weighted
      weights += weight * weight
      let cosineLoss = versine * cosine + stepSine * sine
      sine -= versine * sine - stepSine * cosine
      cosine -= cosineLoss
    }
  }
}
