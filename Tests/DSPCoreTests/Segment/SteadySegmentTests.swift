// The stretch is the longest sound without a gap; gaps that one cycle can leave end no sound where there
// would be too little of it.

import Testing
import VoiceSynthesis
import VoiceTypes

@testable import DSPCore

@Suite struct SteadySegmentTests {
  /// Frames of 10 ms, voiced and unvoiced in turn, so many of each.
  private func track(_ runs: [Int]) -> PitchTrack {
    let frequencies = runs.enumerated().flatMap {
      Array(repeating: $0.offset.isMultiple(of: 2) ? 100.0 : 0, count: $0.element)
    }
    return PitchTrack(
      frequencies: frequencies, strengths: frequencies.map { $0 > 0 ? 0.9 : 0 },
      firstFrameTime: 0.005, timeStep: 0.01)
  }

  // Three periods of this floor are 5 frames.
  private let floor: Hertz = 60

  private func held(_ runs: [Int], bridging: Bool = true) -> ClosedRange<Double>? {
    let track = track(runs)
    let stretch =
      bridging ? SteadySegment(in: track, bridgingFrom: floor) : SteadySegment(in: track)
    return stretch?.heldSound
  }

  private func expect(
    _ found: ClosedRange<Double>?, _ start: Double, _ end: Double,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let found = try #require(found, sourceLocation: place)
    #expect(
      abs(found.lowerBound - start) < 1e-9 && abs(found.upperBound - end) < 1e-9,
      "\(found)", sourceLocation: place)
  }

  @Test func `a sound of a second and more ends at its first gap`() throws {
    try expect(held([150, 1, 90]), 0, 1.5)
  }

  @Test func `a shorter one goes on over a gap of three periods, not of more`() throws {
    try expect(held([60, 5, 70]), 0, 1.35)
    try expect(held([60, 6, 70]), 0.66, 1.36)
    try expect(held([60, 5, 70], bridging: false), 0.65, 1.35)
  }

  @Test func `no longer gaps are bridged than a second takes`() throws {
    // A frame at a time gives 1.21 s; three would give 1.94 s.
    try expect(held([60, 1, 60, 3, 70]), 0, 1.21)
  }

  @Test func `without a second in any way nothing is bridged`() throws {
    try expect(held([30, 2, 40]), 0.32, 0.72)
  }

  @Test func `without a voiced frame there is no stretch`() {
    #expect(held([0, 100]) == nil)
  }

  /// With 3 % of jitter, strictly periodic else, 41 % of voices of 90 to 250 Hz had no second.
  @Test(arguments: [90.0, 115], [2.0, 3])
  func `jitter leaves a second of a voice of three`(f0: Double, jitter: Double) {
    var workspace = AnalysisWorkspace()
    for seed in 1...6 as ClosedRange<UInt64> {
      let voice = SyntheticVoice(f0: Hertz(f0), vowel: .a, duration: 3, seed: seed).with {
        ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (jitter, 2, 15)
      }

      let scope = AnalysisScope(
        of: voice.synthesize().signal, settings: AnalysisSettings(), workspace: &workspace)

      let seconds = scope.segment.end.value - scope.segment.start.value
      #expect(seconds > SteadySegment.leastForPerturbation - 1e-9, "\(seconds) s")
    }
  }
}
