// The cepstrum and its peak, where the period of a sound is known.

import DSPCore
import RealModule
import Testing
import VoiceTypes

// The logarithm of the spectrum is rounded at about 1e-15 of some hundred.
private let gainTolerance = 1e-9

private let roundingTolerance = 1e-12

// A strip is up to 0.031 wide; the corner of the line inside it costs a quarter of its square.
private let stripTolerance = 1e-3

@Suite struct CepstralPeakProminenceTests {
  private static let rate: Hertz = 16_000

  /// A voice-like sound: three harmonics above noise at every frequency.
  private static let voice = TestSignal.noisyTone(
    f0: 125, noise: 0.05, sampleRate: rate, count: 8_000)

  private static func prominence(
    _ signal: Signal, _ definition: CPPSDefinition = .praat7_0
  ) -> CepstralPeakProminence {
    var workspace = AnalysisWorkspace()
    return .track(
      signal, definition: definition, sincWindow: .fixedHalfWidth, workspace: &workspace)
  }

  private static func pulseTrain(period: Int, noise: Double = 0) -> Signal {
    let random = TestSignal.uniformNoise(count: 10_000, seed: 6)
    let samples = (0..<10_000).map { ($0 % period == 0 ? 1 : 0) + noise * random[$0] }
    return Signal(samples: samples, sampleRate: 10_000)
  }

  @Test(arguments: [40, 77, 100, 160])
  func `the cepstrum of a pulse train peaks at the period`(period: Int) throws {
    var workspace = AnalysisWorkspace()
    let cepstrogram = try #require(
      PowerCepstrogram(
        of: Self.pulseTrain(period: period, noise: 0.01), definition: .praat7_0,
        sincWindow: .fixedHalfWidth, workspace: &workspace))
    var cepstrum = Array(repeating: 0.0, count: cepstrogram.quefrencyCount)

    cepstrogram.write(frame: cepstrogram.frameCount / 2, into: &cepstrum)

