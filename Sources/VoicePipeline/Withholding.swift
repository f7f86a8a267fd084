// What the signal does not support is not said: numbers are taken back, each with its reason.
//
// The order matters where several reasons hold: the reading that depends on the pitch range first,
// then the recording, then the voice, then the length.

import DSPCore
import VoiceMath
import VoiceTypes

extension Biomarkers {
  /// Takes back every number that `spoiler` spoils; a reason that is there already stays, but for
  /// `replaced`.
  private mutating func withhold(
    _ reason: Unavailability, from spoiler: Spoilers, replacing replaced: ReasonCode? = nil
  ) {
    for measure in Measure.allCases where measure.facts.spoilers.contains(spoiler) {
      let code = self[measure].unavailability?.code
      if code == nil || code == replaced { self[measure] = .unavailable(reason) }
    }
    if self[.stabilityScore].number == nil { stabilityComponents = [:] }
  }

  /// Takes back what moves with the pitch range.
  mutating func withhold(after stress: RangeStressTest) {
    if let other = stress.otherOctave {
      // That a range holds no voice is the lesser news where its neighbour holds one.
      withhold(.unstableF0(stress.tested, other), from: .otherOctave, replacing: .noVoicing)
    } else if let other = stress.otherJitter {
      withhold(.unstableJitter(stress.tested, other), from: .otherJitter)
    }
  }

  /// Takes back what a failed check of the recording spoils.
  mutating func withhold(after checks: [QualityCheck]) {
    for check in checks where check.verdict == .fail {
      guard let (reason, spoiler) = Unavailability.failed(check) else { continue }
      withhold(reason, from: spoiler)
    }
  }

  /// Takes back what a voice of this type does not have.
  mutating func withhold(after signalType: SignalType) {
    guard let type = signalType.type, type > 1 else { return }
    let reason = Unavailability(
      .signalType,
      "the voice is too irregular for this measure (signal type \(type)); this can be the "
        + "recording or the voice", needed: 1, found: Double(type))
    withhold(reason, from: type == 2 ? .typeTwo : .typeThree)
  }

  /// Takes back what a stretch of this length is too short for.
  mutating func withhold(ifShort segment: Segment) {
    let found = segment.end.value - segment.start.value
    let needed = SteadySegment.leastForPerturbation
    // A stretch of exactly the least length may come out a rounding shorter.
    guard segment.rule == .steady, found < needed - 1e-9 else { return }
    withhold(.tooShort(needed: needed, found: found), from: .shortStretch)
  }
}

extension Unavailability {
  fileprivate static func unstableF0(_ tested: RangeReading, _ other: RangeReading) -> Self {
    let displaced =
      other.displacedFrames > 0
      ? ", with \(decimal(100 * other.displacedFrames)) % of the frames in another octave" : ""
    return Unavailability(
      .pitchRangeUnstable,
      "median F0 is \(f0(of: tested)) in the pitch range \(ends(of: tested.range)), but "
        + "\(f0(of: other)) in \(ends(of: other.range))\(displaced); give the range that holds the "
        + "voice with --pitch-range")
  }

  fileprivate static func unstableJitter(_ tested: RangeReading, _ other: RangeReading) -> Self {
    Unavailability(
      .pitchRangeUnstable,
      "jitter (local) is \(jitter(of: tested)) in the pitch range \(ends(of: tested.range)), but "
        + "\(jitter(of: other)) in \(ends(of: other.range))")
  }

  /// The reason that a failed check is, and what it spoils; nil for checks that spoil no measure.
  fileprivate static func failed(_ check: QualityCheck) -> (Self, Spoilers)? {
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

  fileprivate static func tooShort(needed: Double, found: Double) -> Self {
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

  private static func jitter(of reading: RangeReading) -> String {
    reading.jitterLocal.map { "\(decimal(100 * $0)) %" } ?? "not defined"
  }

  /// Three decimals are enough for a sentence.
  private static func decimal(_ number: Double) -> String { Decimal.text(number, places: 3) }
}
