// Sounds before and after a voice do not decide about it.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct PauseCheckTests {
  private static let pause = 0.7

  /// A recording of the fixtures with a fault in a pause or under a synthetic vowel.
  private func document(_ name: String, _ settings: AnalysisSettings = .init()) throws -> JSONValue
  {
    let file = Repository.fixtures.appendingPathComponent("hunt/\(name).wav")
    return analyze(Array(try Data(contentsOf: file)), settings)
  }

  /// A vowel with pauses before and after it, and another sound throughout, at a level in decibels
  /// below the vowel.
  private func recording(
    pause: Double, below decibels: Double, of other: (Signal) -> [Double]
  ) -> Signal {
    let vowel = SyntheticVoice(f0: 120, vowel: .a, duration: 2, seed: 5).with {
      $0.jitterPercent = 0.2
      $0.shimmerPercent = 1
      $0.hnr = 45
    }.synthesize().signal
    let silence = [Double](repeating: 0, count: Int(pause * vowel.sampleRate.value))
    let padded = Signal(
      samples: silence + vowel.samples + silence, sampleRate: vowel.sampleRate)
    // The level of the padded vowel is lower by its share of the recording.
    let share = 10 * log10(Double(vowel.samples.count) / Double(padded.samples.count))
    return padded.adding(other(padded), below: decibels + share)
  }

  @Test func `a click in a pause suppresses nothing`() throws {
    let document = try document("mouse_click_at_end")

    #expect(try check("snr", of: document)["verdict"] == "pass")
    #expect(!codes("jitter.", of: document).contains("low_snr"))
    #expect(codes("shimmer.", of: document).isEmpty)
  }

  @Test func `a loud cough does not mask a soft vowel`() throws {
    let document = try document("loud_cough_soft_vowel")

    #expect(document[path: ["signal_type", "type"]]?.numberValue == 1)
    let f0 = try #require(document[path: ["biomarkers", "f0", "mean_hz"]]?.numberValue)
    #expect(abs(f0 - 122) < 1)
    #expect(
      document[path: ["provenance", "settings", "pitch_silence_reference"]]
        == "peak_without_event")
  }

  @Test func `the praat preset keeps the largest sample as reference`() throws {
    let document = try document("loud_cough_soft_vowel", AnalysisSettings(preset: .praat))

    #expect(document[path: ["biomarkers", "f0", "mean_hz"]]?.numberValue == nil)
    #expect(
      document[path: ["provenance", "settings", "pitch_silence_reference"]]?.stringValue == nil)
  }

  @Test func `a hum voiced in the pauses is found`() throws {
    let document = try document("hum60_20dB_voice120")

    #expect(try check("mains_hum", of: document)["verdict"] == "fail")
    #expect(codes("hnr.mean", of: document) == ["low_frequency_noise"])
  }

  @Test(arguments: [0, Self.pause])
  func `a rumble is no background noise, with and without pauses`(pause: Double) throws {
    let sound = recording(pause: pause, below: 8) { $0.tone(25) }

    let document = analyze(WAVEncoder.pcm16(sound))

    #expect(try check("rumble", of: document)["verdict"] == "fail")
    #expect(try check("snr", of: document)["verdict"] != "fail")
    #expect(!codes("jitter.", of: document).contains("low_snr"))
  }

  @Test(arguments: [10.0, 20, 30])
  func `white noise in the pauses has its level`(ratio: Double) throws {
    let sound = recording(pause: Self.pause, below: ratio) { $0.noise(leak: 1) }

    let snr = try check("snr", of: analyze(WAVEncoder.pcm16(sound)))

    #expect(abs(try #require(snr["value"]?.numberValue) - ratio) < 1.5)
  }
}
