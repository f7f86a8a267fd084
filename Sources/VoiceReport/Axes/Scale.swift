// From numbers to places along an axis.

internal import RealModule

/// How an axis spreads its numbers.
package struct Scale: Sendable, Equatable {
  /// What equal distances on the axis are.
  package enum Kind: Sendable {
    case differences
    case ratios
  }

  package let kind: Kind

  /// The numbers at both ends.
  package let domain: ClosedRange<Double>

  /// Where these lie on the page; the second may be the smaller.
  package let start: Double
  package let end: Double

  /// An axis for the numbers of `domain`, from `start` to `end` of the page.
  package init(_ kind: Kind, of domain: ClosedRange<Double>, from start: Double, to end: Double) {
    precondition(
      domain.upperBound > domain.lowerBound && (kind == .differences || domain.lowerBound > 0),
      "an axis has a length, and one of ratios no zero")
    (self.kind, self.domain, self.start, self.end) = (kind, domain, start, end)
  }

  /// Where a number lies; numbers beyond the ends lie beyond the axis.
  package func place(of number: Double) -> Double {
    let (low, high) = (domain.lowerBound, domain.upperBound)
    let share =
      switch kind {
      case .differences: (number - low) / (high - low)
      case .ratios: Double.log(max(number, .leastNormalMagnitude) / low) / Double.log(high / low)
      }
    return start + share * (end - start)
  }

  /// The same, held at the ends.
  package func clampedPlace(of number: Double) -> Double {
    place(of: min(max(number, domain.lowerBound), domain.upperBound))
  }

  /// Ticks that lie closer than this cannot both have a number, in page units.
  private static let leastDistance = 15.0

  /// The ticks of the axis.
  package func ticks(atMost count: Int) -> Ticks {
    switch kind {
    case .differences: Ticks.even(in: domain, atMost: count)
    case .ratios:
      // The upper ones lie closer than the lower ones: fewer of them where they would touch.
      (2...max(2, count)).reversed().lazy.map { Ticks.ofRatios(in: domain, atMost: $0) }
        .first(where: areApart) ?? Ticks.ofRatios(in: domain, atMost: 2)
    }
  }

  private func areApart(_ ticks: Ticks) -> Bool {
    let places = ticks.values.map(place)
    return zip(places, places.dropFirst()).allSatisfy {
      ($1 - $0).magnitude >= Self.leastDistance
    }
  }

  /// The range of numbers with a margin of a share of it on either side; nil for no numbers.
  package static func range(
    of numbers: [Double], margin: Double, least: Double
  ) -> ClosedRange<Double>? {
    guard let low = numbers.min(), let high = numbers.max(), low.isFinite, high.isFinite else {
      return nil
    }
    let spare = max(margin * (high - low), (least - (high - low)) / 2)
    return (low - spare)...(high + spare)
  }
}
