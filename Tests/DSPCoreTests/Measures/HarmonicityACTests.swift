// Harmonicity by autocorrelation, of sounds whose ratio is known.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// The height of a correlation in noise is its maximum, which noise raises. This remains in the mean
// of 80 overlapping frames of 120 ms, in decibels. At 30 dB it would be 2 dB: there the noise
// raises the height by as much as it lowers it.
private let noiseTolerance = 0.6

// Roundings of a transform, in decibels near 20 dB.
private let roundingTolerance = 1e-9

@Suite struct HarmonicityACTests {
  private static func harmonicity(_ signal: Signal) -> Harmonicity {
    var workspace = AnalysisWorkspace()
    return .autocorrelation(
      of: signal, floor: 75, sincWindow: .fixedHalfWidth, workspace: &workspace)
  }

  /// A tone of power one half.
  private static func tone(count: Int = 8_000) -> Signal {
    HarmonicSound.partials(
      [Partial(frequency: 149, amplitude: 1)], sampleRate: 8_000, count: count)
  }

  private static func noisyTone(_ decibels: Double) -> Signal {
    tone().adding(
      HarmonicSound.noise(sampleRate: 8_000, count: 8_000),
      times: (0.5 * Double.pow(10, -decibels / 10)).squareRoot())
  }

  @Test(arguments: [5.0, 10, 20])
  func `a tone in noise has the ratio of their powers`(decibels: Double) throws {
    let mean = try #require(Self.harmonicity(Self.noisyTone(decibels)).mean.number)

    print("HNR (ac) of a tone at \(decibels) dB: \(mean)")
    #expect(abs(mean - decibels) < noiseTolerance)
  }

  @Test func `a pure tone has a high ratio in every frame`() {
    let levels = Self.harmonicity(Self.tone()).frames.map { $0 ?? 0 }

    // Boersma (1993): at least 37 dB with 4.5 periods and the Gaussian window.
    print("HNR (ac) of a pure tone: lowest \(levels.min() ?? 0)")
    #expect(levels.allSatisfy { $0 > 37 })
  }

  @Test func `gain does not change it`() throws {
    let tone = Self.noisyTone(20)

    let quiet = try #require(Self.harmonicity(tone).mean.number)
    let loud = try #require(Self.harmonicity(tone.multiplied(by: 1000)).mean.number)

    #expect(abs(loud - quiet) < roundingTolerance)
  }

  @Test func `frames are 10 ms apart and need nine periods of the floor`() {
    // 120 ms fit once in a sound that is as long, and 88 more times in a whole second.
    #expect(Self.harmonicity(Self.tone(count: 959)).frames.isEmpty)
    #expect(Self.harmonicity(Self.tone(count: 961)).frames.count == 1)
    #expect(Self.harmonicity(Self.tone(count: 8_001)).frames.count == 89)
    #expect(Self.harmonicity(Self.tone()).timeStep == 0.01)
  }

  @Test func `digital silence has no ratio`() {
    let silence = Self.harmonicity(HarmonicSound.silence(sampleRate: 8_000, count: 8_000))

    #expect(silence.frames.allSatisfy { $0 == nil })
    #expect(silence.mean.unavailability?.code == .noVoicing)
  }

  @Test func `the same sound has the same values to the last bit`() {
    let tone = Self.noisyTone(10)

    #expect(Self.harmonicity(tone).frames == Self.harmonicity(tone).frames)
  }
}
