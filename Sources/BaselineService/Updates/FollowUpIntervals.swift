// Schedule of the next recording (the article BaselinesByThemselves, "When to record again").

public import VoiceTypes

/// Stage of a person in the recording schedule.
public enum FollowUpStage: Sendable, Equatable, CaseIterable {
  /// No baseline exists.
  case first
  /// The baseline is not provisional yet.
  case onboarding
  /// The baseline is provisional.
  case provisional
  /// A deferred session outside the personal range needs a later session for confirmation.
  case waiting
  /// The baseline is complete; new sessions are only compared.
  case following
}

/// Days between the newest session and the due date of the next one, by stage.
public struct FollowUpIntervals: Sendable, Equatable {
  /// Interval until the baseline is provisional, with three sessions on three days [E].
  public var onboardingDays = 2

  /// Interval until the baseline is established [E]. Three more sessions must fit into its span of
  /// 30 days, with a margin for missed ones.
  public var provisionalDays = 4

  /// Interval between follow-up sessions [E].
  public var followingDays = 30

  /// Creates the default intervals.
  public init() {}

  /// Returns the days until the next session; 0 for the same day.
  ///
  /// A session without a usable vowel is repeated on the same day. A deferred session needs another
  /// one at least a day later.
  public func days(at stage: FollowUpStage) -> Int {
    switch stage {
    case .first: 0
    case .onboarding: onboardingDays
    case .provisional: provisionalDays
    case .waiting: 1
    case .following: followingDays
    }
  }

  /// Returns the due date of the next session in the time zone of the newest one; nil if its time
  /// is unknown.
  public func due(after newest: RecordedTime?, at stage: FollowUpStage) -> String? {
    newest.map { $0.date(after: days(at: stage)) }
  }
}
