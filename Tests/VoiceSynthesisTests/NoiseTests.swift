// The noise: its power is exact, and nothing but it lies between the recording and its clean part.

import Testing
import VoiceSynthesis
import VoiceTypes

// The variances are sums over some ten thousand samples.
private let decibelTolerance = 1e-6

@Suite struct NoiseTests {
  @Test(arguments: [0.0, 20, 40], [Vowel.none, .a])
  func `the ratio of the two parts is the HNR asked for`(hnr: Double, vowel: Vowel) throws {
    let voice = SyntheticVoice(vowel: vowel, duration: 1, seed: 3).with {
      $0.hnr = Decibels(hnr)
    }

    let recording = voice.synthesize()
    let clean = recording.periodicPart.samples
    let noise = zip(recording.signal.samples, clean).map { $0 - $1 }
    let powerRatio = variance(clean) / variance(noise)

    // Ratios of 1, 100 and 10 000, without a logarithm.
    let expected = [0.0: 1.0, 20: 100, 40: 10_000][hnr]
    #expect(abs(powerRatio / (try #require(expected)) - 1) < decibelTolerance)
    #expect(abs(try #require(recording.truth.hnr).value - hnr) < decibelTolerance)
  }

  @Test func `without an HNR the recording is its periodic part`() {
    let recording = SyntheticVoice(vowel: .a, duration: 0.5).synthesize()

    #expect(recording.signal == recording.periodicPart)
    #expect(recording.truth.hnr == nil)
  }

  @Test func `neighbouring samples of the noise are uncorrelated`() {
    var draws = GaussianDraws(seed: 5, stream: .noise)

    let noise = WhiteNoise.samples(count: 100_000, power: 1, from: &draws)
    let products = zip(noise.dropFirst(), noise).map { $0 * $1 }
    let correlation = products.reduce(0, +) / 100_000

    // Five standard errors of a correlation of 100 000 pairs.
    #expect(abs(correlation) < 5 / 316.2)
  }

  @Test func `noise has mean zero and the power asked for`() {
    var draws = GaussianDraws(seed: 6, stream: .noise)

    let noise = WhiteNoise.samples(count: 1_000, power: 0.25, from: &draws)

    #expect(abs(noise.reduce(0, +)) < 1e-12)
    #expect(abs(noise.reduce(0) { $0 + $1 * $1 } / 1_000 - 0.25) < 1e-12)
  }

  private func variance(_ samples: [Double]) -> Double {
    let mean = samples.reduce(0, +) / Double(samples.count)
    return samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count)
  }
}
