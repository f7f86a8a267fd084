// When a person is told that something has changed (the article ChangeDetection, 6). One measure
// beyond its limit on one day is not enough: of four primaries one is in 8 to 18 of a hundred
// comparisons of an unchanged voice after three sessions.

public import VoiceTypes

/// What the primary measures of one session say.
public struct SessionFindings: Sendable, Equatable {
  /// The change of the primary measure of each family that has one.
  public var primaries: [MeasureFamily: ReliableChange]

  /// When the session was recorded; nil when that is not known.
  public var time: RecordedTime?

  /// Collects the primaries of a session.
  public init(primaries: [MeasureFamily: ReliableChange], time: RecordedTime?) {
    self.primaries = primaries
    self.time = time
  }

  /// Families whose primary is beyond its own limit.
  public var largerFamilies: [MeasureFamily] {
    MeasureFamily.allCases.filter { primaries[$0]?.changeClass == .larger }
  }

  fileprivate func isLarger(_ family: MeasureFamily, _ direction: ChangeDirection?) -> Bool {
    primaries[family]?.changeClass == .larger && primaries[family]?.direction == direction
  }
}

/// A change that is told.
public struct ChangeAlert: Sendable, Equatable {
  /// The least time between two sessions that are two observations.
  public static let leastSeconds: Int64 = 24 * 3600

  /// Families of one session that are enough.
  public static let leastFamilies = 2

  /// Families whose change may be told: those whose variation between sessions is known. That of F0
  /// is known within a session only, so that F0 is shown and tells nothing.
  public static let families = ChangeMeasure.primaries
    .filter { $0.variation?.basis == .derived }.compactMap(\.family)

  /// Which rule holds.
  public let rule: ChangeRule

  /// The families it holds for.
  public let families: [MeasureFamily]

  /// The session it holds for, by its place among those compared; of two, the later.
  public let session: Int

  /// The alerts of sessions that stand in the order of their time.
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

  /// Whether a family is beyond its limit in this session and, with none between them that is not,
  /// in one at least a day before it, each time in the same direction.
  private static func lasts(
    _ family: MeasureFamily, until index: Int, in sessions: [SessionFindings]
  ) -> Bool {
    let direction = sessions[index].primaries[family]?.direction
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
