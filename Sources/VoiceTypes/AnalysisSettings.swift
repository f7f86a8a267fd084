// Parameters that affect measured values. No other part of the program does.

/// Amount of analysis per recording.
public enum Tier: String, CaseIterable, Sendable {
  /// One pitch pass and the recording quality checks.
  case quick
  /// Every measure.
  case comprehensive
}

/// Named set of default parameters.
public enum Preset: String, CaseIterable, Sendable {
  /// Defaults for clinical use: minimum requirements and validity checks apply.
  case clinical
  /// Defaults of Praat; reproduces its numbers.
  case praat
}

/// Handling of numbers that fail their validity criteria.
public enum SuppressionMode: String, CaseIterable, Sendable {
  /// Suppresses the numbers and reports the reasons.
  case withhold
  /// Reports the numbers with the reasons.
  case flag
  /// Skips the validity criteria.
  case off
}

/// Recording checks of a comprehensive document.
public enum CheckScope: String, CaseIterable, Sendable {
  /// No check.
  case off
  /// Checks of the file and its samples.
  case basic
  /// Checks of the sound and of the voice too.
  case all
}

/// Computation of the similarity between a frame and its time-shifted copy.
public enum PitchMethod: String, CaseIterable, Sendable {
  /// Raw autocorrelation of a windowed frame (Boersma 1993).
  case autocorrelation = "ac"
  /// Raw forward cross-correlation of a one-period segment with its shifts.
  case crossCorrelation = "cc"
}

/// Praat releases with different numbers. The raw value is the argument of `--praat-version`.
public enum PraatVersion: String, CaseIterable, Sendable {
  /// Releases until 6.2.14; compared with 6.1.38.
  case v6_1 = "6.1"
  /// Releases 6.2.15 … 6.4.06; compared with 6.3.07.
  case v6_3 = "6.3"
  /// Releases 6.4.24 … 6.4.38; compared with 6.4.27.
  case v6_4 = "6.4"
  /// Releases from 6.4.39 on; compared with 7.0.02.
  case v7_0 = "7.0"

  /// Default version of the `praat` preset.
  public static let usual = PraatVersion.v7_0

  /// Interpolation window of this version.
  public var sincWindow: SincWindow {
    switch self {
    case .v6_1, .v6_3: .reachingPastEdge
    case .v6_4, .v7_0: .fixedHalfWidth
    }
  }

  /// Behaviour of this version for a best pulse match outside the search range.
  public var pulseFallback: PulseFallback {
    switch self {
    case .v6_1, .v6_3: .keepOutsideMatch
    case .v6_4, .v7_0: .stepOnePeriod
    }
  }

  /// Definition of smoothed cepstral peak prominence in this version.
  public var cppsDefinition: CPPSDefinition {
    switch self {
    case .v6_1: .praat6_1
    case .v6_3, .v6_4: .praat6_3
    case .v7_0: .praat7_0
    }
  }
}

/// Half-width of the raised cosine in windowed-sinc interpolation with depth K.
public enum SincWindow: String, CaseIterable, Sendable {
  /// One sample past the outermost sample used, separately on each side (until Praat 6.4.23).
  case reachingPastEdge = "reaching_past_edge"
  /// K + ½ samples on both sides (Praat 6.4.24 and newer).
  case fixedHalfWidth = "fixed_half_width"
}

/// Handling of a best waveform match outside 0.8 … 1.25 periods.
public enum PulseFallback: String, CaseIterable, Sendable {
  /// Accepts the match (until Praat 6.4.06).
  case keepOutsideMatch = "keep_outside_match"
  /// Advances by one period (Praat 6.4.07 and newer).
  case stepOnePeriod = "step_one_period"
}

/// Praat's definitions of CPPS.
public enum CPPSDefinition: String, CaseIterable, Sendable {
  case praat6_1 = "praat_6.1"
  case praat6_3 = "praat_6.3"
  case praat7_0 = "praat_7.0"
}

/// Selection of the analysed part of a recording.
public enum SegmentRule: String, CaseIterable, Sendable {
  /// Steadiest segment.
  case steady
  /// Whole recording.
  case whole
  /// Requested segment.
  case given
}

