// When the next recording of a person is due (the article BaselinesByThemselves, "When to record again").

public import VoiceTypes

/// What a person is recorded for next.
public enum FollowUpStage: Sendable, Equatable, CaseIterable {
  /// There is no baseline yet.
  case first
  /// The baseline is not provisional yet.
  case onboarding
  /// The baseline is provisional.
  case provisional
  /// A session beyond the usual range waits for one that says whether that lasts.
  case waiting
  /// The baseline takes up nothing more: sessions are held against it.
  case following
}

/// Days from the newest session of a person to the day on which the next one is due.
public struct FollowUpIntervals: Sendable, Equatable {
  /// Until the baseline is provisional, whose three sessions lie on three days [E].
  public var onboardingDays = 2

  /// From then until it is established: three further sessions within the 30 days that the sessions of a
  /// baseline lie in, with room for some that are missed [E].
  public var provisionalDays = 4

  /// From then on [E].
  public var followingDays = 30

  /// The usual days.
  public init() {}

  /// Days after the newest session; 0 for the same day.
  ///
  /// A session that has no usable vowel is made again on its day; one that waits needs another that is at least
  /// a day later.
  public func days(at stage: FollowUpStage) -> Int {
    switch stage {
    case .first: 0
    case .onboarding: onboardingDays
    case .provisional: provisionalDays
    case .waiting: 1
    case .following: followingDays
    }
  }

  /// The day on which the next session is due, as a date in the zone of the newest one; nil where it is not
  /// known when that was.
  public func due(after newest: RecordedTime?, at stage: FollowUpStage) -> String? {
    newest.map { $0.date(after: days(at: stage)) }
  }
}
