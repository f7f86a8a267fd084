// What sagevoice says of one recording. Names and meanings are a contract with other programs:
// members may be added, never renamed and never reused.

/// The results of one recording for one tier.
public struct ResultsDocument: Sendable {
  /// The name and number of the format.
  public static let schema = "sagevoice/results/1"

  /// Identifies this document; unique per analysis, not derived from the recording.
  public var analysisID: String

  /// How much was asked for.
  public var tier: Tier

  /// What is known of the input.
  public var recording: RecordingFacts

  /// The checks of the recording; none for an input that could not be read.
  public var quality: RecordingQualityReport

  /// The measures, or the refusal.
  public var outcome: Outcome

  /// What made the numbers.
  public var provenance: Provenance

  /// When, and how long it took.
  public var run: RunFacts

  /// Measures or a refusal.
  public enum Outcome: Sendable {
    case complete(Findings)
    case refused(Refusal)
  }

  /// Puts a document together.
  public init(
    analysisID: String, tier: Tier, recording: RecordingFacts, quality: RecordingQualityReport,
    outcome: Outcome, provenance: Provenance, run: RunFacts
  ) {
    self.analysisID = analysisID
    self.tier = tier
    self.recording = recording
    self.quality = quality
    self.outcome = outcome
    self.provenance = provenance
    self.run = run
  }

  /// The refusal, if the recording was refused.
  public var refusal: Refusal? {
    if case .refused(let refusal) = outcome { refusal } else { nil }
  }

  /// The findings, if the recording was analysed.
  public var findings: Findings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }
}

/// Everything that was measured on one recording.
public struct Findings: Sendable {
  /// The pitch range that was searched.
  public var pitchRange: PitchRange

  /// How that range was found.
  public var pitchRangeRule: PitchRangeRule

  /// The stretch that was measured.
  public var segment: Segment

  /// How regular the voice is.
  public var signalType: SignalType

  /// The frequencies that F0 may be where its octave is open, or was until somebody decided it.
  public var f0Candidates: F0Candidates?

  /// The measures.
  public var biomarkers: Biomarkers

  /// 95 % intervals by measure.
  public var uncertainty: [Measure: ConfidenceInterval] = [:]

  /// How the numbers stand against the limits for the person; nil without a profile.
  public var assessment: Assessment?

  /// What a reader of the numbers should know of this analysis.
  public var notes: [String] = []

  /// Frame values and pulse times, if they were asked for.
  public var contours: Contours?

  /// Findings without intervals, assessment, notes and contours.
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

/// A stretch of a recording.
public struct Segment: Sendable, Equatable {
  /// Where it starts, from the start of the recording.
  public var start: Seconds

  /// Where it ends.
  public var end: Seconds

  /// How it was chosen.
  public var rule: SegmentRule

  /// The rest of the recording in order, with why it was left out; empty for all of it.
  public var excluded: [ExcludedStretch] = []

  /// How much of the stretch each kind of measure rests on.
  public var used: [MeasuredPart: Seconds] = [:]

  /// A stretch of time and the rule that chose it.
  public init(start: Seconds, end: Seconds, rule: SegmentRule) {
    self.start = start
    self.end = end
    self.rule = rule
  }
}

/// Type 1 (nearly periodic) to 4 (noise), or no type; with the evidence.
public struct SignalType: Sendable, Equatable {
  /// 1 … 4; nil when it was not determined.
  public var type: Int?

  /// The evidence, or why there is no type.
  public var reasons: [String]

  /// What the reasons are made of, one for each; none where those are no sentences, or an earlier
  /// version wrote them.
  public var sentences: [Sentence] = []

  /// A type with its evidence.
  public init(type: Int?, reasons: [String]) {
    self.type = type
    self.reasons = reasons
  }
}

/// An interval that contains the value in 95 of 100 such recordings.
public struct ConfidenceInterval: Sendable, Equatable {
  /// The lower end, in the unit of its measure.
  public var low: Double

  /// The upper end, in the unit of its measure.
  public var high: Double

  /// An interval from its ends.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}

/// The curves behind the numbers.
public struct Contours: Sendable {
  /// One point per pitch frame.
  public var f0: [F0Point]

  /// Glottal pulse times, in seconds.
  public var pulses: [Double]

  /// Harmonicity frames in decibels; nil where a frame has none.
  public var harmonicity: [Double?]

  /// The time of the first harmonicity frame, and the step, in seconds.
  public var harmonicityGrid: (start: Double, step: Double)

  /// A pitch frame.
  public struct F0Point: Sendable {
    /// The centre of the frame, in seconds.
    public var time: Double

    /// F0 in hertz; nil where the frame is unvoiced.
    public var frequency: Double?

    /// The strength of the chosen candidate, 0 … 1.
    public var strength: Double

    /// A frame from its values.
    public init(time: Double, frequency: Double?, strength: Double) {
      self.time = time
      self.frequency = frequency
      self.strength = strength
    }
  }

  /// Collects curves.
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

/// What made the numbers: enough to make them again.
public struct Provenance: Sendable {
  /// The version of sagevoice.
  public var version: String

  /// The preset.
  public var preset: Preset

  /// Every setting in force, by name.
  public var settings: [String: JSONValue]

  /// SHA-256 of the settings as compact JSON.
  public var settingsSHA256: String

  /// Versions of the libraries that touch the samples, by name.
  public var libraries: [String: String]

  /// States what made the numbers.
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

/// The only part of a document, beside its id, that may differ between two runs.
public struct RunFacts: Sendable {
  /// When the analysis ended, ISO 8601 in UTC.
  public var analyzedAt: String

  /// Reading and decoding, in milliseconds.
  public var decodeMilliseconds: Double

  /// Measuring, in milliseconds.
  public var analysisMilliseconds: Double

  /// All of it, in milliseconds.
  public var totalMilliseconds: Double

  /// States the times of a run.
  public init(
    analyzedAt: String, decodeMilliseconds: Double, analysisMilliseconds: Double,
    totalMilliseconds: Double
  ) {
    self.analyzedAt = analyzedAt
    self.decodeMilliseconds = decodeMilliseconds
    self.analysisMilliseconds = analysisMilliseconds
    self.totalMilliseconds = totalMilliseconds
  }
}
