// Candidates of correlations that are given by formula. At 8 kHz the autocorrelation method
// searches lags up to 107 and keeps lags up to 159.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// The error of interpolating a cosine over the 58 samples around the second maximum.
private let cosineTolerance = 1e-6

// A maximum read off a grid of 1/1000 sample misses this much of a height of order one.
private let gridTolerance = 1e-6

// Above the ceiling a candidate stays where the parabola through three lags has its vertex.
private let vertexTolerance = 1e-3

@Suite struct CandidateFinderTests {
  /// A Gaussian bump of a given height and place, 4 samples wide, with nothing at lag zero.
  private static func bump(_ height: Double, at place: Double) -> (Double) -> Double {
    { height * Double.exp(-(($0 - place) * ($0 - place)) / 32) }
  }

  /// Settings that leave room for a single voiced candidate.
  private static func narrow() throws -> PitchFixture {
    let range = try #require(PitchRange(floor: 75, ceiling: 100))
    return try PitchFixture(secondOfSilence, method: .autocorrelation) {
      $0.range = range
      $0.maximumCandidates = 2
    }
  }

  @Test func `a cosine has its period and twice its period as candidates`() throws {
    let pitch = try PitchFixture(secondOfSilence, method: .autocorrelation)
    let cosine = pitch.correlation { Double.cos(2 * .pi * $0 / 50.3) }

    let candidates = pitch.candidates(in: cosine)

    #expect(candidates.count == 3)
    #expect(candidates[0] == .unvoiced)
    #expect(abs(candidates[1].frequency * 50.3 / 8_000 - 1) < cosineTolerance)
    #expect(abs(candidates[2].frequency * 100.6 / 8_000 - 1) < cosineTolerance)
    #expect(candidates.dropFirst().allSatisfy { abs($0.strength - 1) < cosineTolerance })
  }

  @Test func `a maximum below half the voicing threshold is no candidate`() throws {
    let pitch = try PitchFixture(secondOfSilence, method: .autocorrelation)

    let weak = pitch.candidates(in: pitch.correlation(Self.bump(0.22, at: 40)))
    let stronger = pitch.candidates(in: pitch.correlation(Self.bump(0.23, at: 40)))

    #expect(weak.count == 1)
    #expect(stronger.count == 2)
  }

  @Test func `two equal neighbours make one candidate`() throws {
    let pitch = try PitchFixture(secondOfSilence, method: .autocorrelation)

    let candidates = pitch.candidates(in: pitch.correlation(Self.bump(0.9, at: 40.5)))

    #expect(candidates.count == 2)
    #expect(abs(candidates[1].frequency * 40.5 / 8_000 - 1) < cosineTolerance)
  }

  @Test func `lag two is searched and lag one is not`() throws {
    let pitch = try PitchFixture(secondOfSilence, method: .autocorrelation)
    let spikeAtOne = pitch.correlation { $0 == 1 ? 0.9 : 0 }
    let spikeAtTwo = pitch.correlation { $0 == 2 ? 0.9 : 0 }

    #expect(pitch.candidates(in: spikeAtOne).count == 1)
    #expect(pitch.candidates(in: spikeAtTwo).count == 2)
  }

  @Test func `the last lag is not searched`() throws {
    let pitch = try PitchFixture(secondOfSilence, method: .autocorrelation)
    let spikeAtLast = pitch.correlation { $0 == 108 ? 0.9 : 0 }
    let spikeBefore = pitch.correlation { $0 == 107 ? 0.9 : 0 }

    #expect(pitch.candidates(in: spikeAtLast).count == 1)
    #expect(pitch.candidates(in: spikeBefore).count == 2)
  }

  @Test func `a height above one is replaced by its reciprocal`() throws {
    let pitch = try PitchFixture(secondOfSilence, method: .autocorrelation)

    let candidates = pitch.candidates(in: pitch.correlation(Self.bump(1.25, at: 40.3)))

    #expect(abs(candidates[1].strength - 0.8) < cosineTolerance)
  }

  @Test func `a full list keeps the higher of two equally strong candidates`() throws {
    let pitch = try Self.narrow()
    let equal = pitch.correlation { lag in
      Self.bump(0.8, at: 20.3)(lag) + Self.bump(0.8, at: 60.3)(lag)
    }

    let candidates = pitch.candidates(in: equal)

    // The higher one stays although it lies above the ceiling of 100 Hz.
    #expect(candidates.count == 2)
    #expect(abs(candidates[1].frequency * 20.3 / 8_000 - 1) < vertexTolerance)
  }

  @Test func `a full list gives way to a clearly stronger candidate`() throws {
    let pitch = try Self.narrow()
    let unequal = pitch.correlation { lag in
      Self.bump(0.8, at: 20.3)(lag) + Self.bump(0.82, at: 60.3)(lag)
    }

    let candidates = pitch.candidates(in: unequal)

    // 0.02 is more than the bonus of 0.01 · log2(60.3 / 20.3) = 0.0157.
    #expect(abs(candidates[1].frequency * 60.3 / 8_000 - 1) < vertexTolerance)
  }

  @Test func `the last candidate is selected at interpolation depth 30`() throws {
    let pitch = try Self.narrow()
    let withSpike = pitch.correlation { lag in
      Self.bump(0.8, at: 20.3)(lag) + Self.bump(0.8147, at: 60.3)(lag) - (lag == 100 ? 0.9 : 0)
    }
    let rest = withSpike.values
    let depths = [30, 70].map { depth in
      plainSinc(rest, at: 159 + 60.3, depth: depth, window: .fixedHalfWidth)
    }

    let candidates = pitch.candidates(in: withSpike)

    // A spike 39.7 samples on would lift the second one over 0.8 + 0.0157, seen at depth 70.
    #expect(depths[0] < 0.8155 && depths[1] > 0.816)
    #expect(abs(candidates[1].frequency * 20.3 / 8_000 - 1) < vertexTolerance)
  }

  // Lag 3 is above 0.3 of the sample rate. There the depth is 700, limited by the buffer.
  @Test(arguments: SincWindow.allCases, [(40, 70), (3, 700)])
  func `a maximum is refined with the depth of its frequency`(
    window: SincWindow, setting: (lag: Int, depth: Int)
  ) throws {
    // Up to Nyquist, so that lag 3 is no candidate above the ceiling.
    let range = try #require(PitchRange(floor: 75, ceiling: 4_000))
    let pitch = try PitchFixture(secondOfSilence, method: .autocorrelation) {
      $0.sincWindow = window
      $0.range = range
    }
    let noise = TestSignal.uniformNoise(count: 160, seed: 11)
    let spike = pitch.correlation { lag in
      (lag == Double(setting.lag) ? 0.8 : 0) + 0.1 * noise[Int(lag)]
    }
    let centre = Double(spike.centre + setting.lag)

    let candidate = try #require(pitch.candidates(in: spike).last)

    let heights = stride(from: centre - 0.4995, to: centre + 0.5, by: 0.001).map {
      plainSinc(spike.values, at: $0, depth: setting.depth, window: window)
    }
    #expect(pitch.candidates(in: spike).count == 2)
    #expect(abs(candidate.strength - (heights.max() ?? 0)) < gridTolerance)
  }
}
