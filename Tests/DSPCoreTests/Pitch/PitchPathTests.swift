// The path through the candidates, against all paths there are.

import DSPCore
import Testing
import VoiceMath
import VoiceSynthesis
import VoiceTypes

@Suite struct PitchPathTests {
  private static let settings = PitchSettings(range: .praatStandard)

  private static func path(
    _ frames: [[PitchCandidate]], intensities: [Double]? = nil, timeStep: Double = 0.01
  ) -> PlainPath {
    PlainPath(
      settings: settings, ceiling: 600, timeStep: timeStep, frames: frames,
      intensities: intensities ?? frames.map { _ in 1 })
  }

  /// Five frames of one to four candidates, some above the ceiling, some frames nearly silent.
  private static func randomPath(seed: UInt64) -> PlainPath {
    var bits = SplitMix64(seed: seed)
    let frames = (0..<5).map { _ in
      [PitchCandidate.unvoiced]
        + (0..<Int.random(in: 0...3, using: &bits)).map { _ in
          .pitch(
            Double.random(in: 75...700, using: &bits),
            strength: Double.random(in: 0.3...1, using: &bits))
        }
    }
    return path(
      frames, intensities: frames.map { _ in Double.random(in: 0...0.08, using: &bits) },
      timeStep: Double.random(in: 0.003...0.03, using: &bits))
  }

  @Test(arguments: 1...100)
  func `the path found is the best of all paths`(seed: UInt64) {
    let path = Self.randomPath(seed: seed)

    #expect(path.searched() == path.best())
  }

  @Test func `a strong candidate wins over no pitch`() {
    let frame = [PitchCandidate.unvoiced, .pitch(120, strength: 0.9)]

    #expect(Self.path([frame, frame, frame]).searched() == [1, 1, 1])
  }

  @Test func `a silent frame has no pitch however strong its candidate`() {
    let frame = [PitchCandidate.unvoiced, .pitch(120, strength: 0.9)]

    let path = Self.path([frame, frame, frame], intensities: [0.001, 0.001, 0.001])

    #expect(path.searched() == [0, 0, 0])
  }

  @Test func `a candidate at the ceiling counts as unvoiced`() {
    let path = PitchPath(settings: Self.settings, ceiling: 600, timeStep: 0.01)
    var table = CandidateTable()
    let mark = CandidateMark(lag: 0, isFinal: true)
    table.append([.unvoiced, .pitch(600, strength: 1)], marks: [mark, mark], intensity: 1)

    // Both are worth the voicing threshold; the earlier one wins.
    #expect(path.choose(from: table) == [0])
  }

  @Test func `a small gain in strength does not justify an octave jump`() {
    let frame = [
      PitchCandidate.unvoiced, .pitch(120, strength: 0.9), .pitch(240, strength: 0.88),
    ]
    let jumpy = [
      PitchCandidate.unvoiced, .pitch(120, strength: 0.88), .pitch(240, strength: 0.9),
    ]

    #expect(Self.path([frame, frame, jumpy, frame, frame]).searched() == [1, 1, 1, 1, 1])
  }

  @Test func `of equal candidates in the last frame the earlier one is chosen`() {
    let twins = [
      PitchCandidate.unvoiced, .pitch(120, strength: 0.9), .pitch(120, strength: 0.9),
    ]

    #expect(Self.path([twins]).searched() == [1])
  }

  @Test func `of equal paths to a candidate the earlier predecessor is chosen`() {
    let twins = [
      PitchCandidate.unvoiced, .pitch(120, strength: 0.9), .pitch(120, strength: 0.9),
    ]
    let single = [PitchCandidate.unvoiced, .pitch(120, strength: 0.9)]

    #expect(Self.path([twins, twins, single]).searched() == [1, 1, 1])
  }

  @Test func `no frames have no path`() {
    let path = PitchPath(settings: Self.settings, ceiling: 600, timeStep: 0.01)

    #expect(path.choose(from: CandidateTable()).isEmpty)
  }

  // 0.45 + 2 − I · 1.45 / 0.03, but at least 0.45.
  @Test(arguments: [(0.0, 2.45), (0.03, 1.0), (0.06 / 1.45, 0.45), (1, 0.45)])
  func `a quiet frame favours the unvoiced candidate`(
    setting: (intensity: Double, value: Double)
  ) {
    let path = PitchPath(settings: Self.settings, ceiling: 600, timeStep: 0.01)

    // A handful of operations on numbers of order two.
    #expect(abs(path.unvoicedValue(intensity: setting.intensity) - setting.value) < 1e-15 * 4)
  }

  @Test func `without a silence threshold a quiet frame is like any other`() {
    var settings = Self.settings
    settings.silenceThreshold = 0

    let path = PitchPath(settings: settings, ceiling: 600, timeStep: 0.01)

    #expect(path.unvoicedValue(intensity: 0) == 0.45)
  }
}
