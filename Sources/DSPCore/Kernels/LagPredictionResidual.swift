/// Linear-prediction residual of a zone of samples that is predicted by the samples one lag before,
/// or after.
package enum LagPredictionResidual {
  /// Minimum residual over all lags: of one side of each split index, and of the whole zone.
  package struct Rest: Equatable {
    /// A sum of squares for each split index.
    package var parts: [Double]
    package var whole: Double
  }

  /// The residual of the zone's samples before each of `places`, predicted from earlier samples.
  ///
  /// Lags are processed in groups of eight. The last group may overlap the one before; a single
  /// group may extend beyond `lags`.
  package static func past(
    of zone: Range<Int>, in row: Span<Double>, lags: ClosedRange<Int>, places: ClosedRange<Int>
  ) -> Rest {
    var rest = Rest(
      parts: [Double](repeating: .infinity, count: places.count), whole: .infinity)
    for nearest in eights(of: lags) {
      var sums = SIMD8<Double>.zero
      for index in zone {
        if places.contains(index) { rest.note(sums, at: index - places.lowerBound) }
        let differences =
          SIMD8(repeating: row[index]) - row.eight(at: index - nearest - Lanes.count + 1)
        sums += differences * differences
      }
      rest.whole = min(rest.whole, sums.least)
    }
    return rest
  }

  /// The residual of the zone's samples at or after each of `places`, predicted from later samples.
  package static func future(
    of zone: Range<Int>, in row: Span<Double>, lags: ClosedRange<Int>, places: ClosedRange<Int>
  ) -> Rest {
    var rest = Rest(
      parts: [Double](repeating: .infinity, count: places.count), whole: .infinity)
    for nearest in eights(of: lags) {
      var sums = SIMD8<Double>.zero
      for index in zone.reversed() {
        let differences = SIMD8(repeating: row[index]) - row.eight(at: index + nearest)
        sums += differences * differences
        if places.contains(index) { rest.note(sums, at: index - places.lowerBound) }
      }
      rest.whole = min(rest.whole, sums.least)
    }
    return rest
  }

  /// The largest lag that is evaluated.
  package static func farthest(of lags: ClosedRange<Int>) -> Int {
    max(lags.upperBound, lags.lowerBound + Lanes.count - 1)
  }

  /// The first lags of the groups of eight that cover `lags`.
  private static func eights(of lags: ClosedRange<Int>) -> [Int] {
    let last = farthest(of: lags) - Lanes.count + 1
    return Array(stride(from: lags.lowerBound, to: last, by: Lanes.count)) + [last]
  }
}

extension LagPredictionResidual.Rest {
  fileprivate mutating func note(_ sums: SIMD8<Double>, at place: Int) {
    parts[place] = min(parts[place], sums.least)
  }
}
