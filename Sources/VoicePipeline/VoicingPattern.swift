// Whether a recording is voiced as a held vowel is, in one sound of one pitch, or as speech is, in many
// that rise and fall. Limits and their error rates: Benchmarks/Records/2026-11-22-vowel-or-speech.md.

import VoiceMath
import VoiceTypes

/// How the voice of a recording is spread over it.
struct VoicingPattern: Equatable {
  /// The longest unbroken voice over all voice of the recording.
  let longestShare: Double

  /// The standard deviation of F0 in it, in semitones; nil where F0 is not sure.
  let spread: Double?

  /// A held vowel has at least so much of its voice in one sound [E].
  private static let heldShare = 0.8

  /// Speech has less than this in one sound [E].
  private static let spokenShare = 0.7

  /// F0 of a held vowel spreads no more than this in it, F0 of speech more, in semitones [E].
  private static let heldSpread = 0.6

  /// What has to be measured to know it.
  static var settings: AnalysisSettings {
    var settings = AnalysisSettings()
    settings.givenMeasures = [.f0StandardDeviationSemitones]
    return settings
  }

  /// States a pattern.
  init(longestShare: Double, spread: Double?) {
    self.longestShare = longestShare
    self.spread = spread
  }

  /// The pattern of a recording; nil without a voice.
  init?(_ findings: Findings) {
    let segment = findings.segment
    guard segment.rule == .steady else { return nil }
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

  /// One sound of one pitch.
  var isHeld: Bool {
    spread.map { longestShare >= Self.heldShare && $0 <= Self.heldSpread } ?? false
  }

  /// Several sounds that rise and fall. Where F0 is not sure, neither is this.
  var isSpoken: Bool {
    spread.map { longestShare < Self.spokenShare && $0 > Self.heldSpread } ?? false
  }

  /// What was found, behind "of this".
  var words: String {
    let share =
      "\(Decimal.text(100 * longestShare, places: 0)) % of the voice is one unbroken sound"
    guard let spread else { return share }
    return share + ", with an F0 that spreads by \(Decimal.text(spread, places: 1)) semitones"
  }
}
