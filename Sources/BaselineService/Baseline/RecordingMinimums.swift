// What a recording must bring to be part of a baseline, or to be held against one (clinical notes,
// §3.2 and issue limits): equal for everyone, as nothing is known that would separate groups. All
// are engineering choices, but for the durations, which come from the project's user documents.

internal import VoiceTypes

/// The minimums of a recording.
public struct RecordingMinimums: Sendable, Equatable {
  /// F0 confidence in percent that passes.
  public var goodConfidencePercent = 80.0

  /// F0 confidence in percent below which a recording is not used.
  public var leastConfidencePercent = 60.0

  /// Voiced fraction of the segment that passes.
  public var goodVoicedFraction = 0.95

  /// Voiced fraction below which a recording is not used.
  public var leastVoicedFraction = 0.9

  /// A recording as long as this or shorter is not used, in seconds.
  public var longestTooShortSeconds = 0.5

  /// A recording as long as this or longer is not used, in seconds.
  public var shortestTooLongSeconds = 30.0

  /// The minimums of the project.
  public init() {}
}

/// Rules for the sessions of a baseline (clinical notes, §4.3, 2).
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

  /// Level difference that is worth a note, in decibels (clinical notes, §3.1 [E]).
  public static let noticeableLevelDifference = 6.0

  /// Days after which a baseline is old: 12 months (clinical notes, §4.3, 8).
  public static let oldDays: Int64 = 365

  /// Days after which the baseline of a voice in change is old: 3 months at 13 to 16 years.
  public static let oldDaysInAdolescence: Int64 = 91

  /// The ages of that, in completed years. The notes name boys; who is one is not asked here.
  public static let adolescence = 13...16
}
