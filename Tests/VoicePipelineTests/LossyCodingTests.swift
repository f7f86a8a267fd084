// Compression and noise suppression empty parts of the spectrum.

import DSPCore
import Foundation
import TestSupport
import Testing
import VoiceMath
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct LossyCodingTests {
  /// A vowel with the breath of a person and the noise of a microphone up to Nyquist.
  private static func vowel() -> Signal {
    let vowel = HeldVowelCheckTests.vowel()
    var draws = SplitMix64(seed: 3)
    return Signal(
      samples: vowel.samples.map { $0 + Double.random(in: -2e-3...2e-3, using: &draws) },
      sampleRate: vowel.sampleRate)
  }

  private static func lowPassed(_ signal: Signal, at end: Hertz) -> Signal {
    var workspace = AnalysisWorkspace()
    return HannStopBand(low: end, high: signal.sampleRate, smoothing: 100)
      .apply(to: signal, workspace: &workspace)
  }

  /// The vowel without its sound above 5 kHz in a tenth of the time.
  private static func holed(_ signal: Signal) -> Signal {
    let low = lowPassed(signal, at: 5000)
    let samples = signal.samples.indices.map { index in
      index % 13_230 < 1764 ? low.samples[index] : signal.samples[index]
    }
    return Signal(samples: samples, sampleRate: signal.sampleRate)
  }

  /// The signal and half a second of digital silence.
  private static func silenced(_ signal: Signal) -> Signal {
    Signal(
      samples: signal.samples + [Double](repeating: 0, count: 22_050),
      sampleRate: signal.sampleRate)
  }

  private func withheld(_ code: String, in document: JSONValue) -> Set<String> {
    Set(DocumentRules.reasons(of: document)[code] ?? [])
  }

  @Test func `a vowel without compression passes`() throws {
    let document = analyze(WAVEncoder.pcm16(Self.vowel()))

    #expect(try check("lossy_coding", of: document)["verdict"] == "pass")
  }

  @Test func `holes warn, and fail below 17 kHz`() throws {
    let wide = analyze(WAVEncoder.pcm16(Self.holed(Self.vowel())))
    let narrow = analyze(
      WAVEncoder.pcm16(Self.lowPassed(Self.holed(Self.vowel()), at: 16_000)))

    #expect(try check("lossy_coding", of: wide)["verdict"] == "warn")
    #expect(withheld("lossy_coding", in: wide).isEmpty)
    #expect(try check("lossy_coding", of: narrow)["verdict"] == "fail")
    #expect(
      withheld("lossy_coding", in: narrow).isSuperset(of: ["hnr.mean_db", "shimmer.apq3_percent"]))
  }

  @Test func `the cut-off of a codec warns and suppresses nothing`() throws {
    let document = analyze(WAVEncoder.pcm16(Self.lowPassed(Self.vowel(), at: 20_000)))

    #expect(try check("lossy_coding", of: document)["verdict"] == "warn")
    #expect(withheld("lossy_coding", in: document).isEmpty)
  }

  @Test func `a cut-off with digital silence is noise suppression`() throws {
    let document = analyze(
      WAVEncoder.pcm16(Self.silenced(Self.lowPassed(Self.vowel(), at: 20_000))))
    let open = analyze(WAVEncoder.pcm16(Self.silenced(Self.vowel())))

    #expect(try check("noise_gate", of: document)["verdict"] == "fail")
    #expect(
      withheld("noise_suppression", in: document).isSuperset(of: [
        "hnr.mean_db", "shimmer.apq3_percent", "voice_quality.cpps_db",
      ]))
    #expect(try check("noise_gate", of: open)["verdict"] == "warn")
    #expect(withheld("noise_suppression", in: open).isEmpty)
  }
}

@Suite struct HuntedBandwidthTests {
  @Test(arguments: ["bandwidth_4k.wav", "bandwidth_4k_with_whistle.wav"])
  func `a lower sample rate is found under a tone`(name: String) throws {
    let file = Repository.fixtures.appendingPathComponent("hunt/\(name)")
    let document = analyze(.path(file.path), AnalysisSettings())

    let end = try #require(try check("bandwidth", of: document)["value"]?.numberValue)
    #expect(abs(end - 4000) <= 300)
    #expect(
      DocumentRules.reasons(of: document)["bandwidth_limited"]?.contains("voice_quality.cpps_db")
        == true)
  }
}
