// The ratio of a voice and of noise, its parts by their plain definitions, and Praat's values.

import DSPCore
import Testing
import VoiceMath
import VoiceSynthesis
import VoiceTypes

@Suite struct GlottalToNoiseExcitationTests {
  private static func ratio(_ signal: Signal) -> Measured {
    var workspace = AnalysisWorkspace()
    return GlottalToNoiseExcitation.ratio(
      of: signal, frames: .praat7_0, sincWindow: .fixedHalfWidth, workspace: &workspace)
  }

  private static func noise(seconds: Double, rate: Double) -> Signal {
    var words = SplitMix64(seed: 7)
    return Signal(
      samples: (0..<Int(seconds * rate)).map { _ in
        (0..<4).reduce(0) { sum, _ in sum + Double(words.next()) / 0x1p64 - 0.5 } / 8
      }, sampleRate: Hertz(rate))
  }

  private static func pulses(seconds: Double, rate: Double, period: Int) -> Signal {
    Signal(
      samples: (0..<Int(seconds * rate)).map { $0 % period == period / 2 ? 0.5 : 0 },
      sampleRate: Hertz(rate))
  }

  @Test func `pulses excite all bands together, noise each for itself`() throws {
    let ofPulses = try #require(
      Self.ratio(Self.pulses(seconds: 2, rate: 10_000, period: 83)).number)
    let ofNoise = try #require(Self.ratio(Self.noise(seconds: 2, rate: 10_000)).number)

    print("glottal-to-noise excitation ratio: pulses \(ofPulses), noise \(ofNoise)")
    #expect(ofPulses > 0.99)
    #expect(ofNoise < 0.3)
  }

  @Test(arguments: [0.001, 0.1, 7])
  func `a gain moves nothing but rounding`(gain: Double) throws {
    let signal = Self.noise(seconds: 0.5, rate: 16_000)
    let louder = Signal(samples: signal.samples.map { gain * $0 }, sampleRate: signal.sampleRate)

    let (before, after) = (Self.ratio(signal).number, Self.ratio(louder).number)

    #expect((try #require(before) - #require(after)).magnitude < 1e-12)
  }

  @Test func `a sound that never changes has no ratio, and a short one says how long it must be`() {
    let level = Signal(samples: Array(repeating: 0.25, count: 8000), sampleRate: 16_000)
    let short = Self.noise(seconds: 0.05, rate: 16_000)

    #expect(Self.ratio(level).unavailability?.code == .lowSNR)
    #expect(Self.ratio(short).unavailability?.code == .tooShort)
    #expect(Self.ratio(short).unavailability?.needed == 0.06)
  }

  @Test func `the pairs that are looked at in full hold the best one`() {
    let envelopes = (0..<20).map { band in
      let noise = Self.noise(seconds: 0.2, rate: 10_000).samples
      // Rows that are alike the more, the nearer their numbers are, and smooth.
      return (0..<1001).map { index in
        (0..<40).reduce(0) { $0 + noise[index + $1 + 7 * band] } / 40
      }
    }

    var best = 0.0
    for row in envelopes.indices {
      for column in envelopes.indices where row - column >= 7 {
        let (x, y) = (envelopes[row], envelopes[column])
        for lag in -3...3 {
          let sum = x.indices.filter { y.indices.contains($0 + lag) }
            .reduce(0) { $0 + x[$1] * y[$1 + lag] }
          let energies =
            x.reduce(0) { $0 + $1 * $1 }.squareRoot() * y.reduce(0) { $0 + $1 * $1 }.squareRoot()
          best = max(best, sum / energies)
        }
      }
    }

    let found = GlottalToNoiseExcitation.largestCorrelation(of: envelopes)

    #expect((found - best).magnitude < 1e-12)
  }
}
