// Everything that can move a number, in one place. Nothing else in the program may.

/// How much of the results document is measured.
public enum Tier: String, CaseIterable, Sendable {
  /// One pass for F0 and the quality of the recording.
  case quick
  /// Every measure.
  case comprehensive
}

/// A named set of choices.
public enum Preset: String, CaseIterable, Sendable {
  /// What a clinic should see: minimums and checks apply.
  case clinical
  /// What a Praat user gets, number by number.
  case praat
}

/// What becomes of numbers that the signal does not support.
public enum Gates: String, CaseIterable, Sendable {
  /// They are taken back, each with its reason.
  case withhold
  /// They stay and carry their reasons.
  case flag
  /// Nobody asks.
  case off
}

/// How the similarity of a frame to its shifted self is computed.
public enum PitchMethod: String, CaseIterable, Sendable {
  /// Raw autocorrelation of a windowed frame (Boersma 1993).
  case autocorrelation = "ac"
  /// Raw forward cross-correlation of one period-long stretch with its shifts.
  case crossCorrelation = "cc"
}

/// The Praat releases whose numbers differ; the raw value is what `--praat-version` takes.
public enum PraatVersion: String, CaseIterable, Sendable {
  case v6_1 = "6.1"
  case v6_3 = "6.3"
  /// Stands for 6.4.24 … 6.4.38.
  case v6_4 = "6.4"
  case v7_0 = "7.0"

  /// The version whose numbers the praat preset gives unless another is asked for.
  public static let usual = PraatVersion.v7_0

  /// The interpolation window of this version.
  public var sincWindow: SincWindow {
    switch self {
    case .v6_1, .v6_3: .reachingPastEdge
    case .v6_4, .v7_0: .fixedHalfWidth
    }
  }

  /// What this version does when the best match of a pulse lies outside its search range.
  public var pulseFallback: PulseFallback {
    switch self {
    case .v6_1, .v6_3: .keepOutsideMatch
    case .v6_4, .v7_0: .stepOnePeriod
    }
  }

  /// The definition of smoothed cepstral peak prominence of this version.
  public var cppsDefinition: CPPSDefinition {
    switch self {
    case .v6_1: .praat6_1
    case .v6_3, .v6_4: .praat6_3
    case .v7_0: .praat7_0
    }
  }
}

/// The raised-cosine half-width of windowed-sinc interpolation with depth K.
public enum SincWindow: String, CaseIterable, Sendable {
  /// One sample past the outermost sample used, on either side by itself (until Praat 6.4.23).
  case reachingPastEdge = "reaching_past_edge"
  /// K + ½ samples on both sides (Praat 6.4.24 and newer).
  case fixedHalfWidth = "fixed_half_width"
}

/// What to do with a best waveform match outside 0.8 … 1.25 periods.
public enum PulseFallback: String, CaseIterable, Sendable {
  /// Take it as it is (until Praat 6.4.06).
  case keepOutsideMatch = "keep_outside_match"
  /// Go one period on instead (Praat 6.4.07 and newer).
  case stepOnePeriod = "step_one_period"
}

/// Which of Praat's three definitions of CPPS is meant.
public enum CPPSDefinition: String, CaseIterable, Sendable {
  case praat6_1 = "praat_6.1"
  case praat6_3 = "praat_6.3"
  case praat7_0 = "praat_7.0"
}

/// Which part of a recording feeds the measures.
public enum SegmentRule: String, CaseIterable, Sendable {
  /// The steadiest stretch.
  case steady
  /// All of it.
  case whole
  /// The stretch that was asked for.
  case given
}

/// The stretch of a recording that somebody chose; nil stands for the end of the recording on that side.
public struct GivenStretch: Sendable, Equatable {
  /// Where it starts, from the start of the recording.
  public let start: Seconds?

  /// Where it ends.
  public let end: Seconds?

  /// A stretch whose times are finite and not negative, the first before the second; nil otherwise.
  public init?(start: Seconds?, end: Seconds?) {
    guard [start, end].allSatisfy({ $0.map { $0.value.isFinite && $0.value >= 0 } ?? true }),
      start ?? 0 < end ?? Seconds(.infinity)
    else { return nil }
    (self.start, self.end) = (start, end)
  }
}

/// How the pitch range of a document was found.
public enum PitchRangeRule: String, CaseIterable, Sendable {
  /// The fixed range of the preset and tier.
  case fixed
  /// The range that was asked for.
  case given
  /// A second pass around the quartiles of a first.
  case twoPass = "two_pass"
}

/// The frequencies between which a pitch is looked for.
public struct PitchRange: Sendable, Equatable {
  /// The lowest F0; also sets the window length.
  public let floor: Hertz

  /// The F0 above which a candidate counts as unvoiced.
  public let ceiling: Hertz

  /// A range with `0 < floor < ceiling`, both finite; nil otherwise.
  public init?(floor: Hertz, ceiling: Hertz) {
    guard floor.value > 0, ceiling > floor, ceiling.value.isFinite else { return nil }
    self.floor = floor
    self.ceiling = ceiling
  }

