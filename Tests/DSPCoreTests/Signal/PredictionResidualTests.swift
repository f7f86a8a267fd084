// What linear prediction finds where the answer is known, and the sums of products at every fourth place.

import DSPCore
import Testing
import VoiceMath

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

@Suite struct FourfoldRowsTests {
  @Test(arguments: [16, 1023, 1024, 1200])
  func `products are those of every fourth place, at the best of seven lags`(length: Int) {
    var words = SplitMix64(seed: 3)
    let rows = (0..<2).map { _ in
      (0..<length).map { _ in Double(words.next()) / 0x1p64 - 0.5 }
    }

    let sums = (-3...3).map { lag in
      stride(from: 0, to: 4 * (length / 4), by: 4).reduce(0.0) { sum, place in
        let other = place + lag
        return other >= 0 && other < 4 * (length / 4) ? sum + rows[0][place] * rows[1][other] : sum
      }
    }
    let found = FourfoldRows(rows).largestProducts(of: [(row: 0, column: 1)])

    #expect((found[0] - (sums.max() ?? 0)).magnitude < 1e-12)
  }
}
