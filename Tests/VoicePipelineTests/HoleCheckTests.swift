// A hole in a recording is none of the voice, wherever in the phonation it lies and however long it is.

import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct HoleCheckTests {
  /// Measures of silence, which a hole changes.
  private static let spoiled = [
    "phonation.voice_breaks", "phonation.degree_of_voice_breaks_percent",
    "phonation.unvoiced_fraction", "phonation.onset_to_steady_s", "voice_quality.voice_breaks",
    "voice_quality.degree_of_voice_breaks_percent", "voice_quality.unvoiced_fraction",
  ]

  private static func vowel(
    _ vowel: Vowel = .a, f0: Hertz = 150, seconds: Seconds = 3,
    _ change: (inout SyntheticVoice) -> Void = { _ in }
  ) -> Signal {
    HeldVowelCheckTests.vowel(vowel, f0: f0, seconds: seconds, change)
  }

  /// The sound with `fill` of each sample in place of those from each time on, for so long.
  private static func holed(
    _ signal: Signal, at times: [Double], seconds: Double, _ fill: (Double) -> Double = { _ in 0 }
  ) -> Signal {
    var samples = signal.samples
    for time in times {
      let first = Int(time * signal.sampleRate.value)
      for index in first..<(first + Int(seconds * signal.sampleRate.value)) {
        samples[index] = fill(samples[index])
      }
    }
    return Signal(samples: samples, sampleRate: signal.sampleRate)
  }

  private static func document(
    of signal: Signal, _ settings: AnalysisSettings = .init()
  ) -> JSONValue {
    analyze(WAVEncoder.pcm16(signal), settings)
  }

  private func code(_ measure: String, _ document: JSONValue) -> String? {
    document["unavailable"]?.elements
      .first { $0["measure"]?.stringValue == measure }?["code"]?.stringValue
  }

  private func dropouts(_ document: JSONValue) throws -> (verdict: String, seconds: Double) {
    let check = try check("dropouts", of: document)
    return (
      try #require(check["verdict"]?.stringValue), try #require(check["value"]?.numberValue)
    )
  }

  /// Of the times the second and the third lie outside of the stretch that is measured.
  @Test(arguments: [0.01, 0.02, 0.03, 0.05, 0.1, 0.2], [[1.2], [0.6], [2.75], [0.5, 1.1, 1.9]])
  func `a hole in the recording is not counted as a voice break`(
    seconds: Double, times: [Double]
  ) throws {
    let document = Self.document(of: Self.holed(Self.vowel(), at: times, seconds: seconds))

    let found = try dropouts(document)
    #expect(found.verdict == "fail")
    #expect(abs(found.seconds - seconds) < 0.001)
    for measure in Self.spoiled { #expect(code(measure, document) == "dropouts", "\(measure)") }
    #expect(code("jitter.local_percent", document) == "dropouts")
    for measure in ["phonation.duration_s", "f0.mean_hz"] {
      #expect(code(measure, document) == nil, "\(measure)")
    }
    #expect(try DocumentRules.problems(in: document) == [])
  }

  @Test func `with flags the break counts stay and are marked`() throws {
    let holed = Self.holed(Self.vowel(), at: [1.2], seconds: 0.05)

    let document = Self.document(of: holed, .init().with { $0.givenGates = .flag })

    #expect(document[path: ["biomarkers", "phonation", "voice_breaks"]] == 1)
    let flags = document["flags"]?.elements.filter { $0["code"] == "dropouts" }
      .compactMap { $0["measure"]?.stringValue }
    #expect(Set(Self.spoiled).isSubset(of: flags ?? []))
  }

  /// Ramps of 10 ms around digital silence, as of an editor or a jitter buffer.
  @Test(arguments: [0.003, 0.005, 0.01])
  func `a short hole of faded silence is found`(seconds: Double) throws {
    let (voice, ramp) = (Self.vowel(), 0.01)
    let samples = voice.samples.enumerated().map { index, sample in
      let after = Double(index) / 44_100 - 1.2 - seconds / 2
      return sample * min(1, max(0, (abs(after) - seconds / 2) / ramp))
    }

    let found = try dropouts(Self.document(of: Signal(samples: samples, sampleRate: 44_100)))

    #expect(found.verdict == "fail")
    // The ends of the ramps are quiet, too.
    #expect(abs(found.seconds - seconds) < 0.002)
  }

  /// A constant value, low room noise, and a decreasing gain.
  @Test func `a hole of low noise is found`() throws {
    let fills: [@Sendable (Double) -> Double] = [
      { _ in 0.02 }, { _ in -0.2 }, { 0.001 * $0 }, { $0 > 0 ? 3e-5 : 0 },
    ]
    for fill in fills {
      let holed = Self.holed(Self.vowel(), at: [1.2], seconds: 0.05, fill)

      #expect(try dropouts(Self.document(of: holed)).verdict == "fail")
    }
  }

  @Test(arguments: [Vowel.a, .i, .u], [Hertz(85), 120, 220, 320])
  func `a hole is found in any voice and anywhere in its cycle`(vowel: Vowel, f0: Hertz) throws {
    let voice = Self.vowel(vowel, f0: f0, seconds: 2)
    let found = try (0..<5).count { step in
      let time = 0.9 + Double(step) / (5 * f0.value)
      return try dropouts(Self.document(of: Self.holed(voice, at: [time], seconds: 0.04))).verdict
        == "fail"
    }
    print("holes found in [\(vowel)] of \(f0.value) Hz: \(found) of 5")
    // Where a cycle of a low voice has died away by 20 dB, a hole begins as quietly as a pause.
    #expect(found >= (f0 < 100 ? 4 : 5))
  }

  /// 0.2 s apart, in digital silence, as a gate leaves them; each dies away, and one begins at once.
  @Test(arguments: [0.02, 0.1])
  func `a pause between two voices is no hole`(fade: Double) throws {
    let first = Self.vowel(seconds: 1.5)
    let count = Int(fade * 44_100)
    let faded = first.samples.enumerated().map { index, sample in
      sample * min(1, Double(first.samples.count - index) / Double(count))
    }
    let pause = [Double](repeating: 0, count: 8820)
    let second = Array(Self.vowel(seconds: 1.5).samples.dropFirst(4410))

    let document = Self.document(
      of: Signal(samples: faded + pause + second, sampleRate: 44_100))

    #expect(try dropouts(document).verdict == "pass")
    #expect(document[path: ["biomarkers", "phonation", "voice_breaks"]] == 1)
  }

  /// A vocal tract without excitation keeps ringing, and a new excitation starts at once.
  @Test func `a voice that stops at the glottis has a break`() throws {
    let voice = Self.vowel(seconds: 3)
    let samples = voice.samples.enumerated().map { index, sample in
      let since = Double(index) / 44_100 - 1.2
      return (0..<0.1).contains(since) ? sample * exp(-since / 0.004) : sample
    }

    let document = Self.document(of: Signal(samples: samples, sampleRate: 44_100))

    #expect(try dropouts(document).verdict == "pass")
    #expect(document[path: ["biomarkers", "phonation", "voice_breaks"]] == 1)
  }

  /// Below 60 Hz no pitch is looked for, and a voice may be found or not.
  @Test(arguments: [Vowel.a, .none], [Hertz(25), 40, 50, 65])
  func `pulses that die away before the next one are no holes`(vowel: Vowel, f0: Hertz) throws {
    let low = Self.vowel(vowel, f0: f0, seconds: 2) { $0.hnr = 60 }

    #expect(try check("dropouts", of: Self.document(of: low))["verdict"] != "fail")
  }

  @Test func `digital silence before and after a voice is no hole`() throws {
    let voice = Self.vowel { ($0.onsetSilence, $0.offsetSilence) = (0.4, 0.3) }

    let document = Self.document(of: voice)

    #expect(try dropouts(document).verdict == "pass")
    for measure in Self.spoiled { #expect(code(measure, document) == nil, "\(measure)") }
  }

  /// Made in a browser at home: from 2.87 s on 20 ms are all but zero, a whole packet.
  @Test func `a packet that was lost from a real recording is found`() throws {
    let file = Repository.fixtures.appendingPathComponent("voices/coswara_16_a.wav")
    let found = try dropouts(analyze(.path(file.path), .init()))

    #expect(found.verdict == "fail")
    #expect(abs(found.seconds - 0.02) < 0.001)
  }
}
