// Names and meanings are a contract with other programs: members may be added, but never renamed or
// reused.

/// Results of one recording for one tier.
public struct ResultsDocument: Sendable {
  /// Name and version of the format.
  public static let schema = "sagevoice/results/1"

  /// Identifier of this analysis, unique and not derived from the recording.
  public var analysisID: String

  /// Requested tier.
  public var tier: Tier

  /// Recording task.
  public var task: RecordingTask

  /// Properties of the input.
  public var recording: RecordingFacts

  /// Quality checks; none for an unreadable input.
  public var quality: RecordingQualityReport

  /// Measures or refusal.
  public var outcome: Outcome

  /// Software, settings and libraries.
  public var provenance: Provenance

  /// Time and duration of the analysis.
  public var run: RunFacts

  /// Measures or refusal.
  public enum Outcome: Sendable {
    case complete(Findings)
    case refused(Refusal)
  }

  /// Creates a document.
  public init(
    analysisID: String, tier: Tier, task: RecordingTask = .sustainedVowel,
    recording: RecordingFacts, quality: RecordingQualityReport,
    outcome: Outcome, provenance: Provenance, run: RunFacts
  ) {
    self.analysisID = analysisID
    self.tier = tier
    self.task = task
    self.recording = recording
    self.quality = quality
    self.outcome = outcome
    self.provenance = provenance
    self.run = run
  }

  /// Refusal; nil if the recording was analysed.
  public var refusal: Refusal? {
    if case .refused(let refusal) = outcome { refusal } else { nil }
  }

  /// Findings; nil if the recording was refused.
  public var findings: Findings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }
}

/// Analysis result of one recording.
public struct Findings: Sendable {
  /// Pitch range of the analysis.
  public var pitchRange: PitchRange

  /// Method that determined the pitch range.
  public var pitchRangeRule: PitchRangeRule

  /// Analysed segment.
  public var segment: Segment

  /// Regularity of the voice.
  public var signalType: SignalType

  /// Candidates for F0 if the octave is ambiguous or was decided; nil otherwise.
  public var f0Candidates: F0Candidates?

  /// Values of the measures.
  public var biomarkers: Biomarkers

  /// 95 % intervals of this phonation by measure, in the unit of the document.
  public var uncertainty: [Measure: ConfidenceInterval] = [:]

  /// Shimmer and harmonicity as Praat measures them, with the sound below the voice, for measures
  /// whose value excludes it; empty if there is hardly any such sound.
  public var unfiltered: [Measure: Double] = [:]

  /// Reference comparison for the person; nil without a profile.
  public var assessment: Assessment?

  /// Notes for the reader of the numbers.
  public var notes: [String] = []

  /// Frame values and pulse times, on request.
  public var contours: Contours?

  /// Creates findings without intervals, assessment, notes and contours.
  public init(
    pitchRange: PitchRange, pitchRangeRule: PitchRangeRule, segment: Segment,
    signalType: SignalType, biomarkers: Biomarkers
  ) {
    self.pitchRange = pitchRange
    self.pitchRangeRule = pitchRangeRule
    self.segment = segment
    self.signalType = signalType
    self.biomarkers = biomarkers
  }
}

/// Analysed segment of a recording.
public struct Segment: Sendable, Equatable {
  /// Start time from the start of the recording.
  public var start: Seconds

  /// End time from the start of the recording.
  public var end: Seconds

  /// Selection rule.
  public var rule: SegmentRule

  /// Excluded segments in order with their reasons; empty for a whole recording.
  public var excluded: [ExcludedSegment] = []

  /// Analysed duration per part.
  public var used: [MeasuredPart: Seconds] = [:]

  /// Creates a segment.
  public init(start: Seconds, end: Seconds, rule: SegmentRule) {
    self.start = start
    self.end = end
    self.rule = rule
  }

  /// Part of the recording that a measure uses. Praat's voice report counts breaks and unvoiced
  /// frames in the segment; of a steady segment they are those of the phonation.
  package func part(of measure: Measure) -> MeasuredPart {
    measure.group == .voiceQuality && measure.part == .phonation && rule != .steady
      ? .all : measure.part
  }
}

/// Signal type from 1 (nearly periodic) to 4 (noise), with the evidence.
public struct SignalType: Sendable, Equatable {
  /// Type 1 … 4; nil if not determined.
  public var type: Int?

