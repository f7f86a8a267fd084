// Moving a sound in time moves its pulses; declaring it faster makes it higher, and nothing else.

import DSPCore
import Testing
import VoiceSynthesis
import VoiceTypes

// Times of a second lie 2e−16 apart; the differences of them are rounded once more.
private let timeTolerance = 1e-12

// Jitter is a mean of differences of 10 µs between times of a second.
private let jitterTolerance = 1e-9

// Shimmer does not subtract times, but weighs samples by their distance to a pulse.
private let shimmerTolerance = 1e-9

@Suite struct TimeTests {
  /// 36 samples more than a whole number of frames, and an even number of samples: so the number of
  /// frames and the sample before a frame's centre are not decided by rounding.
  private static let voice = SyntheticVoice(f0: 118, vowel: .a, duration: 1, seed: 22).with {
    $0.sampleRate = 16_000
    $0.jitterPercent = 1
    $0.shimmerPercent = 4
    $0.hnr = 25
  }.synthesize().signal.padded(before: 2_000, after: 2_036)

  // A frame of the pitch analysis is 10 ms or 160 samples long.
  @Test(arguments: [1, 7, 40])
  func `leading silence of whole frames moves the pulses by as much`(frames: Int) throws {
    let delayed = Self.voice.padded(before: 160 * frames)

    let before = try #require(analyze(Self.voice).cycles)
    let after = try #require(analyze(delayed).cycles)

    let moved = before.pulses.map { $0 + 0.01 * Double(frames) }
    #expect(before.pulses.count > 100)
    #expect(largestDifference(after.pulses, moved) < timeTolerance)
  }

  @Test(arguments: [1, 7, 40])
  func `leading silence of whole frames leaves jitter and shimmer as they are`(
    frames: Int
  ) throws {
    let delayed = Self.voice.padded(before: 160 * frames)

    let before = try #require(analyze(Self.voice).cycles)
    let after = try #require(analyze(delayed).cycles)

    let jitter = zip(after.jitter.ratios, before.jitter.ratios).map(relativeDifference)
    let shimmer = zip(after.shimmer.all, before.shimmer.all).map(relativeDifference)
    #expect(jitter.allSatisfy { $0 < jitterTolerance })
    #expect(shimmer.allSatisfy { $0 < shimmerTolerance })
  }

  @Test(arguments: PitchMethod.allCases)
  func `at twice the rate and in twice the range F0 is exactly doubled`(
    method: PitchMethod
  ) throws {
    let doubled = try #require(PitchRange(floor: 150, ceiling: 1_200))
    let fast = Self.voice.declared(at: 32_000)

    let slowTrack = analyze(Self.voice, praatSettings(method: method, tier: .quick)).pitch
    let fastTrack = analyze(fast, praatSettings(range: doubled, method: method, tier: .quick)).pitch

    #expect(slowTrack.hasVoicing)
    #expect(fastTrack.frequencies.bits == slowTrack.frequencies.map { 2 * $0 }.bits)
    #expect(fastTrack.strengths.bits == slowTrack.strengths.bits)
  }

  @Test func `at twice the rate and in twice the range jitter and shimmer are the same`() throws {
    let doubled = try #require(PitchRange(floor: 150, ceiling: 1_200))
    let fast = Self.voice.declared(at: 32_000)

    let before = try #require(analyze(Self.voice).cycles)
    let after = try #require(analyze(fast, praatSettings(range: doubled)).cycles)

    #expect(after.pulses.bits == before.pulses.map { 0.5 * $0 }.bits)
    #expect(after.jitter.ratios.map(\.measured) == before.jitter.ratios.map(\.measured))
    #expect(after.shimmer.all.map(\.measured) == before.shimmer.all.map(\.measured))
    #expect(after.jitter.localAbsolute == before.jitter.localAbsolute.scaled(by: 0.5))
  }

  @Test func `a voice said twice in a row has the same median F0`() throws {
    let once = analyze(Self.voice, praatSettings(tier: .quick)).fundamentalFrequency
    let twice = analyze(
      Signal(samples: Self.voice.samples + Self.voice.samples, sampleRate: 16_000),
      praatSettings(tier: .quick)
    ).fundamentalFrequency

    // The second one meets other frames: it is compared to the spread of F0 from cycle to cycle.
    let tolerance = 0.002
    let median = try #require(once.median.number)
    #expect(abs(try #require(twice.median.number) / median - 1) < tolerance)
  }
}
