// Background of a voice: noise without a pause, hum, rumble.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

/// The checks of a document, by name.
func check(_ id: String, of document: JSONValue) throws -> JSONValue {
  try #require(
    document[path: ["quality", "checks"]]?.elements.first { $0["id"]?.stringValue == id })
}

/// The codes that the measures of a group have in place of numbers.
func codes(_ prefix: String, of document: JSONValue) -> Set<String> {
  Set(
    (document["unavailable"]?.elements ?? [])
      .filter { $0["measure"]?.stringValue?.hasPrefix(prefix) == true }
      .compactMap { $0["code"]?.stringValue })
}

extension Signal {
  /// The sound plus another one, `decibels` dB below it in power.
  func adding(_ other: [Double], below decibels: Double) -> Signal {
    func power(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }
    let gain = (power(samples) / power(other) * pow(10, -decibels / 10)).squareRoot()
    let mixed = zip(samples, other).map { $0 + gain * $1 }
    let peak = mixed.map(\.magnitude).max() ?? 1
    return Signal(samples: mixed.map { 0.7 * $0 / peak }, sampleRate: sampleRate)
  }

  /// A sine wave as long as the sound.
  func tone(_ frequency: Double) -> [Double] {
    samples.indices.map { sin(2 * .pi * frequency * Double($0) / sampleRate.value) }
  }

  /// White noise of the length of the sound; a leak below 1 lowers its high frequencies.
  func noise(leak: Double) -> [Double] {
    var (draws, held) = (GaussianDraws(seed: 17, stream: .noise), 0.0)
    return samples.map { _ in
      held += leak * (draws.next() - held)
      return held
    }
  }
}

@Suite struct NoiseCheckTests {
  /// The noise floor has a precision of about 1 dB: the median of bins is below their mean, and the
  /// spectrum of the voice is added.
  private static let floorTolerance = 1.5

  /// Clean vowels stay within 2 % of their values without the filter.
  private static let filteredTolerance = 0.02

  /// A clean vowel without a pause.
  private static func vowel(f0: Hertz = 120) -> Signal {
    SyntheticVoice(f0: f0, vowel: .a, duration: 2, seed: 5).with {
      $0.jitterPercent = 0.2
      $0.shimmerPercent = 1
      $0.hnr = 45
    }.synthesize().signal
  }

  @Test(arguments: [(5, "fail"), (8, "fail"), (15, "warn"), (25, "warn")])
  func `white noise is detected without a pause`(ratio: Double, verdict: String) throws {
    let vowel = Self.vowel()

    let document = analyze(WAVEncoder.pcm16(vowel.adding(vowel.noise(leak: 1), below: ratio)))

    let snr = try check("snr", of: document)
    print("white noise \(ratio) dB below: \(snr["value"]?.numberValue ?? .nan)")
    #expect(snr["verdict"]?.stringValue == verdict)
    #expect(abs(try #require(snr["value"]?.numberValue) - ratio) <= Self.floorTolerance)
    #expect(codes("jitter.local_p", of: document).contains("low_snr") == (verdict == "fail"))
  }

  @Test func `a clean vowel without a pause passes with a bound`() throws {
    let snr = try check("snr", of: analyze(WAVEncoder.pcm16(Self.vowel())))

    #expect(snr["verdict"] == "pass")
    #expect(try #require(snr["value"]?.numberValue) >= 30)
    #expect(snr["message"]?.stringValue?.contains("of quiet pauses") == true)
  }

  @Test(arguments: [(15, "warn"), (26, "unknown")])
  func `noise that may belong to the voice warns, or is unknown if weak`(
    ratio: Double, verdict: String
  ) throws {
    let vowel = Self.vowel()

    let document = analyze(WAVEncoder.pcm16(vowel.adding(vowel.noise(leak: 0.02), below: ratio)))

    let snr = try check("snr", of: document)
    print("brown noise \(ratio) dB below: \(snr["value"]?.numberValue ?? .nan)")
    #expect(snr["verdict"]?.stringValue == verdict)
    #expect((snr["value"] == .null) == (verdict == "unknown"))
    #expect(snr["message"]?.stringValue?.contains("background noise or breathiness") == true)
    #expect(!codes("jitter.", of: document).contains("low_snr"))
  }

  @Test(arguments: [
    (170, 50, 15, "warn"), (170, 60, 15, "warn"), (170, 50, 30, "warn"), (170, 50, 50, "pass"),
    (110, 150, 15, "fail"),
  ])
  func `hum below a voice is detected, and fails above the high-pass filter`(
    f0: Double, frequency: Double, below: Double, verdict: String
  ) throws {
    let vowel = Self.vowel(f0: Hertz(f0))

    let document = analyze(WAVEncoder.pcm16(vowel.adding(vowel.tone(frequency), below: below)))

    let hum = try check("mains_hum", of: document)
    print("hum \(frequency) Hz \(below) dB below: \(hum["value"]?.numberValue ?? .nan)")
    #expect(hum["verdict"]?.stringValue == verdict)
    #expect(abs(try #require(hum["value"]?.numberValue) + below) <= 1)
    #expect(codes("shimmer.", of: document) == (verdict == "fail" ? ["low_frequency_noise"] : []))
    let reasons = document["unavailable"]?.elements ?? []
    let messages = reasons.filter { $0["code"] == "low_frequency_noise" }
      .compactMap { $0["message"]?.stringValue }
    #expect(messages.allSatisfy { $0.hasPrefix("the level of the mains hum is") })
    // A loud line between the harmonics is also a second source.
    #expect(codes("jitter.", of: document).subtracting(["second_source"]).isEmpty)
  }

