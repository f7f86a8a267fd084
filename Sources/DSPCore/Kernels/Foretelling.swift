// How much of a row of samples is left when it is foretold from itself so many samples before or after:
// many distances at a time, as one sum has to wait for itself.

/// What samples a distance before, or after, leave of a zone of samples.
package enum Foretelling {
  /// The least that any distance leaves: of the part on its side of each place, and of the whole zone.
  package struct Rest: Equatable {
    /// A sum of squares for each place.
    package var parts: [Double]
    package var whole: Double
  }

  /// What those before leave of the samples of the zone that lie before each of `places`.
  ///
  /// The distances are taken eight at a time: where they are no multiple of that, some are taken twice,
  /// and where they are fewer, the next farther ones too.
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

  /// What those after leave of the samples of the zone that lie at or after each of `places`.
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

  /// The farthest distance that is looked at.
  package static func farthest(of lags: ClosedRange<Int>) -> Int {
    max(lags.upperBound, lags.lowerBound + Lanes.count - 1)
  }

  /// Where runs of eight distances begin that cover all of them.
  private static func eights(of lags: ClosedRange<Int>) -> [Int] {
    let last = farthest(of: lags) - Lanes.count + 1
    return Array(stride(from: lags.lowerBound, to: last, by: Lanes.count)) + [last]
  }
}

extension Foretelling.Rest {
  fileprivate mutating func note(_ sums: SIMD8<Double>, at place: Int) {
    parts[place] = min(parts[place], sums.least)
  }
}
