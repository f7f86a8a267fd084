// Alert rules (the article ChangeDetection, 6). A single measure beyond its limit on one day raises
// no alert. After three sessions, 8 to 18 of 100 comparisons of an unchanged voice have one of four
// primary endpoints beyond its limit.

public import VoiceTypes

/// Changes of the primary endpoints in one session.
public struct SessionFindings: Sendable, Equatable {
  /// Change of the primary endpoint of each feature group that has one.
  public var primaryEndpoints: [FeatureGroup: ReliableChange]

  /// Recording time of the session; nil if unknown.
  public var time: RecordedTime?

  /// Creates the findings of one session.
  public init(primaryEndpoints: [FeatureGroup: ReliableChange], time: RecordedTime?) {
    self.primaryEndpoints = primaryEndpoints
    self.time = time
  }

  /// Feature groups whose primary endpoint exceeds its limit.
  public var largerFamilies: [FeatureGroup] {
    FeatureGroup.allCases.filter { primaryEndpoints[$0]?.changeClass == .larger }
  }

  fileprivate func isLarger(_ family: FeatureGroup, _ direction: ChangeDirection?) -> Bool {
    primaryEndpoints[family]?.changeClass == .larger
      && primaryEndpoints[family]?.direction == direction
  }
}

/// Reported change of one or more feature groups.
public struct ChangeAlert: Sendable, Equatable {
  /// Minimum time between two sessions that count as independent observations, in seconds.
  public static let leastSeconds: Int64 = 24 * 3600

  /// Minimum number of feature groups for an alert from a single session.
  public static let leastFamilies = 2

  /// Feature groups that can raise an alert: those with a known between-session variation. F0 has
  /// only a within-session figure, so it is displayed without an alert.
  public static let families = ChangeMeasure.primaryEndpoints
    .filter { $0.variation?.basis == .derived }.compactMap(\.family)

  /// Rule that raised the alert.
  public let rule: ChangeRule

  /// Feature groups that meet the rule.
  public let families: [FeatureGroup]

  /// Index of the session among the compared sessions; for two sessions, the later one.
  public let session: Int

  /// Returns the alerts of `sessions`, which must be in chronological order.
  public static func raised(by sessions: [SessionFindings]) -> [ChangeAlert] {
    sessions.indices.flatMap { index in
      let lasting = families.filter { lasts($0, until: index, in: sessions) }
      let larger = sessions[index].largerFamilies.filter(families.contains)
      return [
        lasting.isEmpty
          ? nil : ChangeAlert(rule: .twoSessions, families: lasting, session: index),
        larger.count < leastFamilies
          ? nil : ChangeAlert(rule: .twoFamilies, families: larger, session: index),
      ].compactMap { $0 }
    }
  }

  /// Whether the feature group exceeds its limit in this session, in one at least a day earlier and
  /// in every session between, always in the same direction.
  private static func lasts(
    _ family: FeatureGroup, until index: Int, in sessions: [SessionFindings]
  ) -> Bool {
    let direction = sessions[index].primaryEndpoints[family]?.direction
    guard sessions[index].isLarger(family, direction), let end = sessions[index].time else {
      return false
    }
    for earlier in sessions[..<index].reversed() {
      guard earlier.isLarger(family, direction), let start = earlier.time else { return false }
      if end.seconds - start.seconds >= leastSeconds { return true }
    }
    return false
  }
}