  @Test func `hum masked by the voice is unknown`() throws {
    let hum = try check("mains_hum", of: analyze(WAVEncoder.pcm16(Self.vowel(f0: 100))))

    #expect(hum["verdict"] == "unknown")
    #expect(hum["message"]?.stringValue?.contains("masks it") == true)
  }

  @Test(arguments: [(5, "fail"), (15, "warn"), (25, "pass"), (40, "pass")])
  func `a rumble of 19 Hz is detected and changes no shimmer`(
    below: Double, verdict: String
  ) throws {
    let vowel = Self.vowel()
    let clean = analyze(WAVEncoder.pcm16(vowel))

    let document = analyze(WAVEncoder.pcm16(vowel.adding(vowel.tone(19), below: below)))

    let rumble = try check("rumble", of: document)
    #expect(rumble["verdict"]?.stringValue == verdict)
    #expect(abs(try #require(rumble["value"]?.numberValue) + below) <= 0.5)
    #expect(codes("jitter.", of: document) == (verdict == "fail" ? ["low_frequency_noise"] : []))
    #expect(
      codes("voice_quality.nhr", of: document) == (verdict == "fail" ? ["low_frequency_noise"] : [])
    )
    for measure in [Measure.shimmerLocal, .shimmerAPQ11, .hnrMean] {
      let (found, expected) = (
        try #require(value(of: measure, in: document)), try #require(value(of: measure, in: clean))
      )
      print("\(measure.rawValue), rumble \(below) dB below: \(found) for \(expected)")
      #expect(abs(found / expected - 1) < Self.filteredTolerance)
    }
  }

  @Test func `half of F0 of alternating cycles is neither rumble nor hum`() throws {
    for f0: Hertz in [80, 100, 120] {
      let voice = SyntheticVoice(f0: f0, vowel: .a, duration: 2, seed: 3).with {
        $0.amplitudeAlternationPercent = 15
      }

      let document = analyze(WAVEncoder.pcm16(voice.synthesize().signal))

      #expect(try check("rumble", of: document)["verdict"] == "pass", "\(f0)")
      #expect(try check("mains_hum", of: document)["verdict"] != "fail", "\(f0)")
    }
  }

  @Test func `the praat preset warns of rumble and suppresses nothing`() throws {
    let vowel = Self.vowel()
    let bytes = WAVEncoder.pcm16(vowel.adding(vowel.tone(19), below: 15))

    let document = analyze(bytes, AnalysisSettings(preset: .praat).with { $0.givenChecks = .all })

    #expect(try check("rumble", of: document)["verdict"] == "warn")
    #expect(codes("shimmer.", of: document).isEmpty)
    #expect(document["unfiltered"] == nil)
  }

  @Test func `the unfiltered value equals that of the praat preset`() throws {
    let vowel = Self.vowel()
    let bytes = WAVEncoder.pcm16(vowel.adding(vowel.tone(19), below: 20))
    let range = PitchRange(floor: 75, ceiling: 600)
    func document(_ preset: Preset) -> JSONValue {
      analyze(
        bytes,
        AnalysisSettings(preset: preset).with {
          ($0.givenPitchRange, $0.givenSegment) = (range, .whole)
        })
    }

    let (clinical, praat) = (document(.clinical), document(.praat))

    for measure in [Measure.shimmerLocal, .shimmerAPQ11, .hnrMean] {
      let unfiltered = clinical[path: ["unfiltered", .key(measure.rawValue)]]?.numberValue
      #expect(unfiltered != nil)
      #expect(unfiltered == value(of: measure, in: praat), "\(measure)")
    }
    #expect(
      clinical["notes"]?.elements.contains { $0.stringValue?.contains("as in Praat") == true }
        == true)
    #expect(analyze(WAVEncoder.pcm16(vowel))["unfiltered"] == nil)
  }

  @Test func `an offset changes no amplitude`() throws {
    let vowel = Self.vowel()
    let shifted = Signal(
      samples: vowel.samples.map { 0.5 * $0 + 0.05 }, sampleRate: vowel.sampleRate)
    let clean = analyze(WAVEncoder.pcm16(vowel))

    let document = analyze(WAVEncoder.pcm16(shifted))

    for measure in [Measure.shimmerLocal, .shimmerAPQ11, .hnrMean] {
      let (found, expected) = (
        try #require(value(of: measure, in: document)), try #require(value(of: measure, in: clean))
      )
      #expect(abs(found / expected - 1) < Self.filteredTolerance, "\(measure)")
    }
  }

  @Test(arguments: CheckScope.allCases)
  func `requested checks are made`(scope: CheckScope) {
    let document = analyze(
      WAVEncoder.pcm16(Self.vowel()),
      AnalysisSettings(preset: .praat).with { $0.givenChecks = scope })
    let ids = (document[path: ["quality", "checks"]]?.elements ?? []).compactMap {
      $0["id"]?.stringValue
    }

    #expect(ids.contains("clipping") == (scope != .off))
    #expect(ids.contains("dc_offset") == (scope != .off))
    #expect(ids.contains("rumble") == (scope == .all))
    #expect(document[path: ["provenance", "settings", "checks"]] == .string(scope.rawValue))
  }

  private func value(of measure: Measure, in document: JSONValue) -> Double? {
    document[path: ["biomarkers", .key(measure.group.rawValue), .key(measure.key)]]?.numberValue
  }
}
