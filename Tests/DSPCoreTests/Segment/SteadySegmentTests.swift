// The stretch is the longest sound without a gap; gaps that one cycle can leave end no sound where there
// would be too little of it.

import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

@testable import DSPCore

@Suite struct SteadySegmentTests {
  /// Alternating voiced and unvoiced frames of 10 ms, in runs of the given lengths.
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
      bridging
      ? SteadySegment(in: track, of: nil, bridgingFrom: floor)
      : SteadySegment(in: track, of: nil)
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

  @Test func `a sound of at least one second ends at its first gap`() throws {
    try expect(held([150, 1, 90]), 0, 1.5)
  }

  @Test func `a shorter sound continues over gaps of up to three periods`() throws {
    try expect(held([60, 5, 70]), 0, 1.35)
    try expect(held([60, 6, 70]), 0.66, 1.36)
    try expect(held([60, 5, 70], bridging: false), 0.65, 1.35)
  }

  @Test func `the longest segment with enough voice for perturbation is selected`() throws {
    // A gap of one frame alone gives 1.21 s; of three, 1.94 s with 4 frames of 136 unvoiced.
    try expect(held([60, 1, 60, 3, 70]), 0, 1.94)
    // With gaps of five it would be 2.05 s, and a quarter of it unvoiced.
    let tail = Array(repeating: [5, 2], count: 12).flatMap(\.self)
    try expect(held([60, 1, 60] + tail), 0, 1.21)
    // Where nothing has it, the most there is: 82 of 117 frames.
    try expect(held([60, 5, 2, 5, 2, 5, 2, 5, 2, 5, 2, 5, 2, 5, 60]), 0, 1.67)
  }

  @Test func `gaps are not bridged when no segment reaches one second`() throws {
    try expect(held([30, 2, 40]), 0.32, 0.72)
  }

  @Test func `an unvoiced recording has no segment`() {
    #expect(held([0, 100]) == nil)
  }

  // MARK: - Where a long vowel is held most steadily

  /// Nine seconds at one pitch; only the second half has a steady level and spectrum too.
  enum Unsteady: String, CaseIterable {
    case level
    case sound

    func signal() -> Signal {
      func voice(_ vowel: Vowel, _ seconds: Seconds) -> [Double] {
        let voice = SyntheticVoice(f0: 120, vowel: vowel, duration: seconds, seed: 3).with {
          ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (0.4, 2, 25)
        }
        return voice.synthesize().signal.samples
      }
      let rate: Hertz = 44_100
      switch self {
      case .level:
        let samples = voice(.a, 9).enumerated().map { index, sample in
          // Three times up and down by 12 dB.
          let seconds = Double(index) / rate.value
          let decibels = seconds < 4.5 ? -6 + 6 * Double.cos(seconds * 4 / 3 * .pi) : 0
          return sample * Double.exp10(decibels / 20)
        }
        return Signal(samples: samples, sampleRate: rate)
      case .sound:
        let parts = [voice(.a, 1.5), voice(.i, 1.5), voice(.a, 1.5), voice(.a, 4.5)]
        return Signal(samples: parts.flatMap(\.self), sampleRate: rate)
      }
    }
  }

  @Test(arguments: Unsteady.allCases)
  func `the segment selection uses level and spectrum as well as pitch`(kind: Unsteady) throws {
    var workspace = AnalysisWorkspace()
    let signal = kind.signal()
    let track = PitchTrack(
      frequencies: Array(repeating: 120, count: 895), strengths: Array(repeating: 0.9, count: 895),
      firstFrameTime: 0.03, timeStep: 0.01)
    let sound = try #require(SteadySegment.course(of: signal, workspace: &workspace))

    let byPitch = try #require(SteadySegment(in: track, of: nil))
    let byAll = try #require(SteadySegment(in: track, of: sound))

    #expect(byPitch.start < 1, "the pitch alone tells nothing")
    #expect(byAll.start > 4.4 && byAll.end < 8.6, "\(byAll.start) s to \(byAll.end) s")
    #expect(abs(byAll.duration - 3) < 1e-9)
  }

  @Test func `the spread of a level is that of its decibels, whatever the gain`() throws {
    var workspace = AnalysisWorkspace()
    // A second at 0 dB and a second at −12 dB of a tone with whole cycles in every frame.
    let tone = (0..<88_200).map { index in
      (index < 44_100 ? 1 : 0.25) * Double.sin(2 * .pi * Double(index) / 44.1)
    }
    for gain in [1, 1e-3] {
      let signal = Signal(samples: tone.map { gain * $0 }, sampleRate: 44_100)

      let course = try #require(SpectralTrajectory(of: signal, workspace: &workspace))

      #expect(course.levels.count == 20 && course.frames(from: 0, to: 2) == 0..<20)
      let spread = course.spread(over: 0..<20)
      #expect(abs(spread.level - 10 * Double.log10(16) / 2) < 1e-9)
      // The frame with the step has an intermediate level and a wider spectrum.
      #expect(spread.sound < 0.2, "the tone stays the same: \(spread.sound) dB")
    }
  }

  @Test func `a recording shorter than a spectral frame or silent has no trajectory`() {
    var workspace = AnalysisWorkspace()
    let short = Signal(samples: Array(repeating: 0.5, count: 2000), sampleRate: 44_100)
    let silent = Signal(samples: Array(repeating: 0, count: 200_000), sampleRate: 44_100)
    #expect(SpectralTrajectory(of: short, workspace: &workspace) == nil)
    #expect(SpectralTrajectory(of: silent, workspace: &workspace) == nil)
  }

  /// With 3 % of jitter, strictly periodic else, 41 % of voices of 90 to 250 Hz had no second.
  @Test(arguments: [90.0, 115], [2.0, 3])
  func `a voice of three seconds with jitter keeps a second of segment`(f0: Double, jitter: Double)
  {
    var workspace = AnalysisWorkspace()
    for seed in 1...6 as ClosedRange<UInt64> {
      let voice = SyntheticVoice(f0: Hertz(f0), vowel: .a, duration: 3, seed: seed).with {
        ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (jitter, 2, 15)
      }

      let scope = AnalysisScope(
        of: voice.synthesize().signal, settings: AnalysisSettings(), workspace: &workspace)

      let seconds = scope.segment.end.value - scope.segment.start.value
      #expect(seconds > SteadySegment.sufficient - 1e-9, "\(seconds) s")
    }
  }
}
