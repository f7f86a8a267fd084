// The generators give the published sequences, and the draws have the distribution they claim.

import Testing
import VoiceSynthesis

@Suite struct RandomStreamTests {
  @Test func `xoshiro256 starstar gives the published sequence`() {
    var generator = Xoshiro256StarStar(state: (1, 2, 3, 4))

    #expect(generator.next() == 11_520)
    #expect(generator.next() == 0)
    #expect(generator.next() == 1_509_978_240)
    #expect(generator.next() == 1_215_971_899_390_074_240)
  }

  @Test func `streams of one seed differ`() {
    var jitter = GaussianDraws(seed: 1, stream: .jitter)
    var shimmer = GaussianDraws(seed: 1, stream: .shimmer)

    #expect(jitter.next() != shimmer.next())
  }

  @Test func `random draws have mean 0, variance 1 and kurtosis 3`() {
    var draws = GaussianDraws(seed: 2, stream: .noise)
    let count = 100_000.0

    let sample = (0..<100_000).map { _ in draws.next() }
    let mean = sample.reduce(0, +) / count
    let square = sample.reduce(0) { $0 + $1 * $1 } / count
    let fourth = sample.reduce(0) { $0 + $1 * $1 * $1 * $1 } / count

    // Five standard errors: 1, √2 and √96 over √count.
    #expect(abs(mean) < 5 * 1 / 316.2)
    #expect(abs(square - 1) < 5 * 1.4142 / 316.2)
    #expect(abs(fourth - 3) < 5 * 9.798 / 316.2)
  }

  @Test func `limited draws do not exceed their limit`() throws {
    var draws = GaussianDraws(seed: 3, stream: .jitter)

    let largest = (0..<10_000).map { _ in draws.next(within: 2.5).magnitude }.max()

    #expect(try #require(largest) <= 2.5)
    #expect(try #require(largest) > 2.4)
  }

  @Test func `deviations have a weighted mean of 0 and the mean difference asked for`() {
    var draws = GaussianDraws(seed: 4, stream: .jitter)
    let weights = (1...500).map { 1 + Double($0 % 7) }

    let deviations = RelativeDeviations.drawn(
      from: &draws, weights: weights, meanDifference: 0.01)
    let weightedSum = zip(deviations, weights).reduce(0) { $0 + $1.0 * $1.1 }
    let difference = zip(deviations.dropFirst(), deviations).reduce(0) { $0 + abs($1.0 - $1.1) }

    #expect(abs(weightedSum) < 1e-12)
    #expect(abs(difference / 499 - 0.01) < 1e-14)
  }
}
