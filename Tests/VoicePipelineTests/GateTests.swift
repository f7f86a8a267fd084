// Measures that the signal does not support are withheld with a reason.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct GateTests {
  private func codes(_ document: JSONValue, _ prefix: String) -> Set<String> {
    let entries = document["unavailable"]?.elements ?? []
    return Set(
      entries.filter { $0["measure"]?.stringValue?.hasPrefix(prefix) == true }
        .compactMap { $0["code"]?.stringValue })
  }

  private func number(_ document: JSONValue, _ group: String, _ key: String) -> Double? {
    document[path: [.key("biomarkers"), .key(group), .key(key)]]?.numberValue
  }

  @Test func `a pitch range that misses the voice is used and detected`() {
    let low = WAVEncoder.pcm16(Recordings.signal(f0: 80, seconds: 3))
    let settings = AnalysisSettings().with {
      $0.givenPitchRange = PitchRange(floor: 100, ceiling: 500)
    }

    let document = analyze(low, settings)

    for measure in [Measure.f0Mean, .f0Median, .f0Minimum] {
      let said = document.code(of: measure) ?? document.flag(of: measure)
      #expect(said == "pitch_range_unstable", "\(measure)")
    }
    #expect(document.code(of: .h1H2) != nil)
  }

  @Test func `the two passes find the range of the voice`() throws {
    let low = WAVEncoder.pcm16(Recordings.signal(f0: 80, seconds: 3))

    let document = analyze(low)

    let f0 = try #require(number(document, "f0", "median_hz"))
    #expect(abs(f0 - 80) < 0.5)
    #expect(document[path: ["pitch_range", "rule"]] == "two_pass")
    #expect(codes(document, "jitter.").isEmpty)
  }

  @Test func `the praat preset suppresses nothing`() {
    let low = WAVEncoder.pcm16(Recordings.signal(f0: 130, seconds: 1))
    let settings = AnalysisSettings(preset: .praat).with {
      $0.givenPitchRange = PitchRange(floor: 75, ceiling: 200)
    }

    #expect(codes(analyze(low, settings), "jitter.").isEmpty)
  }

  @Test func `less than half a second of voice has F0 but no perturbation`() {
    let document = analyze(Recordings.shortVoice)

    #expect(number(document, "f0", "median_hz") != nil)
    #expect(codes(document, "jitter.") == ["too_short"])
    #expect(codes(document, "hnr.mean") == ["too_short"])
  }

  @Test(arguments: [0.6, 0.7, 0.9])
  func `from half a second on perturbation has a wide interval and a flag`(seconds: Double) throws {
    let document = analyze(WAVEncoder.pcm16(Recordings.signal(seconds: Seconds(seconds))))

    for measure in [Measure.jitterLocal, .shimmerAPQ11, .hnrMean] {
      #expect(document.code(of: measure) == nil, "\(measure)")
      #expect(document.flag(of: measure) == "too_short", "\(measure)")
      #expect(document[path: ["uncertainty", .key(measure.rawValue), "ci95"]] != nil, "\(measure)")
    }
    #expect(document.code(of: .stabilityScore) == "too_short")
  }

  @Test func `numbers of a short segment are not compared between recordings`() throws {
    let json = analyze(WAVEncoder.pcm16(Recordings.signal(seconds: 0.7)))
    let biomarkers = try #require(try ResultsDocument(json: json).findings?.biomarkers)

    #expect(biomarkers[.jitterLocal].number != nil)
    #expect(biomarkers.withoutShortSegment[.jitterLocal].unavailability?.code == .tooShort)
    #expect(biomarkers.withoutShortSegment[.f0Mean].number != nil)
  }

  @Test func `a clipped recording keeps F0 and loses perturbation`() {
    let loud = Recordings.signal(seconds: 2).samples.map { min(1, max(-1, 8 * $0)) }
    let document = analyze(
      WAVEncoder.encode([loud], sampleRate: 44_100, encoding: .pcm16))

    #expect(number(document, "f0", "median_hz") != nil)
    #expect(codes(document, "jitter.") == ["clipped"])
    #expect(codes(document, "hnr.mean") == ["clipped"])
  }

  @Test func `a noisy pause is a low signal-to-noise ratio`() throws {
    let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 4, seed: 3).with {
      $0.onsetSilence = 1
      $0.offsetSilence = 1
      $0.noiseFloor = -30
    }.synthesize().signal

    let document = analyze(WAVEncoder.pcm16(voice))

    let checks = document[path: ["quality", "checks"]]?.elements ?? []
    let snr = try #require(checks.first { $0["id"] == "snr" })
    #expect(snr["verdict"] == "fail")
    #expect(codes(document, "shimmer.") == ["low_snr"])
  }

  @Test func `the steady segment excludes onset, offset and silence`() throws {
    let voice = SyntheticVoice(f0: 150, vowel: .a, duration: 8, seed: 3).with {
      $0.onsetSilence = 1
      $0.offsetSilence = 1
      $0.noiseFloor = -70
    }.synthesize().signal

    let document = analyze(WAVEncoder.pcm16(voice))

    let start = try #require(document[path: ["segment", "start_s"]]?.numberValue)
    let end = try #require(document[path: ["segment", "end_s"]]?.numberValue)
    #expect(start >= 1.4)
    #expect(end <= 6.6)
    #expect(abs(end - start - 3) < 1e-6)
  }
}

