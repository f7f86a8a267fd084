// Correlated deviations keep the promises of independent ones.

import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct PerturbationCorrelationTests {
  private func voice(correlation: Double) -> SyntheticVoice {
    SyntheticVoice(f0: 100, duration: 60, seed: 5).with {
      $0.jitterPercent = 1
      $0.shimmerPercent = 3
      $0.perturbationCorrelation = correlation
    }
  }

  private func correlationOfNeighbours(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let products = zip(values, values.dropFirst()).map { ($0 - mean) * ($1 - mean) }
    let squares = values.map { ($0 - mean) * ($0 - mean) }
    return products.reduce(0, +) / squares.reduce(0, +)
  }

  @Test(arguments: [0.0, 0.5, 0.8])
  func `neighbours are as correlated as asked for`(correlation: Double) {
    let truth = voice(correlation: correlation).synthesize().truth

    // 6000 cycles leave ± 0.013; no draw beyond 2.5 deviations takes away some 0.02 more.
    #expect(abs(correlationOfNeighbours(truth.periods) - correlation) < 0.05)
    #expect(abs(correlationOfNeighbours(truth.amplitudes) - correlation) < 0.05)
  }

  @Test func `jitter and shimmer are still reached exactly`() throws {
    let truth = voice(correlation: 0.5).synthesize().truth

    // Rounding of some thousand additions.
    #expect(abs(try #require(truth.jitter.local) - 0.01) < 1e-9)
    #expect(abs(try #require(truth.shimmer.local) - 0.03) < 1e-9)
  }

  @Test func `no correlation gives the independent draws`() {
    var independent = GaussianDraws(seed: 2, stream: .jitter)
    var sequence = GaussianDraws(seed: 2, stream: .jitter)

    let expected = (0..<100).map { _ in independent.next(within: 2.5) }

    #expect(sequence.sequence(count: 100, within: 2.5, correlation: 0) == expected)
  }

  @Test func `a correlation of one is refused`() {
    #expect(
      throws: SynthesisError.outOfRange(
        setting: "perturbationCorrelation", value: 1, allowed: 0...0.9)
    ) { try voice(correlation: 1).validate() }
  }
}
