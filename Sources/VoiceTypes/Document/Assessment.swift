// Comparison of one recording with reference limits. Limits describe groups and recordings; nothing
// here is a judgement of the person.

/// Evidence for a limit.
public enum LimitBasis: String, CaseIterable, Sendable {
  /// Checked in the source; of a paper, in the abstract or on the first page.
  case verified
  /// Recalled with its source, but not checked again.
  case fromMemory = "from_memory"
  /// Derived from open data or from a verified number.
  case derived
  /// Engineering choice of this project without a published value.
  case engineering
  /// Measured by this program on a described set of recordings.
  case measured
}

/// Kind of a limit among the limits of its measure.
public enum LimitKind: String, CaseIterable, Sendable {
  /// Edge of the values of people without a known voice condition.
  case typical
  /// Limit published by its authors.
  case published
  /// Derived by this project where no published limit exists. No value counts as outside it.
  case derived
  /// Shown with the value; another measure of the family decides.
  case context
}

/// Reference classification of a value.
public enum ReferenceClassification: String, CaseIterable, Sendable {
  /// Inside the typical limit.
  case within
  /// Beyond the typical limit of the literature, but not beyond a published one.
  case atEdge = "at_edge"
  /// Beyond the limit of the people measured by this program.
  case outside
  /// Beyond a limit published for the same algorithm and settings.
  case outsidePublished = "outside_published"
  /// F0 outside the interval of the reference group.
  case unusualForReference = "unusual_for_reference"
  /// No reference to compare with.
  case noReference = "no_reference"
}

/// Recording quality, from best to worst. It is not a property of the person.
public enum RecordingGrade: String, CaseIterable, Sendable {
  /// All checks passed.
  case excellent
  /// No check found a fault, but some could not run.
  case good
  /// A check warned.
  case usable
  /// A check failed; the recording should be repeated.
  case retake
}

/// Set of limits, identified by version and hash.
public struct LimitsName: Sendable, Equatable {
  /// Version of the set.
  public var version: String

  /// SHA-256 of the file.
  public var sha256: String

  /// Creates the identification of a set.
  public init(version: String, sha256: String) {
    self.version = version
    self.sha256 = sha256
  }
}

/// Reference of the comparison.
public struct AssessedReference: Sendable, Equatable {
  /// Version of the limits.
  public var version: String

  /// SHA-256 of the limits file.
  public var sha256: String

  /// Additional set of measured limits; nil without one.
  public var measured: LimitsName?

  /// Reference group and the reason for it.
  public var demographic: VoiceDemographic

  /// Cautions for this age.
  public var cautions: [String]

  /// Creates a reference.
  public init(
    version: String, sha256: String, demographic: VoiceDemographic, cautions: [String]
  ) {
    self.version = version
    self.sha256 = sha256
    self.demographic = demographic
    self.cautions = cautions
  }
}

/// Property of the recording with its minimums.
public struct JudgedMinimum: Sendable, Equatable {
  /// Value; nil if the document lacks it.
  public var value: Double?

  /// Unit of all numbers of this minimum.
  public var unit: String

  /// Lowest passing value.
  public var pass: Double

  /// Lowest value that warns. Below it the recording should be repeated.
  public var warn: Double

  /// Verdict on this recording.
  public var verdict: Verdict

  /// Creates a judged minimum.
  public init(value: Double?, unit: String, pass: Double, warn: Double, verdict: Verdict) {
    self.value = value
    self.unit = unit
    self.pass = pass
    self.warn = warn
    self.verdict = verdict
  }
}

/// Suitability of the recording for a comparison.
public struct RecordingAssessment: Sendable, Equatable {
  /// Overall grade.
  public var grade: RecordingGrade

  /// Reasons that lowered the grade; empty for `excellent`.
  public var reasons: [String]

  /// F0 confidence in percent.
  public var confidence: JudgedMinimum

