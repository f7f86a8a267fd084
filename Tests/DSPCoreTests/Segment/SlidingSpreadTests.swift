// The spread in a window that slides along is that of the values in it, whatever was in it before.

import DSPCore
import Testing

@Suite struct SlidingSpreadTests {
  /// Semitones are 60 to 110; what is left of a sum of their squares after a window of others is not to
  /// show in a spread of a millionth of one.
  private static let tolerance = 1e-6

  private func spreads(of values: [Double], width: Int) -> [Double] {
    var window = SlidingSpread(around: values[0])
    return values.indices.compactMap { place in
      window.add(values[place])
      if place >= width { window.remove(values[place - width]) }
      return place >= width - 1 ? window.spread : nil
    }
  }

  private func plainSpread(of values: ArraySlice<Double>) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  @Test func `two values lie half their difference from their mean`() {
    #expect(spreads(of: [84, 86, 89], width: 2) == [1, 1.5])
  }

  @Test func `equal values do not spread, and nothing of other values stays behind`() {
    let values = [110.0, 60, 97.3] + Array(repeating: 84.1, count: 50)

    #expect(spreads(of: values, width: 10).suffix(40).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [1e-7, 1e-3, 1])
  func `the spread in every window is that of its values`(scale: Double) {
    let noise = TestSignal.gaussianNoise(count: 400, seed: 6)
    let values = noise.enumerated().map { $0 < 100 ? 60 + 50 * Double($0 % 2) : 84.3 + scale * $1 }
    let width = 90

    let found = spreads(of: values, width: width)

    for (first, spread) in found.enumerated() {
      let plain = plainSpread(of: values[first..<(first + width)])
      #expect(abs(spread - plain) <= Self.tolerance * plain, "window \(first)")
    }
  }
}
