import DSPCore
import Foundation
import Testing

@Suite struct FFTPACKTests {
  /// Values without symmetry.
  private static func values(_ count: Int) -> [Double] {
    var values: [Double] = []
    for index in 0..<count {
      let angle: Double = 0.7 * Double((index * index) % 97)
      values.append(Foundation.cos(angle))
    }
    return values
  }

  @Test(arguments: [4, 8, 16, 32, 64, 128])
  func `the transform is the discrete Fourier transform`(size: Int) {
    let values = Self.values(size)

    let found = FFTPACK.forwards(values)

    for bin in 0...(size / 2) {
      var (re, im) = (0.0, 0.0)
      for (index, value) in values.enumerated() {
        let angle: Double = -2 * Double.pi * Double((index * bin) % size) / Double(size)
        re += value * Foundation.cos(angle)
        im += value * Foundation.sin(angle)
      }
      #expect(abs(found[bin].x - re) < 1e-11 && abs(found[bin].y - im) < 1e-11)
    }
  }

  @Test(arguments: [4, 8, 1024, 2048])
  func `forwards and back multiplies by the size`(size: Int) {
    let values = Self.values(size)

    let again = FFTPACK.back(FFTPACK.forwards(values), count: size)

    var worst = 0.0
    for (value, expected) in zip(again, values) {
      worst = max(worst, abs(value / Double(size) - expected))
    }
    #expect(worst < 1e-14)
  }
}