/// Requested segment of a recording. A nil time means the start or end of the recording.
public struct RequestedSegment: Sendable, Equatable {
  /// Start time from the start of the recording.
  public let start: Seconds?

  /// End time from the start of the recording.
  public let end: Seconds?

  /// Creates a segment. Returns nil unless times are finite, not negative and in order.
  public init?(start: Seconds?, end: Seconds?) {
    guard [start, end].allSatisfy({ $0.map { $0.value.isFinite && $0.value >= 0 } ?? true }),
      start ?? 0 < end ?? Seconds(.infinity)
    else { return nil }
    (self.start, self.end) = (start, end)
  }
}

/// Method that determined the pitch range of a document.
public enum PitchRangeRule: String, CaseIterable, Sendable {
  /// Fixed range of the preset and tier.
  case fixed
  /// Requested range.
  case given
  /// Second pass around the quartiles of a first pass.
  case twoPass = "two_pass"
}

/// Search range for F0.
public struct PitchRange: Sendable, Equatable {
  /// Lowest F0. Also determines the window length.
  public let floor: Hertz

  /// Highest F0 of a voiced candidate.
  public let ceiling: Hertz

  /// Creates a range with `0 < floor < ceiling`, both finite. Returns nil otherwise.
  public init?(floor: Hertz, ceiling: Hertz) {
    guard floor.value > 0, ceiling > floor, ceiling.value.isFinite else { return nil }
    self.floor = floor
    self.ceiling = ceiling
  }

  private init(checkedFloor: Hertz, ceiling: Hertz) {
    self.floor = checkedFloor
    self.ceiling = ceiling
  }

  /// Praat's recommended range for voice analysis, 75 … 600 Hz.
  public static let praatStandard = PitchRange(checkedFloor: 75, ceiling: 600)

  /// Range of the clinical first pass, wide enough for any adult speaker.
  public static let wide = PitchRange(checkedFloor: 60, ceiling: 600)

  /// Pulse range for the shimmer of AVQI (script AVQI 03.01).
  public static let avqiShimmer = PitchRange(checkedFloor: 50, ceiling: 400)

  /// Pulse range of the Acoustic Breathiness Index.
  public static let abi = PitchRange(checkedFloor: 70, ceiling: 600)

  /// First search of senselab 1.3.
  public static let senselabFirst = PitchRange(checkedFloor: 50, ceiling: 600)

  /// Range of senselab 1.3 for voices below 170 Hz.
  public static let senselabLow = PitchRange(checkedFloor: 60, ceiling: 250)

  /// Range of senselab 1.3 for other voices.
  public static let senselabHigh = PitchRange(checkedFloor: 100, ceiling: 500)
}

/// Parameters of one document.
public struct AnalysisSettings: Sendable, Equatable {
  /// Preset that supplies the defaults of all other fields.
  public var preset: Preset

  /// Amount of analysis.
  public var tier: Tier

  /// Recording task; selects the measures.
  public var task: RecordingTask

  /// Sound pressure level (re 20 µPa) of 0 dB full scale; nil for an uncalibrated recording.
  public var calibration: Decibels?

  /// Accepted calibrations, in decibels: beyond them a microphone would hear no voice [E].
  package static let calibrations = 60.0...180.0

  /// Pitch range; nil selects the default of the preset.
  public var givenPitchRange: PitchRange?

  /// Pitch method; raw autocorrelation by default.
  public var pitchMethod: PitchMethod

  /// Praat version for window, fallback and CPPS; nil selects the default of the preset.
  public var givenPraatVersion: PraatVersion?

  /// Segment rule; nil selects the default of the preset.
  public var givenSegment: SegmentRule?

  /// Requested segment; nil selects a segment by rule.
  public var requestedSegment: RequestedSegment?

  /// Requested measures; nil requests all measures of the tier.
  public var givenMeasures: Set<Measure>?

  /// Handling of numbers that fail their validity criteria; nil selects the default of the preset.
  public var givenGates: SuppressionMode?

  /// Recording checks of the comprehensive tier; nil selects the default of the preset.
  public var givenChecks: CheckScope?

