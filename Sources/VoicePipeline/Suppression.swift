// Suppression or flagging of numbers that fail their validity criteria.
//
// The order of the criteria matters: F0 first, then recording, voice and duration. The first failed
// criterion suppresses a number; all failed criteria flag it.

import DSPCore
import VoiceMath
import VoiceTypes

/// Measures with their validity criteria applied.
struct GatedBiomarkers {
  /// Measures after suppression, with flags.
  private(set) var biomarkers: Biomarkers

  private let gates: SuppressionMode

  /// Mean HNR before any criterion, in decibels.
  private let measuredHNR: Double?

  /// Creates the state before any criterion.
  init(_ biomarkers: Biomarkers, gates: SuppressionMode) {
    self.biomarkers = biomarkers
    measuredHNR = biomarkers[.hnrMean].number
    self.gates = gates
  }

  /// Suppresses or flags a number. An existing reason stays, except for `replaced`.
  private mutating func gate(
    _ measure: Measure, _ reason: Unavailability, replacing replaced: ReasonCode? = nil,
    as gates: SuppressionMode? = nil
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

  /// Applies a reason to every measure with any of the criteria `validityCriteria`.
  private mutating func gate(
    _ reason: Unavailability, from validityCriteria: ValidityCriteria,
    replacing replaced: ReasonCode? = nil,
    as gates: SuppressionMode? = nil
  ) {
    for measure in Measure.allCases
    where !measure.facts.validityCriteria.isDisjoint(with: validityCriteria) {
      gate(measure, reason, replacing: replaced, as: gates)
    }
  }
}

extension GatedBiomarkers {
  /// Applies octave ambiguity to measures that depend on F0.
  mutating func gate(after candidates: F0Candidates) {
    guard candidates.decidedBy == nil else { return }
    gate(.octaveAmbiguous(candidates), from: .otherOctave)
  }

  /// Applies the pitch-range sensitivity check. A requested range is flagged instead of suppressed.
  mutating func gate(after stress: PitchRangeSensitivity) {
    guard let other = stress.other else { return }
    let reason = Unavailability.unstableF0(stress.tested, other)
    let mode = stress.isGiven && gates == .withhold ? .flag : gates
    // An F0 in the neighbouring range overrides the absence of voicing in this one. A voice that
    // this range excludes has no measure of an F0, nor of periods.
    gate(reason, from: .otherRange, replacing: .noVoicing, as: mode)
    guard stress.voiced != nil else { return }
    gate(reason, from: .typeThree, replacing: .noVoicing, as: mode)
    gate(reason, from: .typeThree, replacing: .tooFewPeriods, as: mode)
  }

  /// Applies the harmonicity floor if part of a voice with a reliable F0 is below it.
  mutating func gate(below floor: Hertz, _ analysis: VoiceAnalysis) {
    guard (analysis.signalType?.type ?? 1) < SignalType.leastUnclear,
      let reason = Unavailability.belowFloor(floor, analysis.pitch)
    else { return }
    gate(reason, from: .belowFloor, replacing: .noVoicing)
  }

  /// Applies the F0 limits of the methods to a voice with a reliable F0.
  mutating func gate(beyondMethodsOf analysis: VoiceAnalysis) {
    guard (analysis.signalType?.type ?? 1) < SignalType.leastUnclear,
      let f0 = analysis.possibleF0
    else { return }
    if let reason = Unavailability.longPeriods(analysis.pitch) {
      gate(reason, from: .longPeriods, replacing: .tooFewPeriods)
      // Without periods tremor finds no voicing.
      gate(reason, from: .longPeriods, replacing: .noVoicing)
    }
    if let reason = Unavailability.sparseHarmonics(f0) { gate(reason, from: .sparseHarmonics) }
    if let reason = Unavailability.outsidePeakSearch(f0) { gate(reason, from: .outsidePeakSearch) }
  }

  /// Applies failed recording checks.
  mutating func gate(after checks: [QualityCheck]) {
    for check in checks where check.verdict == .fail {
      guard let (reason, validityCriteria) = Unavailability.failed(check) else { continue }
      gate(reason, from: validityCriteria)
    }
  }

  /// Applies the noise of the pauses to the measures that it moves by more than their within-person
  /// standard deviation. Noise without a pause can be that of the voice.
  mutating func gate(afterNoiseOf checks: [QualityCheck]) {
    guard let check = checks.first(where: { $0.check == .signalToNoise }), check.isOfPause,
      let ratio = check.value
    else { return }
    for measure in Measure.allCases {
      guard let needed = measure.leastSNR(besideHNR: measuredHNR), ratio < needed else { continue }
      gate(measure, .lowSNR(needed: needed, found: ratio))
    }
  }

  /// Applies the bandwidth to measures of missing parts of the spectrum.
  mutating func gate(beyond bandwidth: EffectiveBandwidth, formantCeiling: Hertz) {
    for measure in Measure.allCases {
      guard let needed = measure.bandNeeded(in: bandwidth, formantCeiling: formantCeiling) else {
        continue
      }
      gate(measure, .bandLimited(needed: needed, found: bandwidth.end))
    }
  }

  /// Applies the signal type.
  mutating func gate(after signalType: SignalType) {
    guard let type = signalType.type, type > 1 else { return }
    let reason = Unavailability(
      ReasonText.signalType, [.type: "\(type)"], needed: 1, found: Double(type))
    gate(reason, from: type == 2 ? .typeTwo : .typeThree)
  }

  /// Applies the minimum duration of the segment. Numbers of a short segment are flagged, so that
  /// they are not compared with limits.
  mutating func gate(ifShort segment: Segment) {
    let found = segment.end.value - segment.start.value
    guard segment.rule != .whole, SteadySegment.isShort(found) else { return }
    if SteadySegment.isTooShort(found) {
      gate(
        .tooShort(needed: SteadySegment.leastForPerturbation, found: found), from: .shortStretch)
    } else if gates != .off {
      gate(
        .short(sufficient: SteadySegment.sufficient, found: found), from: .shortStretch, as: .flag)
    }
  }

  /// Suppresses the redundant measure of a suppressed one for the same reason.
  mutating func suppressRedundantMeasures() {
    for measure in Measure.allCases {
      guard let redundant = measure.facts.redundantMeasure,
        let reason = biomarkers[redundant].unavailability,
        !Self.isNoReason(reason.code)
      else { continue }
      gate(measure, reason)
    }
  }

  /// Whether a reason concerns only the measure itself, so that its redundant measure stays valid.
  private static func isNoReason(_ code: ReasonCode) -> Bool {
    switch code {
    case .notInTier, .notRequested, .notImplemented, .bandwidthLimited, .tooFewPeriods: true
    default: false
    }
  }
}
