internal import RealModule

/// A linear or logarithmic map from values to page coordinates.
package struct Scale: Sendable, Equatable {
  /// The scale type: linear (`differences`) or logarithmic (`ratios`).
  package enum Kind: Sendable {
    case differences
    case ratios
  }

  package let kind: Kind

  /// The values at both ends.
  package let domain: ClosedRange<Double>

  /// Page coordinates of both ends. `end` may be less than `start`.
  package let start: Double
  package let end: Double

  /// Creates a scale from `domain` to `start` … `end`.
  package init(_ kind: Kind, of domain: ClosedRange<Double>, from start: Double, to end: Double) {
    precondition(
      domain.upperBound > domain.lowerBound && (kind == .differences || domain.lowerBound > 0),
      "an axis has a positive length, a logarithmic axis no zero")
    (self.kind, self.domain, self.start, self.end) = (kind, domain, start, end)
  }

  /// Returns the coordinate of a value. Values outside the domain give coordinates outside the
  /// axis.
  package func place(of number: Double) -> Double {
    let (low, high) = (domain.lowerBound, domain.upperBound)
    let share =
      switch kind {
      case .differences: (number - low) / (high - low)
      case .ratios: Double.log(max(number, .leastNormalMagnitude) / low) / Double.log(high / low)
      }
    return start + share * (end - start)
  }

  /// Returns the coordinate of a value, clamped to the axis.
  package func clampedPosition(of number: Double) -> Double {
    place(of: min(max(number, domain.lowerBound), domain.upperBound))
  }

  /// Minimum distance of labelled ticks, in page units.
  private static let leastDistance = 15.0

  /// Returns at most `count` ticks.
  package func ticks(atMost count: Int) -> Ticks {
    switch kind {
    case .differences: Ticks.even(in: domain, atMost: count)
    case .ratios:
      // Upper ticks of a logarithmic scale are denser: reduce the count until no labels touch.
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

  /// Returns the range of numbers with a relative margin, at least `least` wide; nil without finite
  /// numbers.
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
