// Sounds other than the measured voice: a second source, a room, further sounds.

import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct ForeignSoundCheckTests {
  private static func voice(f0: Hertz = 130, duration: Seconds = 2, seed: UInt64 = 3) -> Signal {
    SyntheticVoice(f0: f0, vowel: .a, duration: duration, seed: seed).with {
      $0.jitterPercent = 0.4
      $0.shimmerPercent = 2
      $0.hnr = 25
    }.synthesize().signal
  }

  private static func fixture(_ name: String) throws -> Signal {
    let file = Repository.fixtures.appendingPathComponent("hunt/\(name)")
    return try WAVReader.read(.path(file.path)).result.get().signal
  }

  private static func sum(_ signal: Signal, _ other: Signal, gain: Double) -> Signal {
    Signal(
      samples: zip(signal.samples, other.samples).map { 0.5 * ($0 + gain * $1) },
      sampleRate: signal.sampleRate)
  }

  /// Signals with silence between and after them.
  private static func sequence(_ signals: [Signal], pause: Double) -> Signal {
    let rate = signals[0].sampleRate
    let silence = [Double](repeating: 0, count: Int(pause * rate.value))
    return Signal(
      samples: silence + signals.flatMap { $0.samples + silence }, sampleRate: rate)
  }

  private func result(_ id: String, of signal: Signal) throws -> JSONValue {
    try check(id, of: analyze(WAVEncoder.pcm16(signal)))
  }

  @Test(arguments: [Hertz(95), 130, 210, 290, 440, 520])
  func `a clean voice has no second source`(f0: Hertz) throws {
    let found = try result("second_source", of: Self.voice(f0: f0))

    #expect(found["verdict"] == "pass", "\(found)")
  }

  @Test func `a second voice 12 dB below fails`() throws {
    let sum = Self.sum(Self.voice(), Self.voice(f0: 161, seed: 5), gain: 0.25)
    let document = analyze(WAVEncoder.pcm16(sum))

    #expect(try check("second_source", of: document)["verdict"] == "fail")
    #expect(
      document["unavailable"]?.elements.contains {
        $0["measure"]?.stringValue == "shimmer.local_percent"
          && $0["code"]?.stringValue == "second_source"
      } == true)
  }

  /// Second voices with their strongest lines next to harmonics of the measured one.
  @Test(arguments: [(Hertz(244), Hertz(269)), (267, 230)])
  func `a second voice 20 dB below is found by its harmonics`(f0: Hertz, other: Hertz) throws {
    let sum = Self.sum(Self.voice(f0: f0), Self.voice(f0: other, seed: 5), gain: 0.1)

    let found = try result("second_source", of: sum)

    #expect(["warn", "fail"].contains(found["verdict"]?.stringValue), "\(found)")
  }

  /// A voice with an ambiguous octave: 200 Hz, or 100 Hz with two cycles in each repetition.
  private static let ambiguous = SyntheticVoice(f0: 200, vowel: .u, duration: 1.5, seed: 5).with {
    $0.jitterPercent = 0.3
    $0.shimmerPercent = 2
    $0.hnr = 25
    $0.amplitudeAlternationPercent = 60
  }.synthesize().signal

  @Test(arguments: [(0.0, "pass"), (0.25, "fail")])
  func `a second voice is found under a voice with an ambiguous octave`(
    gain: Double, verdict: String
  ) throws {
    let document = analyze(
      WAVEncoder.pcm16(Self.sum(Self.ambiguous, Self.voice(f0: 161, seed: 5), gain: gain)))

    #expect(document["f0_candidates"]?["low_hz"] != nil)
    #expect(try check("second_source", of: document)["verdict"]?.stringValue == verdict)
  }

  /// Lines halfway between the harmonics, of the voice itself.
  private static let alternating = SyntheticVoice(f0: 220, vowel: .i, duration: 2, seed: 3).with {
    $0.jitterPercent = 0.3
    $0.shimmerPercent = 2
    $0.hnr = 20
    $0.amplitudeAlternationPercent = 8
  }.synthesize().signal

  @Test(arguments: [(0.0, "unknown"), (0.25, "fail")])
  func `alternating cycles are no second source`(gain: Double, verdict: String) throws {
    let sum = Self.sum(Self.alternating, Self.voice(f0: 161, seed: 5), gain: gain)

    #expect(try result("second_source", of: sum)["verdict"]?.stringValue == verdict)
  }

  @Test func `an irregular moment of a voice is no second source`() throws {
    let file = Repository.fixtures.appendingPathComponent("voices/svd_1704_a_n.wav")

    #expect(try check("second_source", of: analyze(.path(file.path), .init()))["verdict"] == "pass")
  }

  @Test func `a second voice under a voice of 440 Hz fails`() throws {
    let sum = Self.sum(Self.voice(f0: 440), Self.voice(f0: 161, seed: 5), gain: 0.25)

    #expect(try result("second_source", of: sum)["verdict"] == "fail")
  }

  @Test func `a second voice with silent pauses fails`() throws {
    let found = try result("second_source", of: Self.fixture("second_voice_10dB.wav"))

    #expect(found["verdict"] == "fail", "\(found)")
  }

  @Test func `reverberation warns, an abrupt end does not`() throws {
    let room = try result("reverberation", of: Self.fixture("reverb_0dB.wav"))
    let dry = try result("reverberation", of: Self.fixture("good.wav"))

    #expect(room["verdict"] == "warn", "\(room)")
    #expect(dry["verdict"] == "pass", "\(dry)")
  }

  @Test func `reverberation below the direct sound warns`() throws {
    let voice = Self.voice()
    var draws = GaussianDraws(seed: 7, stream: .noise)
    let noise = WhiteNoise.samples(count: voice.samples.count / 3, power: 1, from: &draws)
    let power = voice.samples.reduce(0) { $0 + $1 * $1 } / Double(voice.samples.count)
    // 10 dB below the voice at its end, then 60 dB in 0.6 s, and 50 dB below it at last.
    let tail = noise.enumerated().map { index, sample in
      let time = Double(index) / voice.sampleRate.value
      return sample * (power * (0.1 * pow(10, -6 * time / 0.6) + 1e-5)).squareRoot()
    }
    let signal = Signal(samples: voice.samples + tail, sampleRate: voice.sampleRate)

    let found = try result("reverberation", of: signal)

    #expect(found["verdict"] == "warn", "\(found)")
    #expect(abs(try #require(found["value"]?.numberValue) - 0.6) < 0.15)
  }

  @Test func `reverberation is unknown without a pause`() throws {
    #expect(try result("reverberation", of: Self.voice())["verdict"] == "unknown")
  }

  @Test func `three sounds warn, and the phonation is that of the measured one`() throws {
    let sounds = [1.0, 2, 1.2].map { Self.voice(duration: Seconds($0)) }
    let document = analyze(WAVEncoder.pcm16(Self.sequence(sounds, pause: 0.6)))
    let found = try check("several_sounds", of: document)

    #expect(found["verdict"] == "warn")
    #expect(found["value"]?.numberValue == 3)
    let seconds = document[path: ["biomarkers", "phonation", "duration_s"]]?.numberValue
    #expect(abs(try #require(seconds) - 2) < 0.1)
  }

  /// A tone with harmonics of a loudspeaker, in noise.
  private static func tone(
    _ frequency: Double = 100, harmonics: Double = 0, noise: Double = 1e-3, seconds: Double = 2
  ) -> Signal {
    var draws = GaussianDraws(seed: 5, stream: .noise)
    let count = Int(44_100 * seconds)
    let noises = WhiteNoise.samples(count: count, power: noise * noise, from: &draws)
    let samples = noises.enumerated().map { index, noise in
      let angle = 2 * Double.pi * frequency * Double(index) / 44_100
      return 0.3 * (sin(angle) + harmonics * sin(2 * angle) + noise)
    }
    return Signal(samples: samples, sampleRate: 44_100)
  }

  @Test(arguments: [
    tone(), tone(120), tone(440), tone(noise: 0.015), tone(harmonics: 0.1),
    sequence([voice(duration: 1), tone()], pause: 0.6),
  ])
  func `a tone of a device warns`(signal: Signal) throws {
    let found = try result("tone", of: signal)

    #expect(found["verdict"] == "warn", "\(found)")
  }

  @Test(arguments: [(0.0, "peak.outside"), (1, "")])
  func `a peak outside the vowel has another advice`(gain: Double, sentence: String) throws {
    var samples = Self.sequence([Self.voice()], pause: 0.6).samples
    let peak = samples.reduce(0) { max($0, $1.magnitude) }
    let scale = (gain == 0 ? 0.5 : 0.999) / peak
    samples = samples.map { scale * $0 }
    samples[4000] = 0.999

    let found = try result("peak", of: Signal(samples: samples, sampleRate: 44_100))

    #expect(found["verdict"] == "warn", "\(found)")
    #expect((found[path: ["sentence", "id"]]?.stringValue ?? "") == sentence)
  }

  @Test func `the warning of a tone suppresses no jitter`() {
    let document = analyze(WAVEncoder.pcm16(Self.tone()))

    #expect(document[path: ["biomarkers", "jitter", "local_percent"]]?.numberValue != nil)
  }

  @Test(arguments: [Vowel.a, .i, .u], [Hertz(95), 130, 210, 290])
  func `a synthetic voice without jitter is no tone`(vowel: Vowel, f0: Hertz) throws {
    let voice = SyntheticVoice(f0: f0, vowel: vowel, duration: 2, seed: 3).with {
      $0.jitterPercent = 0
      $0.shimmerPercent = 0
      $0.hnr = 60
    }

    let found = try result("tone", of: voice.synthesize().signal)
    #expect(found["verdict"] == "pass", "\(found)")
  }

  @Test func `a tone is unknown without a voice`() throws {
    #expect(try result("tone", of: Self.tone(noise: 10))["verdict"] == "unknown")
  }

  @Test func `one sound with a short break is one sound`() throws {
    let sounds = [Self.voice(duration: 1.5), Self.voice(duration: 1, seed: 7)]
    let found = try result("several_sounds", of: Self.sequence(sounds, pause: 0.15))

    #expect(found["verdict"] == "pass", "\(found)")
  }
}
