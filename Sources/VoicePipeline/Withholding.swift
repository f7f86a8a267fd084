// What the signal does not support is not said: numbers are taken back, each with its reason.
//
// The order matters where several reasons hold: the reading that depends on the pitch range first,
// then the recording, then the voice, then the length.

import DSPCore
import VoiceMath
import VoiceTypes

extension Biomarkers {
  /// Measures that compare cycle with cycle, and the scores made of them.
  private static let perturbationGroups: Set = ["jitter", "shimmer", "stability"]

  /// Measures that follow the pitch track.
  private static let pitchGroups: Set = ["f0", "jitter", "shimmer", "stability", "tremor"]

  /// The only measures that a voice without a clear F0 has.
  private static let measuresOfAnyVoice: Set<Measure> = [.cpps, .intensityMean]

  /// Takes back every number of the measures for which `isAffected` holds; a reason that is
  /// there already stays, but for `replaced`.
  private mutating func withhold(
    _ reason: Unavailability, replacing replaced: ReasonCode? = nil,
    where isAffected: (Measure) -> Bool
  ) {
    for measure in Measure.allCases where isAffected(measure) {
      let code = self[measure].unavailability?.code
      if code == nil || code == replaced { self[measure] = .unavailable(reason) }
    }
    if self[.stabilityScore].number == nil { stabilityComponents = [:] }
  }

  /// Takes back what moves with the pitch range.
  mutating func withhold(after stress: RangeStressTest) {
    if let other = stress.otherOctave {
      // That a range holds no voice is the lesser news where its neighbour holds one.
      withhold(.unstableF0(stress.tested, other), replacing: .noVoicing) {
        Self.pitchGroups.contains($0.group)
      }
    } else if let other = stress.otherJitter {
      withhold(.unstableJitter(stress.tested, other)) {
        Self.perturbationGroups.contains($0.group)
      }
    }
  }

  /// Takes back what a failed check of the recording spoils.
  mutating func withhold(after checks: [QualityCheck]) {
    for check in checks where check.verdict == .fail {
      guard let reason = Unavailability.failed(check) else { continue }
      withhold(reason) { Self.perturbationGroups.contains($0.group) || $0.group == "hnr" }
    }
  }

  /// Takes back what a voice of this type does not have.
  mutating func withhold(after signalType: SignalType) {
    guard let type = signalType.type, type > 1 else { return }
    let reason = Unavailability(
      .signalType,
      "the voice is too irregular for this measure (signal type \(type)); this can be the "
        + "recording or the voice", needed: 1, found: Double(type))
    withhold(reason) { measure in
      type == 2
        ? Self.perturbationGroups.contains(measure.group)
        : !Self.measuresOfAnyVoice.contains(measure)
    }
  }

  /// Takes back what a stretch of this length is too short for.
  mutating func withhold(ifShort segment: Segment) {
    let found = segment.end.value - segment.start.value
    let needed = SteadySegment.leastForPerturbation
    // A stretch of exactly the least length may come out a rounding shorter.
    guard segment.rule == .steady, found < needed - 1e-9 else { return }
    withhold(.tooShort(needed: needed, found: found)) {
      Self.perturbationGroups.contains($0.group) || $0.group == "hnr"
    }
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

  /// The reason that a failed check is; nil for checks that spoil no measure.
  fileprivate static func failed(_ check: QualityCheck) -> Self? {
    switch check.id {
    case "snr":
      Unavailability(
        .lowSNR,
        check.value.map {
          "needs a signal-to-noise ratio of \(decimal(check.limit ?? $0)) dB, found \(decimal($0)) dB"
        } ?? "the voice is no louder than the pauses of the recording",
        needed: check.limit, found: check.value)
    case "clipping":
      Unavailability(
        .clipped,
        "needs no more than \(decimal(check.limit ?? 0)) % of the samples at full scale, found "
          + "\(decimal(check.value ?? 0)) %", needed: check.limit,
        found: check.value)
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
