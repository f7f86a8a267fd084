// Alert rule (Documentation/Change.md, "The alert").

public import VoiceTypes

/// Reported change of a voice: the sequential statistic exceeds its limit.
public struct ChangeAlert: Sendable, Equatable {
  /// Session of a comparison.
  public struct Session: Sendable, Equatable {
    /// Values of the session.
    public var values: [Measure: SessionValue]

    /// Recording time; nil if unknown.
    public var time: RecordedTime?

    /// Creates a session.
    public init(values: [Measure: SessionValue], time: RecordedTime?) {
      (self.values, self.time) = (values, time)
    }
  }

  /// Minimum time between two sessions that count as independent observations, in seconds.
  public static let leastSeconds: Int64 = 24 * 3600

  /// Feature groups of the joint statistic.
  public static let families = ChangeMeasure.primaryEndpoints.filter { $0.variation != nil }
    .compactMap(\.family)

  /// Feature groups that deviate, in the order of `FeatureGroup`.
  public let families: [FeatureGroup]

  /// Index of the session among the compared sessions.
  public let session: Int

  /// Returns the alerts of `sessions`, which must be in chronological order.
  public static func raised(by sessions: [Session], since usual: BaselineValues) -> [ChangeAlert] {
    raised(by: statistics(of: sessions, since: usual))
  }

  /// Returns an alert for each statistic above its limit.
  static func raised(by statistics: [ChangeStatistic?]) -> [ChangeAlert] {
    statistics.enumerated().compactMap { index, found in
      guard let found, found.value > found.limit else { return nil }
      return ChangeAlert(
        families: FeatureGroup.allCases.filter { found.deviating[$0] != nil }, session: index)
    }
  }

  /// Returns the statistic after each of `sessions`, which must be in chronological order; nil for a
  /// session that does not count. A session less than a day after the last counted one, or without a
  /// known distance from it, does not count.
  static func statistics(
    of sessions: [Session], since usual: BaselineValues
  ) -> [ChangeStatistic?] {
    var last: Session?
    var averages = MovingAverages(since: usual)
    return sessions.map { session in
      guard !session.values.isEmpty, last.map({ isApart(session, from: $0) }) ?? true else {
        return nil
      }
      last = session
      averages.add(session.values)
      return ChangeStatistic(averages)
    }
  }

  private static func isApart(_ later: Session, from earlier: Session) -> Bool {
    guard let end = later.time, let start = earlier.time else { return false }
    return end.seconds - start.seconds >= leastSeconds
  }
}

extension ChangeAlert.Session {
  /// Copies the values and the time of a session.
  init(_ session: VoiceSession) { self.init(values: session.values, time: session.recordedAt) }
}
