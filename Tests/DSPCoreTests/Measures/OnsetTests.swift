// The time until a voice is steady, of tracks and sounds made for it.

import DSPCore
import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct OnsetTests {
  private static let timeStep = 0.01

  /// A constant sound of three seconds whose level is a function of time, in decibels.
  private static func sound(_ decibels: (Double) -> Double = { _ in 0 }) -> Signal {
    let samples = (0..<24_000).map { index in
      (index.isMultiple(of: 2) ? 0.5 : -0.5) * Double.pow(10, decibels(Double(index) / 8000) / 20)
    }
    return Signal(samples: samples, sampleRate: 8_000)
  }

  /// Frames of 10 ms over `seconds` whose F0 is a function of time.
  private static func onset(
    seconds: Double = 3, f0: (Double) -> Double = { _ in 100 }, of signal: Signal = sound()
  ) -> Measured {
    let frequencies = (0..<Int((seconds / timeStep).rounded())).map { f0(Double($0) * timeStep) }
    return Phonation(
      of: signal, pitch: track(frequencies, firstFrameTime: 0.005, timeStep: timeStep), pulses: [],
      range: .praatStandard
    ).onsetToSteady
  }

  @Test func `an initial glide belongs to the onset up to its last semitone`() throws {
    // An octave in 0.4 s: a semitone takes a twelfth of that, and the median is that of the end.
    let onset = Self.onset(f0: { 200 * Double.exp2(min(0, ($0 - 0.4) / 0.4)) })

    #expect(abs(try #require(onset.number) - (0.4 - 0.4 / 12)) <= Self.timeStep)
  }

  @Test func `an initial swell belongs to the onset up to its last 3 dB`() throws {
    // 30 dB in 0.3 s, 3 dB in 0.03 s; the window of a level is 27 ms long, and the mean power in it
    // lies above the power in its middle.
    let onset = Self.onset(of: Self.sound { min(0, ($0 - 0.3) * 100) })

    #expect(abs(try #require(onset.number) - 0.27) <= 2 * Self.timeStep)
  }

  @Test func `an octave error at the start belongs to the onset`() {
    #expect(Self.onset(f0: { $0 < 0.195 ? 50 : 100 }) == .value(20 * Self.timeStep))
  }

  @Test func `a voice after a break is steady after half a second`() {
    let onset = Self.onset(f0: { (0.295..<0.345).contains($0) ? 0 : 100 })

    #expect(onset == .value(35 * Self.timeStep))
  }

  @Test func `vibrato of half a semitone counts as steady`() {
    #expect(
      Self.onset(f0: { 200 * Double.exp2(0.5 / 12 * Double.sin(2 * .pi * 5.5 * $0)) })
        == .value(0))
  }

  @Test func `a continuous glide is never steady`() {
    // Ten semitones a second: half of half a second later it is 2.5 semitones higher.
    let onset = Self.onset(f0: { 80 * Double.exp2($0 * 10 / 12) })

    #expect(onset.unavailability?.code == .notSteady)
    #expect(
      onset.unavailability?.message.contains("1 semitone and 3 dB for at least 0.5 s") == true)
  }

  @Test func `a voice of less than half a second without a gap is too short`() {
    let onset = Self.onset(f0: { $0 < 0.395 || $0 > 0.505 && $0 < 0.7 ? 100 : 0 })

    #expect(onset.unavailability?.code == .tooShort)
    #expect(onset.unavailability?.needed == 0.5)
    #expect(abs((onset.unavailability?.found ?? 0) - 0.4) < 1e-12)
  }

  @Test func `gain does not change the onset`() {
    let swell = Self.sound { min(0, ($0 - 0.3) * 100) }

    #expect(Self.onset(of: swell) == Self.onset(of: swell.amplified(by: 0.01)))
  }

  @Test func `voiced frames of digital silence are not steady`() {
    let silence = Signal(samples: Array(repeating: 0, count: 24_000), sampleRate: 8_000)

    #expect(Self.onset(of: silence).unavailability?.code == .notSteady)
  }
}
