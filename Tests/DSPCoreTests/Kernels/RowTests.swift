// Row arithmetic in lanes against plain loops, at lengths with and without a rest.

import DSPCore
import RealModule
import Testing

// Sums of a hundred numbers below one in another order.
private let roundingTolerance = 1e-14

@Suite struct RowTests {
  private static let lengths = [0, 1, 7, 8, 9, 16, 61, 64, 100]
  private static let noise = TestSignal.uniformNoise(count: 400, seed: 21)

  @Test(arguments: lengths)
  func `sums and products equal a plain loop`(length: Int) {
    let (first, second) = (Array(Self.noise.prefix(length)), Array(Self.noise.suffix(length)))

    let sum = Rows.sum(of: first.span)
    let product = Rows.product(of: first.span, and: second.span)

    #expect(abs(sum - first.reduce(0, +)) < roundingTolerance)
    #expect(abs(product - zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }) < roundingTolerance)
  }

  @Test(arguments: lengths)
  func `peaks and extremes equal a plain loop`(length: Int) {
    let row = Array(Self.noise.prefix(length))

    #expect(
      Rows.largestMagnitude(of: row.span, minus: 0.1)
        == row.map { abs($0 - 0.1) }.max() ?? 0)
    guard let lowest = row.min(), let highest = row.max() else { return }
    let found = Rows.extremes(of: row.span)
    #expect(found.lowest == lowest && found.highest == highest)
    #expect(abs(found.sum - row.reduce(0, +)) < roundingTolerance)
  }

  @Test(arguments: lengths)
  func `differences and tapers equal a plain loop`(length: Int) {
    let (row, weights) = (Array(Self.noise.prefix(length)), Array(Self.noise.suffix(length)))
    var (less, tapered) = (row + [5], row + [5])

    Rows.subtract(0.25, from: row.span, into: &less)
    var target = tapered.mutableSpan
    Rows.taper(row.span, minus: 0.25, by: weights.span, into: &target)

    #expect(less == row.map { $0 - 0.25 } + [5])
    #expect(tapered == zip(row, weights).map { ($0 - 0.25) * $1 } + [5])
  }

  @Test(arguments: lengths.dropFirst())
  func `an even row is the plain product to either side of its middle`(length: Int) {
    let (row, weights) = (Array(Self.noise.prefix(length)), Array(Self.noise.suffix(length)))
    let (middle, count) = (length + 1, 2 * length + 4)
    var mirrored = Array(repeating: 5.0, count: count)

    var target = mirrored.mutableSpan
    EvenRow.write(row.span, times: 3, and: weights.span, around: middle, into: &target)

    let expected = (0..<count).map { place in
      let lag = abs(place - middle)
      return lag < length ? row[lag] * (3 * weights[lag]) : 5
    }
    #expect(mirrored == expected)
  }

  @Test(arguments: lengths)
  func `a row is mirrored to the other side of its middle`(length: Int) {
    let (middle, count) = (length + 1, 2 * length + 4)
    var row = (0..<count).map { $0 < middle ? 5 : Self.noise[$0] }
    let before = row

    var target = row.mutableSpan
    EvenRow.mirror(length, around: middle, in: &target)

    #expect(
      row
        == (0..<count).map {
          abs($0 - middle) < length ? before[middle + abs($0 - middle)] : before[$0]
        })
  }

  @Test(arguments: [1, 7, 8, 9, 30])
  func `correlations of all lags equal plain sums`(lagCount: Int) {
    let length = 50
    let row = Array(Self.noise.prefix(length + lagCount - 1))
    let products = (0..<lagCount).map { lag in
      3 * (0..<length).reduce(0) { $0 + row[$1] * row[$1 + lag] }
    }
    var (sums, quadrupled) = (products, products)

    var target = sums.mutableSpan
    let facts = NormalizedLags(length: length, scale: 1.0 / 3)
      .write(products.span, along: row.span, into: &target)
    let head =
      4
      * Rows.product(
        of: row.span.extracting(first: length), and: row.span.extracting(first: length))
    var other = quadrupled.mutableSpan
    _ = NormalizedLags(length: length, scale: 1.0 / 3, head: head)
      .write(products.span, along: row.span, into: &other)

    let plain = (0..<lagCount).map { lag in
      (0..<length).reduce(0) { $0 + row[$1 + lag] * row[$1 + lag] }
    }
    let expected = (0..<lagCount).map { lag in
      (0..<length).reduce(0) { $0 + row[$1] * row[$1 + lag] } / (plain[0] * plain[lag]).squareRoot()
    }
    let steps = zip(sums.dropFirst(), sums).map { abs($0 - $1) }
    #expect(largestDifference(sums, expected) < roundingTolerance)
    #expect(quadrupled == sums.map { $0 / 2 })
    #expect(facts.smallestStep == steps.min() ?? .infinity)
    #expect(abs(facts.smallestEnergy - (plain.min() ?? 0)) < roundingTolerance)
    #expect(abs(facts.largestEnergy - (plain.max() ?? 0)) < roundingTolerance)
  }

  @Test(arguments: [1, 7, 8, 9, 30])
  func `a correlation of two windows equals three products`(length: Int) {
    let (window, there) = (Array(Self.noise.prefix(length)), Array(Self.noise.suffix(length)))
    let energy = Rows.product(of: window.span, and: window.span)

    let height = PairedProducts.correlation(of: window.span, energy: energy, with: there.span)

    let product = Rows.product(of: window.span, and: there.span)
    let norm = (energy * Rows.product(of: there.span, and: there.span)).squareRoot()
    #expect(height == product / norm)
  }

  @Test(arguments: [3, 10, 11, 17, 18, 100])
  func `maxima equal a plain loop`(length: Int) {
    // Whole steps of a tenth, so that neighbours can be equal.
    let row = Self.noise.prefix(length).map { ($0 * 10).rounded() / 10 }
    var places = [7]

    LocalMaxima.find(in: row.span, range: 1..<(length - 1), above: 0.1, into: &places)

    let plain = (1..<(length - 1)).filter {
      row[$0] > 0.1 && row[$0] > row[$0 - 1] && row[$0] >= row[$0 + 1]
    }
    #expect(places == plain)
  }

  @Test func `a quiet window and equal neighbours are not resolvable`() {
    let told = LagRowFacts(smallestStep: 1e-6, smallestEnergy: 1, largestEnergy: 2)
    let quiet = LagRowFacts(smallestStep: 1e-6, smallestEnergy: 1e-4, largestEnergy: 2)
    let equal = LagRowFacts(smallestStep: 1e-14, smallestEnergy: 1, largestEnergy: 2)

    #expect(told.isResolvable(atNoise: 1e-13))
    #expect(!quiet.isResolvable(atNoise: 1e-13))
    #expect(!equal.isResolvable(atNoise: 1e-13))
  }

  @Test(arguments: [0, 1, 2, 30, 300])
  func `sums under a raised cosine equal a plain loop`(count: Int) {
    let samples = Array(Self.noise.prefix(count))
    var sums = RaisedCosineSums()

    sums.add(samples.span, firstAngle: -1.2, step: 0.013)

    let weights = samples.indices.map { 0.5 + 0.5 * Double.cos(-1.2 + 0.013 * Double($0)) }
    let power = zip(samples, weights).reduce(0) { $0 + $1.0 * $1.1 * $1.0 * $1.1 }
    #expect(abs(sums.power - power) < 10 * roundingTolerance)
    #expect(abs(sums.weights - weights.reduce(0) { $0 + $1 * $1 }) < 20 * roundingTolerance)
  }
}
