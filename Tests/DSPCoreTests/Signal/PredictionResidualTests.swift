// Linear prediction of signals with known coefficients.

import DSPCore
import Testing

@Suite struct PredictionResidualTests {
  @Test func `the prediction of an autoregressive sound is its own recursion`() {
    // r[k] = ρ^k belongs to x[n] = ρ x[n − 1] + noise.
    let found = LinearPrediction(
      lags: (0...5).map { k in (0..<k).reduce(1.0) { p, _ in p * 0.9 } }
    ).coefficients

    print("levinson: \(found)")
    #expect((found[0] + 0.9).magnitude < 1e-12)
    #expect(found.dropFirst().allSatisfy { $0.magnitude < 1e-12 })
  }

  @Test func `the residual is the unpredictable share`() {
    // 1 − ρ² of each sample is new.
    let prediction = LinearPrediction(lags: [1, 0.9, 0.81])

    #expect((prediction.error - 0.19).magnitude < 1e-15)
  }

  @Test func `double-double arithmetic predicts a nearly pure sine`() {
    // A sine of six samples per period, 1, ½, −½, and 1e-20 of white noise.
    let noise = 1e-20
    let lags = [TwofoldDouble(1, rest: noise), TwofoldDouble(0.5), TwofoldDouble(-0.5)]

    let (rounded, exact) = (LinearPrediction(lags: lags.map(\.value)), LinearPrediction(lags: lags))

    #expect(rounded.coefficients == [-1])
    // The noise goes through 1 − z⁻¹ + z⁻².
    #expect(exact.coefficients == [-1, 1])
    #expect((exact.error / (3 * noise) - 1).magnitude < 1e-9)
  }

  @Test func `a sound without energy has no prediction, and an exact one stops in time`() {
    #expect(LinearPrediction(lags: [0, 0, 0]).coefficients == [])
    // A constant: one coefficient predicts it, and nothing is left to predict.
    #expect(LinearPrediction(lags: [1, 1, 1]).coefficients == [])
  }
}
