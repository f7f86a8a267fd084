// A person's own usual voice: the sessions it rests on, and what follows from them.

internal import VoiceMath

/// What recordings must have in common to be compared.
public struct RecordingConditions: Sendable, Equatable {
  /// The recording device; nil when it was not told.
  public var deviceModel: String?

  /// How the samples are stored.
  public var encoding: SampleEncoding

  /// Samples per second.
  public var sampleRate: Hertz

  /// The preset that measured them.
  public var preset: Preset

  /// SHA-256 of the settings that measured them.
  public var settingsSHA256: String

  /// The version of the software that measured them.
  public var version: String

  /// The settings among them that can move a followed measure, by name; empty where they are not known. A
  /// baseline document has them in its provenance.
  package var followedSettings: [String: JSONValue] = [:]

  /// States the conditions.
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

/// Whose baseline it is, as far as that person told.
public struct BaselinePerson: Sendable, Equatable {
  /// The person's identifier in the calling program.
  public var userID: String

  /// The age when the baseline was made; nil when it was not told.
  public var age: Age?

  /// The group whose pitch the person's is compared with elsewhere; nil for none.
  public var category: ReferenceCategory?

  /// Why that group; nil where none was chosen.
  public var categoryReason: String?

  /// Conditions the person named: context, and without effect on any number. Empty when not told; in
  /// baselines of versions up to 0.5.1 `["None"]` stands for that too.
  public var voiceConditions: [String]

  /// Diagnosed conditions the person named; empty when not told.
  public var diagnosedConditions: [String]

  /// Suspected conditions the person named; nil when not told.
  public var suspectedConditions: [String]?

  /// The person of a profile, with the reference that was chosen for them.
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

/// The baseline that another takes the place of.
public struct BaselineParent: Sendable, Equatable {
  /// The identifier in its `run`.
  public var baselineID: String

  /// SHA-256 of its file.
  public var sha256: String

  /// What it was.
  public var status: BaselineStatus

  /// Whether its sessions are part of the new one.
  public var keepsSessions: Bool

  /// Names a baseline.
  public init(baselineID: String, sha256: String, status: BaselineStatus, keepsSessions: Bool) {
    self.baselineID = baselineID
    self.sha256 = sha256
    self.status = status
    self.keepsSessions = keepsSessions
  }
}

/// What one measure usually is, and how far a new session may lie from it.
public struct BaselineMeasure: Sendable, Equatable {
  /// The measure.
  public var measure: Measure

  /// What it tells with others; nil for one that stands alone.
  public var family: MeasureFamily?

  /// Whether it speaks for its family.
  public var isPrimary: Bool

  /// The scale of `mean` and of the standard deviations.
  public var scale: ValueScale

  /// How many sessions have a value.
  public var sessions: Int

  /// How many vowels those sessions have.
  public var vowels: Int

  /// The mean of the sessions on the scale.
  public var mean: Double

  /// The mean in the unit of the measure.
  public var usual: Double

  /// The standard deviation of this person's sessions; nil with one.
  public var ownSD: Double?

  /// What is known of the variation; nil where nothing is.
  public var variation: Variation?

  /// The variation that a new session is held against.
  public struct Variation: Sendable, Equatable {
    /// The standard deviation of sessions among people.
    public var populationSD: Double

    /// The standard deviation that counts, of people's and this person's own.
    public var standardDeviation: Double

    /// Its degrees of freedom.
    public var degreesOfFreedom: Int

    /// The value below which a session of three vowels is called larger, in the unit of the
    /// measure.
    public var low: Double

    /// The value above which it is.
    public var high: Double

    /// States a variation.
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

  /// States what a measure usually is, without what is known of its variation.
  public init(
    _ measure: Measure, family: MeasureFamily?, isPrimary: Bool, scale: ValueScale,
    of value: UsualValue, usual: Double
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

/// A person's own usual voice.
public struct VocalBaseline: Sendable, Equatable {
  /// How far it can be relied on.
  public var status: BaselineStatus

  /// Whose it is.
  public var person: BaselinePerson

  /// On what occasion it was recorded.
  public var context: String

  /// What its recordings have in common.
  public var conditions: RecordingConditions

  /// The sessions it rests on, in the order of their times.
  public var sessions: [VoiceSession]

  /// What its measures usually are.
  public var measures: [BaselineMeasure]

  /// The baseline it takes the place of; nil for a first one.
  public var parent: BaselineParent?

  /// Puts a baseline together.
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

  /// The usual values behind the measures.
  public var usualValues: UsualValues { UsualValues(of: sessions.map(\.values)) }

  /// The person's usual F0; nil where none is followed.
  public var usualF0: Hertz? { measures.first { $0.measure == .f0Mean }.map { Hertz($0.usual) } }

  /// The mean level of its sessions, re full scale; nil without one.
  public var level: Decibels? {
    Statistics.mean(sessions.compactMap { $0.level?.value }).map { Decibels($0) }
  }
}
