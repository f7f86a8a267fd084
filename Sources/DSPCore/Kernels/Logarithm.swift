/// Natural logarithms of four positive, normal, finite numbers at a time.
///
/// x = 2^k · m with √½ <= m < √2; with s = (m − 1) / (m + 1) log m = 2 artanh s, an odd series in s
/// whose tail is a polynomial in s². Method and coefficients: fdlibm 5.3, e_log.c (Sun
/// Microsystems, 1993), which states an error below one unit in the last place.
package enum Logarithm {
  typealias Four = SIMD4<Double>
  private typealias Bits = SIMD4<UInt64>

  private static let mantissaBits: UInt64 = 52
  private static let mantissaMask: UInt64 = 0x000F_FFFF_FFFF_FFFF
  private static let bitsOfOne: UInt64 = 0x3FF0_0000_0000_0000
  /// √½ without its lower half.
  private static let bitsOfRootHalf: UInt64 = 0x3FE6_A09E_0000_0000
  /// 2⁵²: from here on the lower bits of a double count in ones.
  private static let bitsOfCounter: UInt64 = 0x4330_0000_0000_0000
  private static let counter = 4_503_599_627_370_496.0
  private static let exponentBias = 1023.0

  /// ln 2 in two parts; products with the first are exact.
  private static let lnTwoHigh = 6.93147180369123816490e-01
  private static let lnTwoLow = 1.90821492927058770002e-10

  private static let l1 = 6.666666666666735130e-01
  private static let l2 = 3.999999999940941908e-01
  private static let l3 = 2.857142874366239149e-01
  private static let l4 = 2.222219843214978396e-01
  private static let l5 = 1.818357216161805012e-01
  private static let l6 = 1.531383769920937332e-01
  private static let l7 = 1.479819860511658591e-01

  /// ln of four numbers.
  @inline(__always)
  static func natural(_ x: Four) -> Four {
    // The shift makes the exponent field count powers of two from √½ on.
    let shifted = unsafe unsafeBitCast(x, to: Bits.self) &+ (bitsOfOne &- bitsOfRootHalf)
    let field = (shifted &>> mantissaBits) | bitsOfCounter
    let exponent = unsafe unsafeBitCast(field, to: Four.self) - (counter + exponentBias)
    let mantissa = (shifted & mantissaMask) &+ bitsOfRootHalf
    let f = unsafe unsafeBitCast(mantissa, to: Four.self) - 1
    let s = f / (2 + f)
    let z = s * s
    let w = z * z
    let even = w * (l2 + w * (l4 + w * l6))
    let odd = z * (l1 + w * (l3 + w * (l5 + w * l7)))
    let square = 0.5 * f * f
    let tail = s * (square + even + odd) + exponent * lnTwoLow
    return exponent * lnTwoHigh - ((square - tail) - f)
  }

  /// ln of one number, bit-identical to the vector version.
  package static func natural(of x: Double) -> Double { natural(Four(repeating: x))[0] }

  /// ln of three numbers at the cost of one.
  package static func natural(
    of a: Double, _ b: Double, _ c: Double
  ) -> (Double, Double, Double) {
    let logarithms = natural(Four(a, b, c, 1))
    return (logarithms[0], logarithms[1], logarithms[2])
  }

  /// Writes `factor · ln` of the values in `range` to the same indices of `logarithms`.
  package static func write(
    of values: Span<Double>, in range: Range<Int>, times factor: Double,
    into logarithms: inout [Double]
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= min(values.count, logarithms.count),
      "all indices are inside both rows")
    let whole = range.upperBound - range.count % Four.scalarCount
    unsafe values.withUnsafeBytes { source in
      unsafe logarithms.withUnsafeMutableBytes { target in
        for index in stride(from: range.lowerBound, to: whole, by: Four.scalarCount) {
          let offset = index * MemoryLayout<Double>.stride
          // In bounds: the last of four precedes `whole`.
          let four = unsafe source.loadUnaligned(fromByteOffset: offset, as: Four.self)
          unsafe target.storeBytes(
            of: natural(four) * factor, toByteOffset: offset, as: Four.self)
        }
      }
    }
    for index in whole..<range.upperBound {
      logarithms[index] = natural(of: values[index]) * factor
    }
  }
}
