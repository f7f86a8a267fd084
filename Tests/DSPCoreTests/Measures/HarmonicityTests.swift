// Harmonics-to-noise ratio of sounds whose ratio is known.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// The height of a correlation in noise is its maximum, which noise raises, and a frame of 104
// samples has random noise. This remains in the mean of 100 frames, in decibels.
private let noiseTolerance = 0.6

// A few roundings of numbers of order ten.
private let roundingTolerance = 1e-12

@Suite struct HarmonicityTests {
  private static func harmonicity(_ samples: [Double]) -> Harmonicity {
    var workspace = AnalysisWorkspace()
    return .crossCorrelation(
      of: Signal(samples: samples, sampleRate: 8_000), floor: 75, sincWindow: .fixedHalfWidth,
      workspace: &workspace)
  }

  private static let tone = TestSignal.sinusoid(cyclesPerSample: 1 / 53.7, count: 8_000)

  // HNR = 10 log10(r / (1 − r)).
  @Test(arguments: [(0.5, 0.0), (0.9, 9.542425094393248), (0.1, -9.542425094393248)])
  func `a strength is a level`(setting: (strength: Double, decibels: Double)) {
    let level = Harmonicity.decibels(ofStrength: setting.strength)

    #expect(abs(level - setting.decibels) < roundingTolerance)
  }

  @Test func `levels end at 150 dB on either side`() {
    #expect(Harmonicity.decibels(ofStrength: 0) == -150)
    #expect(Harmonicity.decibels(ofStrength: 1e-15) == -150)
    #expect(Harmonicity.decibels(ofStrength: 2e-15) > -150)
    #expect(Harmonicity.decibels(ofStrength: 1) == 150)
    #expect(Harmonicity.decibels(ofStrength: 1 - 2e-15) < 150)
  }

  @Test(arguments: [10.0, 20, 30])
  func `a tone in noise has the ratio of their powers`(decibels: Double) throws {
    // A tone of amplitude one has power one half.
    let amplitude = (0.5 * Double.pow(10, -decibels / 10)).squareRoot()
    let noise = TestSignal.gaussianNoise(count: 8_000, seed: 14)

    let mean = try #require(
      Self.harmonicity(zip(Self.tone, noise).map { $0 + amplitude * $1 }).mean.number)

    print("HNR of a tone at \(decibels) dB: \(mean)")
    #expect(abs(mean - decibels) < noiseTolerance)
  }

  @Test func `a pure tone has a high ratio in every frame`() {
    let levels = Self.harmonicity(Self.tone).frames.map { $0 ?? 0 }

    // Interpolation of a tone of 1/54 cycle per sample is good to 1e−6 of its height.
    print("HNR of a pure tone: lowest \(levels.min() ?? 0)")
    #expect(levels.allSatisfy { $0 > 55 })
  }

  @Test func `silent frames have no value and do not enter the mean`() throws {
    let silence = [Double](repeating: 0, count: 8_000)
    let noise = TestSignal.gaussianNoise(count: 8_000, seed: 15).map { 0.1 * $0 }
    let voice = zip(Self.tone, noise).map { $0 + $1 }

    let alone = Self.harmonicity(voice)
    let followed = Self.harmonicity(voice + silence)

    // Frames are 10 ms apart in both; the second sound has a hundred more, none with a value but
    // the few at the seam.
    let seamFrames = 3
    #expect(followed.frames.count == alone.frames.count + 100)
    #expect(followed.frames.suffix(98).allSatisfy { $0 == nil })
    #expect(abs(followed.values.count - alone.values.count) <= seamFrames)
    #expect(abs(try #require(followed.mean.number) - (try #require(alone.mean.number))) < 0.3)
  }

  // Having no value is worth 2 − level/0.1: 1.2 in the first case, 0.7 in the second, and a tone 1.
  @Test(arguments: [(0.08, false), (0.13, true)])
  func `a quiet tone has a value from a tenth of the loudest amplitude`(
    setting: (level: Double, hasValue: Bool)
  ) {
    let quiet = Self.tone.map { setting.level * $0 }

    let frames = Self.harmonicity(Self.tone + quiet).frames

    // Frames that see both tones lie between these.
    #expect(frames.prefix(95).allSatisfy { $0 != nil })
    #expect(frames.suffix(95).allSatisfy { ($0 != nil) == setting.hasValue })
  }

  @Test func `silence and constants have no harmonicity`() {
    #expect(Self.harmonicity(secondOfSilence.samples).mean == .unavailable(.noVoicing))
    #expect(
      Self.harmonicity(Array(repeating: 0.3, count: 8_000)).mean == .unavailable(.noVoicing))
  }

  @Test func `a sound of less than two periods of the floor has no frames`() {
    let harmonicity = Self.harmonicity(Array(Self.tone.prefix(210)))

    #expect(harmonicity.frames.isEmpty)
    #expect(harmonicity.standardDeviation == .unavailable(.noVoicing))
  }

  @Test func `frames are 10 ms apart`() {
    let harmonicity = Self.harmonicity(Self.tone)

    // (1 − 2/75) / 0.01 = 97.3.
    #expect(harmonicity.timeStep == 0.01)
    #expect(harmonicity.frames.count == 98)
    #expect(abs(harmonicity.firstFrameTime - 0.015) < roundingTolerance)
  }
}
