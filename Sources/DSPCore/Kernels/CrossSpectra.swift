import RealModule

/// Spectra of rows in pieces, for correlations of many row pairs at few lags.
///
/// Under a short lag, neighbouring frequencies rotate by nearly the same phase. Products of two
/// spectra are therefore summed over a piece of the spectrum, and only the sum is rotated. Single
/// precision is sufficient for a selection.
package struct CrossSpectra {
  /// Largest lag on either side.
  package static let reach = 3

  /// Sums per pair: even and odd in the lag, at the lags 0 … 3.
  private static let sumCount = 2 * (reach + 1)

  private let rows: Int
  private let bins: Int
  private let pieceBins: Int
  private let pieces: Int

  /// The groups of eight rows.
  private let groups: Int

  /// For each piece, group and bin the eight real parts, then the eight imaginary parts.
  private var values: [Float]

  /// Allocates spectra of `bins` frequencies; a piece has at most `pieceBins` of them, in multiples
  /// of four, or four.
  package init(rows: Int, bins: Int, pieceBins: Int) {
    self.rows = rows
    self.bins = bins
    self.pieceBins = max(4, pieceBins / 4 * 4)
    pieces = (bins + self.pieceBins - 1) / self.pieceBins
    groups = (rows + Lanes.count - 1) / Lanes.count
    values = Array(
      repeating: 0, count: pieces * groups * self.pieceBins * 2 * Lanes.count)
  }

  /// The values per group of a piece.
  private var groupSize: Int { pieceBins * 2 * Lanes.count }

  /// Sets a row to `parts`, interleaved real and imaginary, times `scale`.
  package mutating func set(_ row: Int, to parts: Span<Double>, times scale: Double) {
    precondition(
      row >= 0 && row < rows && parts.count >= 2 * bins, "the row exists and has all bins")
    let (group, lane) = row.quotientAndRemainder(dividingBy: Lanes.count)
    let (partsOfPiece, distance) = (2 * pieceBins, groups * groupSize)
    var place = group * groupSize + lane
    let partCount = 2 * bins
    var target = values.mutableSpan
    for start in stride(from: 0, to: partCount, by: partsOfPiece) {
      for part in start..<min(start + partsOfPiece, partCount) {
        target[place + (part - start) * Lanes.count] = Float(parts[part] * scale)
      }
      place += distance
    }
  }

  /// The correlations of each pair at the lags −3 … 3, seven per pair. A lag of one rotates bin k
  /// by `k · turn`. Bin zero must be zero.
  package func correlations(of pairs: [(row: Int, column: Int)], turn: Double) -> [Double] {
    let sums = sums(of: neededGroups(of: pairs), turn: turn)
    return pairs.flatMap { pair in
      let (group, lane) = pair.column.quotientAndRemainder(dividingBy: Lanes.count)
      let start = (pair.row * groups + group) * Self.sumCount * Lanes.count + lane
      return (-Self.reach...Self.reach).map { lag in
        let shared = sums[start + abs(lag) * Lanes.count]
        let opposed = sums[start + (abs(lag) + Self.reach + 1) * Lanes.count]
        return Double(shared + (lag < 0 ? opposed : -opposed))
      }
    }
  }

  /// For each row, the number of groups up to its last column.
  private func neededGroups(of pairs: [(row: Int, column: Int)]) -> [Int] {
    var needed = Array(repeating: 0, count: rows)
    for pair in pairs {
      needed[pair.row] = max(needed[pair.row], pair.column / Lanes.count + 1)
    }
    return needed
  }

  /// For each row and column group the sums, each for eight columns: at the lags 0 … 3 the part
  /// that is even in the lag, then the part that is odd.
  private func sums(of neededGroups: [Int], turn: Double) -> [Float] {
    let size = Self.sumCount * Lanes.count
    var sums = [Float](repeating: 0, count: rows * groups * size)
    var target = sums.mutableSpan
    for piece in 0..<pieces {
      let middle = Double(piece * pieceBins) + 0.5 * Double(pieceBins - 1)
      let angles = (0...Self.reach).map { Double($0) * middle * turn }
      let turns = angles.map { Float(Double.cos($0)) } + angles.map { Float(Double.sin($0)) }
      let source = values.span.extracting(
        (piece * groups * groupSize)..<((piece + 1) * groups * groupSize))
      for (row, count) in neededGroups.enumerated() {
        let (own, lane) = row.quotientAndRemainder(dividingBy: Lanes.count)
        for group in 0..<count {
          WideRows.addCrossProducts(
            of: source.extracting((own * groupSize)..<((own + 1) * groupSize)), lane: lane,
            with: source.extracting((group * groupSize)..<((group + 1) * groupSize)),
            turns: turns.span, to: &target, from: (row * groups + group) * size)
        }
      }
    }
    return sums
  }
}
