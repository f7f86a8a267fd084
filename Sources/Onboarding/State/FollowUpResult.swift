// The result of a follow-up session: a later visit of a person with a baseline.

public import VoiceTypes

/// The purpose of a visit.
public enum VisitPurpose: String, CaseIterable, Sendable {
  /// The recordings make a baseline.
  case baseline
  /// The recordings are compared with the baseline.
  case followUp = "follow_up"
}

/// The result of a follow-up session.
public struct FollowUpResult: Sendable, Equatable {
  /// The session of all its recordings, as histories and comparisons name it.
  public var session: String

  /// The store's session of the recording whose comparison covers all vowels.
  public var recording: String

  /// Whether the session became part of the baseline.
  public var isInBaseline: Bool

  /// Complete sessions of the baseline.
  public var completeSessions: Int

  /// Complete sessions that the next state of the baseline still needs; 0 once it is established.
  public var sessionsNeeded: Int

  /// Families of measures beyond the usual range in this session.
  public var largerFamilies: [MeasureFamily]

  /// Families of measures of which a change is reported with this session.
  public var alertedFamilies: [MeasureFamily]

  /// Why the session was not compared; none where it was.
  public var reasons: [BaselineFault]

  /// The day of the next session, `YYYY-MM-DD`; nil where it is unknown.
  public var nextDue: String?

  /// A result with its sessions alone.
  public init(session: String, recording: String) {
    (self.session, self.recording) = (session, recording)
    (isInBaseline, completeSessions, sessionsNeeded) = (false, 0, 0)
    (largerFamilies, alertedFamilies, reasons) = ([], [], [])
  }
}

extension FollowUpResult: Shaped {
  package static let shape = Shape<FollowUpResult> {
    Field("session_id", \.session, .notBlank)
    Field("recording", \.recording, .notBlank)
    Field("in_baseline", \.isInBaseline, .flag)
    Field("complete_sessions", \.completeSessions, .count)
    Field("sessions_needed", \.sessionsNeeded, .count)
    Field("larger_families", \.largerFamilies, .list(of: .choice))
    Field("alerted_families", \.alertedFamilies, .list(of: .choice))
    Field("reasons", \.reasons, .list(of: .shaped))
    Field("next_due", \.nextDue, .orNull(.text))
  } make: { session, recording, isInBaseline, complete, needed, larger, alerted, reasons, due in
    var result = FollowUpResult(session: session, recording: recording)
    (result.isInBaseline, result.completeSessions) = (isInBaseline, complete)
    (result.sessionsNeeded, result.largerFamilies) = (needed, larger)
    (result.alertedFamilies, result.reasons, result.nextDue) = (alerted, reasons, due)
    return result
  }
}
