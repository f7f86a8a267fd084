// Single frequencies through a pass band.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// A gain is one cosine.
private let roundingTolerance = 1e-12

// The phase of the last of 16 384 samples is rounded, and so spreads a little over the spectrum.
private let toneTolerance = 1e-9

@Suite struct HannPassBandTests {
  private static let band = HannPassBand(low: 80, high: 2_000, smoothing: 80)

  static let gains: [(Double, Double)] = [
    (0, 0), (40, 0.5 - 0.25 * 2.0.squareRoot()), (80, 0.5), (160, 1), (1_000, 1), (1_920, 1),
    (2_000, 0.5), (2_080, 0), (4_000, 0),
  ]

  @Test(arguments: gains)
  func `the gain of a frequency depends on its place in the band`(frequency: Double, gain: Double) {
    let found = Self.band.gain(at: Hertz(frequency), nyquist: 8_192)

    #expect(abs(found - gain) < roundingTolerance)
  }

  @Test func `a band that reaches beyond Nyquist has no upper flank`() {
    #expect(Self.band.gain(at: 1_990, nyquist: 2_000) == 1)
  }

  @Test func `a tone inside the band passes, one outside is removed`() {
    func tone(_ frequency: Double) -> Signal {
      HarmonicSound.partials(
        [Partial(frequency: frequency, amplitude: 1)], sampleRate: 16_384, count: 16_384)
    }
    let (inside, outside) = (tone(500), tone(20))
    let both = Signal(
      samples: zip(inside.samples, tone(4_000).samples).map { $0 + $1 }, sampleRate: 16_384)
    var workspace = AnalysisWorkspace()

    let passed = Self.band.apply(to: both, workspace: &workspace)
    let faint = Self.band.apply(to: outside, workspace: &workspace)

    #expect(zip(passed.samples, inside.samples).allSatisfy { abs($0 - $1) < toneTolerance })
    #expect(faint.samples.allSatisfy { abs($0) < 0.04 })
  }
}
