import RealModule

/// Spectra of rows in pieces, for correlations of many row pairs at few lags.
///
/// Under a short lag, neighbouring frequencies rotate by nearly the same phase. Products of two
/// spectra are therefore summed over a piece of the spectrum, and only the sum is rotated. Single
/// precision is sufficient for a selection.
package struct CrossSpectra {
  private typealias Four = SIMD4<Float>

  /// Largest lag on either side.
  package static let reach = 3

  private let rows: Int
  private let bins: Int
  /// The vectors per piece.
  private let width: Int
  /// For each piece the rows, each with the real parts and then the imaginary parts.
  private var values: [Four]

  /// Allocates spectra of `bins` frequencies; a piece has at most `pieceBins` of them, or four.
  package init(rows: Int, bins: Int, pieceBins: Int) {
    self.rows = rows
    self.bins = bins
    width = max(1, pieceBins / Four.scalarCount)
    let pieces = (bins + width * Four.scalarCount - 1) / (width * Four.scalarCount)
    values = Array(repeating: .zero, count: pieces * rows * 2 * width)
  }

  private var binsOfPiece: Int { width * Four.scalarCount }

  /// Sets a row to `parts`, interleaved real and imaginary, times `scale`.
  package mutating func set(_ row: Int, to parts: Span<Double>, times scale: Double) {
    precondition(
      row >= 0 && row < rows && parts.count >= 2 * bins, "the row exists and has all bins")
    for vector in 0..<((bins + Four.scalarCount - 1) / Four.scalarCount) {
      let (piece, place) = vector.quotientAndRemainder(dividingBy: width)
      let target = (piece * rows + row) * 2 * width + place
      let first = 2 * Four.scalarCount * vector
      values[target] = Self.four(of: parts, from: first, before: 2 * bins, times: scale)
      values[target + width] = Self.four(of: parts, from: first + 1, before: 2 * bins, times: scale)
    }
  }

  /// Every second of `parts` from `first` on, four in total; zero from `end` on.
  @inline(__always)
  private static func four(
    of parts: Span<Double>, from first: Int, before end: Int, times scale: Double
  ) -> Four {
    var four = SIMD4<Double>.zero
    if first + 6 < end {
      four = SIMD4(parts[first], parts[first + 2], parts[first + 4], parts[first + 6])
    } else {
      for lane in 0..<4 where first + 2 * lane < end { four[lane] = parts[first + 2 * lane] }
    }
    return Four(four * scale)
  }

  /// The correlations of each pair at the lags −3 … 3, seven per pair. A lag of one rotates bin k
  /// by `k · turn`. Bin zero must be zero.
  package func correlations(of pairs: [(row: Int, column: Int)], turn: Double) -> [Double] {
    // Sums over the lags 0 … 3: the part that is even in the lag, and the part that is odd.
    var shared = [Four](repeating: .zero, count: pairs.count)
    var opposed = shared
    let (source, piece) = (values.span, rows * 2 * width)
    for start in stride(from: 0, to: values.count, by: piece) {
      let middle = Double(start / piece * binsOfPiece) + 0.5 * Double(binsOfPiece - 1)
      let angles = (0...Self.reach).map { Double($0) * middle * turn }
      let cosines = Four(angles.map { Float(Double.cos($0)) })
      let sines = Four(angles.map { Float(Double.sin($0)) })
      for (index, pair) in pairs.enumerated() {
        let product = product(
          source.extracting((start + pair.row * 2 * width)...),
          source.extracting((start + pair.column * 2 * width)...))
        shared[index] += product.real * cosines
        opposed[index] += product.imaginary * sines
      }
    }
    return zip(shared, opposed).flatMap { shared, opposed in
      (-Self.reach...Self.reach).map { lag in
        let distance = abs(lag)
        return Double(shared[distance] + (lag < 0 ? opposed[distance] : -opposed[distance]))
      }
    }
  }

  /// `Σ conj(first) · second` over a piece.
  @inline(__always)
  private func product(_ first: Span<Four>, _ second: Span<Four>) -> (real: Float, imaginary: Float)
  {
    precondition(
      first.count >= 2 * width && second.count >= 2 * width, "both rows have the width of the piece"
    )
    var (a, b, c, d) = (Four.zero, Four.zero, Four.zero, Four.zero)
    for place in 0..<width {
      let (x, y) = (first[place], first[width + place])
      let (u, v) = (second[place], second[width + place])
      a += x * u
      b += y * v
      c += x * v
      d += y * u
    }
    return ((a + b).sum(), (c - d).sum())
  }
}
