// The transform sizes, against a list of all of them.

import DSPCore
import Testing

@Suite struct TransformSizeTests {
  /// All even numbers of the form 2ⁿ, 5/4 · 2ⁿ and 6/4 · 2ⁿ up to 2¹³, ascending.
  private static let sizes = (1...13).flatMap { exponent -> [Int] in
    let power = 1 << exponent
    return [4 * power, 5 * power, 6 * power]
      .filter { $0.isMultiple(of: 8) }
      .map { $0 / 4 }
  }

  @Test func `the size is the next power of two, or five or six quarters of one`() {
    let expected = (1...5_000).map { count in Self.sizes.first { $0 >= count } }

    let found = (1...5_000).map { TransformSize.smallest(holding: $0) }

    #expect(found == expected)
  }

  @Test func `a frame of 2400 samples uses a size that is no power of two`() {
    #expect(TransformSize.smallest(holding: 2_422) == 2_560)
  }
}
