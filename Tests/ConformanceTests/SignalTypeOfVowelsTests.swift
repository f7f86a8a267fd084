// The automatic signal type on real vowels: speakers who report no complaint of the voice should
// get type 1. Everything else is printed with its evidence.

import DSPCore
import Testing
import VoiceMath
import VoiceTypes
import WAVIngest

/// A vowel, cut to the middle of its longest voiced stretch, and typed.
enum VowelTyping {
  /// Left out at either end of the stretch: this long, or this share if that is less.
  private static let margin = 0.5
  private static let marginShare = 0.15
  /// The longest segment, in seconds.
  private static let longest = 3.0

  static func type(_ vowel: ListedVowel, workspace: inout AnalysisWorkspace) throws -> SignalType? {
    let signal = try WAVReader.read(.path(vowel.path)).result.get().signal
    let first = PitchTracker.track(
      signal, settings: PitchSettings(range: .wide), workspace: &workspace)
    guard let segment = middle(of: signal, voicedBy: first), let range = range(around: first)
    else { return nil }
    let settings = PitchSettings(range: range)
    let pitch = PitchTracker.track(segment, settings: settings, workspace: &workspace)
    let pulses = GlottalPulses.find(
      in: segment, pitch: pitch, fallback: .stepOnePeriod, workspace: &workspace)
    return SignalTyping.classify(
      SignalTypeEvidence.measure(
        SignalTypeSource(signal: segment, pitch: pitch, pulses: pulses, settings: settings),
        workspace: &workspace))
  }

  private static func middle(of signal: Signal, voicedBy track: PitchTrack) -> Signal? {
    let stretches = track.voicedIntervals(duration: signal.duration.value)
    guard let stretch = stretches.max(by: { $0.end - $0.start < $1.end - $1.start })
    else { return nil }
    let length = stretch.end - stretch.start
    let kept = min(longest, length - 2 * min(margin, marginShare * length))
    let start = 0.5 * (stretch.start + stretch.end - kept)
    let rate = signal.sampleRate.value
    let samples = signal.samples[Int(start * rate)..<Int((start + kept) * rate)]
    return Signal(samples: Array(samples), sampleRate: signal.sampleRate)
  }

  private static func range(around track: PitchTrack) -> PitchRange? {
    let voiced = track.voicedFrequencies
    guard let low = Statistics.quantile(0.25, of: voiced),
      let high = Statistics.quantile(0.75, of: voiced)
    else { return nil }
    return PitchRange(floor: Hertz(0.75 * low), ceiling: Hertz(1.5 * high))
  }
}

@Suite struct SignalTypeOfVowelsTests {
  @Test func `95 percent of the speakers without complaint are type 1`() throws {
    let vowels = try VoiceManifest.vowels()
    var workspace = AnalysisWorkspace()
    var counts: [Bool: [Int: Int]] = [:]

    for vowel in vowels {
      let found = try VowelTyping.type(vowel, workspace: &workspace)
      counts[vowel.isWithoutComplaint, default: [:]][found?.type ?? 0, default: 0] += 1
      if let found, found.type != 1 {
        let speaker = vowel.isWithoutComplaint ? "no complaint" : "hoarse"
        print("\(speaker) \(vowel.name): type \(found.type ?? 0): \(found.reasons)")
      }
    }

    for (isWithoutComplaint, row) in counts.sorted(by: { !$0.key && $1.key }) {
      print(isWithoutComplaint ? "no complaint:" : "hoarse:", (1...4).map { row[$0] ?? 0 })
    }
    let row = counts[true] ?? [:]
    let total = row.values.reduce(0, +)
    #expect(total == 0 || Double(row[1] ?? 0) >= 0.95 * Double(total))
  }
}
