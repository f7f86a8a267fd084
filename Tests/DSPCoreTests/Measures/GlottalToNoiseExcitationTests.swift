// The ratio of a voice and of noise, its parts by their plain definitions, and Praat's values.

import DSPCore
import RealModule
import TestSupport
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
  func `gain changes only rounding`(gain: Double) throws {
    let signal = Self.noise(seconds: 0.5, rate: 16_000)
    let louder = Signal(samples: signal.samples.map { gain * $0 }, sampleRate: signal.sampleRate)

    let (before, after) = (Self.ratio(signal).number, Self.ratio(louder).number)

    #expect((try #require(before) - #require(after)).magnitude < 1e-12)
  }

  @Test func `a constant sound has no GNE, a short one names the minimum`() {
    let level = Signal(samples: Array(repeating: 0.25, count: 8000), sampleRate: 16_000)
    let short = Self.noise(seconds: 0.05, rate: 16_000)

    #expect(Self.ratio(level).unavailability?.code == .lowSNR)
    #expect(Self.ratio(short).unavailability?.code == .tooShort)
    #expect(Self.ratio(short).unavailability?.needed == 0.06)
  }

  /// Noise, and noise whose loudness pulsates, so that few and many bands go together.
  @Test(arguments: [(0.2, 0.5), (0.45, 0.0), (0.45, 1.0)])
  func `the correlations computed in full include the largest`(
    seconds: Double, pulsation: Double
  ) {
    let noise = Self.noise(seconds: seconds, rate: 10_000).samples
    let residual = noise.enumerated().map { index, value in
      value * (1 - pulsation * Double(index % 83) / 83)
    }
    var workspace = AnalysisWorkspace()
    let bands = ResidualBands(of: residual, length: residual.count, workspace: &workspace)
    let rows = (0..<bands.count).map { bands.envelope(of: $0).values }
    let norms = rows.map { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }

    var best = 0.0
    for row in rows.indices {
      for column in rows.indices where row - column >= 7 {
        let (x, y) = (rows[row], rows[column])
        for lag in -3...3 {
          best = max(best, laggedSum(x, y, lag: lag) / norms[row] / norms[column])
        }
      }
    }
    let found = GlottalToNoiseExcitation.largestCorrelation(of: bands)

    print("pulsation \(pulsation): \(found)")
    #expect(bands.count == 51)
    #expect((found - best).magnitude < 1e-12)
  }

  @Test func `a band of one frequency has a level envelope`() {
    let count = 4096
    let residual = (0..<count).map { index in
      Double.cos(2 * .pi * 410 * Double(index) / Double(count))
    }
    var workspace = AnalysisWorkspace()
    let bands = ResidualBands(of: residual, length: count, workspace: &workspace)

    // 410 · 10000 / 4096 Hz is 1000.98 Hz: in the seventh band of 980 Hz, and its envelope is level.
    let level = bands.envelope(of: 6)
    #expect(level.norm < 1e-9 * Double(count))
  }
}