  private init(checkedFloor: Hertz, ceiling: Hertz) {
    self.floor = checkedFloor
    self.ceiling = ceiling
  }

  /// The usual range for voice work in Praat.
  public static let praatStandard = PitchRange(checkedFloor: 75, ceiling: 600)

  /// Wide enough for any speaking adult: the clinical preset's first pass.
  public static let wide = PitchRange(checkedFloor: 60, ceiling: 600)

  /// The range of the pulses at which AVQI's shimmer is measured (script AVQI 03.01).
  public static let avqiShimmer = PitchRange(checkedFloor: 50, ceiling: 400)
}

/// The choices behind one document.
public struct AnalysisSettings: Sendable, Equatable {
  /// The preset that the other fields complete.
  public var preset: Preset

  /// How much is measured.
  public var tier: Tier

  /// A range that replaces the preset's; nil for the preset's own.
  public var givenPitchRange: PitchRange?

  /// The pitch method; raw autocorrelation unless asked otherwise.
  public var pitchMethod: PitchMethod

  /// A Praat version that rules window, fallback and CPPS; nil for the preset's own choice.
  public var givenPraatVersion: PraatVersion?

  /// A segment rule that replaces the preset's; nil for the preset's own.
  public var givenSegment: SegmentRule?

  /// The stretch that is measured in place of one that a rule chooses; nil where a rule does.
  public var givenStretch: GivenStretch?

  /// The only measures that are wanted; nil for all that the tier carries.
  public var givenMeasures: Set<Measure>?

  /// What becomes of numbers that the signal does not support; nil for the preset's own choice.
  public var givenGates: Gates?

  /// The F0 that is usual for the person, which decides between octaves that the signal leaves open;
  /// nil where none is known.
  public var usualF0: Hertz?

  /// Whether frame values and pulse times go into the document.
  public var includesContours: Bool

  /// Whether gates may take numbers back at all. Limits of people are measured without: a gate that
  /// keeps the steadier voices would choose them.
  public var withholds = true

  /// The channel of a file that is measured, counted from 1.
  public var channel: Int

  /// Settings of a preset, with nothing replaced.
  public init(preset: Preset = .clinical, tier: Tier = .comprehensive) {
    self.preset = preset
    self.tier = tier
    self.pitchMethod = .autocorrelation
    self.includesContours = false
    self.channel = 1
  }

  /// Which samples of a file are measured. Praat takes the length that a header states, and zeros for
  /// what is not there.
  public var reading: ReadingChoices {
    ReadingChoices(channel: channel, lostEnd: preset == .praat ? .zeros : .leftOut)
  }

  /// The range of the first pass, or of the only one.
  public var firstPitchRange: PitchRange {
    if let givenPitchRange { return givenPitchRange }
    return preset == .clinical ? .wide : .praatStandard
  }

  /// How the range of the document is found.
  public var pitchRangeRule: PitchRangeRule {
    if givenPitchRange != nil { return .given }
    return preset == .clinical && tier == .comprehensive ? .twoPass : .fixed
  }

  /// The floor of the harmonicity analysis: fixed in the clinical preset, so that a person's HNR
  /// does not drift with the pitch range; the pitch floor in the praat preset.
  public var harmonicityFloor: Hertz {
    switch preset {
    case .clinical: PitchRange.praatStandard.floor
    case .praat: firstPitchRange.floor
    }
  }

  /// Which stretch is analysed.
  public var segment: SegmentRule {
    if givenStretch != nil { return .given }
    return givenSegment ?? (preset == .clinical && tier == .comprehensive ? .steady : .whole)
  }

  /// Whether a measure is wanted in a document.
  public func asks(for measure: Measure) -> Bool {
    givenMeasures?.contains(measure) ?? (measure.facts.demand == .always)
  }

  /// Whether at least one of `measures` is wanted.
  public func asks(forAnyOf measures: Set<Measure>) -> Bool {
    measures.contains { asks(for: $0) }
  }

  /// What becomes of numbers that the signal does not support; a Praat user gets them all the same.
  public var gates: Gates { givenGates ?? (preset == .clinical ? .withhold : .off) }

  /// Whether a voice is typed and read again in other pitch ranges. The quick tier asks for the octave
  /// only.
  public var judges: Bool { gates != .off && tier == .comprehensive }

  /// The interpolation window in force.
  public var sincWindow: SincWindow { (givenPraatVersion ?? .usual).sincWindow }

  /// The pulse-search fallback in force.
  public var pulseFallback: PulseFallback { (givenPraatVersion ?? .usual).pulseFallback }

  /// The CPPS definition in force: the preset's own, or the version's that was asked for.
  public var cppsDefinition: CPPSDefinition {
    let version: PraatVersion = preset == .clinical ? .v6_1 : .usual
    return (givenPraatVersion ?? version).cppsDefinition
  }
}
