// Sound that is missing from a voice.

import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct GapCheckTests {
  private static func voice(
    jitter: Double = 0.4, shimmer: Double = 2, f0: Hertz = 130, seed: UInt64 = 3
  ) -> Signal {
    SyntheticVoice(f0: f0, vowel: .a, duration: 3, seed: seed).with {
      $0.jitterPercent = jitter
      $0.shimmerPercent = shimmer
      $0.hnr = 25
    }.synthesize().signal
  }

  /// The same without 5 ms from some time on.
  private static func cut(_ signal: Signal, at seconds: Double) -> Signal {
    let first = Int(seconds * signal.sampleRate.value)
    let count = Int(0.005 * signal.sampleRate.value)
    var samples = signal.samples
    samples.removeSubrange(first..<(first + count))
    return Signal(samples: samples, sampleRate: signal.sampleRate)
  }

  private static func fixture(_ name: String) throws -> Signal {
    let file = Repository.fixtures.appendingPathComponent("voices/\(name)")
    return try WAVReader.read(.path(file.path)).result.get().signal
  }

  private func gap(of signal: Signal) throws -> JSONValue {
    try check("gap", of: analyze(WAVEncoder.pcm16(signal)))
  }

  private func code(_ measure: String, _ document: JSONValue) -> String? {
    document["unavailable"]?.elements
      .first { $0["measure"]?.stringValue == measure }?["code"]?.stringValue
  }

  @Test(arguments: [0, 0.3, 1, 2, 3], [Hertz(95), 130, 210, 290])
  func `jitter is not reported as a gap`(jitter: Double, f0: Hertz) throws {
    for shimmer in [0.5, 6] {
      let gap = try gap(of: Self.voice(jitter: jitter, shimmer: shimmer, f0: f0))

      #expect(gap["verdict"] == "pass", "\(gap)")
    }
  }

  /// None of these is within 0.15 of a whole number of periods.
  @Test(arguments: [Hertz(95), 130, 170, 230, 290], [0.2, 0.5])
  func `a cut of 5 ms is found`(f0: Hertz, jitter: Double) throws {
    let voice = Self.voice(jitter: jitter, f0: f0)
    for seconds in [0.31, 0.9033, 1.4077, 2.6111] {
      let gap = try gap(of: Self.cut(voice, at: seconds))

      // Some cuts have no click.
      #expect(gap["verdict"] == "fail" || gap["verdict"] == "warn", "\(seconds) s: \(gap)")
      let time = gap[path: ["sentence", "parameters", "time"]]?.stringValue.flatMap(Double.init)
      #expect(abs(try #require(time) - seconds) < 0.02)
    }
  }

  @Test func `a cut suppresses cycle measures and keeps F0`() throws {
    let whole = try Self.fixture("vocobox_martin_a-c3.wav")
    let cut = Self.cut(whole, at: 0.5 * whole.duration.value)

    let document = analyze(WAVEncoder.pcm16(cut))

    for measure in ["jitter.local_percent", "shimmer.local_percent", "hnr.mean_db"] {
      #expect(code(measure, document) == "sound_missing", "\(measure)")
    }
    #expect(code("f0.mean_hz", document) == nil)
    #expect(try DocumentRules.problems(in: document) == [])
  }

  @Test(arguments: ["svd_0070_i_n.wav", "svd_1625_a_n.wav", "vocobox_martin_a-c3.wav"])
  func `a cut of 5 ms is found in a real voice`(name: String) throws {
    let whole = try Self.fixture(name)

    #expect(try gap(of: whole)["verdict"] == "pass")
    #expect(try gap(of: Self.cut(whole, at: 0.5 * whole.duration.value))["verdict"] == "fail")
  }

  /// The step of the samples is small there, and energy at high frequencies shows no click.
  @Test func `a cut at a phase of little slope has a click`() throws {
    let whole = try Self.fixture("vocobox_martin_a-c3.wav")

    let gap = try gap(of: Self.cut(whole, at: 0.5 * whole.duration.value + 0.005))

    #expect(gap["verdict"] == "fail", "\(gap)")
  }

  @Test func `a jump without a click is a warning only`() throws {
    // Five harmonics in noise, whose phase moves by a third of a cycle within 2 ms.
    var state: UInt32 = 1
    let samples = (0..<88_200).map { index -> Double in
      state = state &* 1_664_525 &+ 1_013_904_223
      let time = Double(index) / 44_100
      let phase = 2 * Double.pi * (130 * time + min(1, max(0, (time - 1) / 0.002)) / 3)
      let noise = 0.004 * (Double(state) / Double(UInt32.max) - 0.5)
      return (1...5).reduce(noise) { $0 + 0.1 * sin(Double($1) * phase) / Double($1) }
    }

    let document = analyze(WAVEncoder.pcm16(Signal(samples: samples, sampleRate: 44_100)))

    let gap = try check("gap", of: document)
    #expect(gap["verdict"] == "warn", "\(gap)")
    #expect(gap[path: ["sentence", "id"]] == "gap.voice_jump")
    #expect(code("jitter.local_percent", document) == nil)
  }

  /// Voices that jump an octave, have an odd cycle, or are rough.
  @Test(arguments: [
    "coswara_14_a.wav", "coswara_16_a.wav", "coswara_47_a.wav", "svd_1941_a_n.wav",
    "svd_1163_a_n.wav", "svd_1704_a_n.wav",
  ])
  func `an uncut recording has no gap`(name: String) throws {
    let gap = try gap(of: Self.fixture(name))

    #expect(gap["verdict"] == "pass" || gap["verdict"] == "unknown", "\(gap)")
  }

  /// Made in a browser at home: up to 1.0700 s and 1.5496 s each cycle is the one before it, from there on
  /// the one after it, and in between there is no sample that is neither.
  @Test func `a recorder that lost samples is detected`() throws {
    let gap = try gap(of: Self.fixture("coswara_43_a.wav"))

    #expect(gap["verdict"] == "fail")
    let time = gap[path: ["sentence", "parameters", "time"]]?.stringValue
    #expect(time == "1.07" || time == "1.55")
  }

  @Test func `an irregular voice has an unknown gap check`() throws {
    var state: UInt32 = 1
    let noise = (0..<88_200).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return 0.2 * (Double(state) / Double(UInt32.max) - 0.5)
    }
    let rough = SyntheticVoice(f0: 150, vowel: .a, duration: 2, seed: 5).with {
      $0.cyclePattern = .chaos(extentPercent: 40)
    }.synthesize().signal

    for signal in [Signal(samples: noise, sampleRate: 44_100), rough] {
      let gap = try gap(of: signal)
      #expect(gap["verdict"] == "unknown" && gap["value"] == .null)
    }
  }
}
