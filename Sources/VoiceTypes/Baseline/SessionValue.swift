// One session of a person: a handful of held vowels of one sitting, which count as one observation.

internal import VoiceMath

/// The value of a measure in one session.
public struct SessionValue: Sendable, Equatable {
  /// The mean over the vowels, on the scale of the measure.
  public var mean: Double

  /// How many vowels have a value.
  public var vowels: Int

  /// A mean of at least one vowel.
  public init(mean: Double, vowels: Int) {
    precondition(vowels > 0, "a session value is a mean of something")
    self.mean = mean
    self.vowels = vowels
  }
}

/// What a measure usually is in one person.
public struct UsualValue: Sendable, Equatable {
  /// The value of each session, in their order.
  public var sessions: [SessionValue]

  /// Usual values rest on at least one session.
  public init(sessions: [SessionValue]) {
    precondition(!sessions.isEmpty, "a usual value is a mean of something")
    self.sessions = sessions
  }

  /// The mean of the sessions, on the scale of the measure.
  public var mean: Double {
    guard let mean = Statistics.mean(sessions.map(\.mean)) else {
      preconditionFailure("a usual value rests on a session")
    }
    return mean
  }

  /// The standard deviation of the sessions; nil with one.
  public var standardDeviation: Double? {
    Statistics.standardDeviation(sessions.map(\.mean))
  }
}

/// What the measures of a person's voice usually are.
public struct UsualValues: Sendable, Equatable {
  private var usual: [Measure: UsualValue]

  /// Collects the values of sessions, in their order; a measure without any is left out.
  public init(of sessions: [[Measure: SessionValue]]) {
    usual = [:]
    for measure in Measure.allCases {
      let values = sessions.compactMap { $0[measure] }
      if !values.isEmpty { usual[measure] = UsualValue(sessions: values) }
    }
  }

  /// The usual value of a measure; nil without any session that has it.
  public subscript(measure: Measure) -> UsualValue? { usual[measure] }

  /// The measures that have one, in the order of the documents.
  public var measures: [Measure] { Measure.allCases.filter { usual[$0] != nil } }
}
