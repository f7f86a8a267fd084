import RealModule

/// Element-wise products and quotients, which replace sums of logarithms.
package enum RatioRows {
  private typealias Eight = SIMD8<Double>

  /// Writes `dividends[k] / divisors[k]` for all indices of `ratios`.
  package static func divide(
    _ dividends: Span<Double>, by divisors: Span<Double>, into ratios: inout [Double]
  ) {
    WideRows.divide(dividends, by: divisors, into: &ratios)
  }

  /// Writes `values[k] · e^(rate · k)`, while both factors are in range.
  package static func multiply(
    _ values: Span<Double>, byExponentialAt rate: Double, into products: inout [Double]
  ) {
    let count = values.count
    precondition(products.count == count, "one element per product")
    let base = Double.exp(rate)
    var powers = Eight(repeating: 1)
    for lane in 1..<Eight.scalarCount { powers[lane] = powers[lane - 1] * base }
    let step = Double.exp(rate * Double(Eight.scalarCount))
    let whole = count - count % Eight.scalarCount
    unsafe values.withUnsafeBytes { source in
      unsafe products.withUnsafeMutableBytes { target in
        for index in stride(from: 0, to: whole, by: Eight.scalarCount) {
          let offset = index &* MemoryLayout<Double>.stride
          // In bounds: the last of eight precedes `whole`.
          let eight = unsafe source.loadUnaligned(fromByteOffset: offset, as: Eight.self)
          unsafe target.storeBytes(of: eight * powers, toByteOffset: offset, as: Eight.self)
          powers *= step
        }
      }
    }
    for index in whole..<count { products[index] = values[index] * powers[index - whole] }
  }
}
