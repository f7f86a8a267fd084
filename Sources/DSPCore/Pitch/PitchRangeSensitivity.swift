internal import VoiceMath
public import VoiceTypes

/// F0 in one pitch range.
public struct RangeReading: Sendable, Equatable {
  /// Pitch range of the reading.
  public let range: PitchRange

  /// Median F0 over voiced frames, in hertz; nil without any.
  public let medianF0: Double?

  /// Creates a reading.
  package init(range: PitchRange, medianF0: Double?) {
    self.range = range
    self.medianF0 = medianF0
  }
}

/// Pitch-range sensitivity check: comparison of F0 with half the floor and with twice the ceiling.
///
/// A voice of 80 Hz that is analysed between 100 and 500 Hz reads as a steady voice of 240 Hz with
/// hardly any jitter. A neighbour that reads half or twice F0 is no evidence by itself: the
/// similarity of two periods is chance in a voice with jitter, and formants decide about twice F0.
/// `OctaveCheck` and `SignalTypeEvidence` handle octaves by the alternation of cycles. This check
/// finds readings that no octave explains.
public struct PitchRangeSensitivity: Sendable, Equatable {
  /// The ratio of medians, in either direction, from which F0 differs [E].
  private static let otherRatio = 1.4

  /// Tolerance of an octave around a ratio of 2, as a ratio [E].
  private static let octaveTolerance = 1.1

  /// Frame step with half the floor, in usual steps: a median needs few frames [E].
  private static let lowerStep = 3.0

  /// The tested reading.
  public let tested: RangeReading

  /// Whether the range was given by the user: then it applies, and the neighbours are only
  /// reported.
  public let isGiven: Bool

  /// The first neighbour with a different F0. For a given range any difference counts; otherwise
  /// octaves do not.
  public internal(set) var other: RangeReading?

  /// A tone above the pitch range, or the first neighbour with a steady voice if the tested range
  /// has no voiced frame.
  public internal(set) var voiced: RangeReading?

  /// Half of F0, in hertz, if the lower neighbour reads it; else nil.
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

  /// The range with half the floor.
  public static func lower(than range: PitchRange) -> PitchRange {
    PitchRange(floor: Hertz(0.5 * range.floor.value), ceiling: range.ceiling) ?? range
  }

  /// The range with twice the ceiling.
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

  /// The check's parameters.
  static var choices: [NamedParameter] {
    [
      NamedParameter("stress_other_ratio", otherRatio),
      NamedParameter("stress_octave_tolerance", octaveTolerance),
    ]
  }
}

extension PitchRangeSensitivity {
  /// Measures F0 of a voice in the neighbouring ranges.
  init?(of voice: Voice, workspace: inout AnalysisWorkspace) {
    guard let higher = voice.higherPitch else { return nil }
    let scope = voice.scope
    let lower = Self.lower(than: scope.pitchRange)
    var settings = VoiceAnalyzer.pitchSettings(of: voice.settings, range: lower)
    settings.timeStep = Seconds(Self.lowerStep * settings.effectiveTimeStep.value)
    let below = PitchTracker.track(scope.part, settings: settings, workspace: &workspace)
    // A neighbour whose window does not fit the segment says nothing.
    let neighbours = [(lower, below), (Self.higher(than: scope.pitchRange), higher)]
      .filter { $0.1.frameCount > 0 }
    self.init(
      RangeReading(range: scope.pitchRange, track: voice.pitch),
      against: neighbours.map { RangeReading(range: $0, track: $1) },
      isGiven: scope.rangeRule == .given)
    if let tone = voice.spectrum?.highTone, tone > scope.pitchRange.ceiling.value,
      let above = PitchRange(floor: scope.pitchRange.ceiling, ceiling: Hertz(2 * tone))
    {
      other = RangeReading(range: above, medianF0: tone)
      voiced = other
    }
    guard voiced == nil, !voice.pitch.hasVoicing else { return }
    voiced = neighbours.first { $0.1.isSteadyVoice }.map { RangeReading(range: $0, track: $1) }
  }
}

extension AveragedSpectrum {
  /// The lowest frequency of a tone, in hertz, and its maximum power in the lower part of the
  /// spectrum relative to the tone [S]: of 690 recordings none has its strongest harmonic above
  /// 1083 Hz, and one above 1000 Hz has 0.12 below it. The third harmonic of a voice of 400 Hz can be
  /// the strongest, so a lower tone has less power below it.
  private static let lowestTone = 1100.0
  private static let lowestUsualTone = 1200.0
  private static let shareBelow = 0.06
  private static let shareBelowLowTone = 0.005

  /// The lower part of the spectrum, in hertz and relative to the tone, and the width of a line.
  private static let lowest = 50.0
  private static let lowerPart = 0.6
  private static let lineWidth = 80.0

  /// The frequency of a tone that a pitch tracker reads at one of its submultiples, in hertz; nil
  /// for a voice, whose lowest harmonics are not that weak.
  fileprivate var highTone: Double? {
    guard let strongest = powers.indices.max(by: { powers[$0] < powers[$1] }),
      Double(strongest) * binWidth >= Self.lowestTone
    else { return nil }
    let tone = Double(strongest) * binWidth
    func power(from low: Double, to high: Double) -> Double {
      bins(from: low, to: high).reduce(0, +)
    }
    let below = power(from: Self.lowest, to: Self.lowerPart * tone)
    let line = power(from: tone - 0.5 * Self.lineWidth, to: tone + 0.5 * Self.lineWidth)
    let share = tone < Self.lowestUsualTone ? Self.shareBelowLowTone : Self.shareBelow
    return below < share * line ? tone : nil
  }
}

extension PitchTrack {
  /// Whether the track has a strong pitch for long enough, unlike a track of noise.
  fileprivate var isSteadyVoice: Bool {
    guard let strength = Statistics.mean(voicedStrengths),
      let held = SteadySegment.heldTimes(in: self)
    else { return false }
    return strength >= SignalTypeLimits.goodStrength
      && !SteadySegment.isTooShort(held.upperBound - held.lowerBound)
  }
}

extension RangeReading {
  /// Reads the median F0 of a track.
  fileprivate init(range: PitchRange, track: PitchTrack) {
    self.init(range: range, medianF0: Statistics.quantile(0.5, of: track.voicedFrequencies))
  }
}
