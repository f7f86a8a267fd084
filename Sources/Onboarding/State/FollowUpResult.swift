public import VoiceTypes

/// Purpose of a session.
public enum VisitPurpose: String, CaseIterable, Sendable {
  /// Establish a baseline.
  case baseline
  /// Compare with the baseline.
  case followUp = "follow_up"
}

/// Result of a follow-up session, a later session of a person with a baseline.
public struct FollowUpResult: Sendable, Equatable {
  /// Identifier of the session of all recordings, as in histories and comparisons.
  public var session: String

  /// Store session of the recording whose comparison covers all vowels.
  public var recording: String

  /// Whether the session is part of the baseline.
  public var isInBaseline = false

  /// Number of complete sessions in the baseline.
  public var completeSessions = 0

  /// Number of complete sessions until the next baseline status; 0 for an established baseline.
  public var sessionsNeeded = 0

  /// Feature groups beyond the personal range in this session.
  public var largerFamilies: [FeatureGroup] = []

  /// Feature groups with a reported change in this session.
  public var alertedFamilies: [FeatureGroup] = []

  /// Reasons why the session was not compared; empty if it was.
  public var reasons: [BaselineFault] = []

  /// Due date of the next session, `YYYY-MM-DD`; nil if unknown.
  public var nextDue: String?
}

extension FollowUpResult: Shaped {
  /// Creates a result with default values.
  public init(session: String, recording: String) {
    self.init(session: session, recording: recording, isInBaseline: false)
  }

  package static let shape = Shape(
    FollowUpResult.init(
      session:recording:isInBaseline:completeSessions:sessionsNeeded:largerFamilies:alertedFamilies:
      reasons:nextDue:)
  ) {
    Field("session_id", \.session, .notBlank)
    Field("recording", \.recording, .notBlank)
    Field("in_baseline", \.isInBaseline, .flag)
    Field("complete_sessions", \.completeSessions, .count)
    Field("sessions_needed", \.sessionsNeeded, .count)
    Field("larger_families", \.largerFamilies, .list(of: .choice))
    Field("alerted_families", \.alertedFamilies, .list(of: .choice))
    Field("reasons", \.reasons, .list(of: .shaped))
    Field("next_due", \.nextDue, .orNull(.text))
  }
}
