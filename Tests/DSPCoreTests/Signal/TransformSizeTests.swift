// The transform sizes, against a list of all products of small primes.

import DSPCore
import Testing

@Suite struct TransformSizeTests {
  /// All even products of 2, 3, 5 and 7 up to `limit`, ascending.
  private static func evenSmoothNumbers(upTo limit: Int) -> [Int] {
    var numbers: Set<Int> = [2]
    for prime in [2, 3, 5, 7] {
      for start in numbers {
        numbers.formUnion(powers(of: prime, times: start, upTo: limit))
      }
    }
    return numbers.sorted()
  }

  private static func powers(of prime: Int, times start: Int, upTo limit: Int) -> [Int] {
    Array(sequence(first: start) { $0 * prime <= limit ? $0 * prime : nil })
  }

  @Test func `the size is the next even product of small primes`() {
    let sizes = Self.evenSmoothNumbers(upTo: 8_192)

    let expected = (1...5_000).map { count in sizes.first { $0 >= count } }
    let found = (1...5_000).map { TransformSize.smallest(holding: $0) }

    #expect(found == expected)
  }

  @Test func `a frame of two thousand four hundred samples does without a power of two`() {
    #expect(TransformSize.smallest(holding: 2_422) == 2_430)
  }
}
