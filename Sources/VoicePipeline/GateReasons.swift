// The sentences of the gates: what was needed, what was found, and what would help.

import DSPCore
import VoiceMath
import VoiceTypes

extension Unavailability {
  /// The share of voiced frames that may lie below the floor of the harmonicity analysis [E].
  private static let tolerableBelowFloor = 0.05

  /// A floor that would do lies this far below the voice, as the second pass has it.
  private static let floorOfLowest = 0.75

  static func octaveAmbiguous(_ candidates: F0Candidates) -> Self {
    Unavailability(
      .octaveAmbiguous,
      "F0 is \(decimal(candidates.low.value)) Hz or \(decimal(candidates.high.value)) Hz: the signal "
        + "repeats every second cycle, and does not say which of them is the pitch; give the range "
        + "that holds one of them with --pitch-range")
  }

  static func unstableF0(_ tested: RangeReading, _ other: RangeReading) -> Self {
    Unavailability(
      .pitchRangeUnstable,
      "median F0 is \(f0(of: tested)) in the pitch range \(ends(of: tested.range)), but "
        + "\(f0(of: other)) in \(ends(of: other.range)); give the range that holds the voice with "
        + "--pitch-range")
  }

  /// That a voice lies below the floor of the harmonicity analysis; nil where it does not.
  static func belowFloor(_ floor: Hertz, _ pitch: PitchTrack) -> Self? {
    let voiced = pitch.voicedFrequencies
    let below = voiced.count { $0 < floor.value }
    guard let lowest = Statistics.quantile(tolerableBelowFloor, of: voiced),
      let median = Statistics.quantile(0.5, of: voiced),
      Double(below) > tolerableBelowFloor * Double(voiced.count)
    else { return nil }
    let needed = (floorOfLowest * lowest).rounded(.down)
    return Unavailability(
      .belowFloor,
      "F0 is \(Decimal.text(median, places: 1)) Hz and falls below the floor of the harmonicity "
        + "analysis, \(floor); a floor of \(Decimal.text(needed, places: 0)) Hz would do: --preset "
        + "praat takes it from --pitch-range", needed: floor.value, found: lowest)
  }

  static func bandLimited(needed: Hertz, found: Hertz) -> Self {
    Unavailability(
      .bandwidthLimited,
      "needs frequencies up to \(needed), the recording holds nothing above \(found); record "
        + "without a call, a wireless headset and compression",
      needed: needed.value, found: found.value)
  }

  /// The reason that a failed check is, and what it spoils; nil for checks that spoil no measure.
  static func failed(_ check: QualityCheck) -> (Self, Spoilers)? {
    let (limit, value) = (decimal(check.limit ?? 0), decimal(check.value ?? 0))
    func reason(_ code: ReasonCode, _ message: String) -> Self {
      Self(code, message, needed: check.limit, found: check.value)
    }
    return switch check.id {
    case "snr":
      (
        reason(
          .lowSNR,
          check.value == nil
            ? "the voice is no louder than the pauses of the recording"
            : "needs a signal-to-noise ratio of \(limit) dB, found \(value) dB"), .failedCheck
      )
    case "clipping":
      (
        reason(
          .clipped,
          "needs no more than \(limit) % of the samples at full scale, found \(value) %"),
        .failedCheck
      )
    case "dropouts":
      (
        reason(
          .dropouts, "needs a voice without a gap of \(limit) s, found one of \(value) s"),
        .failedCheck
      )
    case "rumble", "mains_hum":
      (
        reason(
          .lowFrequencyNoise,
          "needs low sounds no louder than \(limit) dB re the voice, found \(value) dB"), .lowSound
      )
    case "held_vowel":
      (
        reason(
          .notHeld,
          "needs \(limit) % of the stretch at one pitch and of one sound, found \(value) %"),
        .notHeld
      )
    default: nil
    }
  }

  static func tooShort(needed: Double, found: Double) -> Self {
    Unavailability(
      .tooShort,
      "needs a steady stretch of \(decimal(needed)) s, found \(decimal(found)) s; hold the vowel "
        + "for longer", needed: needed, found: found)
  }

  private static func ends(of range: PitchRange) -> String {
    "\(decimal(range.floor.value))–\(decimal(range.ceiling.value)) Hz"
  }

  private static func f0(of reading: RangeReading) -> String {
    reading.medianF0.map { "\(decimal($0)) Hz" } ?? "not found"
  }

  /// Three decimals are enough for a sentence.
  private static func decimal(_ number: Double) -> String { Decimal.text(number, places: 3) }
}
