// What linear prediction finds where the answer is known.

import DSPCore
import Testing

@Suite struct PredictionResidualTests {
  @Test func `the prediction of an autoregressive sound is its own recursion`() {
    // r[k] = ρ^k belongs to x[n] = ρ x[n − 1] + noise.
    let found = PredictionResidual.levinson(
      (0...5).map { k in (0..<k).reduce(1.0) { p, _ in p * 0.9 } })

    print("levinson: \(found)")
    #expect((found[0] + 0.9).magnitude < 1e-12)
    #expect(found.dropFirst().allSatisfy { $0.magnitude < 1e-12 })
  }

  @Test func `a sound without energy has no prediction, and an exact one stops in time`() {
    #expect(PredictionResidual.levinson([0, 0, 0]) == [])
    // A constant: one coefficient predicts it, and nothing is left to predict.
    #expect(PredictionResidual.levinson([1, 1, 1]) == [])
  }
}
