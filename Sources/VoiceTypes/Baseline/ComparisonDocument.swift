// What `sagevoice baseline compare` says. Names and meanings are a contract with other programs, as
// those of the results document are.

/// New sessions held against a baseline, or why they were not.
public struct ComparisonDocument: Sendable {
  /// The name and number of the format.
  public static let schema = "sagevoice/comparison/1"

  /// What every comparison says, whatever came of it.
  public static let notice =
    "This is a measurement, not a diagnosis. Many things change these numbers: loudness, "
    + "microphone, a cold, time of day."

  /// The baseline.
  public var baseline: BaselineReference

  /// In what the new recordings differ from it.
  public var differences: [ConditionDifference]

  /// Whether the user asked for a comparison in spite of differences.
  public var allowsDifferences: Bool

  /// What came of the comparison.
  public var outcome: Outcome

  /// What a reader should know of it.
  public var notes: [String]

  /// What made the numbers.
  public var provenance: Provenance

  /// When it was made, and its identifier.
  public var run: ComparisonRun

  /// Findings, or a refusal.
  public enum Outcome: Sendable, Equatable {
    case complete(ComparisonFindings)
    case refused(ComparisonRefusal)
  }

  /// Puts a document together.
  public init(
    baseline: BaselineReference, differences: [ConditionDifference], allowsDifferences: Bool,
    outcome: Outcome, notes: [String], provenance: Provenance, run: ComparisonRun
  ) {
    self.baseline = baseline
    self.differences = differences
    self.allowsDifferences = allowsDifferences
    self.outcome = outcome
    self.notes = notes
    self.provenance = provenance
    self.run = run
  }

  /// The findings, if there was a comparison.
  public var findings: ComparisonFindings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }

  /// The refusal, if there was none.
  public var refusal: ComparisonRefusal? {
    if case .refused(let refusal) = outcome { refusal } else { nil }
  }
}

/// The baseline that new recordings are held against.
public struct BaselineReference: Sendable, Equatable {
  /// Its identifier.
  public var baselineID: String

  /// SHA-256 of its file.
  public var sha256: String

  /// Whose it is.
  public var userID: String

  /// How far it can be relied on.
  public var status: BaselineStatus

  /// How many sessions it rests on.
  public var sessions: Int

  /// When it was made.
  public var establishedAt: String

  /// Names a baseline.
  public init(
    baselineID: String, sha256: String, userID: String, status: BaselineStatus, sessions: Int,
    establishedAt: String
  ) {
    self.baselineID = baselineID
    self.sha256 = sha256
    self.userID = userID
    self.status = status
    self.sessions = sessions
    self.establishedAt = establishedAt
  }
}

/// Something that a baseline and new recordings do not have in common.
public struct ConditionDifference: Sendable, Equatable {
  /// What differs; the raw values are part of the contract.
  public enum Kind: String, CaseIterable, Sendable {
    case device = "device_model"
    case encoding = "encoding"
    case sampleRate = "sample_rate_hz"
    case preset = "preset"
    case settings = "settings_sha256"
    case version = "version"
  }

  /// What differs.
  public var kind: Kind

  /// What the baseline has.
  public var baseline: String

  /// What the new recordings have.
  public var recording: String

  /// States a difference.
  public init(_ kind: Kind, baseline: String, recording: String) {
    self.kind = kind
    self.baseline = baseline
    self.recording = recording
  }
}

/// A comparison that was not made.
public struct ComparisonRefusal: Sendable, Equatable {
  /// The new sessions, with what is wrong with each of their recordings.
  public var sessions: [VoiceSession]

  /// Why it was not made; at least one reason.
  public var reasons: [BaselineFault]

  /// States a refusal.
  public init(sessions: [VoiceSession], reasons: [BaselineFault]) {
    self.sessions = sessions
    self.reasons = reasons
  }
}

/// What came of a comparison.
public struct ComparisonFindings: Sendable, Equatable {
  /// Each new session, in the order of their times.
  public var sessions: [SessionComparison]

  /// Changes that are told.
  public var alerts: [Alert]

