// Interpolation by series against the plain sum of weighted samples, and the search for a peak
// against a fine grid.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// The sum of the omitted terms from the seventeenth on, for samples below one.
private let seriesTolerance = 2e-13

// Central differences over 2e-5 samples of a curve whose third derivative is below π³.
private let slopeTolerance = 1e-8

// A position within a millionth of a sample of the peak, and a curvature below π².
private let heightTolerance = 1e-11
private let positionTolerance = 1e-6

@Suite struct SincTableTests {
  private let noise = TestSignal.uniformNoise(count: 1_500, seed: 12)
  private let fractions = (1..<200).map { Double($0) / 200 } + [1e-9, 1 - 1e-9]

  @Test(arguments: SincWindow.allCases, [3, 4, 31, 70, 333, 700])
  func `a piece of the curve equals the plain sum`(window: SincWindow, depth: Int) {
    let table = SincTable(depth: depth, window: window)

    let piece = table.polynomial(of: noise.span, low: 750)
    let found = fractions.map { piece.value(at: $0) }

    let expected = fractions.map {
      plainSinc(noise, at: 750 + $0, depth: depth, window: window)
    }
    let worst = largestDifference(found, expected)
    print("depth \(depth), \(window): worst deviation of the series \(worst)")
    #expect(worst < seriesTolerance)
  }

  @Test(arguments: SincWindow.allCases, [3, 30, 70, 221, 700])
  func `the table value at a search start equals the plain sum`(window: SincWindow, depth: Int)
    throws
  {
    let table = SincTable(depth: depth, window: window)
    let starts = [SincTable.searchStart, 1 - SincTable.searchStart]

    let found = starts.compactMap { table.startValue(of: noise.span, low: 750, at: $0) }

    try #require(found.count == starts.count)
    let expected = starts.map {
      plainSinc(noise, at: 750 + $0, depth: depth, window: window)
    }
    let worst = largestDifference(found, expected)
    print("depth \(depth), \(window): worst deviation where a search begins \(worst)")
    #expect(worst < seriesTolerance)
  }

  @Test func `the table covers the first two positions of a Brent search`() {
    let table = SincTable(depth: 3, window: .fixedHalfWidth)
    for place in [3, 400, 1_400] {
      var asked: [Double] = []
      _ = BrentMaximum(from: Double(place - 1), to: Double(place + 1)) { position in
        asked.append(position - position.rounded(.down))
        return -position
      }
      #expect(asked.count > 2)
      #expect(
        asked.prefix(2).allSatisfy { table.startValue(of: noise.span, low: 750, at: $0) != nil })
    }
    #expect(table.startValue(of: noise.span, low: 750, at: 0.5) == nil)
  }

  @Test(arguments: SincWindow.allCases)
  func `a piece meets the samples at both ends`(window: SincWindow) {
    let piece = SincTable(depth: 70, window: window).polynomial(of: noise.span, low: 400)

    #expect(abs(piece.value(at: 0) - noise[400]) < seriesTolerance)
    #expect(abs(piece.value(at: 1) - noise[401]) < seriesTolerance)
  }

  @Test func `the slope equals differences of the value`() {
    let piece = SincTable(depth: 70, window: .fixedHalfWidth)
      .polynomial(of: noise.span, low: 400)
    let step = 1e-5

    let slopes = fractions.map { piece.valueAndSlope(at: $0).slope }

    let differences = fractions.map {
      (piece.value(at: $0 + step) - piece.value(at: $0 - step)) / (2 * step)
    }
    #expect(largestDifference(slopes, differences) < slopeTolerance)
    #expect(fractions.allSatisfy { piece.valueAndSlope(at: $0).value == piece.value(at: $0) })
  }

  @Test(arguments: [0.03, 0.1, 0.5, 0.77, 0.97])
  func `the peak of a cosine is found at its position`(place: Double) throws {
    let samples = (0..<800).map { Double.cos(2 * .pi * (Double($0) - 400 - place) / 20) }
    let piece = SincTable(depth: 350, window: .fixedHalfWidth)
      .polynomial(of: samples.span, low: 400)
    let bend = samples[399] - 2 * samples[400] + samples[401]

    let peak = try #require(piece.peak(near: place - 0.02, curvature: bend))

    let grid = stride(from: place - 5e-5, through: place + 5e-5, by: 1e-6)
    let highest = grid.map { piece.value(at: $0) }.max() ?? 0
    #expect(abs(peak.height - highest) < heightTolerance)
    #expect(abs(peak.position - place) < 2 * positionTolerance)
  }

  @Test func `a piece without a peak has none`() {
    let samples = (0..<800).map { Double.sin(2 * .pi * (Double($0) - 400.5) / 20) }
    let piece = SincTable(depth: 350, window: .fixedHalfWidth)
      .polynomial(of: samples.span, low: 400)

    #expect(piece.peak(near: 0.5, curvature: -0.1) == nil)
  }

  @Test func `a table of one depth is made once`() {
    let tables = SincTables(window: .fixedHalfWidth)

    let first = tables.table(depth: 70)
    for depth in 100..<500 { _ = tables.table(depth: depth) }

    #expect(tables.table(depth: 70) === first)
  }
}
