// How the numbers of one recording stand against reference limits, for the person it is of. Limits
// describe groups and recordings; nothing here is a judgement of the person.

/// What is known about a number that others are held against.
public enum LimitBasis: String, CaseIterable, Sendable {
  /// Read in its source; of a paper the abstract or the first page.
  case verified
  /// Remembered with its source, which was not opened again.
  case fromMemory = "from_memory"
  /// Worked out from open data or from a verified number.
  case derived
  /// A choice of this project; no published value.
  case engineering
  /// Measured by this program on a described set of recordings.
  case measured
}

/// What a limit is worth beside the others of its measure.
public enum LimitKind: String, CaseIterable, Sendable {
  /// The edge of what was found in people without a known condition of the voice.
  case typical
  /// A limit that its authors published as one.
  case published
  /// Stands where a published limit would, but was worked out here; nothing counts as outside it.
  case derived
  /// Measured by this program so far out that few of the people measured have any number beyond
  /// theirs; all outer limits of a set are placed together.
  case outer
}

/// Where a value stands.
public enum Standing: String, CaseIterable, Sendable {
  /// On the inner side of the typical limit.
  case within
  /// Beyond the typical limit, and not beyond an outer or a published one.
  case atEdge = "at_edge"
  /// Beyond the outer limit of the people that this program measured.
  case outside
  /// Beyond a limit that was published for the same algorithm and settings.
  case outsidePublished = "outside_published"
  /// An F0 outside the interval of the reference group.
  case unusualForReference = "unusual_for_reference"
  /// Nothing to compare with.
  case noReference = "no_reference"
}

/// How well a recording serves, from best to worst; says nothing of the person.
public enum RecordingGrade: String, CaseIterable, Sendable {
  /// Every check passed.
  case excellent
  /// No check found fault, but not everything could be checked.
  case good
  /// A check warned.
  case usable
  /// A check failed: the recording should be made again.
  case retake
}

/// A set of limits by its name and its bytes.
public struct LimitsName: Sendable, Equatable {
  /// The version of the set.
  public var version: String

  /// SHA-256 of its file.
  public var sha256: String

  /// Names a set.
  public init(version: String, sha256: String) {
    self.version = version
    self.sha256 = sha256
  }
}

/// The reference that the values were compared with.
public struct AssessedReference: Sendable, Equatable {
  /// The version of the limits.
  public var version: String

  /// SHA-256 of the file of the limits.
  public var sha256: String

  /// The measured set beside it; nil where there was none.
  public var measured: LimitsName?

  /// Whose numbers were taken, and why.
  public var demographic: VoiceDemographic

  /// What to bear in mind at this age.
  public var cautions: [String]

  /// States a reference.
  public init(
    version: String, sha256: String, demographic: VoiceDemographic, cautions: [String]
  ) {
    self.version = version
    self.sha256 = sha256
    self.demographic = demographic
    self.cautions = cautions
  }
}

/// A property of the recording held against its minimums.
public struct JudgedMinimum: Sendable, Equatable {
  /// The property; nil where the document does not have it.
  public var value: Double?

  /// The unit of all numbers here.
  public var unit: String

  /// From here up the property passes.
  public var pass: Double

  /// From here up it warns; below it the recording should be made again.
  public var warn: Double

  /// What that means for this recording.
  public var verdict: Verdict

  /// States the outcome.
  public init(value: Double?, unit: String, pass: Double, warn: Double, verdict: Verdict) {
    self.value = value
    self.unit = unit
    self.pass = pass
    self.warn = warn
    self.verdict = verdict
  }
}

/// Whether the recording may be compared at all.
public struct RecordingAssessment: Sendable, Equatable {
  /// The overall grade.
  public var grade: RecordingGrade

  /// What kept the recording from a better grade; none for `excellent`.
  public var reasons: [String]

  /// The F0 confidence, in percent.
  public var confidence: JudgedMinimum

  /// Voiced frames over all frames of the analysed stretch.
  public var voicedRatio: JudgedMinimum

  /// Seconds with a voice.
  public var duration: JudgedMinimum

  /// The judged properties, in the order of the document.
  package var minimums: [JudgedMinimum] { [confidence, voicedRatio, duration] }

  /// States the outcome.
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

/// A limit as it was applied to one value, in the unit of the measure.
public struct AppliedLimit: Sendable, Equatable {
  /// The lower end; nil where only the upper one matters.
  public var low: Double?

  /// The upper end; nil where only the lower one matters.
  public var high: Double?

  /// What is known about the numbers.
  public var basis: LimitBasis

  /// Where they come from.
  public var citation: String

  /// What the limit is called where it is shown.
  public var label: String

  /// What its source says against it; nil when there is nothing to say.
  public var caution: String?

  /// What it is worth.
  public var kind: LimitKind

  /// The algorithm that it is of; nil in a document of an earlier version. One of another algorithm
  /// than ours is context: no number stands anywhere because of it.
  public var algorithm: String?

  /// States a limit.
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

  /// Whether `value` lies on or between the ends.
  public func holds(_ value: Double) -> Bool {
    value >= low ?? -.infinity && value <= high ?? .infinity
  }
}

/// One number of the document with what it was compared with.
public struct MeasureAssessment: Sendable, Equatable {
  /// The measure.
  public var measure: Measure

  /// Its number, in the unit of the document.
  public var value: Double

  /// The 95 % interval, if there is one.
  public var interval: ConfidenceInterval?

  /// The edge of what is usual; nil when none applies.
  public var typical: AppliedLimit?

  /// The published limit or, so labelled, what was derived in its place; nil when none applies.
  public var published: AppliedLimit?

  /// The measured limit beyond which it stands outside; nil when none applies.
  public var outer: AppliedLimit?

  /// How many percent of the people measured lie below it, within the percentiles that so many
  /// people allow: the lowest and the highest of them mean "or fewer" and "or more".
  public var percentile: Double?

  /// How far it lies from the median of the people measured, in standard deviations of those on its
  /// side; nil where nothing was measured.
  public var deviation: Double?

  /// Where the number stands.
  public var standing: Standing

  /// The samples behind the limits; nil without a limit.
  public var source: String?

  /// All of it for a person.
  public var sentence: String

  /// A number that nothing was compared with.
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

/// The numbers of a document against the reference for one person.
public struct Assessment: Sendable, Equatable {
  /// What always stands beside the numbers, whatever they are.
  public static let notice =
    "This is a measurement, not a diagnosis. Many things change these numbers: loudness, "
    + "microphone, a cold, time of day. Whatever the numbers are, hoarseness that lasts longer "
    + "than 4 weeks should be looked at by a clinician, and sooner with trouble breathing or "
    + "swallowing, coughing of blood or a lump in the neck (AAO-HNS guideline 2018)."

  /// What was compared with.
  public var reference: AssessedReference

  /// Whether the recording serves.
  public var recording: RecordingAssessment

  /// Every number of the document but those that judge the recording, in the document's order.
  public var measures: [MeasureAssessment]

  /// The numbers that have measured limits, judged together; nil when there are none.
  public var joint: JointStanding?

  /// What the person told.
  public var context: ReportedConditions

  /// Puts an assessment together.
  public init(
    reference: AssessedReference, recording: RecordingAssessment, measures: [MeasureAssessment],
    context: ReportedConditions, joint: JointStanding? = nil
  ) {
    self.reference = reference
    self.recording = recording
    self.measures = measures
    self.context = context
    self.joint = joint
  }
}
