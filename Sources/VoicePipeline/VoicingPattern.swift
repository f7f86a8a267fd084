// Distinguishes a sustained vowel (one sound of one pitch) from speech (many sounds of varying
// pitch). Limits and error rates: Benchmarks/Records/RecordingChecks.md.

import VoiceMath
import VoiceTypes

/// Distribution of voicing and pitch over a recording.
struct VoicingPattern: Equatable {
  /// Ratio of the longest continuous voiced sound to all voiced sound.
  let longestShare: Double

  /// Standard deviation of F0 in that sound, in semitones; nil for an unreliable F0.
  let spread: Double?

  /// Minimum ratio of a sustained vowel [E].
  private static let heldShare = 0.8

  /// Upper bound of the ratio for speech [E].
  private static let spokenShare = 0.7

  /// Maximum F0 spread of a sustained vowel, in semitones [E]. Speech exceeds it.
  private static let heldSpread = 0.6

  /// Settings of an analysis that yields the pattern, and whether the bandwidth suffices for the
  /// spectral parts of an index.
  static var settings: AnalysisSettings {
    var settings = AnalysisSettings()
    settings.givenMeasures = [.f0StandardDeviationSemitones, .ltasSlope, .ltasTilt]
    return settings
  }

  /// Creates a pattern.
  init(longestShare: Double, spread: Double?) {
    self.longestShare = longestShare
    self.spread = spread
  }

  /// Derives the pattern of a recording; nil without voicing.
  init?(_ document: ResultsDocument) {
    guard let findings = document.findings, findings.segment.rule == .steady else { return nil }
    let segment = findings.segment
    let others = Self.seconds(of: segment) { $0 == .shorterSound }
    let longest =
      segment.end.value - segment.start.value
      + Self.seconds(of: segment) { $0 == .onset || $0 == .offset || $0 == .lessSteady }
    self.init(
      longestShare: longest / (longest + others),
      spread: findings.biomarkers[.f0StandardDeviationSemitones].number)
  }

  private static func seconds(
    of segment: Segment, where isMeant: (ExclusionReason) -> Bool
  ) -> Double {
    segment.excluded.filter { isMeant($0.reason) }.reduce(0) { $0 + $1.end.value - $1.start.value }
  }

  /// Whether the voice is one sound of one pitch.
  var isHeld: Bool {
    spread.map { longestShare >= Self.heldShare && $0 <= Self.heldSpread } ?? false
  }

  /// Whether the voice is several sounds of varying pitch; false for an unreliable F0.
  var isSpoken: Bool {
    spread.map { longestShare < Self.spokenShare && $0 > Self.heldSpread } ?? false
  }

  /// Description that follows the name of the recording in a message.
  func words(_ texts: Language) -> String {
    let share = Decimal.text(100 * longestShare, places: 0)
    guard let spread else { return texts.text("index.pattern", ["share": share]) }
    return texts.text(
      "index.pattern.spread",
      ["share": share, "semitones": Decimal.text(spread, places: 1)])
  }
}
