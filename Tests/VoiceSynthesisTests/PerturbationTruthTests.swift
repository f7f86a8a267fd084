// The textbook formulas on sequences that can be worked out by hand.

import Testing
import VoiceSynthesis
import VoiceTypes

// A dozen operations on numbers near 1 lose a few units in the last place.
private let roundingTolerance = 1e-14

@Suite struct PerturbationTruthTests {
  // Mean 8.8 ms; every neighbour differs by 2 ms.
  private let alternating = JitterTruth(periods: [0.008, 0.010, 0.008, 0.010, 0.008])

  @Test func `local jitter is the mean difference over the mean period`() throws {
    let local = try #require(alternating.local)
    let absolute = try #require(alternating.localAbsolute)

    #expect(abs(local - 2 / 8.8) < roundingTolerance)
    #expect(abs(absolute.value - 0.002) < roundingTolerance)
  }

  @Test func `rap is the distance from the mean of three`() throws {
    let rap = try #require(alternating.rap)

    #expect(abs(rap - (4.0 / 3) / 8.8) < roundingTolerance)
  }

  @Test func `ppq5 is the distance from the mean of five`() throws {
    let ppq5 = try #require(alternating.ppq5)

    #expect(abs(ppq5 - 0.8 / 8.8) < roundingTolerance)
  }

  @Test func `ddp is the mean difference of differences`() throws {
    let ddp = try #require(alternating.ddp)

    #expect(abs(ddp - 4 / 8.8) < roundingTolerance)
  }

  @Test func `a steady glide has local jitter but no rap, ppq5 or ddp`() throws {
    let glide = JitterTruth(periods: [1, 2, 3, 4, 5, 6])

    #expect(glide.local == 1 / 3.5)
    #expect(glide.rap == 0)
    #expect(glide.ppq5 == 0)
    #expect(glide.ddp == 0)
  }

  @Test func `local shimmer in decibels is the mean level difference`() throws {
    let level = try #require(ShimmerTruth(amplitudes: [1, 10, 1, 0.1]).localLevel)

    #expect(abs(level.value - 20) < roundingTolerance * 20)
  }

  @Test func `one raised amplitude in eleven shows in every quotient`() {
    // Ten ones and a twelve: the mean is 2, the middle lies 10 above it.
    let spike = ShimmerTruth(amplitudes: [1, 1, 1, 1, 1, 12, 1, 1, 1, 1, 1])

    #expect(spike.apq11 == 5)
    #expect(spike.local == 2.2 / 2)
    // Distances from the mean of three: 11/3, 22/3, 11/3 in nine windows.
    #expect(abs((spike.apq3 ?? 0) - (44.0 / 3 / 9) / 2) < roundingTolerance)
    // Distances from the mean of five: 2.2 four times and 8.8 in seven windows.
    #expect(abs((spike.apq5 ?? 0) - (17.6 / 7) / 2) < roundingTolerance)
    #expect(abs((spike.dda ?? 0) - (44.0 / 9) / 2) < roundingTolerance)
  }

  @Test func `a measure without enough periods is missing`() {
    let two = JitterTruth(periods: [0.01, 0.01])

    #expect(two.local == 0)
    #expect(two.rap == nil)
    #expect(two.ddp == nil)
    #expect(two.ppq5 == nil)
    #expect(JitterTruth(periods: [0.01]).local == nil)
    #expect(JitterTruth(periods: []).localAbsolute == nil)
  }
}