  /// Mean F0 of the person's baseline, which resolves octave ambiguity; nil without a baseline.
  public var baselineF0: Hertz?

  /// Whether the document includes frame values and pulse times.
  public var includesContours: Bool

  /// Analysed channel, counted from 1.
  public var channel: Int

  /// Creates the default parameters of a preset and tier.
  public init(preset: Preset = .clinical, tier: Tier = .comprehensive) {
    self.preset = preset
    self.tier = tier
    self.task = .sustainedVowel
    self.pitchMethod = .autocorrelation
    self.includesContours = false
    self.channel = 1
  }

  /// Decoding parameters. Praat uses the length and the channels declared in the header, and zeros
  /// for missing samples.
  public var reading: DecodeOptions {
    var options = DecodeOptions(
      channel: channel, truncationPolicy: preset == .praat ? .zeros : .leftOut)
    options.joinsSplitMono = preset == .clinical
    return options
  }

  /// Pitch range of the first or only pass.
  public var firstPitchRange: PitchRange {
    if let givenPitchRange { return givenPitchRange }
    return preset == .clinical ? .wide : .praatStandard
  }

  /// Method that determines the pitch range.
  public var pitchRangeRule: PitchRangeRule {
    if givenPitchRange != nil { return .given }
    return preset == .clinical && tier == .comprehensive ? .twoPass : .fixed
  }

  /// Pitch floor of the harmonicity analysis.
  /// The clinical preset fixes it, so that HNR does not drift with the pitch range. The `praat`
  /// preset uses the pitch floor.
  public var harmonicityFloor: Hertz {
    switch preset {
    case .clinical: PitchRange.praatStandard.floor
    case .praat: firstPitchRange.floor
    }
  }

  /// Selection of the analysed segment. Only vowels have a steady one.
  public var segment: SegmentRule {
    if requestedSegment != nil { return .given }
    if !task.isVowel { return .whole }
    return givenSegment ?? (preset == .clinical && tier == .comprehensive ? .steady : .whole)
  }

  /// Whether `measure` is requested and valid for the task.
  public func asks(for measure: Measure) -> Bool {
    guard measure.facts.tasks.contains(task) else { return false }
    return givenMeasures?.contains(measure)
      ?? (preset == .clinical || measure.facts.demand == .always)
  }

  /// Handling of numbers that fail their validity criteria. The `praat` preset reports all numbers.
  public var gates: SuppressionMode { givenGates ?? (preset == .clinical ? .withhold : .off) }

  /// Recording checks. The quick tier and the `praat` preset check the file and its samples.
  public var checks: CheckScope {
    guard tier == .comprehensive else { return .basic }
    return givenChecks ?? (preset == .clinical ? .all : .basic)
  }

  /// Whether amplitudes and harmonicity exclude the sound below the voice. The `praat` preset
  /// includes it, as Praat does.
  public var removesLowSound: Bool { preset == .clinical && tier == .comprehensive }

  /// Whether recording checks and bandwidth suppress values.
  public var gatesRecording: Bool { gates != .off && tier == .comprehensive }

  /// Whether signal typing and pitch-range sensitivity checks run. The quick tier checks the octave
  /// only. F0 and periodicity of speech change by themselves.
  public var judges: Bool { gatesRecording && task.isVowel }

  /// Whether documents state 95 % intervals: comprehensive ones of vowels, of the praat preset only
  /// with gates.
  public var statesIntervals: Bool {
    tier == .comprehensive && (preset == .clinical || gates != .off) && task.isVowel
  }

  /// Effective interpolation window.
  public var sincWindow: SincWindow { (givenPraatVersion ?? .usual).sincWindow }

  /// Effective pulse-search fallback.
  public var pulseFallback: PulseFallback { (givenPraatVersion ?? .usual).pulseFallback }

  /// Effective CPPS definition: that of the requested version, or the default of the preset.
  public var cppsDefinition: CPPSDefinition {
    let version: PraatVersion = preset == .clinical ? .v6_1 : .usual
    return (givenPraatVersion ?? version).cppsDefinition
  }
}
