// Splices in waves with known cuts.

import DSPCore
import RealModule
import Testing
import VoiceTypes

@Suite struct CycleJoinTests {
  private static let rate = 44_100.0
  private static let f0 = 100.0

  /// One period over the least step that counts, in periods.
  private static let mismatchPerPeriod = 50.0

  /// Maximum splice score that a candidate region of two and a half periods can have.
  private static let most = 80.0

  /// Cycles are followed to within samples; 49 of them are a period here.
  private static let tolerance = 0.1

  private static func signal(_ sample: (Double) -> Double) -> Signal {
    Signal(
      samples: (0..<Int(2 * rate)).map { sample(Double($0) / rate) }, sampleRate: Hertz(rate))
  }

  /// A wave of `harmonics` harmonics with `periods` periods cut out after one second.
  private static func wave(harmonics: Int, without periods: Double) -> Signal {
    signal { time in
      let phase = 2 * .pi * (f0 * time + (time < 1 ? 0 : periods))
      return (1...harmonics).reduce(0) {
        $0 + 0.1 * Double.sin(Double($1) * phase) / Double($1)
      }
    }
  }

  private static func track(seconds: Double = 2, f0: (Double) -> Double = { _ in Self.f0 })
    -> PitchTrack
  {
    let count = Int(seconds / 0.01) - 4
    return PitchTrack(
      frequencies: (0..<count).map { f0(0.02 + 0.01 * Double($0)) },
      strengths: [Double](repeating: 1, count: count), firstFrameTime: 0.02, timeStep: 0.01)
  }

  private static func worst(_ harmonics: Int, without periods: Double) throws -> CycleSplice {
    try #require(
      CycleSplice.worst(in: wave(harmonics: harmonics, without: periods), pitch: track()))
  }

  @Test(arguments: [1, 3, 10])
  func `a continuous harmonic sound has no splice`(harmonics: Int) throws {
    #expect(try Self.worst(harmonics, without: 0).mismatch < 0.1)
  }

  @Test func `removing whole periods leaves no splice`() throws {
    for periods in [1.0, 2, 7] { #expect(try Self.worst(5, without: periods).mismatch < 0.1) }
  }

  /// A wave with a phase jump after one second and `loudness` times the amplitude from there on.
  private static func wave(then loudness: Double) -> Signal {
    signal { time in
      let phase = 2 * .pi * (f0 * time + (time < 1 ? 0 : 0.25))
      return (time < 1 ? 0.3 : 0.3 * loudness) * Double.sin(phase)
    }
  }

  @Test(arguments: [0.7, 1, 1.4])
  func `a phase jump at about equal loudness is a splice`(loudness: Double) throws {
    let join = try #require(CycleSplice.worst(in: Self.wave(then: loudness), pitch: Self.track()))
    #expect(join.mismatch > 4)
  }

  @Test(arguments: [0.1, 0.3, 0.5])
  func `reverberation after the voice is no splice`(
    loudness: Double
  ) throws {
    let join = try #require(CycleSplice.worst(in: Self.wave(then: loudness), pitch: Self.track()))
    print("a voice that ends: mismatch \(join.mismatch)")
    #expect(join.mismatch < 1)
  }

  @Test(arguments: [0.15, 0.25, 0.4, 0.5, 0.7])
  func `the splice score of a tone follows from the removed part`(periods: Double) throws {
    let join = try Self.worst(1, without: 3 + periods)

    let step = min(periods, 1 - periods)
    let expected = Self.mismatchPerPeriod * step
    print("out of step by \(step): \(join.mismatch), expected \(expected), at \(join.time) s")
    #expect(abs(join.mismatch / expected - 1) < Self.tolerance)
    #expect(abs(join.time - 1) < 0.005)
  }

  @Test(arguments: [3, 10])
  func `a removed half period is found at its time`(harmonics: Int) throws {
    let join = try Self.worst(harmonics, without: 0.5)

    #expect(join.mismatch > 10 && join.mismatch <= Self.most)
    #expect(abs(join.time - 1) < 0.005)
  }

  @Test func `the splice score grows with the distance from whole periods`() throws {
    let mismatches = try [0.0, 0.1, 0.2, 0.3, 0.5].map {
      try Self.worst(3, without: 3 + $0).mismatch
    }

    print("mismatches: \(mismatches)")
    #expect(mismatches == mismatches.sorted())
    #expect(mismatches[2] > 4)
  }

  @Test func `one irregular cycle is no splice`() throws {
    let signal = Self.signal { time in
      let phase = 2 * .pi * Self.f0 * time
      return (1.0..<1.01).contains(time)
        ? 0.1 * Double.sin(2 * phase) : 0.1 * (Double.sin(phase) + 0.5 * Double.cos(3 * phase))
    }

    let join = try #require(CycleSplice.worst(in: signal, pitch: Self.track()))

    print("an unlike cycle: \(join.mismatch)")
    #expect(join.mismatch < 3)
  }

  @Test(arguments: [0.5, 0.8, 1.25, 2])
  func `a voice break to another pitch is no splice`(ratio: Double) {
    let signal = Self.signal { time in
      let phase = 2 * .pi * Self.f0 * (min(time, 1) + max(0, time - 1) * ratio)
      return 0.1 * (Double.sin(phase) + 0.5 * Double.sin(2 * phase))
    }
    let track = Self.track { $0 < 1 ? Self.f0 : ratio * Self.f0 }

    let mismatch = CycleSplice.worst(in: signal, pitch: track)?.mismatch ?? 0

    print("a break to \(ratio): \(mismatch)")
    #expect(mismatch < 3)
  }

  @Test func `an octave error of the pitch track causes no splice`() throws {
    let half = Self.track { _ in 0.5 * Self.f0 }

    let join = try #require(
      CycleSplice.worst(in: Self.wave(harmonics: 4, without: 0), pitch: half))
    let found = try #require(
      CycleSplice.worst(in: Self.wave(harmonics: 4, without: 0.3), pitch: half))

    #expect(join.mismatch < 0.1)
    #expect(found.mismatch > 4)
  }

  @Test func `gain changes nothing`() throws {
    let wave = Self.wave(harmonics: 4, without: 0.3)
    let soft = Signal(samples: wave.samples.map { $0 / 1024 }, sampleRate: wave.sampleRate)

    #expect(
      CycleSplice.worst(in: soft, pitch: Self.track())
        == CycleSplice.worst(in: wave, pitch: Self.track()))
  }

  @Test func `an unvoiced or too short sound has no splice score`() {
    let silence = PitchTrack(
      frequencies: [0, 0], strengths: [0, 0], firstFrameTime: 0.1, timeStep: 0.01)
    let wave = Self.wave(harmonics: 1, without: 0)

    #expect(CycleSplice.worst(in: wave, pitch: silence) == nil)
    #expect(CycleSplice.worst(in: wave, pitch: Self.track(seconds: 0.09)) == nil)
    #expect(CycleSplice.worst(in: wave, pitch: Self.track(seconds: 0.28)) == nil)
  }
}
