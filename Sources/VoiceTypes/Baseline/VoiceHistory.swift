// Document `sagevoice/history/1`. Names and meanings are a contract with other programs.

/// Sessions of one person over time, each with the baseline effective then.
public struct VoiceHistory: Sendable, Equatable {
  /// Name and version of the format.
  public static let schema = "sagevoice/history/1"

  /// User of the sessions.
  public var userID: String

  /// Sessions in chronological order. Sessions without a time are last.
  public var sessions: [HistorySession]

  /// Due date of the next recording, `YYYY-MM-DD`; nil if unknown.
  public var nextDue: String?

  /// Creates a history.
  public init(userID: String, sessions: [HistorySession]) {
    self.userID = userID
    self.sessions = sessions
  }
}

/// Session of a history.
public struct HistorySession: Sendable, Equatable {
  /// Identifier, unique among the sessions of a person.
  public var id: String

  /// Time of the first recording; nil if unknown.
  public var recordedAt: RecordedTime?

  /// Number of used vowels.
  public var vowels: Int

  /// Mean level of the used vowels re full scale; nil without one.
  public var level: Decibels?

  /// Model of the recording device; nil if not reported.
  public var deviceModel: String?

  /// Context flags of any recording, in the order of `ContextFlag`.
  public var flags: [ContextFlag] = []

  /// Whether the newest baseline contains the session.
  public var isInBaseline = false

  /// `baseline_id` of the baseline for the comparison; nil before the first baseline.
  public var baselineID: String?

  /// Reported alerts.
  public var alerts: [Alert] = []

  /// Reasons against the comparison; empty if compared or without a baseline.
  public var differences: [BaselineFault] = []

  /// Measures of the baseline comparison in document order.
  public var values: [HistoryValue] = []

  /// Creates a session without values.
  public init(id: String, recordedAt: RecordedTime?, vowels: Int) {
    self.id = id
    self.recordedAt = recordedAt
    self.vowels = vowels
  }

  /// Reported change of a session.
  public struct Alert: Sendable, Equatable {
    /// Rule that triggered the alert.
    public var rule: ChangeRule

    /// Feature groups of the alert.
    public var families: [FeatureGroup]

    /// Creates an alert.
    public init(rule: ChangeRule, families: [FeatureGroup]) {
      self.rule = rule
      self.families = families
    }
  }
}

/// Value of one measure in one session.
public struct HistoryValue: Sendable, Equatable {
  /// Measure of the value.
  public var measure: Measure

  /// Value of the session in the unit of the measure, or the reason for its absence.
  public var value: Value

  /// Baseline effective then; nil without a baseline of the measure.
  public var usual: Usual?

  /// Classification of the change; nil without a comparison or with unknown variation.
  public var changeClass: ChangeClass?

  /// Direction of the change; nil without a classification or a difference.
  public var direction: ChangeDirection?

  /// Number, or the reason for its absence.
  public enum Value: Sendable, Equatable {
    /// Mean over `vowels` vowels in the unit of the measure.
    case known(Double, vowels: Int)
    /// Reason for the absence of a value.
    case missing(MissingValue)
  }

  /// Baseline mean and range in the unit of the measure.
  public struct Usual: Sendable, Equatable {
    /// Mean of the baseline.
    public var mean: Double

    /// Range of day-to-day variation. It applies to the vowel count of a compared session,
    /// otherwise to three vowels; nil if unknown.
    public var range: ConfidenceInterval?

    /// Creates a baseline mean with its range.
    public init(mean: Double, range: ConfidenceInterval?) {
      self.mean = mean
      self.range = range
    }
  }

  /// Creates a value without a comparison.
  public init(_ measure: Measure, _ value: Value) {
    self.measure = measure
    self.value = value
  }
}

/// Reason for a missing value.
public struct MissingValue: Sendable, Equatable {
  /// Stable name for programs: a reason of a results document or a rule of baselines.
  public var code: String

  /// Sentence that states the reason.
  public var message: String

  /// Template and parameters of `message`; nil if the code determines it.
  public var sentence: Sentence?

  /// Creates a reason.
  public init(code: String, message: String, sentence: Sentence?) {
    self.code = code
    self.message = message
    self.sentence = sentence
  }

  /// Creates the reason of a recording.
  public init(_ reason: Unavailability) {
    self.init(code: reason.code.rawValue, message: reason.message, sentence: reason.sentence)
  }

  /// Creates a reason from a sentence table.
  package init(_ text: some SentenceTable) {
    let wording = text.filled()
    self.init(
      code: text.code, message: wording.message, sentence: wording.sentence.unless(code: text.code))
  }
}
