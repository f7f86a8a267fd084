// The stability score keeps the promises of its definition.

import DSPCore
import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

// Rounding of a score whose parts are computed in another order or at another gain.
private let roundingTolerance = 1e-9

@Suite struct StabilityTests {
  private static let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 3, seed: 3).with {
    $0.jitterPercent = 0.5
    $0.shimmerPercent = 3
  }

  private func score(of voice: SyntheticVoice) throws -> Double {
    try #require(CycleMeasurements(of: voice).stability.scorePercent.number)
  }

  @Test(arguments: [100.0, 120, 210])
  func `a pure periodic tone scores at least 99 percent`(f0: Double) throws {
    let score = try score(of: SyntheticVoice(f0: Hertz(f0), duration: 2))

    #expect(score >= 99)
    #expect(score <= 100)
  }

  @Test func `a part scores one half at its anchor and a tenth at three times it`() throws {
    for component in StabilityComponent.allCases {
      guard let anchor = component.anchorPercent else { continue }

      #expect(component.score(ofLevel: 0) == 1)
      #expect(component.score(ofLevel: anchor) == 0.5)
      #expect(abs(component.score(ofLevel: 3 * anchor) - 0.1) < roundingTolerance)
    }
  }

  @Test func `the weights of the parts in force add up to one`() {
    let weights = [StabilityComponent.f0, .amplitude, .ppq5, .apq11].compactMap(\.weight)

    #expect(abs(weights.reduce(0, +) - 1) < roundingTolerance)
    #expect(StabilityComponent.apq5.weight == StabilityComponent.apq11.weight)
  }

  @Test func `the score is the weighted geometric mean of its parts times voicing`() throws {
    let stability = CycleMeasurements(of: Self.voice).stability

    let parts = try [StabilityComponent.f0, .amplitude, .ppq5, .apq11].map { component in
      let score = try #require(stability.components[component]?.number)
      return Double.pow(score, component.weight ?? 0)
    }
    let voicing = try #require(stability.components[.voicing]?.number)
    let score = try #require(stability.scorePercent.number)

    #expect(abs(score - 100 * voicing * parts.reduce(1, *)) < roundingTolerance)
    #expect(stability.components[.apq5] == nil)
  }

  @Test(arguments: [0.1, 10])
  func `gain does not change the score`(gain: Double) throws {
    let signal = Self.voice.synthesize().signal
    let louder = Signal(samples: signal.samples.map { gain * $0 }, sampleRate: signal.sampleRate)

    let scores = [signal, louder].map { CycleMeasurements(of: $0).stability.scorePercent.number }

    let first = try #require(scores[0])
    let second = try #require(scores[1])
    #expect(abs(first - second) < roundingTolerance)
  }

  @Test func `the same relative perturbation scores the same at 100 and at 200 Hz`() throws {
    // Both have the same number of periods and thus the same deviations. At 200 Hz a sample is
    // twice as large a share of a period.
    let pointsOfDifference = 0.5
    func voice(f0: Hertz, duration: Seconds) -> SyntheticVoice {
      SyntheticVoice(f0: f0, duration: duration, seed: 5).with {
        $0.jitterPercent = 0.5
        $0.shimmerPercent = 3
      }
    }

    let low = try score(of: voice(f0: 100, duration: 4))
    let high = try score(of: voice(f0: 200, duration: 2))

    #expect(abs(low - high) < pointsOfDifference)
  }

  @Test func `more jitter scores lower`() throws {
    let scores = try [0, 0.5, 1, 2, 4].map { jitter in
      try score(of: Self.voice.with { $0.jitterPercent = jitter })
    }

    #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test func `more shimmer scores lower`() throws {
    let scores = try [0, 2, 4, 8, 16].map { shimmer in
      try score(of: Self.voice.with { $0.shimmerPercent = shimmer })
    }

    #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test func `more gaps in the voice score lower`() throws {
    let signal = Self.voice.with { $0.duration = 5 }.synthesize().signal
    let scores = try (0...3).map { gaps in
      var samples = signal.samples
      for gap in 0..<gaps {
        let start = (1 + gap) * 44_100
        for index in start..<(start + 13_230) { samples[index] = 0 }
      }
      let broken = Signal(samples: samples, sampleRate: signal.sampleRate)
      return try #require(CycleMeasurements(of: broken).stability.scorePercent.number)
    }

    #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 > $1 })
    #expect(scores[3] > 0)
  }

  @Test(arguments: [2, 6])
  func `white noise has no score instead of zero`(seconds: Int) {
    let stability = CycleMeasurements(of: whiteNoise(seconds: seconds, seed: 9)).stability

    #expect(stability.scorePercent.unavailability != nil)
    #expect(stability.components.values.allSatisfy { $0.unavailability != nil })
  }

  @Test func `less than a second of voice is too short, with both lengths`() throws {
    let voice = SyntheticVoice(f0: 120, duration: 0.8)

    let stability = CycleMeasurements(of: voice).stability

    let reason = try #require(stability.scorePercent.unavailability)
    #expect(reason.code == .tooShort)
    #expect(reason.needed == 1)
    #expect((0.7...0.8).contains(reason.found ?? 0))
    #expect(stability.components.values.allSatisfy { $0.unavailability == reason })
  }

  @Test func `a steady glide is reported as a slope and not as instability`() throws {
    // F0 rises by 1 Hz each 0.1 s; held over each period, it is a line but for rounding.
    var times = [0.0]
    while times[times.count - 1] < 2 {
      let start = times[times.count - 1]
      times.append(start + 1 / (100 + 10 * start))
    }
    let empty = PulseAmplitudes(of: Signal(samples: [], sampleRate: 44_100), pulses: [])
    let voicing = VoicingContinuity(voiced: 2, unvoicedFraction: 0, degreeOfVoiceBreaks: 0)
    let stability = StabilityScore(
      periods: PeriodSequence(pulses: times), amplitudes: empty, voicing: voicing)

    let level = try #require(stability.levelsPercent[.f0]?.number)
    let slope = try #require(stability.f0SlopePercentPerSecond.number)

    // Each F0 counts at the middle of its period, by when the glide has moved on by 0.05 Hz.
    #expect(level < 0.01)
    #expect(abs(slope - 100 * 10 / 110) < 0.1)
  }

  @Test func `without amplitudes the score names the missing measure`() {
    let empty = PulseAmplitudes(of: Signal(samples: [], sampleRate: 44_100), pulses: [])
    let voicing = VoicingContinuity(voiced: 2, unvoicedFraction: 0, degreeOfVoiceBreaks: 0)
    let steady = pulses(f0: 100, deviations: Array(repeating: 0, count: 200))

    let stability = StabilityScore(
      periods: PeriodSequence(pulses: steady), amplitudes: empty, voicing: voicing)

    #expect(stability.scorePercent.unavailability?.code == .tooFewPeriods)
    #expect(stability.components[.f0]?.number != nil)
    #expect(stability.components[.apq11] == nil)
    #expect(stability.components[.apq5]?.unavailability != nil)
  }

  @Test func `voicing continuity stays between 0 and 1`() {
    let broken = VoicingContinuity(voiced: 1, unvoicedFraction: 0.7, degreeOfVoiceBreaks: 0.6)
    let whole = VoicingContinuity(voiced: 1, unvoicedFraction: 0, degreeOfVoiceBreaks: 0)

    #expect(broken.share == 0)
    #expect(whole.share == 1)
  }
}