@Suite struct SignalTypeGateTests {
  private func analyzed(_ change: (inout SyntheticVoice) -> Void) -> JSONValue {
    let voice = SyntheticVoice(f0: 150, vowel: .a, duration: 3, seed: 11).with {
      $0.jitterPercent = 0.4
      $0.shimmerPercent = 2
      $0.hnr = 25
      change(&$0)
    }
    return analyze(WAVEncoder.pcm16(voice.synthesize().signal))
  }

  private func code(_ document: JSONValue, _ measure: String) -> String? {
    document["unavailable"]?.elements
      .first { $0["measure"]?.stringValue == measure }?["code"]?.stringValue
  }

  @Test func `a regular voice is type 1 and loses nothing`() {
    let document = analyzed { _ in }

    #expect(document[path: ["signal_type", "type"]] == 1)
    #expect(code(document, "jitter.local_percent") == nil)
  }

  @Test func `an alternating voice is type 2 and loses perturbation, not F0`() {
    let document = analyzed { $0.amplitudeAlternationPercent = 12 }

    #expect(document[path: ["signal_type", "type"]] == 2)
    #expect(code(document, "jitter.local_percent") == "signal_type")
    #expect(code(document, "f0.median_hz") == nil)
    #expect(document[path: ["signal_type", "reasons"]]?.elements.isEmpty == false)
  }

  @Test func `an irregular voice keeps only its level`() throws {
    let document = analyzed { $0.cyclePattern = .chaos(extentPercent: 40) }

    let type = try #require(document[path: ["signal_type", "type"]]?.numberValue)
    #expect(type >= 3)
    #expect(code(document, "shimmer.local_percent") != nil)
    #expect(code(document, "f0.mean_hz") != nil)
    #expect(code(document, "voice_quality.intensity_mean_db") == nil)
  }
}

@Suite struct UncertaintyTests {
  @Test func `every interval belongs to a number and contains it`() {
    let document = analyze(Recordings.longVoice)

    let intervals = document["uncertainty"]?.members ?? []
    let values = Dictionary(
      uniqueKeysWithValues: DocumentRules.measures(of: document).map { ($0.name, $0.value) })

    #expect(intervals.count > 10)
    for interval in intervals {
      let ends = interval.value["ci95"]?.elements.compactMap(\.numberValue) ?? []
      let value = values[interval.key]?.numberValue ?? .nan
      #expect(ends.count == 2 && ends[0] <= value && value <= ends[1], "\(interval.key)")
    }
  }

  @Test func `the score of stability comes with its components`() {
    let document = analyze(Recordings.longVoice)

    let stability = document[path: ["biomarkers", "stability"]]
    #expect(stability?["score_percent"]?.numberValue != nil)
    #expect(stability?["components"]?.members.count == 5)
  }

  @Test func `the praat preset has intervals only with gates`() {
    let plain = AnalysisSettings(preset: .praat)

    let without = analyze(Recordings.longVoice, plain)
    let flagged = analyze(Recordings.longVoice, plain.with { $0.givenGates = .flag })

    #expect(without["uncertainty"]?.members.isEmpty == true)
    #expect(without[path: ["provenance", "settings", "interval_block_s"]] == nil)
    #expect(flagged[path: ["uncertainty", "jitter.local_percent"]] != nil)
  }

  @Test func `the quick tier has no intervals`() {
    let document = analyze(Recordings.longVoice, AnalysisSettings(tier: .quick))

    #expect(document["uncertainty"]?.members.isEmpty == true)
  }
}

extension GateTests {
  // Harmonicity of such sounds is measured no further than the gates need it: in few frames of many.
  @Test(arguments: [0.4, 0.317_46])
  func `harmonicity of a sound without a pitch is withheld for the first of its flags`(
    cyclesPerSample: Double
  ) {
    let samples = (0..<44_100).map { 0.3 * sin(2 * .pi * cyclesPerSample * Double($0)) }
    let wav = WAVEncoder.pcm16(Signal(samples: samples, sampleRate: 44_100))

    let withheld = analyze(wav)
    let flagged = analyze(wav, AnalysisSettings().with { $0.givenGates = .flag })

    for measure in [Measure.hnrMean, .hnrStandardDeviation, .hnrAutocorrelationMean] {
      let expected = flagged.code(of: measure) ?? flagged.flag(of: measure)
      #expect(withheld.code(of: measure) == expected, "\(measure)")
      #expect(expected != nil)
    }
  }
}
