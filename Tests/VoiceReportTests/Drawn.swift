// Recordings of every kind, measured once for all tests that look at their figures.

import DSPCore
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceSynthesis
import VoiceTypes
import WAVIngest

/// A recording with the data of its figures.
struct Drawn: Sendable, CustomTestStringConvertible {
  let name: String
  let examined: AnalysisResult
  let material: FigureInput

  var testDescription: String { name }

  /// The content of each fixture, by its path below Fixtures.
  static let names = [
    // A clear voice with much that is left out.
    "voices/coswara_21_a.wav",
    // Rough voices.
    "voices/svd_1625_a_n.wav", "voices/svd_1931_a_n.wav",
    // An open octave.
    "voices/svd_1340_a_n.wav",
    // Hardly a voice.
    "voices/svd_1467_a_n.wav",
    // A telephone line.
    "voices/figshare_HC_064F.wav",
    // A glide.
    "voices/vocobox_martin_note_bended.wav",
    // Refused for their content or their format.
    "malformed/all_zero.wav", "malformed/text.wav",
    // Every measure null: the samples are too large.
    "malformed/all_huge_float64.wav",
  ]

  /// Those of the repository, and two that it does not have: one without a voice, and one of type 3.
  static let all: [Drawn] =
    names.map { Drawn($0) } + [Drawn(noise, "noise.wav"), Drawn(irregular, "irregular.wav")]

  /// A voice whose cycles differ from each other without a pattern.
  private static let irregular: [UInt8] = WAVEncoder.pcm16(
    SyntheticVoice(f0: 110, vowel: .a, duration: 2, seed: 3).with {
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (8, 8, 15)
    }.synthesize().signal)

  /// A second of noise without a voice, at the loudness of a voice.
  private static let noise: [UInt8] = {
    var state: UInt64 = 1
    let samples = (0..<44_100).map { _ -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return 0.3 * (Double(state >> 33) / Double(1 << 30) - 1)
    }
    return WAVBytes.pcm16(samples, rate: 44_100)
  }()

  private init(_ path: String) {
    let file = Repository.fixtures.appendingPathComponent(path)
    // The clinical preset refuses short recordings and low rates; the other preset measures them.
    let isRefused = path.hasSuffix("huge_float64.wav") || path.contains("figshare")
    let preset: Preset = isRefused ? .praat : .clinical
    var settings = AnalysisSettings(preset: preset)
    // As `plot` and `report` do: figures use the spectrum of the checks.
    settings.givenChecks = .all
    self.init(.path(file.path), name: file.lastPathComponent, settings: settings)
  }

  private init(_ bytes: [UInt8], _ name: String) {
    self.init(.bytes(bytes, name: name), name: name)
  }

  init(_ source: AudioSource, name: String, settings: AnalysisSettings = AnalysisSettings()) {
    var workspace = AnalysisWorkspace()
    let environment = RunEnvironment(
      newID: { "fixed" }, timestamp: { "2026-01-01T00:00:00Z" }, elapsed: { .zero })
    examined = VoicePipeline(settings: settings, environment: environment)
      .examine(source, workspace: &workspace)
    material = FigureInput(
      document: examined.document, signal: examined.signal, analysis: examined.analysis,
      for: Set(FigureKind.allCases), workspace: &workspace)
    self.name = name
  }

  /// The scene of a figure.
  func scene(_ kind: FigureKind, _ language: Language = .english) -> Scene {
    Figure.scene(kind, of: material, language: language)
  }
}

/// A plain WAV file.
enum WAVBytes {
  static func pcm16(_ samples: [Double], rate: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let data = samples.flatMap { sample in
      bytes(UInt32(bitPattern: Int32((32_767 * sample).rounded())), 2)
    }
    return Array("RIFF".utf8) + bytes(UInt32(36 + data.count), 4) + Array("WAVEfmt ".utf8)
      + bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4)
      + bytes(2, 2) + bytes(16, 2) + Array("data".utf8) + bytes(UInt32(data.count), 4) + data
  }
}
