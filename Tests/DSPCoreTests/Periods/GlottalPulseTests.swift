// Pulses at known times, with a pitch track that is given: the walk from the middle to both ends.

import DSPCore
import Testing
import VoiceTypes

// The parabola through three samples of a smooth peak, in seconds at 8 kHz.
private let timeTolerance = 2e-3 / 8_000

@Suite struct GlottalPulseTests {
  /// Pulses every 10 ms for a second, the first after 2.03 ms.
  private static let times = (0..<100).map { 0.00203 + 0.01 * Double($0) }

  private static func train(heights: [Double]? = nil) -> Signal {
    TestSignal.pulses(
      at: times, sigma: 6.0 / 8_000, heights: heights, sampleRate: 8_000, count: 8_000)
  }

  /// Frames of 100 Hz every 10 ms from 10 ms on; frame `n` covers 10·n + 5 … 10·n + 15 ms.
  private static func pitch(voiced: (Int) -> Bool = { (10..<90).contains($0) }) -> PitchTrack {
    track((0..<99).map { voiced($0) ? 100 : 0 }, firstFrameTime: 0.01)
  }

  private static func pulses(of signal: Signal, pitch: PitchTrack = pitch()) -> [Double] {
    var workspace = AnalysisWorkspace()
    return GlottalPulses.find(
      in: signal, pitch: pitch, fallback: .stepOnePeriod, workspace: &workspace)
  }

  @Test func `pulses are found within the voiced interval and one beyond each end`() {
    let pulses = Self.pulses(of: Self.train())

    // 0.105 … 0.905 s is voiced and holds the pulses 11 … 90.
    #expect(largestDifference(pulses, Array(Self.times[10...91])) < timeTolerance)
  }

  @Test func `a voicing gap loses and doubles no pulse`() {
    let pitch = Self.pitch { (10..<90).contains($0) && $0 != 50 && $0 != 20 }

    let pulses = Self.pulses(of: Self.train(), pitch: pitch)

    #expect(largestDifference(pulses, Array(Self.times[10...91])) < timeTolerance)
  }

  // A pulse of one fiftieth would do inside, where a hundredth is enough.
  @Test(arguments: [(0.02, 11...90), (0.03, 10...91)])
  func `a pulse beyond the ends needs more than 1/43 of the peak`(
    setting: (height: Double, found: ClosedRange<Int>)
  ) {
    let heights = Self.times.indices.map { (11...90).contains($0) ? 1 : setting.height }

    let pulses = Self.pulses(of: Self.train(heights: heights))

    #expect(largestDifference(pulses, Array(Self.times[setting.found])) < timeTolerance)
  }

  @Test(arguments: [(0.005, 10...59), (0.015, 10...90)])
  func `a pulse within a voiced interval needs more than 1/100 of the peak`(
    setting: (height: Double, found: ClosedRange<Int>)
  ) {
    // Pulse 50, where the search starts, is never asked for its height.
    let heights = Self.times.indices.map { $0 < 60 ? 1 : setting.height }

    let pulses = Self.pulses(of: Self.train(heights: heights))

    #expect(pulses.count == setting.found.count)
  }

  @Test func `a correlation of 0.5 is enough within a voiced interval only`() {
    // The pulses have a power of 6 · √π / 80 = 0.13; so has the noise.
    let noise = TestSignal.gaussianNoise(count: 8_000, seed: 17).map { 0.36 * $0 }
    let noisy = zip(Self.train().samples, noise).map { $0 + $1 }

    let pulses = Self.pulses(of: Signal(samples: noisy, sampleRate: 8_000))

    #expect(pulses.count == 80)
    #expect(pulses.allSatisfy { $0 > 0.105 && $0 < 0.905 })
  }

  @Test func `the pulse search continues through a section without a match`() {
    // Leftwards in a ramp every window is less like the next than the one before: no maximum.
    let samples = Self.train().samples.enumerated().map { index, sample in
      (3_700..<4_100).contains(index) ? 0.01 * Double(index - 3_600) : sample
    }

    let pulses = Self.pulses(of: Signal(samples: samples, sampleRate: 8_000))

    // The ramp ends at 0.4625 s, the voiced stretch at 0.105 s.
    #expect((pulses.first ?? 1) < 0.125)
  }

  @Test func `noise has only the first pulse of each voiced interval`() {
    // Over a period of 441 samples noise correlates with itself by 0.05; the best of 200 lags stays
    // below 0.3.
    let noise = TestSignal.gaussianNoise(count: 44_100, seed: 3)
    let signal = Signal(samples: noise, sampleRate: 44_100)

    let pulses = Self.pulses(of: signal)

    #expect(pulses.count == 1)
  }

  @Test func `an inverted sound has the same pulses`() {
    let upright = Self.pulses(of: Self.train())
    let inverted = Self.pulses(of: Self.train().amplified(by: -1))

    #expect(upright.bits == inverted.bits)
  }

  @Test func `without voicing there are no pulses`() {
    #expect(Self.pulses(of: Self.train(), pitch: Self.pitch(voiced: { _ in false })).isEmpty)
    #expect(Self.pulses(of: Self.train(), pitch: track([])).isEmpty)
  }
}
