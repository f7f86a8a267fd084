// What came of a comparison: session by session, measure by measure.

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
