// Whether the measured stretch is whole, at one level, and one held vowel.

import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct HeldVowelCheckTests {
  static func vowel(
    _ vowel: Vowel = .a, f0: Hertz = 150, seconds: Seconds = 2,
    _ change: (inout SyntheticVoice) -> Void = { _ in }
  ) -> Signal {
    SyntheticVoice(f0: f0, vowel: vowel, duration: seconds, seed: 5).with {
      $0.jitterPercent = 0.3
      $0.shimmerPercent = 2
      $0.hnr = 40
      change(&$0)
    }.synthesize().signal
  }

  private static func document(of signals: Signal...) -> JSONValue {
    analyze(
      WAVEncoder.pcm16(Signal(samples: signals.flatMap(\.samples), sampleRate: 44_100)))
  }

  private static let withheld = [
    "jitter.local_percent", "shimmer.local_percent", "hnr.mean_db", "formants.f1_hz",
  ]

  private func code(_ measure: String, _ document: JSONValue) -> String? {
    document["unavailable"]?.elements
      .first { $0["measure"]?.stringValue == measure }?["code"]?.stringValue
  }

  @Test(arguments: [Vowel.a, .i, .u])
  func `a held vowel passes`(vowel: Vowel) throws {
    let document = Self.document(of: Self.vowel(vowel))

    #expect(try check("held_vowel", of: document)["value"]?.numberValue == 100)
    for measure in Self.withheld { #expect(code(measure, document) == nil, "\(measure)") }
  }

  @Test func `a vowel that changes is no held vowel`() throws {
    let document = Self.document(of: Self.vowel(.a, seconds: 1.5), Self.vowel(.i, seconds: 1.5))

    let held = try check("held_vowel", of: document)
    #expect(held["verdict"] == "fail")
    #expect(held["message"]?.stringValue?.contains("vowel quality was not held steady") == true)
    for measure in Self.withheld { #expect(code(measure, document) == "not_held", "\(measure)") }
    #expect(code("f0.mean_hz", document) == nil)
    #expect(document["state"] == "complete")
  }

  @Test func `two sung notes are no held vowel`() throws {
    // Neither begins nor ends where they meet: a gap there would be one.
    let notes = [Self.vowel(f0: 150, seconds: 1.6), Self.vowel(f0: 190, seconds: 1.6)].map {
      Signal(samples: Array($0.samples.dropFirst(2205).dropLast(2205)), sampleRate: 44_100)
    }
    let document = Self.document(of: notes[0], notes[1])

    let held = try check("held_vowel", of: document)
    #expect(held["verdict"] == "fail")
    #expect(held["message"]?.stringValue?.contains("the pitch was not held steady") == true)
    #expect(code("jitter.local_percent", document) == "not_held")
  }

  @Test func `vibrato and tremor pass as held`() throws {
    let vibrato = Self.vowel { $0.vibrato = Modulation(rate: 5.5, extentPercent: 3) }
    let tremor = Self.vowel { $0.amplitudeTremor = Modulation(rate: 5, extentPercent: 20) }

    for signal in [vibrato, tremor] {
      #expect(try check("held_vowel", of: Self.document(of: signal))["verdict"] == "pass")
    }
  }

  @Test func `an irregular voice with a short segment is unknown, not a glide`() throws {
    let document = Self.document(of: Self.vowel { $0.cyclePattern = .chaos(extentPercent: 40) })

    for id in ["held_vowel", "level_range"] {
      #expect(try check(id, of: document)["verdict"] == "unknown", "\(id)")
    }
    #expect(code("jitter.local_percent", document) != "not_held")
  }

  @Test(arguments: [0, 0.001])
  func `a dropout of 12 ms suppresses the cycle measures`(gain: Double) throws {
    var signal = Self.vowel()
    let gap = 44_100..<(44_100 + 529)
    signal = Signal(
      samples: signal.samples.enumerated().map { gap.contains($0.0) ? gain * $0.1 : $0.1 },
      sampleRate: 44_100)

    let document = Self.document(of: signal)

    let dropouts = try check("dropouts", of: document)
    #expect(dropouts["verdict"] == "fail")
    #expect(abs(try #require(dropouts["value"]?.numberValue) - 0.012) < 0.001)
    #expect(code("jitter.local_percent", document) == "dropouts")
    #expect(code("hnr.mean_db", document) == "dropouts")
    #expect(code("f0.mean_hz", document) == nil)
  }

  /// 25 of 124 recordings were once reported as cut off, because of the silence next to the voice.
  @Test(arguments: [
    AnalysisSettings(preset: .praat).with { $0.givenChecks = .all },
    .init().with { $0.givenSegment = .whole },
  ])
  func `silence next to a voice is no dropout, and no change of level`(
    settings: AnalysisSettings
  ) throws {
    let voice = Self.vowel { ($0.onsetSilence, $0.offsetSilence) = (0.4, 0.3) }
    let cut = Signal(
      samples: voice.samples.enumerated().map { (44_100..<44_629).contains($0.0) ? 0 : $0.1 },
      sampleRate: 44_100)

    let document = analyze(WAVEncoder.pcm16(voice), settings)

    for id in ["dropouts", "level_range"] {
      #expect(try check(id, of: document)["verdict"] == "pass", "\(id)")
    }
    let dropouts = try check("dropouts", of: analyze(WAVEncoder.pcm16(cut), settings))
    #expect(dropouts["verdict"] == "fail")
    #expect(abs(try #require(dropouts["value"]?.numberValue) - 0.012) < 0.001)
  }

  @Test func `a loud voice that is clipped has no dropouts`() throws {
    let loud = Self.vowel().samples.map { min(1, max(-1, 8 * $0)) }

    let document = Self.document(of: Signal(samples: loud, sampleRate: 44_100))

    #expect(try check("dropouts", of: document)["verdict"] == "pass")
  }

  @Test func `pauses of digital silence indicate a gate`() throws {
    let gated = Self.vowel { $0.onsetSilence = 0.5 }
    let open = Self.vowel {
      $0.onsetSilence = 0.5
      $0.noiseFloor = -70
    }

    let gate = try check("noise_gate", of: Self.document(of: gated))
    #expect(gate["verdict"] == "warn")
    #expect(abs(try #require(gate["value"]?.numberValue) - 0.5) < 0.01)
    #expect(try check("noise_gate", of: Self.document(of: open))["value"]?.numberValue == 0)
  }

  @Test func `pumping gain warns and suppresses nothing`() throws {
    let signal = Self.vowel(seconds: 3)
    let pumped = signal.samples.enumerated().map { index, sample in
      sample * pow(10, 6 * sin(2 * .pi * Double(index) / 44_100) / 20)
    }

    let document = Self.document(of: Signal(samples: pumped.map { 0.5 * $0 }, sampleRate: 44_100))

    let range = try check("level_range", of: document)
    #expect(range["verdict"] == "warn")
    #expect(abs(try #require(range["value"]?.numberValue) - 12) < 1)
    #expect(codes("jitter.", of: document).isEmpty)
    #expect(
      try check("level_range", of: Self.document(of: signal))["verdict"] == "pass")
  }

  @Test func `the quick tier makes none of the held-vowel checks`() {
    let checks = analyze(Recordings.longVoice, AnalysisSettings(tier: .quick))[
      path: ["quality", "checks"]]

    #expect(checks?.elements.contains { $0["id"] == "held_vowel" } == false)
  }
}

@Suite struct ExplainedCheckTests {
  private static let explained = ExplanationTests.shared.explanations
    .filter { $0.name.hasPrefix("quality.") }

  @Test func `every check of a document is explained, in its order`() throws {
    let checks = analyze(Recordings.longVoice)[path: ["quality", "checks"]]?.elements ?? []
    let ids = checks.compactMap { $0["id"]?.stringValue }

    #expect(QualityLimits.all.map(\.id.rawValue) == ids)
    #expect(
      Self.explained.map(\.name)
        == (QualityLimits.all + QualityLimits.ofCapture).map { "quality.\($0.id.rawValue)" })
    #expect(CheckID.allCases == (QualityLimits.all + QualityLimits.ofCapture).map(\.id))
  }

  /// The numbers of a setting such as "≤ 0.5, ≥ 30".
  private func numbers(_ text: String) -> [Double] {
    text.split(separator: ",").compactMap { part in
      Double(part.replacing("−", with: "-").filter { $0.isNumber || ".-".contains($0) })
    }
  }

  @Test(arguments: QualityLimits.all + QualityLimits.ofCapture)
  func `stated limits are the limits in force`(limits: QualityLimits) throws {
    let name = "quality.\(limits.id.rawValue)"
    let settings = try #require(Self.explained.first { $0.name == name }).settings

    for (word, bounds) in [("fails", limits.fail), ("warns", limits.warn)] {
      let told = settings.first { $0.name.hasPrefix(word) }.map { numbers($0.value) } ?? []
      #expect(told == bounds.map(\.limit), "\(name) \(word)")
    }
  }
}
