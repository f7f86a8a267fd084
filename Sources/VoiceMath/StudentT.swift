internal import RealModule

/// Student's t distribution for integer degrees of freedom, by exact finite sums: Abramowitz &
/// Stegun (1964), 26.7.3 and 26.7.4.
package struct StudentT: Sendable, Equatable {
  /// ν, at least 1.
  package let degreesOfFreedom: Int

  package init(degreesOfFreedom: Int) {
    precondition(degreesOfFreedom >= 1, "Student's t needs a degree of freedom")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a value in ±`t`.
  package func probability(within t: Double) -> Double {
    let ν = Double(degreesOfFreedom)
    let θ = Double.atan2(y: t.magnitude, x: ν.squareRoot())
    let (sine, cosine) = (Double.sin(θ), Double.cos(θ))
    return degreesOfFreedom.isMultiple(of: 2)
      ? sine * sum(from: 1, cosine: cosine)
      : 2 / Double.pi
        * (θ + (degreesOfFreedom > 1 ? sine * cosine * sum(from: 2, cosine: cosine) : 0))
  }

  /// 1 + first/(first+1)·cos²θ + first·(first+2)/((first+1)(first+3))·cos⁴θ + …, up to cos^(ν−2)θ or
  /// its odd counterpart.
  private func sum(from first: Int, cosine: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for factor in stride(from: first, through: degreesOfFreedom - 3, by: 2) {
      term *= Double(factor) / Double(factor + 1) * cosine * cosine
      sum += term
    }
    return sum
  }

  /// The quantile of probability `p`, 0 < p < 1.
  ///
  /// Bisects until no double is left between the ends: slow, exact, the same on every machine.
  package func quantile(_ p: Double) -> Double {
    precondition(p > 0 && p < 1, "a quantile is asked for between 0 and 1")
    guard p != 0.5 else { return 0 }
    let within = (2 * p - 1).magnitude
    var (low, high) = (0.0, 1.0)
    while probability(within: high) < within { (low, high) = (high, 2 * high) }
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if probability(within: middle) < within { low = middle } else { high = middle }
    }
    return p > 0.5 ? high : -high
  }

  /// The 97.5 % point of the normal distribution.
  private static let normal95 = 1.959_963_984_540_054

  /// The 97.5 % point by an expansion in 1/ν, fast enough for repeated use: within 0.001 of
  /// ``quantile(_:)`` from 7 degrees of freedom on. Abramowitz & Stegun (1964), 26.7.5.
  ///
  /// Intervals of measures use the expansion; the exact quantile would change their last digits.
  package var expanded95: Double {
    let (z, inverse) = (Self.normal95, 1 / Double(degreesOfFreedom))
    let (z2, z4, z6) = (z * z, z * z * z * z, z * z * z * z * z * z)
    let first = z * (z2 + 1) / 4
    let second = z * (5 * z4 + 16 * z2 + 3) / 96
    let third = z * (3 * z6 + 19 * z4 + 17 * z2 - 15) / 384
    return z + inverse * (first + inverse * (second + inverse * third))
  }
}
