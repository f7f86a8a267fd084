// What `sagevoice/history/1` says: one person's sessions over time, each beside what was usual for
// that person by then. Names and meanings are a contract with other programs.

/// The sessions of one person over time.
public struct VoiceHistory: Sendable, Equatable {
  /// The name and number of the format.
  public static let schema = "sagevoice/history/1"

  /// Whose sessions they are.
  public var userID: String

  /// The sessions, in the order of their times; those without a time come last.
  public var sessions: [HistorySession]

  /// The day on which the next recording is due, `YYYY-MM-DD`; nil where that is not known.
  public var nextDue: String?

  /// Collects sessions.
  public init(userID: String, sessions: [HistorySession]) {
    self.userID = userID
    self.sessions = sessions
  }
}

/// One session of a history.
public struct HistorySession: Sendable, Equatable {
  /// Its name, unique among the sessions of a person.
  public var id: String

  /// When the first of its recordings was made; nil when that is not known.
  public var recordedAt: RecordedTime?

  /// How many of its vowels count.
  public var vowels: Int

  /// The mean level of those, re full scale; nil without one.
  public var level: Decibels?

  /// The device that recorded it; nil when it was not told.
  public var deviceModel: String?

  /// What the person noted beside any of its recordings, in the order of `ContextFlag`.
  public var flags: [ContextFlag] = []

  /// Whether it is part of the newest baseline.
  public var isInBaseline = false

  /// The baseline it is held against, by its `baseline_id`; nil before the first one.
  public var baselineID: String?

  /// Changes that are told with it.
  public var alerts: [Alert] = []

  /// Why it was not compared with that baseline; empty where it was, or where there is none.
  public var differences: [BaselineFault] = []

  /// Every measure that is followed, in the order of the documents.
  public var values: [HistoryValue] = []

  /// A session of which nothing but its name is known yet.
  public init(id: String, recordedAt: RecordedTime?, vowels: Int) {
    self.id = id
    self.recordedAt = recordedAt
    self.vowels = vowels
  }

  /// A change that is told with a session.
  public struct Alert: Sendable, Equatable {
    /// Why it is told.
    public var rule: ChangeRule

    /// The families it holds for.
    public var families: [MeasureFamily]

    /// States an alert.
    public init(rule: ChangeRule, families: [MeasureFamily]) {
      self.rule = rule
      self.families = families
    }
  }
}

/// One measure of one session.
public struct HistoryValue: Sendable, Equatable {
  /// The measure.
  public var measure: Measure

  /// The session's value in the unit of the measure, or why there is none.
  public var value: Value

  /// What is usual for the person by then; nil without a baseline that has the measure.
  public var usual: Usual?

  /// What the comparison says; nil where there was none, or where it is not known how far the
  /// measure varies.
  public var changeClass: ChangeClass?

  /// Which way the measure went; nil likewise, and for no difference at all.
  public var direction: ChangeDirection?

  /// A number with what it rests on, or the reason why there is none.
  public enum Value: Sendable, Equatable {
    /// The mean over this many vowels, in the unit of the measure.
    case known(Double, vowels: Int)
    /// There is none.
    case missing(MissingValue)
  }

  /// What is usual, in the unit of the measure.
  public struct Usual: Sendable, Equatable {
    /// The mean of the baseline.
    public var mean: Double

    /// Where a session may lie that shows no more than day-to-day variation: for as many vowels as
    /// this session has where it was compared, else for three; nil where that is not known.
    public var range: ConfidenceInterval?

    /// States what is usual.
    public init(mean: Double, range: ConfidenceInterval?) {
      self.mean = mean
      self.range = range
    }
  }

  /// A value, or the reason for none, that is held against nothing yet.
  public init(_ measure: Measure, _ value: Value) {
    self.measure = measure
    self.value = value
  }
}

/// Why a session has no value of a measure.
public struct MissingValue: Sendable, Equatable {
  /// A stable name for programs: that of a reason in a results document, or of a rule of baselines.
  public var code: String

  /// One sentence that says why.
  public var message: String

  /// What the sentence is made of; nil where its code says all of it.
  public var sentence: Sentence?

  /// States a reason.
  public init(code: String, message: String, sentence: Sentence?) {
    self.code = code
    self.message = message
    self.sentence = sentence
  }

  /// The reason of a recording.
  public init(_ reason: Unavailability) {
    self.init(code: reason.code.rawValue, message: reason.message, sentence: reason.sentence)
  }

  /// One of the sentences of a table.
  package init(_ text: some SentenceTable) {
    let wording = text.filled()
    self.init(
      code: text.code, message: wording.message, sentence: wording.sentence.unless(code: text.code))
  }
}
