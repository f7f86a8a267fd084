// A session is a set of sustained vowels from one sitting and counts as one observation.

internal import VoiceMath

/// Value of a measure in one session.
public struct SessionValue: Sendable, Equatable {
  /// Mean over the vowels on the scale of the measure.
  public var mean: Double

  /// Number of vowels with a value.
  public var vowels: Int

  /// Creates a mean of at least one vowel.
  public init(mean: Double, vowels: Int) {
    precondition(vowels > 0, "a session value needs at least one vowel")
    self.mean = mean
    self.vowels = vowels
  }
}

/// Session values of a measure for one person.
public struct BaselineValue: Sendable, Equatable {
  /// Values of the sessions in order.
  public var sessions: [SessionValue]

  /// Creates the values of at least one session.
  public init(sessions: [SessionValue]) {
    precondition(!sessions.isEmpty, "a baseline value needs at least one session")
    self.sessions = sessions
  }

  /// Mean of the sessions on the scale of the measure.
  public var mean: Double {
    guard let mean = Statistics.mean(sessions.map(\.mean)) else {
      preconditionFailure("a baseline value needs at least one session")
    }
    return mean
  }

  /// Standard deviation of the sessions; nil for one session.
  public var standardDeviation: Double? {
    Statistics.standardDeviation(sessions.map(\.mean))
  }
}

/// Session values of all measures of one person.
public struct BaselineValues: Sendable, Equatable {
  private var usual: [Measure: BaselineValue]

  /// Collects session values in order. Omits measures without a value.
  public init(of sessions: [[Measure: SessionValue]]) {
    usual = [:]
    for measure in Measure.allCases {
      let values = sessions.compactMap { $0[measure] }
      if !values.isEmpty { usual[measure] = BaselineValue(sessions: values) }
    }
  }

  /// Session values of a measure; nil without a value.
  public subscript(measure: Measure) -> BaselineValue? { usual[measure] }
}
