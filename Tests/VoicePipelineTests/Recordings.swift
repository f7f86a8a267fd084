// Recordings made in memory, and the documents of them with the clock held still.

import DSPCore
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

enum Recordings {
  /// A slightly irregular voice of one second, as a 16-bit file.
  static let voice = WAVEncoder.pcm16(voiceSignal)

  static let voiceSignal = signal()

  /// The same for two seconds: enough for a steady stretch of more than one.
  static let longVoice = WAVEncoder.pcm16(signal(seconds: 2))

  /// Syllables of a quarter of a second that fall from 140 to 100 Hz, with pauses between them.
  static let speech = WAVEncoder.pcm16(speechSignal())

  static func speechSignal(syllables: Int = 12, sampleRate: Hertz = 44_100) -> Signal {
    let pause = [Double](repeating: 0, count: Int(0.15 * sampleRate.value))
    let samples = (0..<syllables).flatMap { index in
      let falling = [140, 120, 100].flatMap { f0 in
        signal(f0: Hertz(f0), seconds: 0.08, sampleRate: sampleRate).samples
      }
      return falling + pause.map { $0 + 1e-4 * Double(index % 2) }
    }
    return Signal(samples: samples, sampleRate: sampleRate)
  }

  static func signal(
    f0: Hertz = 120, seconds: Seconds = 1, sampleRate: Hertz = 44_100
  ) -> Signal {
    SyntheticVoice(f0: f0, vowel: .a, duration: seconds, seed: 7).with {
      $0.sampleRate = sampleRate
      $0.jitterPercent = 0.5
      $0.shimmerPercent = 2
      $0.hnr = 25
    }.synthesize().signal
  }

  /// A file of more than half a second with less than half a second of steady voice.
  static let shortVoice = WAVEncoder.pcm16(signal(seconds: 0.52))

  /// The first samples of the voice, as a file.
  static func voice(sampleCount: Int) -> [UInt8] {
    WAVEncoder.pcm16(
      Signal(samples: Array(voiceSignal.samples.prefix(sampleCount)), sampleRate: 44_100))
  }

  static func constant(_ value: Double, encoding: SampleEncoding = .pcm16) -> [UInt8] {
    WAVEncoder.encode(
      [[Double](repeating: value, count: 44_100)], sampleRate: 44_100, encoding: encoding)
  }
}

extension RunEnvironment {
  /// No time passes, and every document has the same name.
  static let still = RunEnvironment(
    newID: { "fixed" }, timestamp: { "2026-01-01T00:00:00Z" }, elapsed: { .zero })
}

extension AnalysisSettings {
  static let presetsAndTiers = Preset.allCases.flatMap { preset in
    Tier.allCases.map { AnalysisSettings(preset: preset, tier: $0) }
  }

  func with(_ change: (inout AnalysisSettings) -> Void) -> AnalysisSettings {
    var copy = self
    change(&copy)
    return copy
  }
}

func analyze(_ bytes: [UInt8], _ settings: AnalysisSettings = .init()) -> JSONValue {
  analyze(.bytes(bytes, name: "voice.wav"), settings)
}

func analyze(_ source: AudioSource, _ settings: AnalysisSettings) -> JSONValue {
  var workspace = AnalysisWorkspace()
  return VoicePipeline(settings: settings, environment: .still)
    .analyze(source, workspace: &workspace).json
}
