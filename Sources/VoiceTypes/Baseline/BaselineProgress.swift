/// Progress of a baseline from none to established, with the next steps.
public struct BaselineProgress: Sendable, Equatable {
  /// Current status; nil without a baseline.
  public var status: BaselineStatus?

  /// Number of complete sessions in the baseline.
  public var completeSessions: Int

  /// Number of days with complete sessions.
  public var days: Int

  /// Requirements of the next status; nil for an established baseline.
  public var next: Next?

  /// Usable vowels of the newest session, inside or outside the baseline.
  public var vowels: Int

  /// Usable vowels required for a complete session.
  public var completeVowels: Int

  /// Next steps, most important first; empty for an established baseline.
  public var missing: [BaselineFault]

  /// Due date of the next recording, `YYYY-MM-DD` in the zone of the newest session; nil if its
  /// time is unknown.
  public var nextDue: String?

  /// Missing sessions and days for a status.
  public struct Next: Sendable, Equatable {
    /// Next status.
    public var status: BaselineStatus

    /// Number of missing sessions. They must be complete, except for the first status, which needs
    /// one usable vowel.
    public var sessions: Int

    /// Number of additional days that the sessions must cover.
    public var days: Int

    /// Creates the requirements of a status.
    public init(status: BaselineStatus, sessions: Int, days: Int) {
      self.status = status
      self.sessions = sessions
      self.days = days
    }
  }

  /// Creates the progress.
  public init(
    status: BaselineStatus?, completeSessions: Int, days: Int, next: Next?, vowels: Int,
    completeVowels: Int, missing: [BaselineFault], nextDue: String?
  ) {
    self.status = status
    self.completeSessions = completeSessions
    self.days = days
    self.next = next
    self.vowels = vowels
    self.completeVowels = completeVowels
    self.missing = missing
    self.nextDue = nextDue
  }
}

extension BaselineProgress: Shaped {
  /// Progress as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  package static let shape = Shape(BaselineProgress.init) {
    Field("status", \.status, .orNull(.choice))
    Field("complete_sessions", \.completeSessions, .count)
    Field("days", \.days, .count)
    Field("next", \.next, .orNull(.shaped))
    Field("vowels", \.vowels, .count)
    Field("complete_vowels", \.completeVowels, .positiveCount)
    Field("missing", \.missing, .list(of: .shaped))
    // Absent in documents of versions up to 0.13.0.
    Field("next_due", \.nextDue, ifThere: .text)
  }
}

extension BaselineProgress.Next: Shaped {
  package static let shape = Shape(BaselineProgress.Next.init) {
    Field("status", \.status, .choice)
    Field("sessions", \.sessions, .count)
    Field("days", \.days, .count)
  }
}
