// The alternation statistic on sequences that can be worked out by hand, and under chance.

import DSPCore
import Testing
import VoiceSynthesis

// Some twenty operations on numbers near 1.
private let roundingTolerance = 1e-9

@Suite struct AlternationTests {
  private func alternation(_ values: [Double], limitPercent: Double = 1) -> Alternation? {
    let length = Alternation.windowLength
    guard values.count >= length else { return nil }
    let windows = (0...(values.count - length)).map { values[$0..<($0 + length)] }
    return Alternation(in: windows, outOf: values.count, limitPercent: limitPercent)
  }

  @Test func `pure alternation explains the whole variance`() throws {
    let values = (0..<100).map { $0.isMultiple(of: 2) ? 0.98 : 1.02 }

    let found = try #require(alternation(values))

    #expect(abs(found.percent - 4) < roundingTolerance)
    #expect(abs(found.share - 1) < roundingTolerance)
    #expect(found.presence == 1)
    #expect(found.windows == 83)
  }

  @Test func `a glide and a constant do not alternate`() throws {
    let glide = try #require(alternation((0..<60).map { 1 + 0.01 * Double($0) }))
    let constant = try #require(alternation(Array(repeating: 1, count: 60)))

    #expect(glide.percent < roundingTolerance)
    #expect(glide.presence == 0)
    #expect(constant.percent == 0)
    #expect(constant.share == 0)
  }

  @Test func `alternation with phase changes between windows is found`() throws {
    let values = (0..<60).map { index in
      (index < 30) == index.isMultiple(of: 2) ? 0.98 : 1.02
    }

    let found = try #require(alternation(values))

    // Windows across the change see some of both sides.
    #expect(found.percent > 3)
    #expect(found.share > 0.6)
  }

  @Test(arguments: [0.5, 2, 6])
  func `random perturbation is not alternation`(percent: Double) throws {
    var draws = GaussianDraws(seed: 11, stream: .jitter)
    let values = (0..<5_000).map { _ in 1 + percent / 100 * draws.next() }

    let found = try #require(alternation(values))

    // 5 000 cycles hold 300 separate windows: a tenth of the mean, and a tenth of the deviation.
    #expect(abs(found.share - 0.16) < 0.016)
    #expect(found.percent < 0.1 * 2 * percent)
  }

  @Test func `chance explains less than the limit over a hundred cycles`() {
    var draws = GaussianDraws(seed: 12, stream: .jitter)
    let shares = (0..<200).compactMap { _ in
      alternation((0..<100).map { _ in 1 + 0.01 * draws.next() })?.share
    }

    // The limit is 0.4; one in a hundred may come near.
    #expect(shares.count == 200)
    #expect(shares.count { $0 >= 0.4 } <= 2)
  }

  @Test func `an episode is present in its share of the windows`() throws {
    let values = (0..<117).map { index in
      index < 20 ? (index.isMultiple(of: 2) ? 0.95 : 1.05) : 1
    }

    let found = try #require(alternation(values))

    // The first 3 of 100 windows are inside. The following ones contain ever less of it.
    #expect(found.presence >= 0.03)
    #expect(found.presence < 0.2)
  }

  @Test func `windows without a comparison lower the presence`() throws {
    let length = Alternation.windowLength
    let values = (0..<length).map { $0.isMultiple(of: 2) ? 0.98 : 1.02 }

    let found = try #require(Alternation(in: [values[...]], outOf: length + 9, limitPercent: 1))

    #expect(found.presence == 0.1)
  }

  @Test func `without a window there is no statistic`() {
    #expect(Alternation(in: [], outOf: 5, limitPercent: 1) == nil)
  }
}
