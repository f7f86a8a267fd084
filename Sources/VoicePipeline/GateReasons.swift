// Reasons of suppressed measures: requirement, finding and advice.

import DSPCore
import VoiceMath
import VoiceTypes

extension Unavailability {
  /// Maximum fraction of voiced frames below the harmonicity floor [E].
  private static let tolerableBelowFloor = 0.05

  /// Ratio of a suitable floor to the lowest F0, as in the second pass.
  private static let floorOfLowest = 0.75

  static func octaveAmbiguous(_ candidates: F0Candidates) -> Self {
    Unavailability(
      ReasonText.octaveAmbiguous,
      [
        .low: Decimal.text(candidates.low.value, places: 1),
        .high: Decimal.text(candidates.high.value, places: 1),
      ])
  }

  static func unstableF0(_ tested: RangeReading, _ other: RangeReading) -> Self {
    Unavailability(
      ReasonText.pitchRangeUnstable,
      [
        .foundF0: f0(of: tested), .range: ends(of: tested.range),
        .otherF0: f0(of: other), .otherRange: ends(of: other.range),
      ])
  }

  /// Reason if the voice is below the harmonicity floor; nil otherwise.
  static func belowFloor(_ floor: Hertz, _ pitch: PitchTrack) -> Self? {
    let voiced = pitch.voicedFrequencies
    let below = voiced.count { $0 < floor.value }
    guard let lowest = Statistics.quantile(tolerableBelowFloor, of: voiced),
      let median = Statistics.quantile(0.5, of: voiced),
      Double(below) > tolerableBelowFloor * Double(voiced.count)
    else { return nil }
    let needed = (floorOfLowest * lowest).rounded(.down)
    return Unavailability(
      ReasonText.belowFloor,
      [
        .foundF0: Decimal.text(median, places: 1), .floor: "\(floor)",
        .wouldDo: Decimal.text(needed, places: 0),
      ], needed: floor.value, found: lowest)
  }

  /// F0 above which formants follow the harmonics [E]. F1 of synthetic vowels errs by up to 40 %
  /// from 200 Hz on, and by up to 100 % at 500 Hz.
  static let highestForFormants: Hertz = 300

  /// Reason if more than 5 % of the periods exceed the limit of jitter and shimmer; nil otherwise.
  static func longPeriods(_ pitch: PitchTrack) -> Self? {
    let longest = PeriodLimits().ceiling
    guard let lowest = Statistics.quantile(tolerableBelowFloor, of: pitch.voicedFrequencies),
      let median = Statistics.quantile(0.5, of: pitch.voicedFrequencies), lowest < 1 / longest
    else { return nil }
    return Unavailability(
      ReasonText.longPeriods,
      [
        .foundF0: Decimal.text(median, places: 1),
        .limit: Decimal.text(1000 * longest, places: 0),
      ], needed: 1 / longest, found: lowest)
  }

  /// Reason if F0 is too high for formants; nil otherwise.
  static func sparseHarmonics(_ f0: ClosedRange<Double>) -> Self? {
    let limit = highestForFormants.value
    guard f0.lowerBound > limit else { return nil }
    return Unavailability(
      ReasonText.sparseHarmonics,
      [.foundF0: Decimal.text(f0.lowerBound, places: 1), .limit: decimal(limit)],
      needed: limit, found: f0.lowerBound)
  }

  /// Reason if F0 is outside the range of the cepstral peak search; nil otherwise.
  static func outsidePeakSearch(_ f0: ClosedRange<Double>) -> Self? {
    let search = CepstralPeakProminence.peakSearch
    let (lowest, highest) = (search.lowerBound.value, search.upperBound.value)
    if f0.upperBound < lowest {
      return Unavailability(
        ReasonText.belowPeakSearch,
        [.foundF0: Decimal.text(f0.upperBound, places: 1), .limit: decimal(lowest)],
        needed: lowest, found: f0.upperBound)
    }
    guard f0.lowerBound > highest else { return nil }
    return Unavailability(
      ReasonText.abovePeakSearch,
      [.foundF0: Decimal.text(f0.lowerBound, places: 1), .limit: decimal(highest)],
      needed: highest, found: f0.lowerBound)
  }

  static func bandLimited(needed: Hertz, found: Hertz) -> Self {
    Unavailability(
      ReasonText.bandwidthLimited, [.needed: "\(needed)", .found: "\(found)"],
      needed: needed.value, found: found.value)
  }

