// The spread of a window depends only on the values in it.

import DSPCore
import Testing

@Suite struct WindowSpreadTests {
  /// The sum of 90 values in another order than the plain one moves their mean by a rounding of 84, which is a
  /// ten-millionth of the smallest spread below.
  private static let tolerance = 1e-6

  private func spreads(of values: [Double], width: Int) -> [Double] {
    var windows = WindowSpreads(of: values, width: width)
    return windows.starts.map { windows.spread(from: $0) }
  }

  private func plainSpread(of values: ArraySlice<Double>) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  @Test func `two values lie half their difference from their mean`() {
    #expect(spreads(of: [84, 86, 89], width: 2) == [1, 1.5])
  }

  @Test func `equal values have no spread, also after other values`() {
    let values = [110.0, 60, 97.3] + Array(repeating: 84.25, count: 50)

    #expect(spreads(of: values, width: 10).suffix(40).allSatisfy { $0 == 0 })
  }

  @Test func `a row shorter than a window has none`() {
    #expect(spreads(of: [84, 86], width: 3).isEmpty)
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