  /// Evidence, or the reason for the absence of a type.
  public var reasons: [String]

  /// Templates and parameters of the reasons, one each. Empty for free texts and for documents of
  /// earlier versions.
  public var sentences: [Sentence] = []

  /// Creates a type with its evidence.
  public init(type: Int?, reasons: [String]) {
    self.type = type
    self.reasons = reasons
  }
}

/// 95 % interval of this phonation: its sampling error and the wander of a held voice.
public struct ConfidenceInterval: Sendable, Equatable {
  /// Lower end in the unit of the measure.
  public var low: Double

  /// Upper end in the unit of the measure.
  public var high: Double

  /// Smallest change between two days; nil if the within-person variation is unknown.
  public var smallestChange: SmallestChange?

  /// Creates an interval.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}

/// Minimal detectable change (MDC95) between two days: 95 % of the differences of an unchanged voice
/// are smaller.
public struct SmallestChange: Sendable, Equatable {
  /// Scale of both values: a factor for `logarithmic`, a difference in decibels for `decibels`.
  public var scale: ValueScale

  /// Between two single recordings.
  public var recording: Double

  /// Between two sessions of three vowels.
  public var session: Double

  /// Creates a smallest change.
  public init(scale: ValueScale, recording: Double, session: Double) {
    (self.scale, self.recording, self.session) = (scale, recording, session)
  }
}

/// Contours of the analysis.
public struct Contours: Sendable {
  /// F0 points, one per pitch frame.
  public var f0: [F0Point]

  /// Times of the glottal pulses in seconds.
  public var pulses: [Double]

  /// Harmonicity frames in decibels; nil for frames without a value.
  public var harmonicity: [Double?]

  /// Time of the first harmonicity frame and time step, in seconds.
  public var harmonicityGrid: (start: Double, step: Double)

  /// Pitch frame.
  public struct F0Point: Sendable {
    /// Centre of the frame in seconds.
    public var time: Double

    /// F0 in hertz; nil for an unvoiced frame.
    public var frequency: Double?

    /// Strength of the selected candidate, 0 … 1.
    public var strength: Double

    /// Creates a pitch frame.
    public init(time: Double, frequency: Double?, strength: Double) {
      self.time = time
      self.frequency = frequency
      self.strength = strength
    }
  }

  /// Creates contours.
  public init(
    f0: [F0Point], pulses: [Double], harmonicity: [Double?],
    harmonicityGrid: (start: Double, step: Double)
  ) {
    self.f0 = f0
    self.pulses = pulses
    self.harmonicity = harmonicity
    self.harmonicityGrid = harmonicityGrid
  }
}

/// Provenance of the numbers, sufficient to reproduce them.
public struct Provenance: Sendable {
  /// Version of sagevoice.
  public var version: String

  /// Preset of the analysis.
  public var preset: Preset

  /// Effective settings by name.
  public var settings: [String: JSONValue]

  /// SHA-256 of the settings as compact JSON.
  public var settingsSHA256: String

  /// Versions of the audio libraries by name.
  public var libraries: [String: String]

  /// Creates the provenance.
  public init(
    version: String, preset: Preset, settings: [String: JSONValue], settingsSHA256: String,
    libraries: [String: String]
  ) {
    self.version = version
    self.preset = preset
    self.settings = settings
    self.settingsSHA256 = settingsSHA256
    self.libraries = libraries
  }
}

/// Run-dependent part of a document. Only it and the id differ between two runs.
public struct RunFacts: Sendable {
  /// End of the analysis, ISO 8601 in UTC.
  public var analyzedAt: String

  /// Duration of reading and decoding in milliseconds.
  public var decodeMilliseconds: Double

  /// Duration of the analysis in milliseconds.
  public var analysisMilliseconds: Double

  /// Total duration in milliseconds.
  public var totalMilliseconds: Double

  /// Creates the times of a run; by default, of one without analysis.
  public init(
    analyzedAt: String, decodeMilliseconds: Double = 0, analysisMilliseconds: Double = 0,
    totalMilliseconds: Double = 0
  ) {
    self.analyzedAt = analyzedAt
    self.decodeMilliseconds = decodeMilliseconds
    self.analysisMilliseconds = analysisMilliseconds
    self.totalMilliseconds = totalMilliseconds
  }
}
