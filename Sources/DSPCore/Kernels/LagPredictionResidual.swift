/// Linear-prediction residual of a zone of samples that is predicted by the samples one lag before,
/// or after.
package enum LagPredictionResidual {
  /// The samples that predict a zone: earlier ones predict its start, later ones its end.
  package enum Side { case past, future }

  /// Minimum residual over all lags: of one side of each split index, and of the whole zone.
  package struct Rest: Equatable {
    /// A sum of squares for each split index.
    package var parts: [Double]
    package var whole: Double
  }

  /// The residual of the zone's samples before each of `places` from the past, or of those at or
  /// after it from the future. The places are after the first sample of the zone.
  ///
  /// Lags are processed in groups of eight. The last group may overlap the one before; a single
  /// group may extend beyond `lags`.
  package static func rest(
    of zone: Range<Int>, from side: Side, in row: Span<Double>, lags: ClosedRange<Int>,
    places: ClosedRange<Int>
  ) -> Rest {
    var rest = Rest(
      parts: [Double](repeating: .infinity, count: places.count), whole: .infinity)
    let last = farthest(of: lags) - Lanes.count + 1
    for nearest in Array(stride(from: lags.lowerBound, to: last, by: Lanes.count)) + [last] {
      var sums = SIMD8<Double>.zero
      for offset in 0..<zone.count {
        let index = side == .past ? zone.lowerBound + offset : zone.upperBound - 1 - offset
        let place = side == .past ? index : index + 1
        if places.contains(place) {
          let part = place - places.lowerBound
          rest.parts[part] = min(rest.parts[part], sums.least)
        }
        let other = side == .past ? index - nearest - Lanes.count + 1 : index + nearest
        let differences = SIMD8(repeating: row[index]) - row.eight(at: other)
        sums += differences * differences
      }
      rest.whole = min(rest.whole, sums.least)
    }
    return rest
  }

  /// The largest lag that is evaluated.
  package static func farthest(of lags: ClosedRange<Int>) -> Int {
    max(lags.upperBound, lags.lowerBound + Lanes.count - 1)
  }
}
