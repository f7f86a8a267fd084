// The level of sounds with known power.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// A window of 513 samples contains 57 whole periods of 9 samples. The remainder is the transform of
// the window at twice the tone, far below this.
private let levelTolerance = 1e-9

// Roundings of a sum of 500 squares, in decibels.
private let roundingTolerance = 1e-11

@Suite struct IntensityTests {
  /// At 8 kHz and a floor of 100 Hz the window reaches over 513 samples.
  private static let floor: Hertz = 100

  private static func tone(amplitude: Double, count: Int = 8_000) -> Signal {
    HarmonicSound.partials(
      [Partial(frequency: 8_000 / 9, amplitude: amplitude)], sampleRate: 8_000, count: count)
  }

  @Test(arguments: [1, 0.1, 3e-5])
  func `a sinusoid has the level of half its squared amplitude`(amplitude: Double) throws {
    let level = try #require(
      Intensity.mean(of: Self.tone(amplitude: amplitude), floor: Self.floor).number)

    let expected = 10 * Double.log10(0.5 * amplitude * amplitude / 4e-10)
    #expect(abs(level - expected) < levelTolerance)
  }

  @Test func `ten times the amplitude are 20 dB`() throws {
    let noise = HarmonicSound.noise(sampleRate: 8_000, count: 4_000)

    let quiet = try #require(Intensity.mean(of: noise, floor: 75).number)
    let loud = try #require(Intensity.mean(of: noise.multiplied(by: 10), floor: 75).number)

    #expect(abs(loud - quiet - 20) < roundingTolerance)
  }

  @Test func `a DC offset changes no level`() throws {
    let tone = Self.tone(amplitude: 0.5)
    let raised = Signal(samples: tone.samples.map { $0 + 0.25 }, sampleRate: 8_000)

    let level = try #require(Intensity.mean(of: tone, floor: Self.floor).number)
    let raisedLevel = try #require(Intensity.mean(of: raised, floor: Self.floor).number)

    #expect(abs(raisedLevel - level) < levelTolerance)
  }

  @Test func `the mean level averages powers, not decibels`() throws {
    // Frames in the second half are 40 dB lower and weigh next to nothing: 10 log10 ½ is −3 dB.
    let samples = Self.tone(amplitude: 1).samples.enumerated().map { index, sample in
      index < 4_000 ? sample : 0.01 * sample
    }

    let mean = try #require(
      Intensity.mean(of: Signal(samples: samples, sampleRate: 8_000), floor: Self.floor).number)

    // The powers of the frames across the seam add up to half of theirs.
    let seamTolerance = 0.01
    #expect(abs(mean - (10 * Double.log10(0.5 / 4e-10) - 3)) < seamTolerance)
  }

  @Test func `frames are centred in the sound and 0.8 periods of the floor apart`() throws {
    let intensity = try Intensity(of: Self.tone(amplitude: 1, count: 8_004), floor: Self.floor)

    // 1.0005 s less a window of 64 ms, in steps of 8 ms: 118 frames.
    let lastTime = intensity.firstFrameTime + 117 * intensity.timeStep
    #expect(intensity.frames.count == 118)
    #expect(intensity.timeStep == 0.008)
    #expect(abs(intensity.firstFrameTime - (1.0005 - lastTime)) < 1e-12)
  }

  @Test func `a silent frame has no level`() throws {
    let silence = HarmonicSound.silence(sampleRate: 8_000, count: 4_000)
    let samples = Self.tone(amplitude: 1, count: 4_000).samples + silence.samples

    let frames = try Intensity(
      of: Signal(samples: samples, sampleRate: 8_000), floor: Self.floor
    ).frames

    #expect(frames[0] != nil)
    #expect(frames[frames.count - 1] == nil)
  }

  @Test func `digital silence has no mean level`() {
    let mean = Intensity.mean(
      of: HarmonicSound.silence(sampleRate: 8_000, count: 8_000), floor: Self.floor)

    #expect(mean.unavailability?.code == .lowSNR)
  }

  @Test func `a sound shorter than a window is too short`() {
    let mean = Intensity.mean(of: Self.tone(amplitude: 1, count: 500), floor: Self.floor)

    #expect(mean.unavailability?.code == .tooShort)
    #expect(mean.unavailability?.needed == 0.064)
    #expect(mean.unavailability?.found == 0.0625)
  }

  @Test func `the same sound has the same level to the last bit`() {
    let noise = HarmonicSound.noise(sampleRate: 44_100, count: 20_000)

    #expect(Intensity.mean(of: noise, floor: 75) == Intensity.mean(of: noise, floor: 75))
  }
}
