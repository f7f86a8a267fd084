/// Result of a comparison.
public struct ComparisonFindings: Sendable, Equatable {
  /// New sessions in chronological order.
  public var sessions: [SessionComparison]

  /// Reported alerts.
  public var alerts: [Alert]

  /// Summary for a person in one or two sentences.
  public var summary: String

  /// Reported change.
  public struct Alert: Sendable, Equatable {
    /// Rule that triggered the alert.
    public var rule: ChangeRule

    /// Session of the alert.
    public var sessionID: String

    /// Feature groups of the alert.
    public var families: [FeatureGroup]

    /// Creates an alert.
    public init(rule: ChangeRule, sessionID: String, families: [FeatureGroup]) {
      self.rule = rule
      self.sessionID = sessionID
      self.families = families
    }
  }

  /// Creates findings.
  public init(sessions: [SessionComparison], alerts: [Alert], summary: String) {
    self.sessions = sessions
    self.alerts = alerts
    self.summary = summary
  }
}

/// Comparison of one new session with a baseline.
public struct SessionComparison: Sendable, Equatable {
  /// Compared session.
  public var session: VoiceSession

  /// Compared measures in document order; empty for a session without a usable vowel.
  public var measures: [MeasureComparison]

  /// Joint change of the feature groups; nil if the session does not count for the alert rule.
  /// Older documents have none.
  public var joint: JointChange?

  /// Creates the comparison of a session.
  public init(session: VoiceSession, measures: [MeasureComparison], joint: JointChange?) {
    self.session = session
    self.measures = measures
    self.joint = joint
  }
}

/// Joint change of the feature groups over the sessions since a baseline. An alert is raised if
/// `statistic` exceeds `limit`.
public struct JointChange: Sendable, Equatable {
  /// T² of the smoothed differences.
  public var statistic: Double

  /// Limit of an alert.
  public var limit: Double

  /// Number of the session since the baseline, counted from 1.
  public var number: Int

  /// Creates a joint change.
  public init(statistic: Double, limit: Double, number: Int) {
    self.statistic = statistic
    self.limit = limit
    self.number = number
  }
}

/// Comparison of one measure with its baseline mean.
public struct MeasureComparison: Sendable, Equatable {
  /// Compared measure.
  public var measure: Measure

  /// Feature group; nil for a single measure.
  public var family: FeatureGroup?

  /// Whether it is the primary endpoint of its feature group.
  public var isPrimary: Bool

  /// Value of the new session in the unit of the measure.
  public var value: Double

  /// Baseline mean in the unit of the measure.
  public var usual: Double

  /// Difference in percent of the baseline mean; nil unless the mean is above zero.
  public var changePercent: Double?

  /// Difference in decibels, for measures in decibels.
  public var changeDecibels: Double?

  /// Reliable change; nil if the variation is unknown.
  public var reliability: Reliability?

  /// Sentence for a person.
  public var sentence: String

  /// Reliable change relative to the within-person variation.
  public struct Reliability: Sendable, Equatable {
    /// Reliable change index.
    public var index: Double

    /// Threshold index of a possible change.
    public var possibleFrom: Double

    /// Threshold index of a change larger than usual variation.
    public var largerFrom: Double

    /// Degrees of freedom of both thresholds.
    public var degreesOfFreedom: Int

    /// Minimal detectable change (MDC95) as a factor, for measures compared as ratios.
    public var smallestFactor: Double?

    /// Minimal detectable change (MDC95) in decibels, for measures in decibels.
    public var smallestDecibels: Double?

    /// Value below which the change is `larger`, in the unit of the measure.
    public var low: Double

    /// Value above which the change is `larger`, in the unit of the measure.
    public var high: Double

    /// Classification of the index.
    public var changeClass: ChangeClass

    /// Direction of the change; nil without a difference.
    public var direction: ChangeDirection?

    /// Creates a reliable change. The caller sets the minimal detectable change afterwards.
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

  /// Creates a comparison. The caller sets the other properties afterwards.
  public init(
    _ measure: Measure, family: FeatureGroup?, isPrimary: Bool, value: Double, usual: Double
  ) {
    self.measure = measure
    self.family = family
    self.isPrimary = isPrimary
    self.value = value
    self.usual = usual
    sentence = ""
  }
}