  /// Ratio of voiced frames to all frames of the segment.
  public var voicedRatio: JudgedMinimum

  /// Voiced duration in seconds.
  public var duration: JudgedMinimum

  /// Minimums in document order.
  package var minimums: [JudgedMinimum] { [confidence, voicedRatio, duration] }

  /// Creates an assessment of the recording.
  public init(
    grade: RecordingGrade, reasons: [String], confidence: JudgedMinimum,
    voicedRatio: JudgedMinimum, duration: JudgedMinimum
  ) {
    self.grade = grade
    self.reasons = reasons
    self.confidence = confidence
    self.voicedRatio = voicedRatio
    self.duration = duration
  }
}

/// Limit applied to one value, in the unit of the measure.
public struct AppliedLimit: Sendable, Equatable {
  /// Lower end; nil for an upper limit.
  public var low: Double?

  /// Upper end; nil for a lower limit.
  public var high: Double?

  /// Evidence for the limit.
  public var basis: LimitBasis

  /// Source of the limit.
  public var citation: String

  /// Display label.
  public var label: String

  /// Caution of the source; nil without one.
  public var caution: String?

  /// Kind of the limit.
  public var kind: LimitKind

  /// Algorithm of the limit; nil in documents of earlier versions. A limit of another algorithm is
  /// context and classifies no value.
  public var algorithm: String?

  /// Creates a limit.
  public init(
    low: Double?, high: Double?, basis: LimitBasis, citation: String, label: String,
    caution: String?, kind: LimitKind, algorithm: String? = nil
  ) {
    self.low = low
    self.high = high
    self.basis = basis
    self.citation = citation
    self.label = label
    self.caution = caution
    self.kind = kind
    self.algorithm = algorithm
  }

  /// Whether `value` is within the ends, inclusive.
  public func holds(_ value: Double) -> Bool {
    value >= low ?? -.infinity && value <= high ?? .infinity
  }
}

/// Value of a measure with its reference comparison.
public struct MeasureAssessment: Sendable, Equatable {
  /// Compared measure.
  public var measure: Measure

  /// Value in the unit of the document.
  public var value: Double

  /// 95 % interval of this phonation; nil without one.
  public var interval: ConfidenceInterval?

  /// Typical limit; nil if none applies.
  public var typical: AppliedLimit?

  /// Published limit, or the derived limit in its place; nil if none applies.
  public var published: AppliedLimit?

  /// Percentile in the sample of the typical limit, 5 to 95, turned so that high ones deviate; nil if
  /// unknown.
  public var percentile: Double?

  /// Reference classification.
  public var standing: ReferenceClassification

  /// Samples of the limits; nil without a limit.
  public var source: String?

  /// Sentence for a person.
  public var sentence: String

  /// Creates an assessment without a reference.
  public init(
    measure: Measure, value: Double, interval: ConfidenceInterval?, sentence: String
  ) {
    self.measure = measure
    self.value = value
    self.interval = interval
    self.standing = .noReference
    self.sentence = sentence
  }
}

/// Reference comparison of a document for one person.
public struct Assessment: Sendable, Equatable {
  /// Constant notice of every assessment.
  public static let notice = TextCatalogue.report.text("assessmentNotice")

  /// Reference of the comparison.
  public var reference: AssessedReference

  /// Suitability of the recording.
  public var recording: RecordingAssessment

  /// Values of all measures except the recording measures, in document order.
  public var measures: [MeasureAssessment]

  /// Joint result; nil in documents of earlier versions.
  public var verdict: AssessmentVerdict?

  /// Self-reported conditions.
  public var context: ReportedConditions

  /// Creates an assessment.
  public init(
    reference: AssessedReference, recording: RecordingAssessment, measures: [MeasureAssessment],
    context: ReportedConditions, verdict: AssessmentVerdict? = nil
  ) {
    self.reference = reference
    self.recording = recording
    self.measures = measures
    self.context = context
    self.verdict = verdict
  }
}
