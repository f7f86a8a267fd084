// A limit of a method is the reason for a missing number. It is no property of the voice.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct MethodLimitTests {
  private func measured(f0: Hertz, range: PitchRange? = nil) -> JSONValue {
    let voice = SyntheticVoice(f0: f0, vowel: .a, duration: 2.5, seed: 5).with {
      $0.jitterPercent = 0.3
      $0.shimmerPercent = 2
      $0.hnr = 30
    }
    let settings = AnalysisSettings().with { $0.givenPitchRange = range }
    return analyze(WAVEncoder.pcm16(voice.synthesize().signal), settings)
  }

  private func measured(
    _ name: String, range: PitchRange? = nil
  ) throws -> JSONValue {
    let file = Repository.fixtures.appendingPathComponent("hunt/\(name).wav")
    let settings = AnalysisSettings().with { $0.givenPitchRange = range }
    return analyze(Array(try Data(contentsOf: file)), settings)
  }

  @Test(arguments: [("voice_500Hz", 500.0), ("voice_800Hz", 800)])
  func `the files of high voices have F0 and jitter`(name: String, f0: Double) throws {
    let document = try measured(name)

    #expect(signalType(of: document) == 1)
    #expect(abs(try #require(document.medianF0) / f0 - 1) < 0.01)
    #expect(document.code(of: .jitterLocal) == nil)
    #expect(document.code(of: .f1) == "above_ceiling")
  }

  @Test func `a low voice has F0 in its own range, otherwise advice`() throws {
    let given = try measured("voice_55Hz", range: PitchRange(floor: 30, ceiling: 200))
    let advised = try measured("voice_55Hz")

    #expect(abs(try #require(given.medianF0) / 55 - 1) < 0.01)
    #expect(given.code(of: .jitterLocal) == nil)
    #expect(signalType(of: advised) == .null)
    #expect(advised.code(of: .jitterLocal) == "pitch_range_unstable")
  }

  private func message(of measure: Measure, in document: JSONValue) -> String? {
    document["unavailable"]?.elements
      .first { $0["measure"]?.stringValue == measure.rawValue }?["message"]?.stringValue
  }

  private func signalType(of document: JSONValue) -> JSONValue? {
    document[path: ["signal_type", "type"]]
  }

  @Test(arguments: [400.0, 500, 800])
  func `a high voice is periodic, without formants and CPPS`(f0: Double) throws {
    let document = measured(f0: Hertz(f0))

    #expect(signalType(of: document) == 1)
    #expect(abs(try #require(document.medianF0) / f0 - 1) < 0.01)
    #expect(document.code(of: .jitterLocal) == nil)
    for measure in [Measure.f1, .b3, .cpps] {
      #expect(document.code(of: measure) == "above_ceiling", "\(measure)")
    }
    let notes = document["notes"]?.elements.compactMap(\.stringValue) ?? []
    #expect(notes.contains { $0.contains("Resonances") })
  }

  @Test func `between 300 and 330 Hz only formants are missing`() {
    let document = measured(f0: 315)

    #expect(document.code(of: .f1) == "above_ceiling")
    #expect(document.code(of: .cpps) == nil)
  }

  @Test func `a voice of 55 Hz in a given range has F0 and jitter`() throws {
    let document = measured(f0: 55, range: PitchRange(floor: 30, ceiling: 200))

    #expect(signalType(of: document) == 1)
    #expect(abs(try #require(document.medianF0) / 55 - 1) < 0.01)
    #expect(document.code(of: .jitterLocal) == nil)
    #expect(document.code(of: .cpps) == "below_floor")
  }

  @Test func `a period above the jitter maximum has its own reason`() throws {
    let document = measured(f0: 45, range: PitchRange(floor: 30, ceiling: 200))

    #expect(signalType(of: document) == 1)
    #expect(abs(try #require(document.medianF0) / 45 - 1) < 0.01)
    for measure in [Measure.jitterLocal, .shimmerLocal, .stabilityScore] {
      #expect(document.code(of: measure) == "below_floor", "\(measure)")
      #expect(message(of: measure, in: document)?.contains("20 ms") == true, "\(measure)")
    }
  }

  @Test func `a voice below the pitch range has no type, with advice`() {
    let document = measured(f0: 55)

    #expect(signalType(of: document) == .null)
    for measure in [Measure.f0Mean, .jitterLocal, .hnrMean, .f1, .ltasSlope, .voiceBreaks] {
      #expect(document.code(of: measure) == "pitch_range_unstable", "\(measure)")
      #expect(
        message(of: measure, in: document)?.contains("Set the F0 search range") == true,
        "\(measure)")
    }
    let checks = document[path: ["quality", "checks"]]?.elements ?? []
    let silence = checks.first { $0["id"] == "silence_share" }
    #expect(silence?["verdict"] == "unknown")
  }

  /// A pitch tracker reads a tone at one of its submultiples.
  @Test(arguments: [Hertz(44_100), 48_000], [1200.0, 1300, 2000, 3150, 5000])
  func `a square wave above the pitch range has no type and no F0`(
    rate: Hertz, frequency: Double
  ) {
    let samples = (0..<88_200).map {
      Int(2 * Double($0) * frequency / rate.value).isMultiple(of: 2) ? 0.3 : -0.3
    }

    let document = analyze(WAVEncoder.pcm16(Signal(samples: samples, sampleRate: rate)))

    #expect(signalType(of: document) == .null)
    for measure in [Measure.f0Mean, .jitterLocal, .hnrMean] {
      #expect(document.code(of: measure) == "pitch_range_unstable", "\(measure)")
    }
  }

  @Test func `noise has a type and no other pitch range`() {
    let noise = SyntheticVoice(f0: 120, vowel: .a, duration: 2, seed: 5).with { $0.hnr = -20 }

    let document = analyze(WAVEncoder.pcm16(noise.synthesize().signal))

    #expect(signalType(of: document) == 4)
  }
}
