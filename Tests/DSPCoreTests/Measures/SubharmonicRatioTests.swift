// Subharmonics of voices in which every second cycle differs by a known amount.

import DSPCore
import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

// The tracker's F0 is accurate to 1e−6 on smooth pulses, and the window is rounded to whole
// samples. The remainder of the neighbouring lines is below this.
private let ratioTolerance = 2e-4

// F1 and F2 move the level from one harmonic to the next; eight periods without change hold this.
private let vowelTolerance = 0.02

@Suite struct SubharmonicRatioTests {
  private static func ratio(of signal: Signal, pitch: PitchTrack) -> SubharmonicRatio {
    var workspace = AnalysisWorkspace()
    return SubharmonicRatio(of: signal, pitch: pitch, workspace: &workspace)
  }

  private static func ratio(of signal: Signal) -> SubharmonicRatio {
    var workspace = AnalysisWorkspace()
    let pitch = PitchTracker.track(
      signal, settings: PitchSettings(range: .praatStandard), workspace: &workspace)
    return ratio(of: signal, pitch: pitch)
  }

  /// The level of a Gaussian pulse falls with the square of the frequency, so that a line lies a
  /// little above the geometric mean of its neighbours: σ is 6 samples, the spacing 50 Hz of 16 kHz.
  private static let curvature = {
    let spacing = 2 * Double.pi * 50 / 16_000 * 6
    return Double.exp(0.5 * spacing * spacing)
  }()

  @Test(arguments: [0, 0.02, 0.05, 0.1, 0.2, 0.3])
  func `the subharmonic ratio of alternating cycles is their alternation`(alternation: Double)
    throws
  {
    let mean = try #require(
      Self.ratio(of: HarmonicSound.alternatingPulses(alternation)).mean.number)

    print("subharmonic ratio of an alternation of \(alternation): \(mean)")
    #expect(abs(mean - alternation * Self.curvature) < ratioTolerance)
  }

  @Test func `tracking the lower octave does not change the subharmonic ratio`() throws {
    let signal = HarmonicSound.alternatingPulses(0.3)
    let count = 90
    let octaveDown = PitchTrack(
      frequencies: Array(repeating: 50, count: count),
      strengths: Array(repeating: 1, count: count), firstFrameTime: 0.05, timeStep: 0.01)

    let mean = try #require(Self.ratio(of: signal, pitch: octaveDown).mean.number)

    #expect(abs(mean - 0.3 * Self.curvature) < ratioTolerance)
  }

  @Test func `the subharmonic ratio rises with alternation`() throws {
    let means = try [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35].map {
      try #require(Self.ratio(of: HarmonicSound.alternatingPulses($0)).mean.number)
    }

    #expect(zip(means, means.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: [Vowel.a, .i, .u], [90, 120, 160, 210, 260])
  func `a regular vowel has a subharmonic ratio near zero`(vowel: Vowel, f0: Double) throws {
    let voice = SyntheticVoice(f0: Hertz(f0), vowel: vowel, duration: 1).synthesize().signal

    let mean = try #require(Self.ratio(of: voice).mean.number)

    print("subharmonic ratio of a regular vowel at \(f0) Hz: \(mean)")
    #expect(mean < vowelTolerance)
  }

  @Test func `the subharmonic ratio is within 0 and 1`() {
    let noise = HarmonicSound.noise(sampleRate: 16_000, count: 16_000)
    let pitch = PitchTrack(
      frequencies: Array(repeating: 140, count: 90),
      strengths: Array(repeating: 0.5, count: 90), firstFrameTime: 0.05, timeStep: 0.01)

    let values = Self.ratio(of: noise, pitch: pitch).values

    #expect(values.count > 30)
    #expect(values.allSatisfy { $0 >= 0 && $0 <= 1 })
  }

  @Test func `gain does not change it`() throws {
    let signal = HarmonicSound.alternatingPulses(0.2)

    let quiet = try #require(Self.ratio(of: signal).mean.number)
    let loud = try #require(Self.ratio(of: signal.multiplied(by: 100)).mean.number)

    #expect(abs(loud - quiet) < 1e-9)
  }

  @Test func `an unvoiced sound has no subharmonic ratio`() {
    let silence = HarmonicSound.silence(sampleRate: 16_000, count: 16_000)

    #expect(Self.ratio(of: silence).mean.unavailability?.code == .noVoicing)
  }

  @Test func `a voice shorter than eight periods is too short`() {
    let voice = SyntheticVoice(f0: 100, duration: 0.075).synthesize().signal
    let pitch = PitchTrack(
      frequencies: [100, 100], strengths: [1, 1], firstFrameTime: 0.03, timeStep: 0.01)

    let reason = Self.ratio(of: voice, pitch: pitch).mean.unavailability

    #expect(reason?.code == .tooShort)
    #expect(reason?.needed == 0.08)
  }
}
