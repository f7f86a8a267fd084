// A sum that has seen large terms must not remember them.

import DSPCore
import Testing

// One rounding of a sum.
private let roundingTolerance = 1e-15

@Suite struct CompensatedSumTests {
  @Test func `a sum of three squares is their sum`() {
    var sum = CompensatedSum()

    for term in [9.0, 16, 144] { sum.add(term) }

    #expect(sum.value == 169)
  }

  @Test func `a loud section leaves no rounding error in a quiet one`() {
    let loud = TestSignal.uniformNoise(count: 1_000, seed: 5).map { $0 * $0 }
    let quiet = TestSignal.uniformNoise(count: 1_000, seed: 6).map { 1e-12 * $0 * $0 }
    var (sum, ofQuietAlone) = (CompensatedSum(), CompensatedSum())

    for term in loud + quiet { sum.add(term) }
    for term in loud { sum.add(-term) }
    for term in quiet { ofQuietAlone.add(term) }

    // An uncompensated sum is off by 1e−13, a thousandth of the energy of the quiet samples.
    #expect(abs(sum.value / ofQuietAlone.value - 1) < roundingTolerance)
  }

  @Test func `squares of sixteen-bit samples leave exactly zero when all are removed`() {
    let squares = TestSignal.uniformNoise(count: 5_000, seed: 7)
      .map { ($0 * 32_767).rounded() / 32_768 }
      .map { $0 * $0 }
    var sum = CompensatedSum()

    for square in squares { sum.add(square) }
    for square in squares { sum.add(-square) }

    #expect(sum.value == 0)
  }

  @Test func `a product is added with its rounding error`() {
    // (1 + 2⁻³⁰)² = 1 + 2⁻²⁹ + 2⁻⁶⁰, and a double cannot hold the last term together with the
    // first.
    var sum = CompensatedSum()

    sum.add(product: 1 + 0x1p-30, 1 + 0x1p-30)
    sum.add(-1)
    sum.add(-0x1p-29)

    #expect(sum.value == 0x1p-60)
  }
}
