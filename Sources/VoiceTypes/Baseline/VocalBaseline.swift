internal import VoiceMath

/// Conditions that comparable recordings share.
public struct RecordingConditions: Sendable, Equatable {
  /// Model of the recording device; nil if not reported.
  public var deviceModel: String?

  /// Sample encoding.
  public var encoding: SampleEncoding

  /// Samples per second.
  public var sampleRate: Hertz

  /// Preset of the analysis.
  public var preset: Preset

  /// SHA-256 of the settings.
  public var settingsSHA256: String

  /// Software version of the analysis.
  public var version: String

  /// Settings by name that affect measures of the baseline; empty if unknown. A baseline document
  /// has them in its provenance.
  package var followedSettings: [String: JSONValue] = [:]

  /// Creates the conditions.
  public init(
    deviceModel: String?, encoding: SampleEncoding, sampleRate: Hertz, preset: Preset,
    settingsSHA256: String, version: String
  ) {
    self.deviceModel = deviceModel
    self.encoding = encoding
    self.sampleRate = sampleRate
    self.preset = preset
    self.settingsSHA256 = settingsSHA256
    self.version = version
  }
}

/// Person of a baseline, self-reported.
public struct BaselinePerson: Sendable, Equatable {
  /// Identifier of the person in the calling program.
  public var userID: String

  /// Age at the creation of the baseline; nil if not reported.
  public var age: Age?

  /// Reference group for pitch; nil without one.
  public var category: ReferenceCategory?

  /// Reason for the reference group; nil without one.
  public var categoryReason: String?

  /// Self-reported voice conditions, without effect on any number. Empty if not reported;
  /// `["None"]` in baselines of versions up to 0.5.1.
  public var voiceConditions: [String]

  /// Self-reported diagnosed conditions; empty if not reported.
  public var diagnosedConditions: [String]

  /// Self-reported suspected conditions; nil if not reported.
  public var suspectedConditions: [String]?

  /// Creates the person of a profile with the selected reference.
  public init(_ profile: UserProfile, demographic: VoiceDemographic?) {
    userID = profile.userID
    age = profile.age
    category = demographic?.category
    categoryReason = demographic?.reason
    voiceConditions = profile.voiceConditions ?? []
    diagnosedConditions = profile.diagnosedConditions ?? []
    suspectedConditions = profile.suspectedConditions
  }
}

/// Replaced baseline.
public struct BaselineParent: Sendable, Equatable {
  /// Identifier in its `run`.
  public var baselineID: String

  /// SHA-256 of the file.
  public var sha256: String

  /// Status at its replacement.
  public var status: BaselineStatus

  /// Whether the new baseline contains its sessions.
  public var keepsSessions: Bool

  /// Creates a reference to a baseline.
  public init(baselineID: String, sha256: String, status: BaselineStatus, keepsSessions: Bool) {
    self.baselineID = baselineID
    self.sha256 = sha256
    self.status = status
    self.keepsSessions = keepsSessions
  }
}

/// Baseline mean of a measure and its expected variation.
public struct BaselineMeasure: Sendable, Equatable {
  /// Measure of the baseline.
  public var measure: Measure

  /// Feature group; nil for a single measure.
  public var family: FeatureGroup?

  /// Whether it is the primary endpoint of its feature group.
  public var isPrimary: Bool

  /// Scale of `mean` and of the standard deviations.
  public var scale: ValueScale

  /// Number of sessions with a value.
  public var sessions: Int

  /// Number of vowels in those sessions.
  public var vowels: Int

  /// Mean of the sessions on the scale.
  public var mean: Double

  /// Mean in the unit of the measure.
  public var usual: Double

  /// Standard deviation of this person's sessions; nil for one session.
  public var ownSD: Double?

  /// Expected variation; nil if unknown.
  public var variation: Variation?

  /// Expected variation of a new session.
  public struct Variation: Sendable, Equatable {
    /// Within-person standard deviation of sessions in the population.
    public var populationSD: Double

    /// Shrunken within-person standard deviation, from the population and this person.
    public var standardDeviation: Double

    /// Degrees of freedom of `standardDeviation`.
    public var degreesOfFreedom: Int

    /// Value below which a session of three vowels is `larger`, in the unit of the measure.
    public var low: Double

    /// Value above which a session of three vowels is `larger`, in the unit of the measure.
    public var high: Double

    /// Creates a variation.
    public init(
      populationSD: Double, standardDeviation: Double, degreesOfFreedom: Int, low: Double,
      high: Double
    ) {
      self.populationSD = populationSD
      self.standardDeviation = standardDeviation
      self.degreesOfFreedom = degreesOfFreedom
      self.low = low
      self.high = high
    }
  }

  /// Creates a baseline measure without variation.
  public init(
    _ measure: Measure, family: FeatureGroup?, isPrimary: Bool, scale: ValueScale,
    of value: BaselineValue, usual: Double
  ) {
    self.measure = measure
    self.family = family
    self.isPrimary = isPrimary
    self.scale = scale
    sessions = value.sessions.count
    vowels = value.sessions.map(\.vowels).reduce(0, +)
    mean = value.mean
    self.usual = usual
    ownSD = value.standardDeviation
  }
}

/// Baseline of one person.
public struct VocalBaseline: Sendable, Equatable {
  /// Reliability of the baseline.
  public var status: BaselineStatus

  /// Person of the baseline.
  public var person: BaselinePerson

  /// Context of the recordings.
  public var context: String

  /// Shared conditions of the recordings.
  public var conditions: RecordingConditions

  /// Sessions in chronological order.
  public var sessions: [VoiceSession]

  /// Baseline means of the measures.
  public var measures: [BaselineMeasure]

  /// Replaced baseline; nil for the first one.
  public var parent: BaselineParent?

  /// Creates a baseline.
  public init(
    status: BaselineStatus, person: BaselinePerson, context: String,
    conditions: RecordingConditions, sessions: [VoiceSession], measures: [BaselineMeasure],
    parent: BaselineParent?
  ) {
    self.status = status
    self.person = person
    self.context = context
    self.conditions = conditions
    self.sessions = sessions
    self.measures = measures
    self.parent = parent
  }

  /// Session values of the measures.
  public var baselineValues: BaselineValues { BaselineValues(of: sessions.map(\.values)) }

  /// Baseline mean of F0; nil if the baseline has none.
  public var baselineF0: Hertz? { measures.first { $0.measure == .f0Mean }.map { Hertz($0.usual) } }

  /// Mean level of the sessions re full scale; nil without a level.
  public var level: Decibels? {
    Statistics.mean(sessions.compactMap { $0.level?.value }).map { Decibels($0) }
  }
}
