// Rules for baselines that no limit of a measure is among (the article Change,
// "Baselines"). All are engineering choices. How long a recording may be is said for every
// recording at once (RecordingLength); the minimums of F0 confidence and voicing are those of the
// reference limits.

/// Rules for recordings and sessions of a baseline.
public enum BaselineRules {
  /// Number of complete sessions of a provisional baseline.
  public static let provisionalSessions = 3

  /// Number of complete sessions of an established baseline.
  public static let establishedSessions = 6

  /// Minimum number of distinct days of a provisional or established baseline.
  public static let leastDays = 3

  /// Maximum number of days from the first to the last session.
  public static let mostDays: Int64 = 30

  /// Exclusive upper limit of the duration of a session, in seconds [E].
  public static let mostSessionSeconds: Int64 = 24 * 3600

  /// Minimum level difference for a note, in decibels [E].
  public static let noticeableLevelDifference = 6.0

  /// Age from which a baseline is old, in months [E].
  public static let oldMonths = 12

  /// Age from which the baseline of an adolescent is old, in months [E].
  public static let oldMonthsInAdolescence = 3

  /// Returns whole days of a number of months.
  static func days(months: Int) -> Int64 { Int64(months) * 365 / 12 }

  /// Age range of adolescence, in completed years. Voice mutation mainly affects boys, but sex is
  /// not considered here.
  public static let adolescence = 13...16
}
