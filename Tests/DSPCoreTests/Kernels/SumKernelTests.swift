// Sums in lanes equal plain loops to the last bit, because each sum keeps its order.

import DSPCore
import Testing

@Suite struct SumKernelTests {
  @Test(arguments: [1, 2, 3, 129])
  func `powers of a spectrum equal a plain loop`(bins: Int) {
    let parts = TestSignal.gaussianNoise(count: 2 * bins, seed: 4)
    let before = TestSignal.gaussianNoise(count: bins, seed: 5)
    var (replaced, added) = (parts, before)
    var row = replaced.mutableSpan
    Powers.replace(&row)
    var sums = added.mutableSpan
    Powers.add(parts.span, to: &sums)
    var written = before
    var target = written.mutableSpan
    Powers.write(parts.span, times: 0.3, into: &target)

    let powers: [Double] = (0..<bins).map { bin in
      let (a, b) = (parts[2 * bin], parts[2 * bin + 1])
      return a * a + b * b
    }
    #expect(replaced.bits == powers.flatMap { [$0, 0.0] }.bits)
    #expect(added.bits == zip(before, powers).map { $0 + $1 }.bits)
    #expect(written.bits == powers.map { $0 * 0.3 }.bits)
  }
}
