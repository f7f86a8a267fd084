// Correlations out of spectra are those of the samples.

import DSPCore
import RealModule
import Testing
import VoiceMath

@Suite struct CrossSpectraTests {
  /// Rows of noise without its mean, and their spectra by the definition of the transform.
  private static func noise(rows: Int, count: Int) -> [(values: [Double], parts: [Double])] {
    var words = SplitMix64(seed: 3)
    return (0..<rows).map { _ in
      let noise = (0..<count).map { _ in Double(words.next()) / 0x1p64 - 0.5 }
      let mean = noise.reduce(0, +) / Double(count)
      let values = noise.map { $0 - mean }
      let parts = (0..<(count / 2)).flatMap { bin in
        let angles = values.indices.map { 2 * .pi * Double(bin * $0 % count) / Double(count) }
        return [
          zip(values, angles).reduce(0) { $0 + $1.0 * .cos($1.1) },
          zip(values, angles).reduce(0) { $0 - $1.0 * .sin($1.1) },
        ]
      }
      return (values, parts)
    }
  }

  // Of eight bins of 768 the outermost turn by 0.09 more or less than the middle under a lag of three, of
  // four by 0.04; noise has as much on one side as on the other but for a tenth.
  @Test(arguments: [(pieceBins: 4, tolerance: 0.004), (pieceBins: 8, tolerance: 0.009)])
  func `seven lags of each pair equal the direct sums`(pieceBins: Int, tolerance: Double) {
    let count = 768
    let rows = Self.noise(rows: 3, count: count)
    let pairs = [(row: 2, column: 0), (row: 1, column: 0)]

    var spectra = CrossSpectra(rows: rows.count, bins: count / 2, pieceBins: pieceBins)
    for (index, row) in rows.enumerated() {
      let energy = row.values.reduce(0) { $0 + $1 * $1 }
      spectra.set(index, to: row.parts.span, times: (2 / (Double(count) * energy)).squareRoot())
    }
    let found = spectra.correlations(of: pairs, turn: 2 * .pi / Double(count))
    let plain = pairs.flatMap { pair in
      let (x, y) = (rows[pair.row].values, rows[pair.column].values)
      let norm = (x.reduce(0) { $0 + $1 * $1 } * y.reduce(0) { $0 + $1 * $1 }).squareRoot()
      return (-3...3).map { lag in
        x.indices.reduce(0) { $0 + x[$1] * y[($1 + lag + count) % count] } / norm
      }
    }

    let worst = zip(found, plain).map { ($0 - $1).magnitude }.max() ?? .infinity
    print("pieces of \(pieceBins) bins: off by \(worst)")
    #expect(found.count == 14)
    #expect(worst < tolerance)
  }
}
