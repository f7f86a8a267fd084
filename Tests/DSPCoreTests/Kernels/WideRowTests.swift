// Rows in C equal the same lanes in Swift to the last bit, on any processor.

import DSPCore
import RealModule
import Testing

@Suite struct WideRowTests {
  private typealias Eight = SIMD8<Double>

  private static let counts = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 255, 256, 1001]

  /// Values from 1e-4 to 1e4; every sum of two is rounded.
  private static func row(_ count: Int, seed: UInt64) -> [Double] {
    let noise = TestSignal.uniformNoise(count: count, seed: seed)
    let sizes = TestSignal.uniformNoise(count: count, seed: seed + 100)
    return zip(noise, sizes).map { value, size in value * (size > 0 ? 1e4 : 1e-4) * size.magnitude }
  }

  private static func eight(_ row: [Double], at index: Int) -> Eight {
    Eight(row[index..<(index + 8)])
  }

  /// The sum over a row in eight lanes, then the remainder.
  private static func laneSum(_ terms: [Double]) -> Double {
    let whole = terms.count - terms.count % 8
    var lanes = Eight.zero
    for index in stride(from: 0, to: whole, by: 8) { lanes += eight(terms, at: index) }
    return terms[whole...].reduce(lanes.sum(), +)
  }

  @Test(arguments: counts)
  func `a product of rows is added in eight lanes`(count: Int) {
    let (first, second) = (Self.row(count, seed: 1), Self.row(count, seed: 2))

    let product = Rows.product(of: first.span, and: second.span)

    #expect(product == Self.laneSum(zip(first, second).map { $0 * $1 }))
  }

  @Test(arguments: counts)
  func `magnitudes and tapers equal those of single values`(count: Int) {
    let (row, weights) = (Self.row(count, seed: 3), Self.row(count, seed: 4))
    var tapered = Array(repeating: -1.0, count: count + 3)
    var target = tapered.mutableSpan

    let largest = Rows.largestMagnitude(of: row.span, minus: 0.3)
    Rows.taper(row.span, minus: 0.3, by: weights.span, into: &target)

    #expect(largest == row.map { ($0 - 0.3).magnitude }.max() ?? 0)
    #expect(tapered == zip(row, weights).map { ($0 - 0.3) * $1 } + [-1, -1, -1])
  }

  @Test(arguments: counts, [-0.5, 0, 1e-11])
  func `two sums of products share their values`(count: Int, share: Double) {
    let (weights, values) = (Self.row(2 * count, seed: 5), Self.row(count + 9, seed: 6))

    let sum = DotProduct.sum(of: weights, share: share, with: values.span, from: 4)

    func partial(_ weights: ArraySlice<Double>) -> Double {
      let terms = zip(weights, values[4...]).map { $0 * $1 }
      let whole = count - count % 8
      var (even, odd) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for index in stride(from: 0, to: whole, by: 8) {
        even += SIMD4(terms[index..<(index + 4)])
        odd += SIMD4(terms[(index + 4)..<(index + 8)])
      }
      return terms[whole...].reduce((even + odd).sum(), +)
    }
    #expect(sum == partial(weights[..<count]) + share * partial(weights[count...]))
  }

  @Test(arguments: counts)
  func `the logarithm of a power equals the library's except for rounding`(count: Int) {
    let spectrum = Self.row(2 * count, seed: 7)
    var logarithms = Array(repeating: 0.0, count: count)
    var target = logarithms.mutableSpan

    LogPowerSpectrum.write(
      of: spectrum.span, scale: PowerScale(factor: 3, floor: 1e-30), into: &target)

    let plain = (0..<count).map { index in
      let (real, imaginary) = (spectrum[2 * index], spectrum[2 * index + 1])
      return Logarithm.natural(of: (real * real + imaginary * imaginary) * 3 + 1e-30)
    }
    let worst = largestDifference(logarithms, plain)
    print("logarithms of \(count) powers: off by \(worst)")
    // Logarithms up to 70 in size.
    #expect(worst < 4e-14)
  }

  @Test(arguments: counts)
  func `twelve parallel recurrences equal single ones`(count: Int) {
    let values = Self.row(count, seed: 8)

    let magnitudes = SpectralLines.magnitudes(of: values.span, spacing: 0.02, count: 12)

    let plain = (1...12).map { line in
      let factor = 2 * Double.cos(Double(line) * 0.02)
      var (newer, older) = (0.0, 0.0)
      for value in values { (newer, older) = ((value - older) + factor * newer, newer) }
      let power = newer * newer + older * older - factor * newer * older
      return power < 0 ? 0 : power.squareRoot()
    }
    #expect(magnitudes == plain)
  }

  @Test(arguments: counts.filter { $0 > 11 })
  func `each stage of linear prediction equals the plain loop`(count: Int) {
    let frame = Self.row(count, seed: 9)
    var predictor = BurgPredictor(order: 10)

    let isPredicted = predictor.analyze(frame)

    var (forward, backward) = (Array(frame.dropFirst()), Array(frame.dropLast()))
    var coefficients: [Double] = []
    for _ in 0..<10 {
      let products = Self.laneSum(zip(forward, backward).map { $0 * $1 })
      let energies = Self.laneSum(zip(forward, backward).map { $0 * $0 + $1 * $1 })
      let reflection = 2 * products / energies
      let reversed = coefficients.reversed()
      coefficients = zip(coefficients, reversed).map { $0 - reflection * $1 } + [reflection]
      let next = zip(forward, backward).map { ($0 - reflection * $1, $1 - reflection * $0) }
      (forward, backward) = (next.dropFirst().map(\.0), next.dropLast().map(\.1))
    }
    #expect(isPredicted)
    #expect(predictor.coefficients == coefficients)
  }
}
