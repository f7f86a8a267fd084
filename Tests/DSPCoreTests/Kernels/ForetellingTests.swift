// The kernel that foretells samples from others of their row, against the plain loops.

import DSPCore
import TestSupport
import Testing

@Suite struct ForetellingTests {
  private static let row: [Double] = (0..<400).map { (index: Int) -> Double in
    let scattered = (index * 7919 + index * index * 31) % 1009
    return Double(scattered) / 1009 - 0.5
  }

  /// Sums of a hundred squares in another order.
  private static let tolerance = 1e-12

  private static func left(_ samples: some Sequence<Int>, shift: Int) -> Double {
    var sum = 0.0
    for sample in samples {
      let difference = row[sample] - row[sample + shift]
      sum += difference * difference
    }
    return sum
  }

  private static func isNear(_ first: Double, _ second: Double) -> Bool {
    abs(first - second) <= tolerance * max(1, abs(second))
  }

  @Test(arguments: [40...40, 40...46, 40...47, 40...48, 37...58])
  func `the smallest distance equals that of plain loops`(lags: ClosedRange<Int>) {
    let (zone, places) = (150..<250, 180...215)
    // Fewer than eight distances are filled up.
    let tried = lags.lowerBound...LagPredictionResidual.farthest(of: lags)

    let past = LagPredictionResidual.rest(
      of: zone, from: .past, in: Self.row.span, lags: lags, places: places)
    let future = LagPredictionResidual.rest(
      of: zone, from: .future, in: Self.row.span, lags: lags, places: places)

    for (index, place) in places.enumerated() {
      let before = tried.map { Self.left(zone.lowerBound..<place, shift: -$0) }.min() ?? 0
      let after = tried.map { Self.left(place..<zone.upperBound, shift: $0) }.min() ?? 0
      #expect(Self.isNear(past.parts[index], before))
      #expect(Self.isNear(future.parts[index], after))
    }
    #expect(Self.isNear(past.whole, tried.map { Self.left(zone, shift: -$0) }.min() ?? 0))
    #expect(Self.isNear(future.whole, tried.map { Self.left(zone, shift: $0) }.min() ?? 0))
  }
}
