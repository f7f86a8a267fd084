// What the signal does not support is not said, or not without a word: numbers are taken back, or
// carry a flag, each with its reason.
//
// The order matters where several reasons hold: what F0 rests on first, then the recording, then the
// voice, then the length. A number is taken back for the first of them and flagged for all.

import DSPCore
import VoiceMath
import VoiceTypes

/// The numbers of a recording on their way through the gates.
struct GatedBiomarkers {
  /// What is left of the numbers, and what is said of them.
  private(set) var biomarkers: Biomarkers

  private let gates: Gates

  /// Numbers that were not asked about yet.
  init(_ biomarkers: Biomarkers, gates: Gates) {
    self.biomarkers = biomarkers
    self.gates = gates
  }

  /// Takes back a number for a reason, or flags it; a reason that is there already stays, but for
  /// `replaced`.
  private mutating func gate(
    _ measure: Measure, _ reason: Unavailability, replacing replaced: ReasonCode? = nil,
    as gates: Gates? = nil
  ) {
    let code = biomarkers[measure].unavailability?.code
    switch gates ?? self.gates {
    case .off: return
    case .flag where code == nil: biomarkers.flags[measure, default: []].append(reason)
    case .withhold where code == nil, _ where code == replaced:
      biomarkers[measure] = .unavailable(reason)
      biomarkers.flags[measure] = nil
      if measure == .stabilityScore { biomarkers.stabilityComponents = [:] }
    case .flag, .withhold: return
    }
  }

  /// Gates every number that any of `spoilers` spoils.
  private mutating func gate(
    _ reason: Unavailability, from spoilers: Spoilers, replacing replaced: ReasonCode? = nil,
    as gates: Gates? = nil
  ) {
    for measure in Measure.allCases
    where !measure.facts.spoilers.isDisjoint(with: spoilers) {
      gate(measure, reason, replacing: replaced, as: gates)
    }
  }
}

extension GatedBiomarkers {
  /// Gates what hangs on F0 where its octave is open.
  mutating func gate(after candidates: F0Candidates) {
    guard candidates.decidedBy == nil else { return }
    gate(.octaveAmbiguous(candidates), from: .otherOctave)
  }

  /// Gates what hangs on F0 where another pitch range reads another one; a range that was given is
  /// obeyed, and its numbers are flagged.
  mutating func gate(after stress: RangeStressTest) {
    guard let other = stress.other else { return }
    // That a range holds no voice is the lesser news where its neighbour holds one.
    gate(
      .unstableF0(stress.tested, other), from: .otherRange, replacing: .noVoicing,
      as: stress.isGiven && gates == .withhold ? .flag : gates)
  }

  /// Gates harmonicity where a share of the voice lies below its floor.
  mutating func gate(below floor: Hertz, _ pitch: PitchTrack) {
    guard let reason = Unavailability.belowFloor(floor, pitch) else { return }
    gate(reason, from: .belowFloor, replacing: .noVoicing)
  }

  /// Gates what a failed check of the recording spoils.
  mutating func gate(after checks: [QualityCheck]) {
    for check in checks where check.verdict == .fail {
      guard let (reason, spoilers) = Unavailability.failed(check) else { continue }
      gate(reason, from: spoilers)
    }
  }

  /// Gates what reads a part of the spectrum that the recording does not hold.
  mutating func gate(beyond bandwidth: EffectiveBandwidth, formantCeiling: Hertz) {
    for measure in Measure.allCases {
      guard let needed = measure.bandNeeded(in: bandwidth, formantCeiling: formantCeiling) else {
        continue
      }
      gate(measure, .bandLimited(needed: needed, found: bandwidth.end))
    }
  }

  /// Gates what a voice of this type does not have.
  mutating func gate(after signalType: SignalType) {
    guard let type = signalType.type, type > 1 else { return }
    let reason = Unavailability(
      ReasonText.signalType, [.type: "\(type)"], needed: 1, found: Double(type))
    gate(reason, from: type == 2 ? .typeTwo : .typeThree)
  }

  /// Gates what a stretch of this length is too short for.
  mutating func gate(ifShort segment: Segment) {
    let found = segment.end.value - segment.start.value
    guard segment.rule != .whole, SteadySegment.isTooShort(found) else { return }
    gate(
      .tooShort(needed: SteadySegment.leastForPerturbation, found: found), from: .shortStretch)
  }

  /// Gates what gives away a number that is not there, for the reason that it is not.
  mutating func gateTwins() {
    for measure in Measure.allCases {
      guard let twin = measure.facts.twin, let reason = biomarkers[twin].unavailability,
        !Self.isNoReason(reason.code)
      else { continue }
      gate(measure, reason)
    }
  }

  /// Whether a measure is missing because nobody wanted it, or for a want of its own.
  private static func isNoReason(_ code: ReasonCode) -> Bool {
    switch code {
    case .notInTier, .notRequested, .notImplemented, .bandwidthLimited, .tooFewPeriods: true
    default: false
    }
  }
}
