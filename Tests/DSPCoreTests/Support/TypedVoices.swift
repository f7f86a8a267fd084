// Synthetic voices of known type, over the ranges of real voices: F0, vowel, length, jitter,
// shimmer, noise, vibrato and tremor.

import DSPCore
import VoiceMath
import VoiceSynthesis
import VoiceTypes

/// The intended type of a synthetic voice; 3 and 4 are one class.
enum VoiceClass: Int, CaseIterable, Sendable {
  /// Type 1: no alternation, jitter and shimmer as voices have them.
  case regular = 1
  /// Type 2: amplitudes alternate by 10 … 40 %, or periods by 1 … 10 %, or both.
  case alternating = 2
  /// Types 3 and 4: chaotic cycles, or more noise than voice.
  case irregular = 3

  /// The class that a type belongs to.
  init?(type: Int?) {
    guard let type, (1...4).contains(type) else { return nil }
    self.init(rawValue: min(type, 3))
  }
}

/// A voice of a class, drawn from a seed.
struct TypedVoice {
  private static let vowels: [Vowel] = [.a, .i, .u]

  private let voiceClass: VoiceClass
  private let seed: UInt64
  private var draws: SplitMix64

  init(_ voiceClass: VoiceClass, seed: UInt64) {
    self.voiceClass = voiceClass
    self.seed = seed
    // Classes draw from streams of their own, far from each other's seeds.
    draws = SplitMix64(seed: seed &+ UInt64(voiceClass.rawValue) << 32)
  }

  /// The settings of the voice.
  mutating func settings() -> SyntheticVoice {
    var voice = SyntheticVoice(
      f0: Hertz(draw(90...260)), vowel: Self.vowels[Int(seed % 3)],
      duration: Seconds(draw(1.2...3)), seed: seed)
    voice.jitterPercent = draw(0.2...1.5)
    voice.shimmerPercent = draw(1...6)
    voice.hnr = Decibels(draw(12...30))
    modulate(&voice)
    switch voiceClass {
    case .regular: break
    case .alternating: alternate(&voice)
    case .irregular: disturb(&voice)
    }
    return voice
  }

  private mutating func modulate(_ voice: inout SyntheticVoice) {
    if seed % 4 == 0 {
      voice.vibrato = Modulation(rate: Hertz(draw(4...7)), extentPercent: draw(0.5...3))
    } else if seed % 4 == 1 {
      voice.f0Tremor = Modulation(rate: Hertz(draw(0.2...1)), extentPercent: draw(1...5))
      voice.amplitudeTremor = Modulation(rate: Hertz(draw(1...6)), extentPercent: draw(1...15))
    }
  }

  private mutating func alternate(_ voice: inout SyntheticVoice) {
    if seed % 5 != 2 && seed % 5 != 3 { voice.amplitudeAlternationPercent = draw(10...40) }
    if seed % 5 > 1 { voice.periodAlternationPercent = draw(1...10) }
  }

  private mutating func disturb(_ voice: inout SyntheticVoice) {
    if seed.isMultiple(of: 2) {
      voice.cyclePattern = .chaos(extentPercent: draw(10...45))
    } else {
      voice.hnr = Decibels(draw(-8...0))
    }
  }

  private mutating func draw(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &draws)
  }
}

/// How many voices of each class were given each type.
struct ConfusionTable {
  private(set) var counts: [VoiceClass: [Int: Int]] = [:]
  private(set) var mistakes: [String] = []

  /// Types a voice of every class for every seed.
  init(seeds: ClosedRange<UInt64>) {
    var workspace = AnalysisWorkspace()
    for voiceClass in VoiceClass.allCases {
      for seed in seeds {
        var typed = TypedVoice(voiceClass, seed: seed)
        let voice = typed.settings()
        let result = SignalTyping.classify(
          signalEvidence(of: voice.synthesize().signal, workspace: &workspace))
        counts[voiceClass, default: [:]][result.type ?? 0, default: 0] += 1
        if VoiceClass(type: result.type) != voiceClass {
          mistakes.append("\(voiceClass) \(seed): \(result)")
        }
      }
    }
  }

  /// The share of a class that was typed right.
  func accuracy(of voiceClass: VoiceClass) -> Double {
    let row = counts[voiceClass] ?? [:]
    let right = row.filter { VoiceClass(type: $0.key) == voiceClass }.values.reduce(0, +)
    return Double(right) / Double(max(1, row.values.reduce(0, +)))
  }

  /// The table as text.
  var description: String {
    let rows = VoiceClass.allCases.map { voiceClass in
      let cells = (1...4).map { "\(counts[voiceClass]?[$0] ?? 0)" }
      return "\(voiceClass): \(cells.joined(separator: " "))"
    }
    return (["signal type 1 2 3 4"] + rows + mistakes).joined(separator: "\n")
  }
}

/// The evidence of a segment, its pitch range found in two passes.
func signalEvidence(
  of signal: Signal, workspace: inout AnalysisWorkspace
) -> SignalTypeEvidence {
  let first = PitchTracker.track(
    signal, settings: PitchSettings(range: .wide), workspace: &workspace)
  let settings = PitchSettings(range: narrowRange(around: first) ?? .wide)
  let pitch = PitchTracker.track(signal, settings: settings, workspace: &workspace)
  let pulses = GlottalPulses.find(
    in: signal, pitch: pitch, fallback: .stepOnePeriod, workspace: &workspace)
  return SignalTypeEvidence.measure(
    SignalTypeSource(signal: signal, pitch: pitch, pulses: pulses, settings: settings),
    workspace: &workspace)
}

/// 0.75 · Q1 … 1.5 · Q3 of the voiced frames.
private func narrowRange(around track: PitchTrack) -> PitchRange? {
  let voiced = track.voicedFrequencies
  guard let low = Statistics.quantile(0.25, of: voiced),
    let high = Statistics.quantile(0.75, of: voiced)
  else { return nil }
  return PitchRange(floor: Hertz(0.75 * low), ceiling: Hertz(1.5 * high))
}
