// Alternation and chaos: exact where they can be, and without effect where they are not asked for.

import Testing
import VoiceSynthesis
import VoiceTypes

// The rounding of one multiplication, seen through a difference of neighbours.
private let roundingTolerance = 1e-12

@Suite struct CyclePatternTests {
  @Test func `alternating periods are short and long in turn, the short one first`() {
    let voice = SyntheticVoice(f0: 100).with { $0.periodAlternationPercent = 4 }

    let periods = voice.synthesize().truth.periods

    for (index, period) in periods.enumerated() {
      let expected = index.isMultiple(of: 2) ? 0.0098 : 0.0102
      #expect(abs(period - expected) < roundingTolerance)
    }
  }

  @Test(arguments: [1.0, 5, 10])
  func `alternation is the local jitter of an otherwise regular voice`(percent: Double) throws {
    let voice = SyntheticVoice(f0: 100).with { $0.periodAlternationPercent = percent }

    let truth = voice.synthesize().truth
    let local = try #require(truth.jitter.local)

    // An odd number of periods holds one more short one than long ones.
    let tolerance = percent / 100 / Double(truth.periods.count)
    #expect(abs(100 * local / percent - 1) < tolerance)
  }

  @Test func `alternating amplitudes are soft and loud in turn`() {
    let voice = SyntheticVoice().with { $0.amplitudeAlternationPercent = 30 }

    let truth = voice.synthesize().truth

    #expect(truth.amplitudes.prefix(4) == [0.85, 1.15, 0.85, 1.15])
    #expect(truth.jitter.local == 0)
  }

  @Test func `alternation comes on top of the jitter that was asked for`() {
    let plain = SyntheticVoice(seed: 5).with { $0.jitterPercent = 1 }
    let both = plain.with { $0.periodAlternationPercent = 2 }

    let pairs = zip(plain.synthesize().truth.periods, both.synthesize().truth.periods)

    for (index, (before, after)) in pairs.enumerated() {
      let factor = index.isMultiple(of: 2) ? 0.99 : 1.01
      #expect(abs(after / before - factor) < roundingTolerance)
    }
  }

  @Test(arguments: [10.0, 30, 60])
  func `chaotic perturbation stays within its extent and keeps the duration`(extent: Double) throws
  {
    let voice = SyntheticVoice(f0: 100, duration: 5).with {
      $0.cyclePattern = .chaos(extentPercent: extent)
    }

    let truth = voice.synthesize().truth
    let departures = truth.periods.map { ($0 / 0.01 - 1).magnitude }

    // The mean of an orbit of some hundred cycles is within 0.2 of the middle.
    #expect(try #require(departures.max()) < 1.2 * extent / 100)
    #expect(abs(truth.f0Mean.value - 100) < 1e-9)
    #expect(try #require(truth.amplitudes.min()) > 0)
  }

  @Test func `neighbours in chaos differ by 0.87 of the extent on average`() throws {
    let voice = SyntheticVoice(f0: 200, duration: 10).with {
      $0.cyclePattern = .chaos(extentPercent: 20)
    }

    let truth = voice.synthesize().truth

    // The mean of |c(i + 1) − c(i)| over two million steps is 0.874. The mean of 2 000 steps, of
    // standard deviation 0.6 or so each, lies within 0.04 of it.
    let expected = 0.2 * 0.874
    let tolerance = 0.2 * 0.04
    #expect(abs(try #require(truth.jitter.local) - expected) < tolerance)
    #expect(abs(try #require(truth.shimmer.local) - expected) < tolerance)
  }

  @Test func `chaotic periods and amplitudes do not follow one another`() {
    let voice = SyntheticVoice().with { $0.cyclePattern = .chaos(extentPercent: 20) }

    let truth = voice.synthesize().truth
    let departures = truth.periods.map { $0 * 120 - 1 }
    let products = zip(departures, truth.amplitudes).map { $0 * ($1 - 1) }
    let mean = products.reduce(0, +) / Double(products.count)

    // Independent: the mean product is small against the variance, half the extent squared.
    let variance = 0.5 * 0.2 * 0.2
    #expect(mean.magnitude < 0.2 * variance)
  }

  @Test func `seeds choose orbits, and the same seed the same one`() {
    let voice = SyntheticVoice(seed: 3).with { $0.cyclePattern = .chaos(extentPercent: 20) }

    #expect(voice.synthesize() == voice.synthesize())
    #expect(voice.synthesize() != voice.with { $0.seed = 4 }.synthesize())
  }

  @Test func `cycle patterns do not change the noise`() {
    let plain = SyntheticVoice(duration: 0.5).with { $0.hnr = 20 }
    let patterned = plain.with { $0.amplitudeAlternationPercent = 20 }

    let truths = [plain, patterned].map { $0.synthesize().truth }

    #expect(truths[0].pulseTimes == truths[1].pulseTimes)
    #expect(abs((truths[1].hnr?.value ?? 0) - 20) < 1e-9)
  }

  @Test(arguments: [
    SyntheticVoice().with { $0.periodAlternationPercent = 61 },
    SyntheticVoice().with { $0.amplitudeAlternationPercent = -1 },
    SyntheticVoice().with { $0.cyclePattern = .chaos(extentPercent: 61) },
    SyntheticVoice().with { $0.cyclePattern = .chaos(extentPercent: .nan) },
  ])
  func `a pattern outside its limits is refused`(voice: SyntheticVoice) {
    #expect(throws: SynthesisError.self) { try voice.validate() }
  }

  @Test func `the strongest combined alternation is valid`() throws {
    let voice = SyntheticVoice(duration: 1).with {
      $0.jitterPercent = 20
      $0.shimmerPercent = 30
      $0.periodAlternationPercent = 60
      $0.amplitudeAlternationPercent = 150
      $0.cyclePattern = .chaos(extentPercent: 60)
    }

    let truth = voice.synthesize().truth

    #expect(try #require(truth.periods.min()) > 0)
    #expect(try #require(truth.amplitudes.min()) > 0)
  }
}