    let searched = 31...166
    #expect(searched.max { cepstrum[$0] < cepstrum[$1] } == period)
  }

  @Test(arguments: CPPSDefinition.allCases)
  func `noise lowers the prominence of a pulse train`(definition: CPPSDefinition) throws {
    let levels = try [0, 0.01, 0.05, 0.2].map { noise in
      try #require(
        Self.prominence(Self.pulseTrain(period: 80, noise: noise), definition).mean.number)
    }

    print("CPPS of a pulse train under noise, \(definition): \(levels)")
    #expect(levels.steps.allSatisfy { $0 < 0 })
  }

  @Test(arguments: CPPSDefinition.allCases)
  func `gain does not change the prominence`(definition: CPPSDefinition) throws {
    let reference = Self.prominence(Self.voice, definition).frames

    for gain in [0.001, 0.3, 7] {
      let frames = Self.prominence(Self.voice.amplified(by: gain), definition).frames
      #expect(largestDifference(frames, reference) < gainTolerance)
    }
  }

  @Test(arguments: CPPSDefinition.allCases)
  func `a used workspace does not change a bit`(definition: CPPSDefinition) {
    var workspace = AnalysisWorkspace()
    let other = Self.pulseTrain(period: 50, noise: 0.1)
    for sound in [other, Self.voice] {
      _ = CepstralPeakProminence.track(
        sound, definition: definition, sincWindow: .reachingPastEdge, workspace: &workspace)
    }

    let again = CepstralPeakProminence.track(
      Self.voice, definition: definition, sincWindow: .fixedHalfWidth, workspace: &workspace)

    #expect(again.frames.bits == Self.prominence(Self.voice, definition).frames.bits)
  }

  @Test func `the mean is that of all frames, 2 ms apart`() throws {
    let prominence = Self.prominence(Self.voice)

    let mean = try #require(prominence.mean.number)

    #expect(prominence.frames.count == 201)
    #expect(abs(mean - prominence.frames.reduce(0, +) / 201) < roundingTolerance)
    #expect(abs(prominence.firstFrameTime - 0.05) < roundingTolerance)
  }

  @Test(arguments: CPPSDefinition.allCases)
  func `a sound shorter than a window is too short, with both durations`(definition: CPPSDefinition)
    throws
  {
    let short = Signal(samples: Array(Self.voice.samples.prefix(800)), sampleRate: Self.rate)
    var workspace = AnalysisWorkspace()

    let reason = try #require(
      CepstralPeakProminence.smoothed(
        of: short, definition: definition, sincWindow: .fixedHalfWidth, workspace: &workspace
      ).unavailability)

    #expect(reason.code == .tooShort)
    #expect(reason.needed == 0.1)
    #expect(reason.found == 0.05)
  }

  @Test(arguments: CPPSDefinition.allCases)
  func `digital silence has no prominence`(definition: CPPSDefinition) {
    let silence = Signal(samples: Array(repeating: 0, count: 4_000), sampleRate: Self.rate)

    #expect(Self.prominence(silence, definition).frames.allSatisfy { $0 == 0 })
  }

  @Test func `the top of a parabola is found between the points`() {
    // 60 … 330 Hz at 10 kHz are the points 31 … 166.
    let finder = CepstralPeakFinder(floor: 60, ceiling: 330, quefrencyStep: 1e-4)
    let curve = (0..<200).map { index in
      let distance = Double(index) - 80.3
      return 5 - 0.01 * distance * distance
    }

    let peak = finder.highest(in: curve)

    #expect(abs(peak.position - 80.3) < roundingTolerance)
    #expect(abs(peak.height - 5) < roundingTolerance)
  }

  @Test func `without a maximum the higher end is the peak`() {
    let finder = CepstralPeakFinder(floor: 60, ceiling: 330, quefrencyStep: 1e-4)

    let peak = finder.highest(in: (0..<200).map { -Double($0) })

    // Point 31 lies beyond 1/330 s, at 30.3 points.
    #expect(peak.position == 31)
    #expect(peak.height == -31)
  }

  @Test(arguments: [4.0, 5, 10, 3.3])
  func `smoothing leaves a straight row as it is, inside`(width: Double) {
    let mean = SlidingMean(count: 50, width: width)
    let row = (0..<50).map { 2 + 0.5 * Double($0) }
    var smoothed = row

    mean.smooth(row.span, into: &smoothed)

    #expect(largestDifference(Array(smoothed[6..<44]), Array(row[6..<44])) < roundingTolerance)
  }

  @Test(arguments: [3.3, 4, 10, 31])
  func `smoothing equals the integral of the lines between the points`(width: Double) {
    let row = TestSignal.uniformNoise(count: 100, seed: 8)
    var smoothed = row

    SlidingMean(count: row.count, width: width).smooth(row.span, into: &smoothed)

    // Away from the ends; 1000 strips of a trapezoid rule hit every corner closely.
    for place in 20..<80 {
      let strips = 1_000
      let heights = (0...strips).map { strip in
        let x = Double(place) + width * (Double(strip) / Double(strips) - 0.5)
        let low = Int(x.rounded(.down))
        return row[low] + (x - Double(low)) * (row[low + 1] - row[low])
      }
      let ends = 0.5 * (heights[0] + heights[strips])
      let mean = (heights.reduce(0, +) - ends) / Double(strips)
      #expect(abs(smoothed[place] - mean) < stripTolerance)
    }
  }

  @Test func `smoothing spreads one point over the window`() {
    // Width 4, points one step apart: weights 1/8, 1/4, 1/4, 1/4, 1/8.
    let mean = SlidingMean(count: 21, width: 4)
    var row = Array(repeating: 0.0, count: 21)
    row[10] = 8
    var smoothed = row

    mean.smooth(row.span, into: &smoothed)

    let expected = [0, 1, 2, 2, 2, 1, 0].map { Double($0) }
    #expect(largestDifference(Array(smoothed[7...13]), expected) < roundingTolerance)
  }
}
