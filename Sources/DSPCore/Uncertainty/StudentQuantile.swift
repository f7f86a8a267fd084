// How many standard errors an interval reaches to either side when the standard error itself was
// estimated from few blocks.

/// The 97.5 % point of Student's t.
enum StudentQuantile {
  /// The same point of the normal distribution.
  private static let normal = 1.959_963_984_540_054

  /// For 95 % between the two sides; Abramowitz & Stegun (1964), 26.7.5.
  ///
  /// From 7 degrees of freedom on the expansion is within 0.001 of the tables.
  static func of95Percent(degreesOfFreedom: Int) -> Double {
    let (z, inverse) = (normal, 1 / Double(degreesOfFreedom))
    let (z2, z4, z6) = (z * z, z * z * z * z, z * z * z * z * z * z)
    let first = z * (z2 + 1) / 4
    let second = z * (5 * z4 + 16 * z2 + 3) / 96
    let third = z * (3 * z6 + 19 * z4 + 17 * z2 - 15) / 384
    return z + inverse * (first + inverse * (second + inverse * third))
  }
}
