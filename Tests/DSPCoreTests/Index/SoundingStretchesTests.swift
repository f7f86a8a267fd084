// Silences of sounds that were built with them.

import DSPCore
import Testing
import VoiceTypes

// The level falls by 25 dB within half of the intensity window of 6.4 / 50 Hz.
private let boundaryTolerance = 0.064

@Suite struct SoundingStretchesTests {
  private static let rate: Hertz = 16_000

  /// Tones of 200 Hz and silences, given by their amplitudes, of 0.5 s each.
  private static func sound(_ amplitudes: [Double]) -> Signal {
    let tone = HarmonicSound.partials(
      [Partial(frequency: 200, amplitude: 1)], sampleRate: rate, count: 8_000 * amplitudes.count)
    let samples = tone.samples.enumerated().map { $1 * amplitudes[$0 / 8_000] }
    return Signal(samples: samples, sampleRate: rate)
  }

  private static func intervals(of signal: Signal) throws -> [ClosedRange<Double>] {
    var workspace = AnalysisWorkspace()
    return try NonsilentIntervals(of: signal, workspace: &workspace).intervals
  }

  @Test func `tone, silence, tone give two intervals`() throws {
    let found = try Self.intervals(of: Self.sound([0.5, 0.5, 0, 0, 0.5]))

    try #require(found.count == 2)
    #expect(found[0].lowerBound == 0)
    #expect(abs(found[0].upperBound - 1) < boundaryTolerance)
    #expect(abs(found[1].lowerBound - 2) < boundaryTolerance)
    #expect(found[1].upperBound == 2.5)
  }

  @Test func `a tone 20 dB below the loudest is non-silent, one 30 dB below is silent`() throws {
    let sounding = try Self.intervals(of: Self.sound([0.5, 0.05]))
    let silent = try Self.intervals(of: Self.sound([0.5, 0.0158]))

    #expect(sounding == [0...1])
    #expect(silent.count == 1)
    #expect(silent[0].upperBound < 0.6)
  }

  @Test func `low-frequency rumble counts as silence`() throws {
    // The flank of the band lets 5 Hz through by 0.2 %.
    let loud = HarmonicSound.partials(
      [Partial(frequency: 5, amplitude: 0.5)], sampleRate: Self.rate, count: 8_000)
    let sound = Signal(
      samples: Self.sound([0.5]).samples + loud.samples, sampleRate: Self.rate)

    let found = try Self.intervals(of: sound)

    #expect(found.count == 1)
    #expect(found[0].upperBound < 0.6)
  }

  @Test func `gain changes no interval boundary`() throws {
    let sound = Self.sound([0.5, 0, 0.3, 0.01, 0.4])

    #expect(
      try Self.intervals(of: sound) == Self.intervals(of: sound.multiplied(by: 0.125)))
  }

  @Test func `digital silence has no interval, with the reason`() throws {
    #expect(throws: Unavailability.self) { try Self.intervals(of: Self.sound([0, 0])) }
  }

  @Test func `a sound shorter than the window of its level is too short`() throws {
    let short = Signal(
      samples: Array(Self.sound([0.5]).samples.prefix(2_000)), sampleRate: Self.rate)
    var workspace = AnalysisWorkspace()

    let reason = #expect(throws: Unavailability.self) {
      try NonsilentIntervals(of: short, workspace: &workspace)
    }

    #expect(reason?.code == .tooShort)
  }

  // MARK: - Short stretches

  /// Frames of 10 ms; `1` is a sounding frame.
  private static func stretches(_ frames: String) -> LabelledIntervals {
    LabelledIntervals(
      frames.map { $0 == "1" }, firstTime: 0, timeStep: 0.01, end: Double(frames.count) * 0.01)
  }

  private static func sounding(_ frames: String) -> [ClosedRange<Double>] {
    stretches(frames).turning(shorterThan: 0.035, sounding: true)
      .turning(shorterThan: 0.035, sounding: false).sounding
  }

  private static func rounded(_ intervals: [ClosedRange<Double>]) -> [ClosedRange<Int>] {
    intervals.map { Int(($0.lowerBound * 100).rounded())...Int(($0.upperBound * 100).rounded()) }
  }

  @Test(arguments: [
    ("1111", [0...4]), ("0000", []), ("000011110000", [4...8]),
    ("11110000001111", [0...4, 10...14]), ("111100011110000", [0...11]),
    ("000011100001111", [11...15]), ("0111101111", [0...10]), ("11110", [0...5]),
    ("00000011100000", []),
    ("1111001100111100000", [0...4, 10...14]), ("", []),
  ])
  func `short sounds are removed before short silences`(
    frames: String, expected: [ClosedRange<Int>]
  ) {
    #expect(Self.rounded(Self.sounding(frames)) == expected)
  }
}
