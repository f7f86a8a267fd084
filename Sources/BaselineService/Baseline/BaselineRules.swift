// Rules for baselines that no limit of a measure is among (the article ChangeDetection, "What a
// baseline is made of"). All are engineering choices. How long a recording may be is said for every
// recording at once (RecordingLength); the minimums of F0 confidence and voicing are those of the
// reference limits.

/// Rules for the recordings and the sessions of a baseline.
public enum BaselineRules {
  /// Complete sessions of a provisional baseline.
  public static let provisionalSessions = 3

  /// Complete sessions of an established baseline.
  public static let establishedSessions = 6

  /// Days on which the sessions of either must lie.
  public static let leastDays = 3

  /// Days from the first to the last session, at most.
  public static let mostDays: Int64 = 30

  /// Seconds from the first to the last recording of one session, less than [E].
  public static let mostSessionSeconds: Int64 = 24 * 3600

  /// Level difference that is worth a note, in decibels [E].
  public static let noticeableLevelDifference = 6.0

  /// Days after which a baseline is old: 12 months [E].
  public static let oldDays: Int64 = 365

  /// Days after which the baseline of a voice in change is old: 3 months at 13 to 16 years [E].
  public static let oldDaysInAdolescence: Int64 = 91

  /// The ages of that, in completed years. It is boys whose voices break; who
  /// is one is not asked here.
  public static let adolescence = 13...16
}
