// Kernels of the cepstrum compared with plain loops and formulas.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// Products of order one under rounding, up to 513 in a row.
private let roundingTolerance = 1e-12

// Units in the last place of a logarithm of at most 700, and a polynomial off by 2.4e-16.
private let logarithmTolerance = 1e-12

// A sum over 64 logarithms, divided by a sine of 0.1, then squared.
private let cepstrumTolerance = 1e-10

@Suite struct CepstrumKernelTests {
  @Test(arguments: [1, 2, 3, 4, 9, 513])
  func `the log spectrum equals the logarithms of the powers`(count: Int) {
    let parts = TestSignal.gaussianNoise(count: 2 * count, seed: 1).enumerated().map {
      $0 < 2 ? 0 : $1 * Double.exp2(Double($0 % 80 - 40))
    }
    var logarithms = Array(repeating: 0.0, count: count)
    var target = logarithms.mutableSpan

    LogPowerSpectrum.write(
      of: parts.span, scale: PowerScale(factor: 0.3, floor: 1e-300), into: &target)

    let plain = (0..<count).map { bin in
      let (a, b) = (parts[2 * bin], parts[2 * bin + 1])
      return Double.log((a * a + b * b) * 0.3 + 1e-300)
    }
    let distance = largestDifference(logarithms, plain)
    print("log power spectrum of \(count) bins: \(distance)")
    #expect(distance < logarithmTolerance)
  }

  @Test(arguments: [1, 7, 8, 256, 513])
  func `ratios and growing products equal the plain ones`(count: Int) {
    let values = TestSignal.uniformNoise(count: count, seed: 2).map { 2 + $0 }
    let divisors = TestSignal.uniformNoise(count: count, seed: 3).map { 2 + $0 }
    var (ratios, products) = (values, values)

    RatioRows.divide(values.span, by: divisors.span, into: &ratios)
    RatioRows.multiply(values.span, byExponentialAt: -0.004, into: &products)

    let plain = values.enumerated().map { $1 * Double.exp(-0.004 * Double($0)) }
    let distance = largestDifference(products, plain)
    print("growing products of \(count): \(distance)")
    #expect(ratios == zip(values, divisors).map { $0 / $1 })
    #expect(distance < roundingTolerance)
  }

  @Test(arguments: [8, 16, 64])
  func `two rows in one transform give separate results`(size: Int) {
    let count = size / 2 + 1
    let first = TestSignal.uniformNoise(count: count, seed: 4)
    let second = TestSignal.uniformNoise(count: count, seed: 5)
    let pair = CepstrumPair(size: size, unit: 0.5)
    var spectrum = Array(repeating: 0.0, count: 2 * count)
    var target = spectrum.mutableSpan

    pair.combine(first.span, second.span, into: &target)
    let transform = Self.plainTransform(of: spectrum, size: size)
    var squares = Array(repeating: 0.0, count: 2 * count)
    pair.separate(transform.span, odd: second.span, into: &squares, from: (0, count))

    let plain = [first, second].flatMap { row -> [Double] in
      let real = row.flatMap { [$0, 0.0] }
      return Self.plainTransform(of: real, size: size).prefix(count).map { 0.25 * $0 * $0 }
    }
    let distance = largestDifference(squares, plain)
    print("cepstra out of one transform of \(size): \(distance)")
    #expect(distance < cepstrumTolerance)
  }

  /// Σ_k X_k e^(2πikn/size) of half a spectrum of a real row.
  static func plainTransform(of spectrum: [Double], size: Int) -> [Double] {
    (0..<size).map { place in
      (0...(size / 2)).reduce(0) { sum, bin in
        let angle = 2 * .pi * Double(bin * place % size) / Double(size)
        let (real, imaginary) = (spectrum[2 * bin], spectrum[2 * bin + 1])
        let both = bin == 0 || 2 * bin == size ? 1.0 : 2
        return sum + both * (real * Double.cos(angle) - imaginary * Double.sin(angle))
      }
    }
  }

  @Test func `only a constant row is level`() {
    let level = Array(repeating: -690.7, count: 9)

    let isLevel = [level, level + [0]].map { CepstrumPair.isConstant($0.span) }

    #expect(isLevel == [true, false])
  }

  @Test(arguments: [1, 2, 3])
  func `a symmetric mean of rows equals the weighted sum`(reach: Int) {
    let table = TestSignal.uniformNoise(count: 100, seed: 6)
    let starts = (0..<(2 * reach + 3)).map { ($0 * 37) % 80 }
    let shape = WeightedRows.Shape(reach: reach, edge: 0.7, outer: 0.2, total: 4)
    var means = Array(repeating: 0.0, count: 16)

    WeightedRows.write(shape, ofRowsAt: starts, of: table, into: &means)

    let inner = Array(repeating: 1.0, count: 2 * reach - 1)
    let weights = [0.2, 0.7] + inner + [0.7, 0.2]
    let plain = means.indices.map { index in
      zip(starts, weights).reduce(0) { $0 + $1.1 * table[$1.0 + index] } / 4
    }
    let distance = largestDifference(means, plain)
    print("symmetric mean of \(starts.count) rows: \(distance)")
    #expect(distance < roundingTolerance)
  }

  @Test func `powers and their logarithms have the same peak`() {
    let finder = CepstralPeakFinder(floor: 60, ceiling: 330, quefrencyStep: 1e-4)
    var worst = 0.0
    for seed in UInt64(1)...200 {
      let spread = Double(seed % 9) + 0.2
      let powers = TestSignal.gaussianNoise(count: 200, seed: seed).map { Double.exp(spread * $0) }

      let peak = finder.highest(inLogarithmsOf: powers.span, times: 10)

      let plain = finder.highest(in: powers.map { 10 * Double.log($0) })
      worst = max(worst, abs(peak.position - plain.position), abs(peak.height - plain.height))
    }

    print("peaks among powers: \(worst)")
    #expect(worst < roundingTolerance * 100)
  }

  @Test func `a constant row has its peak at the first value`() {
    let finder = CepstralPeakFinder(floor: 60, ceiling: 330, quefrencyStep: 1e-4)
    let powers = Array(repeating: 1.0, count: 200)

    let peak = finder.highest(inLogarithmsOf: powers.span, times: 10)

    #expect(peak.position == 31)
    #expect(peak.height == 0)
  }
}
