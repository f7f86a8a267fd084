// The kernel compared with the plain sum.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// The recursion loses digits at low frequencies: spacing⁻² roundings, relative to the largest line.
private let recursionTolerance = 1e-10

@Suite struct SpectralLineTests {
  private static func plainMagnitude(
    of values: [Double], frequency: Double
  ) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, value) in values.enumerated() {
      real += value * Double.cos(frequency * Double(index))
      imaginary += value * Double.sin(frequency * Double(index))
    }
    return (real * real + imaginary * imaginary).squareRoot()
  }

  @Test(arguments: [0.01, 0.0523, 0.12], [1, 7, 8, 9, 24])
  func `spectral lines equal the plain sum`(spacing: Double, count: Int) {
    let values = HarmonicSound.noise(sampleRate: 16_000, count: 1_501).samples

    let lines = SpectralLines.magnitudes(of: values.span, spacing: spacing, count: count)

    let expected = (1...count).map {
      Self.plainMagnitude(of: values, frequency: Double($0) * spacing)
    }
    let scale = expected.reduce(0, max)
    #expect(lines.count == count)
    #expect(zip(lines, expected).allSatisfy { abs($0 - $1) <= recursionTolerance * scale })
  }

  @Test func `no values have no lines`() {
    let lines = SpectralLines.magnitudes(of: [Double]().span, spacing: 0.1, count: 3)

    #expect(lines == [0, 0, 0])
  }
}
