// How far a person's baseline has come, and what they can do next.

/// The way of a baseline from nothing to established.
public struct BaselineProgress: Sendable, Equatable {
  /// What the baseline is by now; nil while there is none.
  public var status: BaselineStatus?

  /// Complete sessions of the baseline.
  public var completeSessions: Int

  /// Days on which those were recorded.
  public var days: Int

  /// What the next status needs; nil once the baseline is established.
  public var next: Next?

  /// Usable vowels of the newest session, whether it is part of the baseline or not.
  public var vowels: Int

  /// Usable vowels of a complete session.
  public var completeVowels: Int

  /// What to do next, most important first; nothing once the baseline is established.
  public var missing: [BaselineFault]

  /// The day on which the next recording is due, `YYYY-MM-DD` in the zone of the newest session; nil where it
  /// is not known when that was.
  public var nextDue: String?

  /// What a status needs beyond what is there.
  public struct Next: Sendable, Equatable {
    /// The status.
    public var status: BaselineStatus

    /// Sessions still needed: complete ones, but for the first status, which any usable vowel
    /// gives.
    public var sessions: Int

    /// Further days that the sessions still have to lie on.
    public var days: Int

    /// States what a status needs.
    public init(status: BaselineStatus, sessions: Int, days: Int) {
      self.status = status
      self.sessions = sessions
      self.days = days
    }
  }

  /// States how far a baseline has come.
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
  /// The progress as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  package static let shape = Shape(BaselineProgress.init) {
    Field("status", \.status, .orNull(.choice))
    Field("complete_sessions", \.completeSessions, .count)
    Field("days", \.days, .count)
    Field("next", \.next, .orNull(.shaped))
    Field("vowels", \.vowels, .count)
    Field("complete_vowels", \.completeVowels, .positiveCount)
    Field("missing", \.missing, .list(of: .shaped))
    // Versions up to 0.13.0 wrote none.
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
