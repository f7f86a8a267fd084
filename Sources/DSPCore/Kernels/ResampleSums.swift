/// Resample sums: sums over drawn rows of a table, two columns at a time, in the order of the
/// draws.
package enum ResampleSums {
  private typealias Two = SIMD2<Double>

  /// Required divisor of the column count.
  package static let alignment = Two.scalarCount

  /// Writes `Σ table[start ..< start + sums.count]` over `starts`.
  ///
  /// Memory safety: all rows lie inside the table by the precondition.
  package static func write(
    _ starts: [Int], of table: [Double], into sums: inout [Double]
  ) {
    let count = sums.count
    precondition(
      count % alignment == 0 && starts.allSatisfy { $0 >= 0 && $0 + count <= table.count },
      "the rows are inside the table")
    unsafe table.withUnsafeBytes { source in
      for column in stride(from: 0, to: count, by: alignment) {
        var sum = Two.zero
        for start in starts {
          sum += unsafe source.loadUnaligned(
            fromByteOffset: (start &+ column) &* MemoryLayout<Double>.stride, as: Two.self)
        }
        for lane in 0..<alignment { sums[column + lane] = sum[lane] }
      }
    }
  }
}
