// The sequences of periods and amplitudes have the requested properties.

import Testing
import VoiceSynthesis
import VoiceTypes

// The sequence is scaled to its target; the remainder is the rounding of some hundred additions.
private let requestTolerance = 1e-9

@Suite struct CycleTests {
  @Test func `a jitter-free train has exactly equal periods`() {
    let truth = SyntheticVoice(f0: 100).synthesize().truth

    #expect(truth.periods.allSatisfy { $0 == 0.01 })
    #expect(truth.jitter.local == 0)
    #expect(truth.shimmer.local == 0)
    #expect(truth.f0Median.value == 100)
  }

  @Test func `jitter-free pulses lie whole periods after the start`() {
    let truth = SyntheticVoice(f0: 100, duration: 1.005).synthesize().truth

    let distances = truth.pulseTimes.enumerated().map { abs($1 - 0.01 * Double($0 + 1)) }

    // From 0.01 s to 0.99 s, when less than two periods are left.
    #expect(truth.pulseTimes.count == 99)
    #expect((distances.max() ?? 1) < requestTolerance)
  }

  @Test(arguments: [0.2, 1, 2, 5])
  func `achieved jitter is the jitter asked for`(percent: Double) throws {
    let voice = SyntheticVoice(seed: 7).with { $0.jitterPercent = percent }

    let local = try #require(voice.synthesize().truth.jitter.local)

    #expect(abs(100 * local / percent - 1) < requestTolerance)
  }

  @Test(arguments: [0.5, 3, 10])
  func `achieved shimmer is the shimmer asked for`(percent: Double) throws {
    let voice = SyntheticVoice(seed: 8).with { $0.shimmerPercent = percent }

    let local = try #require(voice.synthesize().truth.shimmer.local)

    #expect(abs(100 * local / percent - 1) < requestTolerance)
  }

  @Test func `jitter does not move the mean F0`() {
    let voice = SyntheticVoice(f0: 137).with { $0.jitterPercent = 2 }

    let mean = voice.synthesize().truth.f0Mean.value

    #expect(abs(mean / 137 - 1) < requestTolerance)
  }

  @Test func `the truth holds the differences between its pulse times`() {
    let truth = SyntheticVoice().with { $0.jitterPercent = 1 }.synthesize().truth

    let intervals = zip(truth.pulseTimes.dropFirst(), truth.pulseTimes).map { $0 - $1 }
    let errors = zip(intervals, truth.periods).map { abs($0 - $1) }

    #expect(intervals.count == truth.periods.count)
    #expect((errors.max() ?? 1) < requestTolerance)
  }

  @Test func `five percent of jitter keeps neighbours within Praat's period factor`() {
    let voice = SyntheticVoice(duration: 30).with { $0.jitterPercent = 5 }

    let periods = voice.synthesize().truth.periods
    let factors = zip(periods.dropFirst(), periods).map { max($0 / $1, $1 / $0) }

    #expect((factors.max() ?? 2) < 1.3)
    #expect((periods.min() ?? 0) > 0)
  }

  @Test func `shimmer and noise do not move pulses`() {
    let plain = SyntheticVoice().with { $0.jitterPercent = 1 }
    let rough = plain.with {
      $0.shimmerPercent = 5
      $0.hnr = 10
    }

    #expect(plain.synthesize().truth.pulseTimes == rough.synthesize().truth.pulseTimes)
  }

  @Test func `vibrato moves F0 by the extent asked for and no further`() throws {
    let voice = SyntheticVoice(f0: 200).with {
      $0.vibrato = Modulation(rate: 5, extentPercent: 3)
    }

    let f0 = voice.synthesize().truth.periods.map { 1 / $0 }

    // 40 cycles a wave: the one nearest the crest is at most half a cycle off, 0.3 % of the extent.
    let extentTolerance = 0.003 * 6
    #expect(abs(try #require(f0.max()) - 206) < extentTolerance)
    #expect(abs(try #require(f0.min()) - 194) < extentTolerance)
  }

  @Test func `vibrato and F0 tremor multiply`() throws {
    let voice = SyntheticVoice(f0: 200).with {
      $0.vibrato = Modulation(rate: 4, extentPercent: 10)
      $0.f0Tremor = Modulation(rate: 4, extentPercent: 10)
    }

    let highest = try #require(voice.synthesize().truth.periods.map { 1 / $0 }.max())

    // 200 Hz · 1.1 · 1.1; half a cycle off the crest loses 0.2 % of the excursion of 42 Hz.
    #expect(abs(highest - 242) < 0.002 * 42)
  }

  @Test func `amplitude tremor moves the amplitudes by the extent asked for`() throws {
    let voice = SyntheticVoice(f0: 200).with {
      $0.amplitudeTremor = Modulation(rate: 5, extentPercent: 20)
    }

    let truth = voice.synthesize().truth

    let extentTolerance = 0.004 * 0.2
    #expect(abs(try #require(truth.amplitudes.max()) - 1.2) < extentTolerance)
    #expect(abs(try #require(truth.amplitudes.min()) - 0.8) < extentTolerance)
    #expect(truth.jitter.local == 0)
  }
}
