// A tremor is found at its rate and with its extent, and nothing is found where there is none.

import DSPCore
import RealModule
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

// The bars of the measure: the rate of a 5 Hz, 3 % tremor within 0.1 Hz, its extent within 0.3
// points of percent.
private let rateToleranceHz = 0.1
private let extentTolerancePercent = 0.3

@Suite struct TremorTests {
  private static let tremor = Modulation(rate: 5, extentPercent: 3)

  /// A vowel with jitter 0.5 % and shimmer 3 %, or with neither.
  private func voice(
    f0: Double, seconds: Double, isPerturbed: Bool, seed: UInt64 = 1
  ) -> SyntheticVoice {
    SyntheticVoice(f0: Hertz(f0), vowel: .a, duration: Seconds(seconds), seed: seed).with {
      $0.jitterPercent = isPerturbed ? 0.5 : 0
      $0.shimmerPercent = isPerturbed ? 3 : 0
    }
  }

  @Test(arguments: [2.0, 5], [110.0, 210])
  func `an F0 tremor is found at its rate and extent`(seconds: Double, f0: Double) throws {
    var (worstRate, worstExtent) = (WorstDeviation(), WorstDeviation())
    for isPerturbed in [false, true] {
      for seed in stride(from: 1, through: 5, by: Steps.every(4)).map({ UInt64($0) }) {
        let voice = voice(f0: f0, seconds: seconds, isPerturbed: isPerturbed, seed: seed)
          .with { $0.f0Tremor = Self.tremor }
        let found = CycleMeasurements(of: voice).tremor.f0
        let place = "perturbed \(isPerturbed), seed \(seed)"
        worstRate.note(try #require(found.frequency.number).distance(to: 5).magnitude, at: place)
        worstExtent.note(
          try #require(found.intensityPercent.number).distance(to: 3).magnitude, at: place)
      }
    }

    print("F0 tremor, \(seconds) s, \(f0) Hz:", worstRate.value, "Hz", worstExtent.value, "%")
    #expect(worstRate.value < rateToleranceHz, "\(worstRate.place)")
    #expect(worstExtent.value < extentTolerancePercent, "\(worstExtent.place)")
  }

  @Test(arguments: [2.0, 5], [110.0, 210])
  func `an amplitude tremor is found at its rate and extent`(seconds: Double, f0: Double) throws {
    let voice = voice(f0: f0, seconds: seconds, isPerturbed: false)
      .with { $0.amplitudeTremor = Self.tremor }

    let found = CycleMeasurements(of: voice).tremor.amplitude

    let rate = try #require(found.frequency.number)
    let extent = try #require(found.intensityPercent.number)
    print("amplitude tremor, \(seconds) s, \(f0) Hz:", rate, "Hz", extent, "%")
    #expect(abs(rate - 5) < rateToleranceHz)
    #expect(abs(extent - 3) < extentTolerancePercent)
  }

  @Test(arguments: [2.0, 5], [110.0, 210])
  func `shimmer changes the extent of amplitude tremor within its sampling error`(
    seconds: Double, f0: Double
  ) throws {
    // Of n independent amplitudes with standard deviation s the extent of a sinusoid has at best
    // the standard deviation s·√(2/n); half overlapping windows come within 1.2 of that. The bar
    // is the larger of 0.3 points and three of these.
    let shimmerDeviationPercent = 3 * (Double.pi.squareRoot() / 2)
    let best = shimmerDeviationPercent * (2 / (seconds * f0)).squareRoot()
    let tolerance = max(extentTolerancePercent, 3 * 1.2 * best)
    var (worstRate, worstExtent) = (WorstDeviation(), WorstDeviation())
    for seed in stride(from: 1, through: 10, by: Steps.every(5)).map({ UInt64($0) }) {
      let voice = voice(f0: f0, seconds: seconds, isPerturbed: true, seed: seed)
        .with { $0.amplitudeTremor = Self.tremor }
      let found = CycleMeasurements(of: voice).tremor.amplitude
      worstRate.note(abs(try #require(found.frequency.number) - 5), at: "seed \(seed)")
      worstExtent.note(abs(try #require(found.intensityPercent.number) - 3), at: "seed \(seed)")
    }

    print(
      "with shimmer, \(seconds) s, \(f0) Hz:", worstRate.value, "Hz", worstExtent.value,
      "% of", tolerance)
    #expect(worstRate.value < rateToleranceHz, "\(worstRate.place)")
    #expect(worstExtent.value < tolerance, "\(worstExtent.place)")
  }

  @Test(arguments: [2.0, 3.5, 8, 12])
  func `tremor is found at every rate of the range`(rate: Double) throws {
    let voice = voice(f0: 210, seconds: 3, isPerturbed: true)
      .with { $0.f0Tremor = Modulation(rate: Hertz(rate), extentPercent: 1) }

    let found = CycleMeasurements(of: voice).tremor.f0

    // Of 1 %: a tenth of it.
    #expect(abs(try #require(found.frequency.number) - rate) < rateToleranceHz)
    #expect(abs(try #require(found.intensityPercent.number) - 1) < 0.1)
  }

  @Test func `a tremor with changing phase keeps its extent`() throws {
    // The phase turns by half a wave each second or so: a fit over all ten seconds would lose it.
    var draws = GaussianDraws(seed: 4, stream: .jitter)
    var (phase, times) = (0.0, [0.0])
    for _ in 0..<1500 {
      times.append(times[times.count - 1] + 1 / (150 * (1 + 0.03 * Double.sin(phase))))
      phase += 2 * .pi * 5 / 150 + 0.08 * draws.next()
    }

    let found = tremor(ofPulses: times)

    #expect(abs(try #require(found.frequency.number) - 5) < 0.3)
    #expect(abs(try #require(found.intensityPercent.number) - 3) < 0.6)
  }

  @Test(arguments: [110.0, 210])
  func `random cycles have no tremor, and the reason says so`(f0: Double) {
    let tremor = CycleMeasurements(of: voice(f0: f0, seconds: 3, isPerturbed: true)).tremor

    for found in [tremor.f0, tremor.amplitude] {
      #expect(found.frequency.unavailability?.code == .noTremor)
      #expect(found.intensityPercent.unavailability?.code == .noTremor)
      #expect((found.frequency.unavailability?.found ?? 0) > 0)
    }
  }

  @Test(arguments: [2.0, 3, 5], [0.0, 0.5])
  func `at most about 1 in 100 random sequences has a tremor`(
    seconds: Double, correlation: Double
  ) {
    // 600 sequences at a rate of 1 % give 6 ± 2.4; the bar is three of these deviations above.
    let sequences = 600
    let found = (0..<sequences).filter { seed in
      var draws = GaussianDraws(seed: UInt64(seed), stream: .jitter)
      let deviations = draws.sequence(
        count: Int(0.97 * seconds * 110), within: 6, correlation: correlation)
      return tremor(ofPulses: pulses(f0: 110, deviations: deviations.map { 0.005 * $0 }))
        .frequency.number != nil
    }

    print("no tremor, \(seconds) s, correlation \(correlation):", found.count, "of", sequences)
    #expect(found.count <= 13)
  }

  @Test func `a constant F0 and a glide have no tremor`() {
    let constant = pulses(f0: 110, deviations: Array(repeating: 0, count: 300))
    let glide = pulses(f0: 110, deviations: (0..<300).map { 0.001 * Double($0) })

    #expect(tremor(ofPulses: constant).frequency.unavailability?.code == .noTremor)
    #expect(tremor(ofPulses: glide).frequency.unavailability?.code == .noTremor)
  }

  @Test func `a voice of one second is too short, with both lengths`() throws {
    let tremor = CycleMeasurements(of: voice(f0: 110, seconds: 1, isPerturbed: false)).tremor

    let reason = try #require(tremor.f0.frequency.unavailability)
    #expect(reason.code == .tooShort)
    #expect(reason.needed == TremorSettings.window.value)
    #expect((0.9...1).contains(reason.found ?? 0))
    #expect(tremor.amplitude.intensityPercent.unavailability?.code == .tooShort)
  }

  @Test func `gaps end a tremor segment`() {
    let stretch = pulses(f0: 110, deviations: Array(repeating: 0, count: 150))
    let twoStretches = stretch + stretch.map { $0 + 1.6 }

    #expect(tremor(ofPulses: twoStretches).frequency.unavailability?.code == .tooShort)
  }

  @Test func `no pulses give the reason no voicing`() {
    let found = tremor(ofPulses: [])

    #expect(found.frequency.unavailability?.code == .noVoicing)
    #expect(found.intensityPercent.unavailability?.code == .noVoicing)
  }

  @Test func `gain does not change amplitude tremor`() throws {
    let signal = voice(f0: 110, seconds: 2, isPerturbed: true)
      .with { $0.amplitudeTremor = Self.tremor }.synthesize().signal
    let louder = Signal(samples: signal.samples.map { 10 * $0 }, sampleRate: signal.sampleRate)

    let extents = try [signal, louder].map {
      try #require(CycleMeasurements(of: $0).tremor.amplitude.intensityPercent.number)
    }

    // Rounding of sums over some hundred points.
    #expect(abs(extents[0] - extents[1]) < 1e-6)
  }

  private func tremor(ofPulses pulses: [Double]) -> ContourTremor {
    let empty = PulseAmplitudes(of: Signal(samples: [], sampleRate: 44_100), pulses: [])
    return Tremor(periods: PeriodSequence(pulses: pulses), amplitudes: empty).f0
  }
}