  /// Reason of a failed check with the affected validity criteria; nil if it affects no measure.
  static func failed(_ check: QualityCheck) -> (Self, ValidityCriteria)? {
    let values: [SentenceParameter: String] = [
      .needed: decimal(check.limit ?? 0),
      .found: Decimal.short(check.value ?? 0, distinctFrom: [check.limit ?? 0]),
    ]
    func reason(_ text: ReasonText, _ values: [SentenceParameter: String] = values) -> Self {
      Self(text, values, needed: check.limit, found: check.value)
    }
    var milliseconds: [SentenceParameter: String] {
      let (found, limit) = (1000 * (check.value ?? 0), 1000 * (check.limit ?? 0))
      return [.needed: decimal(limit), .found: Decimal.short(found, distinctFrom: [limit])]
    }
    return switch check.check {
    case .signalToNoise where check.value == nil:
      (
        Self(ReasonText.noLouderThanPauses, needed: check.limit), [.failedCheck, .alteredNoise]
      )
    case .signalToNoise: (reason(.lowSNR), [.failedCheck, .alteredNoise])
    case .clipping: (reason(.clipped), .failedCheck)
    case .dropouts: (reason(.dropouts, milliseconds), [.failedCheck, .hole])
    case .gap: (reason(.cyclesMissing), .failedCheck)
    case .secondSource:
      (Self(ReasonText.secondSource, needed: check.limit, found: check.value), .failedCheck)
    case .droppedFrames: (reason(.framesDropped), .failedCheck)
    case .mainsHum: (reason(.mainsHum), .lowSound)
    case .rumble: (reason(.lowFrequencyNoise), .rumble)
    case .heldVowel: (reason(.notHeld), .notHeld)
    case .noiseGate: (Self(ReasonText.noiseSuppression), [.failedCheck, .alteredNoise])
    case .lossyCoding: (reason(.lossyCoding), .lossyCoding)
    case .duration, .sampleRate, .channels, .completeness, .level, .peak, .bitDepth, .dcOffset,
      .silenceShare, .bandwidth, .levelRange, .reverberation, .severalSounds, .tone,
      .processing, .captureRate, nil:
      nil
    }
  }

  static func lowSNR(needed: Double, found: Double) -> Self {
    Unavailability(
      ReasonText.lowSNR,
      [.needed: Decimal.text(needed, places: 1), .found: Decimal.text(found, places: 1)],
      needed: needed, found: found)
  }

  static func tooShort(needed: Double, found: Double) -> Self {
    Unavailability(
      ReasonText.tooShortSteady, [.needed: decimal(needed), .found: decimal(found)],
      needed: needed, found: found)
  }

  static func short(sufficient: Double, found: Double) -> Self {
    Unavailability(
      ReasonText.shortSteady, [.needed: decimal(sufficient), .found: decimal(found)],
      needed: sufficient, found: found)
  }

  private static func ends(of range: PitchRange) -> String {
    "\(decimal(range.floor.value))–\(decimal(range.ceiling.value)) Hz"
  }

  private static func f0(of reading: RangeReading) -> String {
    reading.medianF0.map { "\(Decimal.text($0, places: 1)) Hz" } ?? "not found"
  }

  /// Formats with three decimals.
  private static func decimal(_ number: Double) -> String { Decimal.text(number, places: 3) }
}

extension VoiceAnalysis {
  /// The median F0, or both candidates of an ambiguous octave, in hertz; nil without a voice.
  var possibleF0: ClosedRange<Double>? {
    if let candidates = f0Candidates, candidates.decidedBy == nil {
      return candidates.low.value...candidates.high.value
    }
    let median = stress?.voiced?.medianF0 ?? Statistics.quantile(0.5, of: pitch.voicedFrequencies)
    return median.map { $0...$0 }
  }
}

extension SignalType {
  /// The types from this one on have no clear F0.
  static let leastUnclear = 3
}

extension QualityCheck {
  /// Whether a signal-to-noise ratio is that of a pause.
  var isOfPause: Bool {
    sentence == nil || sentence?.id == CheckText.loudBackground.rawValue
  }
}

extension Measure {
  /// Signal-to-noise ratio over the mean HNR, in decibels, below which noise lowers HNR by 1.4 dB:
  /// noise at the level of a pause adds its power to that of the voice.
  private static let hnrMargin = 6.0

  /// The same for shimmer, which noise then raises by 20 %.
  private static let shimmerMargin = 3.0

  /// Signal-to-noise ratio below which noise lowers CPPS by 1.25 dB, in decibels.
  private static let leastSNROfCPPS = 32.0

  /// Least signal-to-noise ratio of the measure for a recording with this mean HNR, in decibels;
  /// nil for a measure that noise does not move. The limits are the within-person standard
  /// deviations [E]; see the article "Checks of a recording".
  func leastSNR(besideHNR hnr: Double?) -> Double? {
    switch (self, group) {
    case (.cpps, _): Self.leastSNROfCPPS
    case (_, .hnr): hnr.map { $0 + Self.hnrMargin }
    case (_, .shimmer): hnr.map { $0 + Self.shimmerMargin }
    default: nil
    }
  }
}
