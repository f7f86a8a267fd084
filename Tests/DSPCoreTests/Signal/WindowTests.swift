// The two window shapes, against their formulas.

import DSPCore
import RealModule
import Testing

// Values up to one, rounded a few times.
private let roundingTolerance = 1e-15

@Suite struct WindowTests {
  @Test func `three points of a Hann window are one half, one, one half`() {
    #expect(largestDifference(Window.hann(count: 3), [0.5, 1, 0.5]) < roundingTolerance)
  }

  @Test func `five points of a Hann window are a quarter, three quarters, one and back`() {
    let expected = [0.25, 0.75, 1, 0.75, 0.25]

    #expect(largestDifference(Window.hann(count: 5), expected) < roundingTolerance)
  }

  @Test func `three points of a Gaussian window follow from its formula`() {
    let (edge, flank) = (Double.exp(-12), Double.exp(-3))

    let expected = [(flank - edge) / (1 - edge), 1, (flank - edge) / (1 - edge)]

    #expect(largestDifference(Window.gaussian(count: 3), expected) < roundingTolerance)
  }

  @Test(arguments: [4, 586, 1_762, 3_526])
  func `windows are symmetric`(count: Int) {
    let (hann, gaussian) = (Window.hann(count: count), Window.gaussian(count: count))

    #expect(largestDifference(hann, hann.reversed()) < roundingTolerance)
    #expect(largestDifference(gaussian, gaussian.reversed()) < roundingTolerance)
  }

  @Test(arguments: [4, 586, 1_762, 3_526])
  func `windows are positive at every point and rise to the middle`(count: Int) {
    for window in [Window.hann(count: count), Window.gaussian(count: count)] {
      #expect(window.allSatisfy { $0 > 0 && $0 <= 1 })
      #expect(Array(window.prefix(count / 2)).steps.allSatisfy { $0 > 0 })
    }
  }
}