  /// One or two sentences for a person.
  public var summary: String

  /// A change that is told, as the document has it.
  public struct Alert: Sendable, Equatable {
    /// Why it is told.
    public var rule: ChangeRule

    /// The session it holds for; of two, the later.
    public var sessionID: String

    /// The families it holds for.
    public var families: [MeasureFamily]

    /// States an alert.
    public init(rule: ChangeRule, sessionID: String, families: [MeasureFamily]) {
      self.rule = rule
      self.sessionID = sessionID
      self.families = families
    }
  }

  /// Collects findings.
  public init(sessions: [SessionComparison], alerts: [Alert], summary: String) {
    self.sessions = sessions
    self.alerts = alerts
    self.summary = summary
  }
}

/// One new session held against a baseline.
public struct SessionComparison: Sendable, Equatable {
  /// The session.
  public var session: VoiceSession

  /// Its measures, in the order of the documents; none for a session without a usable vowel.
  public var measures: [MeasureComparison]

  /// Joins a session and its measures.
  public init(session: VoiceSession, measures: [MeasureComparison]) {
    self.session = session
    self.measures = measures
  }
}

/// One measure of a new session held against what it usually is.
public struct MeasureComparison: Sendable, Equatable {
  /// The measure.
  public var measure: Measure

  /// What it tells with others; nil for one that stands alone.
  public var family: MeasureFamily?

  /// Whether it speaks for its family.
  public var isPrimary: Bool

  /// The new session, in the unit of the measure.
  public var value: Double

  /// The mean of the baseline, in the unit of the measure.
  public var usual: Double

  /// The difference in percent of the usual value; nil where that is not above zero.
  public var changePercent: Double?

  /// The difference in decibels, of measures in decibels.
  public var changeDecibels: Double?

  /// How far it is from the usual value in terms of usual variation; nil where that is not known.
  public var reliability: Reliability?

  /// One sentence.
  public var sentence: String

  /// A distance in terms of usual variation.
  public struct Reliability: Sendable, Equatable {
    /// Reliable change index.
    public var index: Double

    /// The index from which on a change is possible.
    public var possibleFrom: Double

    /// The index from which on it is larger than usual variation.
    public var largerFrom: Double

    /// Degrees of freedom of both.
    public var degreesOfFreedom: Int

    /// The smallest detectable change: a factor for measures compared as ratios.
    public var smallestFactor: Double?

    /// The smallest detectable change in decibels, for measures in decibels.
    public var smallestDecibels: Double?

    /// The value, in the unit of the measure, below which the change is called larger.
    public var low: Double

    /// The value above which it is.
    public var high: Double

    /// What the index says.
    public var changeClass: ChangeClass

    /// Which way the measure went; nil for no difference at all.
    public var direction: ChangeDirection?

    /// States a distance; the smallest detectable change and the ends are set afterwards.
    public init(
      index: Double, possibleFrom: Double, largerFrom: Double, degreesOfFreedom: Int, low: Double,
      high: Double, changeClass: ChangeClass, direction: ChangeDirection?
    ) {
      self.index = index
      self.possibleFrom = possibleFrom
      self.largerFrom = largerFrom
      self.degreesOfFreedom = degreesOfFreedom
      self.low = low
      self.high = high
      self.changeClass = changeClass
      self.direction = direction
    }
  }

  /// A measure of a new session and its usual value; the rest is set afterwards.
  public init(
    _ measure: Measure, family: MeasureFamily?, isPrimary: Bool, value: Double, usual: Double
  ) {
    self.measure = measure
    self.family = family
    self.isPrimary = isPrimary
    self.value = value
    self.usual = usual
    sentence = ""
  }
}

/// The only part of the document that may differ between two runs.
public struct ComparisonRun: Sendable, Equatable {
  /// Identifies this comparison.
  public var comparisonID: String

  /// When it was made, ISO 8601 in UTC.
  public var comparedAt: String

  /// States a run.
  public init(comparisonID: String, comparedAt: String) {
    self.comparisonID = comparisonID
    self.comparedAt = comparedAt
  }
}
