// The vector logarithm against the one of the platform.

import DSPCore
import RealModule
import TestSupport
import Testing

// fdlibm states less than one unit; the platform's own rounding is within half a one.
private let largestUnits = 1.5

@Suite struct LogarithmTests {
  @Test func `logarithms are within a unit in the last place`() {
    var worst = WorstDeviation()
    let mantissas = TestSignal.uniformNoise(count: 2_000, seed: 1).map { 1.5 + 0.5 * $0 }
    for exponent in [-1_000, -300, -40, -2, -1, 0, 1, 2, 5, 100, 1_000] {
      for mantissa in mantissas {
        let x = mantissa * Double.exp2(Double(exponent))
        let expected = Double.log(x)
        // Near one, the error is measured relative to the argument, because the result is small.
        let unit = max(expected.ulp, .ulpOfOne * 1e-3)
        worst.note((Logarithm.natural(of: x) - expected).magnitude / unit, at: "\(x)")
      }
    }

    print("vector logarithm: \(worst.value) units at \(worst.place)")
    #expect(worst.value <= largestUnits)
  }

  @Test func `the logarithm of one is zero`() {
    #expect(Logarithm.natural(of: 1) == 0)
  }

  @Test(arguments: [0, 1, 3, 4, 9, 100])
  func `a row has the same bits as its numbers one by one`(count: Int) {
    let values = TestSignal.uniformNoise(count: count + 2, seed: 2).map { 1.1 + $0 }
    var logarithms = values

    Logarithm.write(of: values.span, in: 1..<(count + 1), times: 3, into: &logarithms)

    let expected = values[1..<(count + 1)].map { Logarithm.natural(of: $0) * 3 }
    #expect(logarithms.bits == ([values[0]] + expected + [values[count + 1]]).bits)
  }
}
