// Would F0 be another in another pitch range? A voice of 80 Hz that is searched between 100 and 500 Hz
// reads as a steady voice of 240 Hz with hardly any jitter, and nothing in those numbers shows it. So F0
// is read again with half the floor and with twice the ceiling.
//
// A neighbour that reads half of F0 or twice of it is no evidence by itself: how alike two periods are
// is chance in a voice that jitters, and with them twice the F0 goes by formants. That is for
// `OctaveCheck` and `SignalTypeEvidence`, which ask whether cycles alternate. What is left is a reading that
// no octave explains.

internal import VoiceMath
public import VoiceTypes

/// F0 in one pitch range.
public struct RangeReading: Sendable, Equatable {
  /// The range.
  public let range: PitchRange

  /// Median F0 over voiced frames, in hertz; nil without any.
  public let medianF0: Double?

  /// A reading.
  package init(range: PitchRange, medianF0: Double?) {
    self.range = range
    self.medianF0 = medianF0
  }
}

/// How the reading of a range stands against those of its neighbours.
public struct RangeStressTest: Sendable, Equatable {
  /// A median this much off, on either side, is another F0 [E].
  private static let otherRatio = 1.4

  /// A ratio this near to 2, as a ratio, is an octave [E].
  private static let octaveTolerance = 1.1

  /// The reading that is tested.
  public let tested: RangeReading

  /// Whether the range was given, not found: then it is obeyed, and what its neighbours say is no more
  /// than news.
  public let isGiven: Bool

  /// The first neighbour that reads another F0, if any: of a given range any other, of one that was
  /// found one that is no octave off.
  public let other: RangeReading?

  /// Half of F0, in hertz, where the lower neighbour reads that; nil otherwise.
  let octaveBelow: Double?

  /// Compares a reading with its neighbours.
  public init(
    _ tested: RangeReading, against neighbours: [RangeReading], isGiven: Bool = false
  ) {
    self.tested = tested
    self.isGiven = isGiven
    other = neighbours.first {
      Self.isOther($0, than: tested) && (isGiven || !Self.isOctave($0, of: tested))
    }
    octaveBelow =
      neighbours.lazy.compactMap { neighbour -> Double? in
        guard let theirs = neighbour.medianF0, let ours = tested.medianF0, theirs < ours,
          Self.isOctave(neighbour, of: tested)
        else { return nil }
        return theirs
      }.first
  }

  /// The range with half the floor of one.
  public static func lower(than range: PitchRange) -> PitchRange {
    PitchRange(floor: Hertz(0.5 * range.floor.value), ceiling: range.ceiling) ?? range
  }

  /// The range with twice the ceiling of one.
  public static func higher(than range: PitchRange) -> PitchRange {
    PitchRange(floor: range.floor, ceiling: Hertz(2 * range.ceiling.value)) ?? range
  }

  private static func isOther(_ other: RangeReading, than tested: RangeReading) -> Bool {
    guard let ours = tested.medianF0, let theirs = other.medianF0 else {
      return (tested.medianF0 == nil) != (other.medianF0 == nil)
    }
    return PeriodSequence.ratio(ours, theirs) > otherRatio
  }

  private static func isOctave(_ other: RangeReading, of tested: RangeReading) -> Bool {
    guard let ours = tested.medianF0, let theirs = other.medianF0 else { return false }
    let ratio = PeriodSequence.ratio(ours, theirs)
    return PeriodSequence.ratio(ratio, 2) <= octaveTolerance
  }

  /// What counts as another reading.
  static var choices: [NamedSetting] {
    [
      NamedSetting("stress_other_ratio", otherRatio),
      NamedSetting("stress_octave_tolerance", octaveTolerance),
    ]
  }
}

extension RangeStressTest {
  /// Reads F0 of a voice again in the neighbouring ranges.
  init?(of voice: Voice, workspace: inout AnalysisWorkspace) {
    guard let higher = voice.higherPitch else { return nil }
    let scope = voice.scope
    let lower = Self.lower(than: scope.pitchRange)
    let below = PitchTracker.track(
      scope.part, settings: VoiceAnalyzer.pitchSettings(of: voice.settings, range: lower),
      workspace: &workspace)
    // A window that no longer fits the stretch says nothing about the range.
    let neighbours = [(lower, below), (Self.higher(than: scope.pitchRange), higher)]
      .filter { $0.1.frameCount > 0 }
    self.init(
      RangeReading(range: scope.pitchRange, track: voice.pitch),
      against: neighbours.map { RangeReading(range: $0, track: $1) },
      isGiven: scope.rangeRule == .given)
  }
}

extension RangeReading {
  /// Reads a track.
  fileprivate init(range: PitchRange, track: PitchTrack) {
    self.init(range: range, medianF0: Statistics.quantile(0.5, of: track.voicedFrequencies))
  }
}
