// Which sounds a voice is measured without, and which not.

import DSPCore
import Testing
import VoiceTypes

@Suite struct VoiceHighPassTests {
  /// Largest error next to the flank and at the ends of the segment, −50 dB; elsewhere it is −63 dB.
  private static let largestError = 3e-3

  private static let f0: Hertz = 120

  private static func tone(_ frequency: Double) -> Signal {
    HarmonicSound.partials(
      [Partial(frequency: frequency, amplitude: 1)], sampleRate: 44_100, count: 88_200)
  }

  /// The middle second of a signal without the sound below the voice.
  private static func filtered(_ signal: Signal) -> ArraySlice<Double> {
    var workspace = AnalysisWorkspace()
    return VoiceHighPass(f0: f0).apply(
      to: signal, in: 22_050..<66_150, workspace: &workspace
    ).samples[...]
  }

  private static func largest(_ samples: ArraySlice<Double>) -> Double {
    samples.reduce(0) { max($0, $1.magnitude) }
  }

  @Test(arguments: [5.0, 19, 30, 47])
  func `a tone below 0.4 F0 is removed, also at the segment ends`(frequency: Double) {
    #expect(Self.largest(Self.filtered(Self.tone(frequency))) < Self.largestError)
  }

  @Test(arguments: [60.5, 120, 1_000, 15_000])
  func `a tone from 0.5 F0 is unchanged`(frequency: Double) {
    let tone = Self.tone(frequency)

    let filtered = Self.filtered(tone)

    let difference = zip(filtered, tone.samples[22_050..<66_150]).map { $0 - $1 }
    #expect(Self.largest(difference[...]) < Self.largestError)
  }

  @Test func `a DC offset is removed`() {
    let signal = Signal(
      samples: Self.tone(120).samples.map { $0 + 0.5 }, sampleRate: 44_100)

    let mean = Self.filtered(signal).reduce(0, +) / 44_100

    #expect(abs(mean) < Self.largestError)
  }

  @Test func `a signal that is shorter than the filter keeps its length`() {
    var workspace = AnalysisWorkspace()
    let short = Signal(samples: Array(Self.tone(120).samples.prefix(1_000)), sampleRate: 44_100)

    let filtered = VoiceHighPass(f0: 60).apply(to: short, in: 0..<1_000, workspace: &workspace)

    #expect(filtered.samples.count == 1_000)
    #expect(filtered.sampleRate == 44_100)
  }
}
