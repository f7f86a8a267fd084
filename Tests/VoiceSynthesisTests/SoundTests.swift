// The samples: pulses where the truth says they are, silence where it was asked for.

import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct SoundTests {
  @Test func `two Gaussians further apart keep their exact ratio between samples`() {
    // A period of 367.5 samples: every other pulse lies on a sample, the rest half way between.
    let samplesPerPeriod = 367.5
    let voice = SyntheticVoice(f0: Hertz(44_100 / samplesPerPeriod), duration: 0.1)
    let samples = voice.synthesize().signal.samples

    // The first pulse is at 367.5 sample periods, the centre of sample 367; the second at 735,
    // half a sample before the centre of sample 735 and half a sample after that of 734.
    let atCentre = samples[367]
    let halfASampleOff = samples[735]

    // exp(−0.5² / (2·6²)), by its series to far below the tolerance.
    let exponent = 0.25 / 72
    let expected = 1 - exponent + exponent * exponent / 2 - exponent * exponent * exponent / 6
    #expect(abs(halfASampleOff / atCentre - expected) < 1e-10)
    #expect(abs(samples[734] / halfASampleOff - 1) < 1e-10)
    #expect(atCentre == 0.5)
  }

  @Test func `a vowel repeats itself once the formants have settled`() throws {
    // 441 samples a period; 0.5 s is 78 time constants of the narrowest formant (70 Hz).
    let samples = SyntheticVoice(f0: 100, vowel: .a, duration: 1).synthesize().signal.samples

    let differences = (22_050..<35_000).map { abs(samples[$0 + 441] - samples[$0]) }

    #expect(try #require(differences.max()) < 1e-12)
  }

  @Test(arguments: [Vowel.a, .i, .u])
  func `a vowel has no DC part`(vowel: Vowel) throws {
    let samples = SyntheticVoice(f0: 100, vowel: vowel, duration: 1).synthesize().signal.samples

    let period = samples[22_050..<22_491]

    #expect(abs(period.reduce(0, +) / 441) < 1e-10)
    #expect(try #require(period.max()) > 0.05)
  }

  @Test func `silences are exact zeros around the voice`() {
    let voice = SyntheticVoice(duration: 1).with {
      $0.onsetSilence = 0.25
      $0.offsetSilence = 0.2
      $0.hnr = 20
    }

    let recording = voice.synthesize()
    let samples = recording.signal.samples

    #expect(samples.count == 44_100)
    #expect(samples[..<11_025].allSatisfy { $0 == 0 })
    #expect(samples[11_025..<35_280].allSatisfy { $0 != 0 })
    #expect(samples[35_280...].allSatisfy { $0 == 0 })
    #expect(recording.truth.voicedStart.value == 0.25)
    #expect(recording.truth.voicedEnd.value == 0.8)
  }

  @Test func `a noise floor fills the silences at its level`() {
    let voice = SyntheticVoice(duration: 1).with {
      $0.onsetSilence = 0.2
      $0.offsetSilence = 0.2
      $0.noiseFloor = -60
    }

    let recording = voice.synthesize()
    let silences = recording.signal.samples[..<8_820] + recording.signal.samples[35_280...]
    let power = silences.reduce(0) { $0 + $1 * $1 } / 17_640

    #expect(abs(power / 1e-6 - 1) < 1e-9)
    #expect(recording.periodicPart.samples[..<8_820].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [0.01, 0.5, 1])
  func `the largest sample is the peak level`(peak: Double) throws {
    let voice = SyntheticVoice(vowel: .u, duration: 0.5).with {
      $0.peakLevel = peak
      $0.hnr = 15
    }

    let largest = try #require(voice.synthesize().signal.samples.map(\.magnitude).max())

    #expect(abs(largest / peak - 1) < 1e-12)
  }

  @Test func `pulse amplitudes are those of the truth`() throws {
    // Whole samples per period and pulses at half samples: each pulse is sampled alike.
    let voice = SyntheticVoice(f0: 100, duration: 1).with { $0.shimmerPercent = 5 }

    let recording = voice.synthesize()
    let samples = recording.signal.samples
    let heights = recording.truth.amplitudes.indices.map { samples[441 * ($0 + 1)] }
    let ratios = zip(heights, recording.truth.amplitudes).map { $0 / $1 }

    #expect(try #require(ratios.max()) / (try #require(ratios.min())) - 1 < 1e-9)
    #expect(try #require(heights.min()) > 0.3)
  }

  @Test func `the same settings give the same bits`() {
    let voice = SyntheticVoice(vowel: .i, duration: 0.5, seed: 42).with {
      $0.jitterPercent = 1
      $0.shimmerPercent = 3
      $0.hnr = 20
    }

    #expect(voice.synthesize() == voice.synthesize())
  }

  @Test func `another seed gives another voice`() {
    let voice = SyntheticVoice(duration: 0.5, seed: 42).with { $0.jitterPercent = 1 }
    let other = voice.with { $0.seed = 43 }

    #expect(voice.synthesize().truth.periods != other.synthesize().truth.periods)
    #expect(voice.synthesize().signal != other.synthesize().signal)
  }
}
